/** What keys and buttons do to the selected span, and to the moment shown. */
import { activeState } from "../../commands/views";
import { makeId } from "../../state/identity";
import type { MenuItem } from "../../state/menu";
import { selectSpan, useSelection, type SelectedSpan } from "../../state/selection";
import { sendCommand } from "../../state/session";
import { notesOf } from "../../state/notes";
import { changeSettings, useSettings } from "../../state/settings";
import { currentFrame, lookAt, seekFrame, useTransport } from "../../state/transport";
import { allBorders, commandFor, removeCommand, splitCommand, type Gesture } from "../../timeline/gesture";
import { layTracks, type SpanTrack, type TrackSpan } from "../../timeline/tracks";

interface Found {
  readonly clip: string;
  readonly track: SpanTrack;
  readonly span: TrackSpan;
}

/** How a span of a track is named in the selection. */
export function selectionOf(track: SpanTrack, span: TrackSpan): SelectedSpan {
  return track.kind === "annotation" ? { kind: "annotation", id: span.key } : { kind: "plant", foot: track.foot, start: span.start };
}

/** "track id/span key" of the selected span among these tracks, or null. */
export function selectedKey(selected: SelectedSpan | null, tracks: readonly SpanTrack[]): string | null {
  if (!selected) return null;
  for (const track of tracks) {
    if (selected.kind === "plant" ? track.kind === "plant" && track.foot === selected.foot : track.kind === "annotation") {
      const span = track.spans.find((candidate) => candidate.key === (selected.kind === "plant" ? String(selected.start) : selected.id));
      if (span) return `${track.id}/${span.key}`;
    }
  }
  return null;
}

function spanTracks(): { clip: string; tracks: SpanTrack[] } | null {
  const state = activeState();
  if (!state) return null;
  return { clip: state.id, tracks: layTracks(state, []).filter((track) => track.kind === "plant" || track.kind === "annotation") };
}

/** The selected span; without one, the annotation under the playhead. */
function findSpan(): Found | null {
  const here = spanTracks();
  if (!here) return null;
  const key = selectedKey(useSelection.getState().span, here.tracks);
  const frame = currentFrame();
  for (const track of here.tracks) {
    for (const span of track.spans) {
      const chosen = key !== null ? `${track.id}/${span.key}` === key : track.kind === "annotation" && span.start <= frame && frame < span.stop;
      if (chosen) return { clip: here.clip, track, span };
    }
  }
  return null;
}

/** Gives the selected span another range. */
function reshape(change: (span: TrackSpan, frames: number) => [number, number]): void {
  const found = findSpan();
  if (!found) return;
  const { frames } = useTransport.getState();
  const [start, stop] = change(found.span, frames);
  if (start < 0 || stop > frames || stop <= start) return;
  const gesture: Gesture = { kind: "move", track: found.track, span: found.span, from: found.span.start };
  const command = commandFor(gesture, [start, stop], found.clip, "", makeId);
  if (!command) return;
  sendCommand(command);
  if (found.track.kind === "plant") selectSpan({ kind: "plant", foot: found.track.foot, start });
}

export function nudge(by: number): void {
  reshape((span) => [span.start + by, span.stop + by]);
}

export function stretch(by: number): void {
  reshape((span) => [span.start, span.stop + by]);
}

/** Moves the span's start or end to the playhead. */
export function trim(border: "start" | "stop"): void {
  const frame = currentFrame();
  reshape((span) => (border === "start" ? [Math.min(frame, span.stop - 1), span.stop] : [span.start, Math.max(frame, span.start + 1)]));
}

export function removeSelected(): void {
  if (!useSelection.getState().span) return;
  const found = findSpan();
  if (!found) return;
  sendCommand(removeCommand(found.track, found.span, found.clip));
  selectSpan(null);
}

export function splitHere(): void {
  const found = findSpan();
  const command = found && splitCommand(found.track, found.span, currentFrame(), found.clip, makeId);
  if (command) sendCommand(command);
}

