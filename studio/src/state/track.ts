/** What a live character plays: frames that begin at a moment and are continued before they run out. Plain data, pure. */

type Spans = readonly (readonly [number, number])[];

/** F frames of J joints in the world: positions (F, J, 3) metres, rotations (F, J, 4) xyzw; frame 0 is shown at `begins` seconds. */
export interface Track {
  readonly begins: number;
  readonly fps: number;
  readonly frames: number;
  readonly joints: number;
  readonly positions: Float32Array;
  readonly rotations: Float32Array;
  /** Planted spans of frames of the four foot points; empty where unknown. */
  readonly plants: readonly Spans[];
}

/** Frames to come, as the server sends them; planted (F, 4) is 1 where a foot point is held. */
export interface Chunk {
  readonly frames: number;
  readonly joints: number;
  readonly positions: Float32Array;
  readonly rotations: Float32Array;
  readonly planted: Uint8Array | null;
}

/** How much of what was played is kept, seconds: trails and onion skins look back. */
const PAST_SECONDS = 2;
const FEET = 4;

export function startTrack(chunk: Chunk, fps: number, begins: number): Track {
  const { frames, joints, positions, rotations } = chunk;
  return { begins, fps, frames, joints, positions, rotations, plants: chunk.planted ? spansOf(chunk.planted, frames) : [] };
}

/** The moment of a track's frame. */
export function timeOf(track: Track, frame: number): number {
  return track.begins + frame / track.fps;
}

/** The last whole frame shown at or before `time`, within the track. */
export function frameAt(track: Track, time: number): number {
  return Math.min(Math.max(Math.floor((time - track.begins) * track.fps + 1e-6), 0), track.frames - 1);
}

/** The track with everything from `frame` on replaced by the chunk; what was played long before `now` is dropped. */
export function splice(track: Track, frame: number, chunk: Chunk, now: number): Track {
  const first = Math.min(Math.max(0, frameAt(track, now) - Math.round(PAST_SECONDS * track.fps)), frame);
  const kept = frame - first;
  const frames = kept + chunk.frames;
  const positions = join(track.positions, first * track.joints * 3, frame * track.joints * 3, chunk.positions);
  const rotations = join(track.rotations, first * track.joints * 4, frame * track.joints * 4, chunk.rotations);
  return {
    begins: timeOf(track, first),
    fps: track.fps,
    frames,
    joints: track.joints,
    positions,
    rotations,
    plants: joinSpans(track.plants, first, frame, chunk.planted ? spansOf(chunk.planted, chunk.frames) : []),
  };
}

/** The track, standing still in its last frame until `time` where it ends before. */
export function holdUntil(track: Track, time: number): Track {
  const wanted = Math.floor((time - track.begins) * track.fps + 1e-6) + 1;
  if (wanted <= track.frames) return track;
  const still = track.frames - 1;
  return {
    ...track,
    frames: wanted,
    positions: repeatLast(track.positions, track.joints * 3, wanted),
    rotations: repeatLast(track.rotations, track.joints * 4, wanted),
    plants: track.plants.map((spans) => spans.map(([from, to]) => [from, to > still ? wanted : to] as const)),
  };
}

function repeatLast(frames: Float32Array, width: number, wanted: number): Float32Array {
  const held = new Float32Array(wanted * width);
  held.set(frames);
  for (let at = frames.length; at < held.length; at += width) held.set(frames.subarray(frames.length - width), at);
  return held;
}

/** The spans in which each foot point of planted (F, 4) is held. */
export function spansOf(planted: Uint8Array, frames: number): Spans[] {
  return Array.from({ length: FEET }, (_, foot) => {
    const spans: [number, number][] = [];
    for (let frame = 0; frame < frames; frame++) {
      if (!planted[frame * FEET + foot]) continue;
      const last = spans.at(-1);
      if (last && last[1] === frame) last[1] = frame + 1;
      else spans.push([frame, frame + 1]);
    }
    return spans;
  });
}

function join(old: Float32Array, from: number, to: number, fresh: Float32Array): Float32Array {
  const joined = new Float32Array(to - from + fresh.length);
  joined.set(old.subarray(from, to));
  joined.set(fresh, to - from);
  return joined;
}

function joinSpans(old: readonly Spans[], first: number, frame: number, fresh: readonly Spans[]): Spans[] {
  return Array.from({ length: FEET }, (_, foot) => [
    ...(old[foot] ?? []).flatMap(([start, stop]): [number, number][] =>
      stop > first && start < frame ? [[Math.max(start, first) - first, Math.min(stop, frame) - first]] : [],
    ),
    ...(fresh[foot] ?? []).map(([start, stop]): [number, number] => [start + frame - first, stop + frame - first]),
  ]);
}
