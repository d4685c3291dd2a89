/** The timeline's tracks, laid out from top to bottom. Pure. */
import { FEET, type Annotation, type Author, type ClipState, type Foot, type LayerInfo, type Span } from "../protocol/types";

/** A span as it is drawn and dragged; `key` tells it from the others of its track. */
export interface TrackSpan {
  readonly key: string;
  readonly start: number;
  readonly stop: number;
  readonly text: string;
  readonly by: Author;
  readonly confidence: number | null;
  /** Spans of one track that overlap lie in lanes below each other. */
  readonly lane: number;
}

interface Laid {
  readonly id: string;
  readonly title: string;
  readonly top: number;
  readonly height: number;
}

export type PlantTrack = Laid & {
  readonly kind: "plant";
  readonly foot: Foot;
  readonly spans: readonly TrackSpan[];
  readonly person: readonly Span[];
};
export type AnnotationTrack = Laid & {
  readonly kind: "annotation";
  readonly track: string;
  readonly spans: readonly TrackSpan[];
  readonly lanes: number;
};
export type LabelTrack = Laid & { readonly kind: "labels"; readonly labels: readonly string[] };
export type CurveTrack = Laid & { readonly kind: "curve"; readonly curve: number };
/** The offset keys of a layer; keys are at seconds. */
export type KeyTrack = Laid & { readonly kind: "keys"; readonly layer: number; readonly info: LayerInfo };
export type Track = PlantTrack | AnnotationTrack | LabelTrack | CurveTrack | KeyTrack;
/** Tracks whose spans can be edited. */
export type SpanTrack = PlantTrack | AnnotationTrack;

export const LANE_HEIGHT = 24;
const PLANT_HEIGHT = 18;
const ANNOTATION_MARGIN = 7;
const LABEL_HEIGHT = 24;
const KEYS_HEIGHT = 22;
const CURVE_HEIGHT = 76;
/** The track that is always there to paint on. */
export const FIRST_TRACK = "annotations";
/** The track of remarks at a moment, a frame each. */
export const NOTES = "notes";
const NOTES_HEIGHT = 22;

const FOOT_TITLES: Readonly<Record<Foot, string>> = {
  left_heel: "Left heel",
  left_toe: "Left toe",
  right_heel: "Right heel",
  right_toe: "Right toe",
};

/** Layers (the top one first), annotations, plants, labels, then curves. */
export function layTracks(state: ClipState, curves: readonly { readonly title: string }[], layers: readonly LayerInfo[] = []): Track[] {
  let top = 0;
  const place = (height: number): { top: number; height: number } => {
    const at = { top, height };
    top += height;
    return at;
  };
  const keyed: Track[] = layers
    .map((info, layer): [LayerInfo, number] => [info, layer])
    .reverse()
    .map(([info, layer]) => ({ kind: "keys", id: `keys:${layer}`, title: info.name, layer, info, ...place(KEYS_HEIGHT) }));
  const tracks: Track[] = annotationTracks(state.annotations, state.row?.frames ?? 0).map(({ track, spans, lanes }) => ({
    kind: "annotation",
    id: `annotation:${track}`,
    title: track === FIRST_TRACK ? "Annotations" : track === NOTES ? "Notes" : track,
    track,
    spans,
    lanes,
    ...place(track === NOTES ? NOTES_HEIGHT : lanes * LANE_HEIGHT + ANNOTATION_MARGIN),
  }));
  FEET.forEach((foot, i) => {
    const spans = (state.plants.spans[i] ?? []).map(([start, stop]) => plantSpan(start, stop, state.plants.by));
    tracks.push({
      kind: "plant",
      id: `plant:${foot}`,
      title: FOOT_TITLES[foot],
      foot,
      spans,
      person: state.plants.person[i] ?? [],
      ...place(PLANT_HEIGHT),
    });
  });
  tracks.push({ kind: "labels", id: "labels", title: "Labels", labels: state.row?.labels ?? [], ...place(LABEL_HEIGHT) });
  curves.forEach(({ title }, curve) => tracks.push({ kind: "curve", id: `curve:${curve}`, title, curve, ...place(CURVE_HEIGHT) }));
  return [...keyed, ...tracks];
}

export function heightOf(tracks: readonly Track[]): number {
  const last = tracks[tracks.length - 1];
  return last ? last.top + last.height : 0;
}

function plantSpan(start: number, stop: number, by: Author): TrackSpan {
  return { key: String(start), start, stop, text: "", by, confidence: null, lane: 0 };
}

function annotationTracks(annotations: readonly Annotation[], frames: number): { track: string; spans: TrackSpan[]; lanes: number }[] {
  const noted = annotations.some((annotation) => annotation.track === NOTES);
  const names = [...new Set([...(noted ? [NOTES] : []), FIRST_TRACK, ...annotations.map((annotation) => annotation.track)])];
  return names.map((track) => {
    const spans = inLanes(annotations.filter((annotation) => annotation.track === track));
    if (track === NOTES) return { track, spans: spans.map((span) => ({ ...span, lane: 0 })), lanes: 1 };
    const used = Math.max(1, ...spans.map((span) => span.lane + 1));
    const covered = spans.filter((span) => span.lane === used - 1).reduce((sum, span) => sum + span.stop - span.start, 0);
    // A lane that is mostly full leaves no room to paint on: then there is an empty one below it.
    return { track, spans, lanes: covered > frames / 2 ? used + 1 : used };
  });
}

/** Each span in the first lane that is free where it lies. */
function inLanes(annotations: readonly Annotation[]): TrackSpan[] {
  const ends: number[] = [];
  return [...annotations]
    .sort((a, b) => a.start - b.start || b.stop - a.stop || (a.id < b.id ? -1 : 1))
    .map(({ id, start, stop, name, by, confidence }) => {
      let lane = ends.findIndex((end) => end <= start);
      if (lane < 0) lane = ends.length;
      ends[lane] = stop;
      return { key: id, start, stop, text: name, by, confidence, lane };
    });
}

/** Where a span's border could snap to: the borders of all others. */
export function bordersOf(tracks: readonly Track[], without: string | null): number[] {
  return tracks.flatMap((track) =>
    track.kind === "plant" || track.kind === "annotation"
      ? track.spans.filter((span) => `${track.id}/${span.key}` !== without).flatMap((span) => [span.start, span.stop])
      : [],
  );
}
