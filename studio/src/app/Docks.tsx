/** Docks hold the panels of the workspace that is shown, several as tabs. A panel that was once shown keeps what was typed and chosen in it while it is out of sight. */
import { Activity, memo, useEffect, useId, useState, type KeyboardEvent } from "react";

import type { Dock as DockName, Panel } from "../panels/panel";
import { attach, detach, useOwnWindows } from "../state/ownWindows";
import { useSettings } from "../state/settings";
import { arrangementOf, openPanel } from "../state/workspaces";
import { Empty, IconButton } from "./controls";
import { Icon } from "./icons";
import { dockOf, workspaceOf } from "./panels";
import { Splitter, type Sizing } from "./Splitter";

/** A larger count takes no more room. */
const MOST_SHOWN = 99;

/** Docks that can be folded away, what they are called, and their keys. */
export const FOLDING = [
  { dock: "left", title: "Library", icon: "dockLeft", key: "Alt+1" },
  { dock: "bottom", title: "Timeline", icon: "dockBottom", key: "Alt+2" },
  { dock: "right", title: "Side panels", icon: "dockRight", key: "Alt+3" },
] as const;

export function Dock({ name, panels, sizing }: { name: DockName; panels: readonly Panel[]; sizing?: Sizing }) {
  const settings = useSettings();
  const base = useId();
  const { held, front } = dockOf(panels, name, settings);
  const kept = useKept(front);
  if (!front) return null;
  const { folded, sizes } = arrangementOf(settings, workspaceOf(panels, settings).id);
  const size = sizes[name] ?? sizing?.usual ?? 0;
  const style = sizing ? { [sizing.edge === "top" ? "height" : "width"]: size } : {};
  const tabbed = name === "right" || name === "bottom";
  return (
    <section
      className={`dock ${name} ${sizing ? "fixed" : "filling"}`}
      style={style}
      hidden={folded[name] === true}
      aria-label={tabbed ? `${name} panels` : front.title}
    >
      {sizing && <Splitter dock={name} sizing={sizing} size={size} />}
      {tabbed && <Tabs name={name} panels={held} front={front} base={base} />}
      {panels
        .filter((panel) => panel === front || kept.has(panel.id))
        .map((panel) => (
          <Activity key={panel.id} mode={panel === front ? "visible" : "hidden"}>
            <div
              className="panel-body"
              data-panel={panel.id}
              id={`${base}-${panel.id}`}
              {...(tabbed ? { role: "tabpanel", "aria-labelledby": `${base}-tab-${panel.id}` } : {})}
            >
              <Body panel={panel} />
            </div>
          </Activity>
        ))}
    </section>
  );
}

/** A panel is drawn anew for its own reasons, not because its dock grew. */
const Body = memo(function Body({ panel }: { panel: Panel }) {
  const elsewhere = useOwnWindows((state) => state.windows.has(panel.id));
  if (!elsewhere) return <panel.Component />;
  return (
    <Empty icon="popOut" title={`${panel.title} is in a window of its own`}>
      <button type="button" className="button" onClick={() => attach(panel.id)}>
        Bring it back
      </button>
    </Empty>
  );
});

/** The panels of this dock that were in front once. */
function useKept(front: Panel | undefined): ReadonlySet<string> {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (front) setKept((before) => (before.has(front.id) ? before : new Set([...before, front.id])));
  }, [front]);
  return kept;
}

function Tabs({ name, panels, front, base }: { name: DockName; panels: readonly Panel[]; front: Panel; base: string }) {
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = panels[(panels.indexOf(front) + step + panels.length) % panels.length];
    openPanel(next.id);
    document.getElementById(`${base}-tab-${next.id}`)?.focus();
  };
  return (
    <div className="dock-tabs" role="tablist" aria-label={`${name} panels`} onKeyDown={onKey}>
      {panels.map((panel) => (
        <button
          key={panel.id}
          id={`${base}-tab-${panel.id}`}
          data-panel={panel.id}
          type="button"
          role="tab"
          aria-selected={panel === front}
          aria-controls={`${base}-${panel.id}`}
          tabIndex={panel === front ? 0 : -1}
          title={panel.title}
          onClick={() => openPanel(panel.id)}
        >
          <Icon name={panel.icon} size={14} />
          <span className="tab-name">{panel.title}</span>
          {panel.useCount && <Count useCount={panel.useCount} />}
        </button>
      ))}
      <span className="spring" />
      {front.Tools && <front.Tools />}
      <IconButton icon="popOut" label={`${front.title} in a window of its own`} onClick={() => detach(front.id, front.title)} />
    </div>
  );
}

export function Count({ useCount }: { useCount: () => number }) {
  const count = useCount();
  return count > 0 ? <span className="count">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span> : null;
}
