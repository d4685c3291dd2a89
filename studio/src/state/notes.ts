/** Notes and bookmarks: remarks at a moment of a clip. They are annotations of one frame on a track of their own, so they are saved, undone
 * and carried along to what is made from the clip like any other. */
import { activeState } from "../commands/views";
import type { Annotation, ClipState } from "../protocol/types";
import { makeId } from "./identity";
import { selectSpan } from "./selection";
import { sendCommand } from "./session";
import { NOTES } from "../timeline/tracks";
import { currentFrame, seekFrame } from "./transport";

/** The notes of a clip in order of time. Pure. */
export function notesOf({ annotations }: Pick<ClipState, "annotations">): Annotation[] {
  return annotations.filter(({ track }) => track === NOTES).sort((a, b) => a.start - b.start);
}

/** The note after (1) or before (-1) a frame; round the ends. Pure. */
export function noteBeside(notes: readonly Annotation[], frame: number, direction: 1 | -1): Annotation | undefined {
  if (direction > 0) return notes.find((note) => note.start > frame) ?? notes[0];
  return notes.findLast((note) => note.start < frame) ?? notes.at(-1);
}

export function addNote(clip: string, frame: number, text: string): void {
  sendCommand({ kind: "add_annotation", clip, annotation: makeId(), name: text, start: frame, stop: frame + 1, track: NOTES });
}

export function changeNote(clip: string, note: string, text: string): void {
  sendCommand({ kind: "change_annotation", clip, annotation: note, name: text });
}

export function removeNote(clip: string, note: string): void {
  sendCommand({ kind: "remove_annotation", clip, annotation: note });
}

export function showNote(note: Annotation): void {
  selectSpan({ kind: "annotation", id: note.id });
  seekFrame(note.start);
}

/** A bookmark where the playhead is: a note that says only when. */
export function bookmark(): void {
  const state = activeState();
  if (!state?.row) return;
  const frame = currentFrame();
  if (notesOf(state).some((note) => note.start === frame)) return;
  addNote(state.id, frame, `Bookmark ${notesOf(state).length + 1}`);
}

/** To the next or the previous note. */
export function jumpToNote(direction: 1 | -1): void {
  const state = activeState();
  const note = state && noteBeside(notesOf(state), currentFrame(), direction);
  if (note) showNote(note);
}