/** The menu of the selected span; an annotation can be named. */
export function spanMenu(span: TrackSpan, rename: (() => void) | null): MenuItem[] {
  const names = rename ? useSettings.getState().brushes.slice(0, 9) : [];
  return [
    { label: "Split at the playhead", icon: "scissors", action: "Split at the playhead", run: splitHere },
    { label: "Start the span here", icon: "stepForward", action: "Start the span here", run: () => trim("start") },
    { label: "End the span here", icon: "stepBack", action: "End the span here", run: () => trim("stop") },
    { label: "Loop the span", icon: "loop", run: () => lookAt(span.start, span.stop, span.start) },
    ...(rename ? [{ label: "Rename the span", icon: "pencil" as const, apart: true, run: rename }] : []),
    ...names.map((name, index) => ({ label: `Name it ${name}`, icon: "tag" as const, run: () => applyBrush(index) })),
    { label: "Delete the span", icon: "trash", action: "Delete the span", apart: true, run: removeSelected },
  ];
}

/** What a digit does, for the palette. */
export function sayBrush(chord: string): string {
  return `Name a span, or annotate between the marks: ${useSettings.getState().brushes[Number(chord) - 1] ?? chord}`;
}

/** To the next (1) or the previous (-1) border of any span. */
export function jump(direction: 1 | -1): void {
  const state = activeState();
  if (!state) return;
  const frame = currentFrame();
  const borders = allBorders(state);
  const next = direction > 0 ? borders.find((border) => border > frame) : borders.reverse().find((border) => border < frame);
  if (next !== undefined) seekFrame(next);
}

/** Selects the next (1) or previous (-1) span in time, of any track, and goes there. */
export function selectNext(direction: 1 | -1): void {
  const here = spanTracks();
  if (!here) return;
  const all = here.tracks
    .flatMap((track) => track.spans.map((span) => ({ track, span })))
    .sort((a, b) => a.span.start - b.span.start || a.track.top - b.track.top);
  if (all.length === 0) return;
  const key = selectedKey(useSelection.getState().span, here.tracks);
  const at = all.findIndex(({ track, span }) => `${track.id}/${span.key}` === key);
  const next = all[at < 0 ? (direction > 0 ? 0 : all.length - 1) : (at + direction + all.length) % all.length];
  selectSpan(selectionOf(next.track, next.span));
  seekFrame(next.span.start);
}

/** The keys 1 to 9: names the selected annotation, or annotates between the marks, or picks the name for the next one. */
export function applyBrush(index: number): void {
  const { brushes } = useSettings.getState();
  const name = brushes[index];
  const state = activeState();
  if (name === undefined || !state) return;
  changeSettings({ brush: name });
  const selected = useSelection.getState().span;
  const { markIn, markOut, fps } = useTransport.getState();
  if (selected?.kind === "annotation" && notesOf(state).some((note) => note.id === selected.id)) return; // a note keeps its words
  if (selected?.kind === "annotation") sendCommand({ kind: "change_annotation", clip: state.id, annotation: selected.id, name });
  else if (markIn !== null && markOut !== null) addAnnotation(state.id, name, Math.round(markIn * fps), Math.round(markOut * fps));
}

export function addAnnotation(clip: string, name: string, start: number, stop: number): void {
  const annotation = makeId();
  sendCommand({ kind: "add_annotation", clip, annotation, name, start, stop });
  selectSpan({ kind: "annotation", id: annotation });
}

/** Annotates from the in mark to the out mark, or to the playhead. */
export function annotateMarked(): void {
  const state = activeState();
  const { markIn, markOut, fps, frames } = useTransport.getState();
  if (!state) return;
  const start = Math.round((markIn ?? 0) * fps);
  const stop = markOut !== null ? Math.round(markOut * fps) : markIn !== null ? currentFrame() : frames;
  if (stop > start) addAnnotation(state.id, useSettings.getState().brush, start, stop);
}
