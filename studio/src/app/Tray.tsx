/** Panels of the tray: a button each in the top bar, which opens the panel over what is there. */
import { useRef } from "react";

import type { Panel } from "../panels/panel";
import { showTray, usePlaces } from "../state/workspaces";
import { Count } from "./Docks";
import { Icon } from "./icons";
import { useClosing } from "./useClosing";

function closeTray(): void {
  showTray(null);
}

export function Tray({ panels }: { panels: readonly Panel[] }) {
  return panels.filter((panel) => panel.dock === "tray").map((panel) => <TrayPanel key={panel.id} panel={panel} />);
}

function TrayPanel({ panel }: { panel: Panel }) {
  const open = usePlaces((state) => state.tray === panel.id);
  const holder = useRef<HTMLDivElement>(null);
  useClosing(open, holder, closeTray);
  return (
    <div className="tray" ref={holder} data-panel={panel.id}>
      <button
        type="button"
        className="icon-button"
        title={panel.title}
        aria-label={panel.title}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => showTray(open ? null : panel.id)}
      >
        <Icon name={panel.icon} />
        {panel.useCount && <Count useCount={panel.useCount} />}
      </button>
      {open && (
        <div className="tray-sheet" role="dialog" aria-label={panel.title}>
          <panel.Component />
        </div>
      )}
    </div>
  );
}
