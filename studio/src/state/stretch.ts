/** Stretches of a performance: a transition and the captured motion after it; where one can be left for the next. Plain data, pure. */
import { floats, type Arrays } from "../protocol/arrays";
import type { Chunk } from "./track";

/** How a clip of the table lies in the world: turned by an angle about the vertical, then moved along x and z. */
export type Place = readonly [angle: number, x: number, z: number];

/** F frames, the first `blend` of them a transition; from frame `blend` - 1 on they are captured, frame `first` of the table's clips and on. */
export interface Stretch {
  /** The moment of its frame 0, seconds. */
  readonly from: number;
  readonly fps: number;
  readonly blend: number;
  readonly first: number;
  /** The last frame from which it is left best: after it too little of the clip follows, and an alike pose must stand in. */
  readonly leave: number;
  readonly last: number;
  readonly place: Place;
  readonly activity: string;
  /** Of the transition; null at the start of a performance. */
  readonly made: Made | null;
}

export interface Made {
  readonly source: number;
  readonly target: number;
  /** How rare it is in captures, in powers of ten: up to 1 is natural. */
  readonly rarity: number;
  /** Metres: what the search goes by. */
  readonly plant: number;
  readonly balance: number;
  readonly natural: boolean;
  /** Metres between the pose that was left and the alike one that the transition begins with; 0 where they are the same. */
  readonly hop: number;
}

/** What the server answers, without the moment at which it begins. */
export function readStretch(answer: Arrays, activity: string): { stretch: Omit<Stretch, "from">; chunk: Chunk } {
  const { meta } = answer;
  const info = answer.arrays.get("positions")?.info.shape ?? [0, 0];
  const planted = answer.arrays.get("planted")?.data;
  const first = Number(meta["first"]);
  const made =
    meta["rarity"] === null
      ? null
      : {
          source: Number(meta["source"]),
          target: first,
          rarity: Number(meta["rarity"]),
          plant: Number(meta["plant"]),
          balance: Number(meta["balance"]),
          natural: meta["natural"] === true,
          hop: Number(meta["hop"]),
        };
  return {
    stretch: {
      fps: Number(meta["fps"]),
      blend: Number(meta["blend"]),
      first,
      leave: Number(meta["leave"]),
      last: info[0] - 1,
      place: meta["place"] as unknown as Place,
      activity,
      made,
    },
    chunk: {
      frames: info[0],
      joints: info[1],
      positions: floats(answer, "positions"),
      rotations: floats(answer, "rotations"),
      planted: planted instanceof Uint8Array ? planted : null,
    },
  };
}

/** The moment of a stretch's frame. */
export function momentOf(stretch: Stretch, frame: number): number {
  return stretch.from + frame / stretch.fps;
}

/** The frame at which a stretch can be left soonest, `lead` seconds from now or later: never inside its transition; null when it is too late. */
export function soonestCut(stretch: Stretch, now: number, lead: number): number | null {
  const frame = Math.max(Math.ceil((now + lead - stretch.from) * stretch.fps - 1e-6), stretch.blend - 1);
  return frame <= stretch.last ? frame : null;
}

/** Whether a stretch has been played beyond a frame, so that leaving it there now would be a jump. At its last frame it waits for what comes. */
export function isPast(stretch: Stretch, frame: number, now: number): boolean {
  return frame < stretch.last && momentOf(stretch, frame) < now;
}

/** The frame of the table's clips that a stretch shows at a frame of its captured part. */
export function stockFrame(stretch: Stretch, frame: number): number {
  return stretch.first + frame - stretch.blend + 1;
}

/** The frame at which a stretch that nobody interrupts is left: as late as it is well. */
export function latestCut(stretch: Stretch, now: number, lead: number): number | null {
  const soonest = soonestCut(stretch, now, lead);
  return soonest === null ? null : Math.max(soonest, stretch.leave);
}

/** Whether it is time to ask for what comes after a stretch: its last exit is this many seconds away, or less. */
export function runsOut(stretch: Stretch, now: number, seconds: number): boolean {
  return momentOf(stretch, stretch.leave) - now <= seconds;
}
