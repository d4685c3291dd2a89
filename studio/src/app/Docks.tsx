/** Docks hold panels: one a dock, several as tabs; their sizes are dragged and remembered. */
import { useId, useRef, type KeyboardEvent, type PointerEvent } from "react";

import type { Dock as DockName, Panel } from "../panels/panel";
import { changeSettings, useSettings, type Settings } from "../state/settings";
import { Icon } from "./icons";

type SizeKey = "libraryWidth" | "sideWidth" | "timelineHeight";

/** With more tabs than this they stand closer, in as many rows as they need. */
const ROOMY: Readonly<Record<DockName, number>> = { left: 3, centre: 6, right: 4, bottom: 6 };

/** A larger count takes no more room. */
const MOST_SHOWN = 99;

interface Sizing {
  readonly key: SizeKey;
  readonly edge: "left" | "right" | "top";
  readonly least: number;
  readonly most: number;
}

export function Dock({ name, panels, sizing }: { name: DockName; panels: readonly Panel[]; sizing?: Sizing }) {
  const chosen = useSettings((settings) => settings.openPanels[name]);
  const size = useSettings((settings) => (sizing ? settings[sizing.key] : 0));
  const base = useId();
  const folded = useSettings((settings) => settings.folded[name] === true);
  const open = shownOf(panels, chosen);
  if (!open) return null;
  const style = sizing ? { [sizing.edge === "top" ? "height" : "width"]: size } : {};
  const alone = panels.length === 1;
  return (
    <section className={`dock ${name} ${sizing ? "fixed" : "filling"}`} style={style} hidden={folded} aria-label={alone ? open.title : `${name} panels`}>
      {sizing && <Splitter sizing={sizing} size={size} />}
      {!alone && <Tabs name={name} panels={panels} open={open} base={base} />}
      <div
        className="panel-body"
        data-panel={open.id}
        id={`${base}-${open.id}`}
        {...(alone ? {} : { role: "tabpanel", "aria-labelledby": `${base}-tab-${open.id}` })}
      >
        <open.Component />
      </div>
    </section>
  );
}

/** The panel that a dock shows: the chosen one, else its first. */
function shownOf(panels: readonly Panel[], chosen: string | undefined): Panel | undefined {
  return panels.find((panel) => panel.id === chosen) ?? panels[0];
}

/** Whether a panel is in sight: its dock is not folded and shows it. */
export function isShown(panel: Panel, panels: readonly Panel[], { openPanels, folded }: Settings = useSettings.getState()): boolean {
  return folded[panel.dock] !== true && shownOf(panels.filter((other) => other.dock === panel.dock), openPanels[panel.dock]) === panel;
}

/** Shows a panel, unfolding its dock. */
export function openPanel(dock: DockName, id: string): void {
  const { openPanels, folded } = useSettings.getState();
  changeSettings({ openPanels: { ...openPanels, [dock]: id }, folded: { ...folded, [dock]: false } });
}

/** Docks that can be folded away, what they are called, and their keys. */
export const FOLDING = [
  { dock: "left", title: "Library", icon: "dockLeft", key: "Alt+1" },
  { dock: "bottom", title: "Timeline", icon: "dockBottom", key: "Alt+2" },
  { dock: "right", title: "Side panels", icon: "dockRight", key: "Alt+3" },
] as const;

/** Folds a dock away, or brings it back. */
export function foldDock(dock: DockName): void {
  const { folded } = useSettings.getState();
  changeSettings({ folded: { ...folded, [dock]: folded[dock] !== true } });
}

/** Only the viewer; again: everything. */
export function foldAll(): void {
  const { folded } = useSettings.getState();
  const all = FOLDING.every(({ dock }) => folded[dock]);
  changeSettings({ folded: Object.fromEntries(FOLDING.map(({ dock }) => [dock, !all])) });
}

function Tabs({ name, panels, open, base }: { name: DockName; panels: readonly Panel[]; open: Panel; base: string }) {
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = panels[(panels.indexOf(open) + step + panels.length) % panels.length];
    openPanel(name, next.id);
    document.getElementById(`${base}-tab-${next.id}`)?.focus();
  };
  return (
    <div
      className={`dock-tabs ${panels.length > ROOMY[name] ? "crowded" : ""}`}
      role="tablist"
      aria-label={`${name} panels`}
      onKeyDown={onKey}
    >
      {panels.map((panel) => (
        <button
          key={panel.id}
          id={`${base}-tab-${panel.id}`}
          data-panel={panel.id}
          type="button"
          role="tab"
          aria-selected={panel === open}
          aria-controls={`${base}-${panel.id}`}
          tabIndex={panel === open ? 0 : -1}
          title={panel.title}
          onClick={() => openPanel(name, panel.id)}
        >
          <Icon name={panel.icon} size={14} />
          <span className="tab-name">{panel.title}</span>
          {panel.useCount && <Count useCount={panel.useCount} />}
        </button>
      ))}
    </div>
  );
}

function Count({ useCount }: { useCount: () => number }) {
  const count = useCount();
  return count > 0 ? <span className="count">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span> : null;
}

function Splitter({ sizing, size }: { sizing: Sizing; size: number }) {
  const start = useRef<{ at: number; size: number } | null>(null);
  const upright = sizing.edge !== "top";
  const resize = (value: number): void => {
    const changes: Partial<Settings> = { [sizing.key]: Math.round(Math.min(Math.max(value, sizing.least), sizing.most)) };
    changeSettings(changes);
  };
  const where = (event: PointerEvent): number => (upright ? event.clientX : event.clientY);
  const onMove = (event: PointerEvent): void => {
    if (!start.current) return;
    const moved = where(event) - start.current.at;
    resize(start.current.size + (sizing.edge === "right" ? moved : -moved));
  };
  const onKey = (event: KeyboardEvent): void => {
    const grow = {
      ArrowLeft: sizing.edge === "left" ? 16 : -16,
      ArrowRight: sizing.edge === "left" ? -16 : 16,
      ArrowUp: 16,
      ArrowDown: -16,
    }[event.key];
    if (grow === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    resize(size + grow);
  };
  return (
    <div
      className={`splitter ${upright ? "vertical" : "horizontal"}`}
      style={upright ? { [sizing.edge]: -4 } : {}}
      role="separator"
      aria-orientation={upright ? "vertical" : "horizontal"}
      aria-label="Resize"
      aria-valuenow={size}
      aria-valuemin={sizing.least}
      aria-valuemax={sizing.most}
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: where(event), size };
      }}
      onPointerMove={onMove}
      onPointerUp={() => (start.current = null)}
    />
  );
}
