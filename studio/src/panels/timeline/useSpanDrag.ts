/** Mouse on the tracks: paint, move and stretch spans; a click without a drag selects or seeks. */
import { useRef, useState, type PointerEvent, type RefObject } from "react";

import { makeId } from "../../state/identity";
import { selectSpan } from "../../state/selection";
import { sendCommand } from "../../state/session";
import { useSettings } from "../../state/settings";
import { currentFrame, pause, seekFrame, useTransport } from "../../state/transport";
import { beginGesture, commandFor, hitTest, rangeAfter, snap, type Gesture } from "../../timeline/gesture";
import { bordersOf, type Track } from "../../timeline/tracks";
import { xToFrame, type TimeView } from "../../timeline/view";
import { selectionOf } from "./actions";

export interface Drag {
  readonly track: string;
  readonly key: string | null;
  readonly start: number;
  readonly stop: number;
  readonly text: string;
}

/** Pixels before a press becomes a drag. */
const SLACK = 3;
const SNAP_PIXELS = 7;
const CURSORS = { start: "ew-resize", stop: "ew-resize", body: "grab", empty: "crosshair" } as const;

interface Press {
  readonly gesture: Gesture | null;
  readonly x: number;
  dragging: boolean;
}

export function useSpanDrag(clip: string | null, tracks: readonly Track[], view: RefObject<TimeView>) {
  const press = useRef<Press | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const at = (event: PointerEvent): { x: number; y: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  /** The range the drag has now: borders snap to others and to the playhead, unless Alt is held. */
  const rangeAt = (gesture: Gesture, x: number, free: boolean): [number, number] => {
    const { frames } = useTransport.getState();
    const raw = xToFrame(view.current, x);
    const reach = free ? 0 : SNAP_PIXELS / view.current.scale;
    const borders = [...bordersOf(tracks, gesture.span && `${gesture.track.id}/${gesture.span.key}`), currentFrame(), 0, frames];
    if (gesture.kind !== "move" || !gesture.span) return rangeAfter(gesture, snap(raw, borders, reach), frames);
    const [start, stop] = rangeAfter(gesture, raw, frames);
    const shift =
      [snap(start, borders, reach) - start, snap(stop, borders, reach) - stop].filter((value) => value !== 0).sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0;
    return start + shift >= 0 && stop + shift <= frames ? [start + shift, stop + shift] : [start, stop];
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || clip === null) return;
    const { x, y } = at(event);
    const found = hitTest(tracks, view.current, x, y);
    if (!found) return;
    const hit = event.shiftKey ? { ...found, span: null, part: "empty" as const } : found; // Shift paints over whatever is there
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.closest<HTMLElement>("[tabindex]")?.focus();
    const raw = xToFrame(view.current, x);
    const gesture = beginGesture(
      hit,
      hit.span ? raw : snap(raw, [...bordersOf(tracks, null), currentFrame()], event.altKey ? 0 : SNAP_PIXELS / view.current.scale),
    );
    press.current = { gesture, x, dragging: false };
    selectSpan(gesture?.span ? selectionOf(gesture.track, gesture.span) : null);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const { x, y } = at(event);
    const now = press.current;
    if (!now) {
      event.currentTarget.style.cursor = CURSORS[hitTest(tracks, view.current, x, y)?.part ?? "empty"];
      return;
    }
    if (!now.gesture || (!now.dragging && Math.abs(x - now.x) < SLACK)) return;
    now.dragging = true;
    const [start, stop] = rangeAt(now.gesture, x, event.altKey);
    const { track, span } = now.gesture;
    setDrag({ track: track.id, key: span?.key ?? null, start, stop, text: span?.text ?? useSettings.getState().brush });
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const now = press.current;
    press.current = null;
    setDrag(null);
    if (!now || clip === null) return;
    const { x } = at(event);
    if (!now.dragging || !now.gesture) {
      if (!now.gesture?.span) {
        pause();
        seekFrame(Math.round(xToFrame(view.current, x)));
      }
      return;
    }
    const range = rangeAt(now.gesture, x, event.altKey);
    const command = commandFor(now.gesture, range, clip, useSettings.getState().brush, makeId);
    if (!command) return;
    sendCommand(command);
    if (command.kind === "add_annotation") selectSpan({ kind: "annotation", id: command.annotation });
    else if (now.gesture.track.kind === "plant") selectSpan({ kind: "plant", foot: now.gesture.track.foot, start: range[0] });
  };

  const onPointerCancel = (): void => {
    press.current = null;
    setDrag(null);
  };

  return { drag, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
