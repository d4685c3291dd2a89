/** What an edit is: the one command it is on the wire, and what it does to a clip.
 *
 * `apply` shows the edit before the server has answered, and again on top of newer news while it has not. Undo is the server's: it keeps each
 * window's history, so it outlives a reload and knows what other windows changed since.
 */
import type { ClipState, Simple } from "../protocol/types";

export interface Edit<C extends Simple> {
  readonly kind: C["kind"];
  /** The clips it touches. */
  clips(command: C): readonly string[];
  /** The clip after it; gives the same when applied twice. */
  apply(state: ClipState, command: C): ClipState;
}

/** `state` with its row's list of annotation names made to fit its annotations. */
export function withAnnotations(state: ClipState, annotations: ClipState["annotations"]): ClipState {
  const sorted = [...annotations].sort((a, b) => a.start - b.start || a.stop - b.stop || (a.id < b.id ? -1 : 1));
  const names = [...new Set(sorted.filter(({ track }) => track !== "notes").map((annotation) => annotation.name))].sort();
  return { ...state, annotations: sorted, row: state.row && { ...state.row, annotations: names } };
}

/** Clips as people say it: "1 clip", "3 clips". */
export function countClips(clips: readonly string[]): string {
  return clips.length === 1 ? "1 clip" : `${clips.length} clips`;
}
