/** Editing spans by dragging: what is under the pointer, what a drag would make of it, and the command that does it. Pure. */
import type { ClipState, Command } from "../protocol/types";
import { LANE_HEIGHT, NOTES, type SpanTrack, type Track, type TrackSpan } from "./tracks";
import { frameToX, type TimeView } from "./view";

/** Pixels from a border within which it is dragged. */
const GRIP = 5;
/** Spans narrower than this, in pixels, are moved rather than stretched. */
const NARROW = 12;
/** How far from its moment a note's text is pressed, pixels. */
const NOTE_REACH = 90;

export interface Hit {
  readonly track: Track;
  readonly span: TrackSpan | null;
  readonly part: "start" | "stop" | "body" | "empty";
}

/** What lies at (x, y) of the tracks; null below them. */
export function hitTest(tracks: readonly Track[], view: TimeView, x: number, y: number): Hit | null {
  const track = tracks.find((candidate) => y >= candidate.top && y < candidate.top + candidate.height);
  if (!track) return null;
  if (track.kind !== "plant" && track.kind !== "annotation") return { track, span: null, part: "empty" };
  if (isNotes(track)) return hitNote(track, view, x);
  const lane = track.kind === "plant" ? 0 : Math.min(track.lanes - 1, Math.max(0, Math.floor((y - track.top - 4) / LANE_HEIGHT)));
  let best: Hit | null = null;
  for (const span of track.spans) {
    if (span.lane !== lane) continue;
    const left = frameToX(view, span.start);
    const right = frameToX(view, span.stop);
    if (x < left - GRIP || x > right + GRIP) continue;
    const inside = x >= left && x <= right;
    const wide = right - left >= NARROW;
    const part = wide && Math.abs(x - left) <= GRIP ? "start" : wide && Math.abs(x - right) <= GRIP ? "stop" : inside ? "body" : null;
    if (part && (best === null || inside)) best = { track, span, part };
  }
  return best ?? { track, span: null, part: "empty" };
}

/** Flags are narrow: what is taken is the last one whose pole or text the pointer is on. */
function hitNote(track: SpanTrack, view: TimeView, x: number): Hit {
  const span = track.spans.findLast((each) => x >= frameToX(view, each.start) - GRIP && x < frameToX(view, each.start) + NOTE_REACH);
  return span ? { track, span, part: "body" } : { track, span: null, part: "empty" };
}

const isNotes = (track: Track): boolean => track.kind === "annotation" && track.track === NOTES;

export interface Gesture {
  readonly kind: "paint" | "move" | "start" | "stop";
  readonly track: SpanTrack;
  readonly span: TrackSpan | null;
  /** Frame where the drag began. */
  readonly from: number;
}

/** The drag that a press on `hit` begins; null where there is nothing to drag. */
export function beginGesture(hit: Hit, frame: number): Gesture | null {
  const { track, span, part } = hit;
  if (track.kind !== "plant" && track.kind !== "annotation") return null;
  if (isNotes(track) && !span) return null; // notes are written, not painted
  if (!span || part === "empty") return { kind: "paint", track, span: null, from: frame };
  return { kind: part === "body" ? "move" : part, track, span, from: frame };
}

/** The half-open range the span would have if the drag ended at `frame`. */
export function rangeAfter(gesture: Gesture, frame: number, frames: number): [number, number] {
  const { span, from, kind } = gesture;
  const at = Math.min(Math.max(frame, 0), frames);
  if (!span) {
    const start = Math.min(from, at);
    return [Math.max(0, start), Math.min(frames, Math.max(from, at))];
  }
  if (kind === "start") return [Math.min(at, span.stop - 1), span.stop];
  if (kind === "stop") return [span.start, Math.max(at, span.start + 1)];
  const length = span.stop - span.start;
  const start = Math.min(Math.max(span.start + Math.round(at - from), 0), frames - length);
  return [start, start + length];
}

/** `frame` moved to the nearest of `borders` within `reach` frames. */
export function snap(frame: number, borders: readonly number[], reach: number): number {
  let best = Math.round(frame);
  let distance = reach;
  for (const border of borders) {
    if (Math.abs(border - frame) >= distance) continue;
    best = border;
    distance = Math.abs(border - frame);
  }
  return best;
}

/** The edit that gives a span another range, or makes it; null where nothing changes. */
export function commandFor(gesture: Gesture, range: readonly [number, number], clip: string, brush: string, newId: () => string): Command | null {
  const [start, stop] = range;
  const { track, span } = gesture;
  if (stop <= start) return null;
  if (track.kind === "plant") return plantCommand(clip, track.foot, span, start, stop);
  if (!span) return { kind: "add_annotation", clip, annotation: newId(), name: brush, start, stop, track: track.track };
  if (span.start === start && span.stop === stop) return null;
  return { kind: "change_annotation", clip, annotation: span.key, start, stop };
}

type Foot = Extract<SpanTrack, { kind: "plant" }>["foot"];

function plantCommand(clip: string, foot: Foot, span: TrackSpan | null, start: number, stop: number): Command | null {
  const set = (from: number, to: number, planted: boolean) => ({ kind: "set_plants" as const, clip, foot, start: from, stop: to, planted });
  if (!span) return set(start, stop, true);
  const parts = [];
  if (span.start < start) parts.push(set(span.start, Math.min(start, span.stop), false));
  if (stop < span.stop) parts.push(set(Math.max(stop, span.start), span.stop, false));
  if (start < span.start) parts.push(set(start, Math.min(stop, span.start), true));
  if (span.stop < stop) parts.push(set(Math.max(start, span.stop), stop, true));
  if (parts.length === 0) return null;
  return parts.length === 1 ? parts[0] : { kind: "batch", title: `Move a plant of the ${foot.replace("_", " ")}`, commands: parts };
}

/** The same edits by key, on a selected span. */
export function removeCommand(track: SpanTrack, span: TrackSpan, clip: string): Command {
  if (track.kind === "annotation") return { kind: "remove_annotation", clip, annotation: span.key };
  return { kind: "set_plants", clip, foot: track.foot, start: span.start, stop: span.stop, planted: false };
}

/** Cuts a span in two at `frame`; a plant loses that one frame. Null where the frame is not inside it. */
export function splitCommand(track: SpanTrack, span: TrackSpan, frame: number, clip: string, newId: () => string): Command | null {
  if (frame <= span.start || frame >= span.stop) return null;
  if (track.kind === "annotation") return { kind: "split_annotation", clip, annotation: span.key, other: newId(), at: frame };
  return frame + 1 < span.stop ? { kind: "set_plants", clip, foot: track.foot, start: frame, stop: frame + 1, planted: false } : null;
}

/** Every border of every span of a clip, sorted: where "next" and "previous" go. */
export function allBorders(state: ClipState): number[] {
  const borders = [...state.annotations.flatMap(({ start, stop }) => [start, stop]), ...state.plants.spans.flat(2)];
  return [...new Set(borders)].sort((a, b) => a - b);
}
