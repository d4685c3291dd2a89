/** Panels in windows of their own; the studio's keys are heard there too. */
import { useEffect } from "react";
import { createPortal } from "react-dom";

import type { Panel } from "../panels/panel";
import { useOwnWindows } from "../state/ownWindows";
import { useSettings } from "../state/settings";
import type { OwnedAction } from "./actions";
import { listenForKeys } from "./keys";

export function OwnWindows({ panels, actions }: { panels: readonly Panel[]; actions: readonly OwnedAction[] }) {
  const windows = useOwnWindows((state) => state.windows);
  return [...windows].map(([id, own]) => {
    const panel = panels.find((other) => other.id === id);
    return panel && <OwnWindow key={id} panel={panel} own={own} actions={actions} />;
  });
}

function OwnWindow({ panel, own, actions }: { panel: Panel; own: Window; actions: readonly OwnedAction[] }) {
  const theme = useSettings((settings) => settings.theme);
  useEffect(() => listenForKeys(actions, own), [actions, own]);
  useEffect(() => {
    own.document.documentElement.dataset["theme"] = theme;
  }, [own, theme]);
  return createPortal(
    <div className="dock own-window">
      <div className="panel-body" data-panel={panel.id}>
        <panel.Component />
      </div>
    </div>,
    own.document.body,
  );
}
