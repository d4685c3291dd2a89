/** Who is told when the viewer has drawn: what lies over the picture and changes with it, without React in between. */
import type { Viewer } from "../../scene/viewer";

type Listener = (viewer: Viewer) => void;

const listeners = new Set<Listener>();
let last: Viewer | null = null;

/** Hears of every picture from now on, and of the last one; call the answer to stop. */
export function whenDrawn(listener: Listener): () => void {
  listeners.add(listener);
  if (last) listener(last);
  return () => void listeners.delete(listener);
}

export function tellDrawn(viewer: Viewer | null): void {
  last = viewer;
  if (viewer) for (const listener of listeners) listener(viewer);
}
