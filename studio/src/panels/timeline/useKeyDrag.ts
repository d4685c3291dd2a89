/** Mouse on the layers' tracks: keys are chosen and dragged in time; everything else is for spans. */
import { useRef, type PointerEvent, type RefObject } from "react";

import { chooseKey, chooseLayer, dragKey, saveStack, useLayers } from "../../state/layers";
import { momentOf, type KeyChoice } from "../../state/layerStack";
import { selectSpan } from "../../state/selection";
import { currentFrame, pause, seekFrame, useTransport } from "../../state/transport";
import { keyAt } from "../../timeline/drawKeys";
import type { KeyTrack, Track } from "../../timeline/tracks";
import { xToFrame, type TimeView } from "../../timeline/view";

const SLACK = 3;
const SNAP_PIXELS = 6;

type Handler = (event: PointerEvent<HTMLElement>) => void;
interface Handlers {
  readonly onPointerDown: Handler;
  readonly onPointerMove: Handler;
  readonly onPointerUp: Handler;
  readonly onPointerCancel: Handler;
}

interface Held {
  choice: KeyChoice;
  readonly x: number;
  /** From the pointer to the key, frames. */
  readonly gap: number;
  moved: boolean;
}

export function useKeyDrag(tracks: readonly Track[], view: RefObject<TimeView>, others: Handlers): Handlers {
  const held = useRef<Held | null>(null);
  const place = (event: PointerEvent<HTMLElement>): { x: number; track: KeyTrack | null } => {
    const box = event.currentTarget.getBoundingClientRect();
    const y = event.clientY - box.top;
    const track = tracks.find((each): each is KeyTrack => each.kind === "keys" && y >= each.top && y < each.top + each.height);
    return { x: event.clientX - box.left, track: track ?? null };
  };
  const { fps } = useTransport.getState();

  const onPointerDown: Handler = (event) => {
    const { x, track } = place(event);
    if (!track || event.button !== 0) return others.onPointerDown(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.closest<HTMLElement>("[tabindex]")?.focus();
    selectSpan(null);
    const choice = keyAt(track, view.current, fps, x);
    if (!choice) {
      chooseLayer(track.layer);
      pause();
      seekFrame(Math.round(xToFrame(view.current, x)));
      return;
    }
    const at = momentOf(useLayers.getState().stack, choice) ?? 0;
    chooseKey(choice);
    held.current = { choice, x, gap: at * fps - xToFrame(view.current, x), moved: false };
  };

  const onPointerMove: Handler = (event) => {
    const { x, track } = place(event);
    const now = held.current;
    if (!now) {
      if (!track || event.buttons !== 0) return others.onPointerMove(event);
      event.currentTarget.style.cursor = keyAt(track, view.current, fps, x) ? "ew-resize" : "default";
      return;
    }
    if (!now.moved && Math.abs(x - now.x) < SLACK) return;
    now.moved = true;
    const raw = xToFrame(view.current, x) + now.gap;
    const near = !event.altKey && Math.abs(raw - currentFrame()) * view.current.scale < SNAP_PIXELS;
    const frame = Math.min(Math.max(Math.round(near ? currentFrame() : raw), 0), useTransport.getState().frames - 1);
    now.choice = dragKey(now.choice, frame / fps);
  };

  const onPointerUp: Handler = (event) => {
    const now = held.current;
    held.current = null;
    if (!now) return place(event).track ? undefined : others.onPointerUp(event);
    if (now.moved) saveStack(now.choice.kind === "pose" ? "Move a pose key" : "Drag a moment in time");
    else {
      pause();
      const at = momentOf(useLayers.getState().stack, now.choice);
      if (at !== null) seekFrame(Math.round(at * fps));
    }
  };

  const onPointerCancel: Handler = (event) => {
    if (held.current?.moved) saveStack("Move a key");
    held.current = null;
    others.onPointerCancel(event);
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}
