/** The edge of a dock, dragged or moved with the arrows. */
import { useRef, type KeyboardEvent, type PointerEvent } from "react";

import { resizeDock } from "../state/workspaces";

export interface Sizing {
  readonly edge: "left" | "right" | "top";
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

const STEP = 16;

export function Splitter({ dock, sizing, size }: { dock: string; sizing: Sizing; size: number }) {
  const start = useRef<{ at: number; size: number } | null>(null);
  const upright = sizing.edge !== "top";
  const resize = (value: number): void => resizeDock(dock, Math.round(Math.min(Math.max(value, sizing.least), sizing.most)));
  const where = (event: PointerEvent): number => (upright ? event.clientX : event.clientY);
  const onMove = (event: PointerEvent): void => {
    if (!start.current) return;
    const moved = where(event) - start.current.at;
    resize(start.current.size + (sizing.edge === "right" ? moved : -moved));
  };
  const onKey = (event: KeyboardEvent): void => {
    const outwards = sizing.edge === "left" ? -STEP : STEP;
    const grow = { ArrowLeft: -outwards, ArrowRight: outwards, ArrowUp: STEP, ArrowDown: -STEP }[event.key];
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
