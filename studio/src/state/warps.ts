/** Warps over a cost matrix: where they are on the canvas, what is under the pointer, how they move. Plain data, pure. */
import type { MachinePlacement, MachinePoint } from "../protocol/types";

/** A transition as it is edited: one of the machine's (`index`) until it is moved. Seconds. */
export interface Warp {
  readonly index: number | null;
  readonly start: number;
  readonly stop: number;
  /** The target's second at evenly spaced moments from start to stop. */
  readonly frames: readonly number[];
  readonly cost: number;
  /** The largest acceleration of a joint when the server tried it, and what the captures themselves reach, m/s²; 0 where it has not. */
  readonly jerk: number;
  readonly limit: number;
}

/** Of the machine: a placement is on whole frames. */
export const RATE = 60;
/** Seconds: a blend shorter than that is a jump. */
export const SHORTEST = 0.1;
export const LONGEST = 1.5;

export function toWarp(point: MachinePoint, index: number | null): Warp {
  return { index, start: point.start, stop: point.stop, frames: point.frames, cost: point.cost, jerk: point.jerk, limit: point.limit };
}

export function enterOf(warp: Warp): number {
  return warp.frames[0] ?? 0;
}

export function blendOf(warp: Warp): number {
  return warp.stop - warp.start;
}

/** A warning about a transition that jerks, "" about one that does not. It may be kept all the same. */
export function jerkOf({ jerk, limit }: Warp): string {
  return limit > 0 && jerk > limit ? `jerks: ${jerk.toFixed(0)} of ${limit.toFixed(0)} m/s²` : "";
}

/** What the server is told of a warp. */
export function placementOf(warp: Warp): MachinePlacement {
  if (warp.index !== null) return { index: warp.index };
  return { start: warp.start, enter: enterOf(warp), blend: blendOf(warp) };
}

/** The warp with its beginning, or its length, elsewhere: a guess of how it will go, until the server has found the best way. */
export function moved(warp: Warp, to: Partial<{ start: number; enter: number; blend: number }>, size: readonly [number, number]): Warp {
  const blend = snap(clamp(to.blend ?? blendOf(warp), SHORTEST, LONGEST));
  const start = snap(clamp(to.start ?? warp.start, 0, size[0] - blend - 2 / RATE));
  const enter = snap(clamp(to.enter ?? enterOf(warp), 0, size[1] - blend - 2 / RATE));
  const slope = blendOf(warp) > 0 ? blend / blendOf(warp) : 1;
  const frames = warp.frames.map((frame) => enter + (frame - enterOf(warp)) * slope);
  return { index: null, start, stop: start + blend, frames, cost: warp.cost, jerk: warp.jerk, limit: warp.limit };
}

/** A new warp straight from where a person clicked. */
export function warpAt(start: number, enter: number, blend: number, size: readonly [number, number]): Warp {
  const straight: Warp = { index: null, start, stop: start + blend, frames: [enter, enter + blend], cost: 0, jerk: 0, limit: 0 };
  return moved(straight, {}, size);
}

function snap(seconds: number): number {
  return Math.round(seconds * RATE) / RATE;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

/** How seconds lie on the canvas: the source across, the target down. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Seconds across and down. */
  readonly size: readonly [number, number];
}

export function toPixel({ left, top, width, height, size }: Plot, across: number, down: number): [number, number] {
  return [left + (across / size[0]) * width, top + (down / size[1]) * height];
}

export function toSeconds({ left, top, width, height, size }: Plot, x: number, y: number): [number, number] {
  return [((x - left) / width) * size[0], ((y - top) / height) * size[1]];
}

/** A warp as a line of pixels. */
export function lineOf(plot: Plot, warp: Warp): [number, number][] {
  const last = Math.max(1, warp.frames.length - 1);
  return warp.frames.map((frame, k) => toPixel(plot, warp.start + ((warp.stop - warp.start) * k) / last, frame));
}

export type Grip = { readonly warp: number; readonly part: "start" | "end" | "line" };

const REACH = 9;

/** What a press takes hold of: an end of a warp before its line, the selected one before others; null for none. */
export function gripAt(plot: Plot, warps: readonly Warp[], selected: number | null, x: number, y: number): Grip | null {
  const order = warps.map((_, index) => index).sort((a, b) => Number(b === selected) - Number(a === selected));
  for (const part of ["start", "end", "line"] as const) {
    for (const warp of order) {
      const line = lineOf(plot, warps[warp]);
      const points = part === "start" ? line.slice(0, 1) : part === "end" ? line.slice(-1) : line;
      const near = part === "line" ? distanceToLine(points, x, y) : Math.hypot(points[0][0] - x, points[0][1] - y);
      if (near <= REACH) return { warp, part };
    }
  }
  return null;
}

function distanceToLine(line: readonly (readonly [number, number])[], x: number, y: number): number {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1];
    const [bx, by] = line[i];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const t = length > 0 ? clamp(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0, 1) : 0;
    least = Math.min(least, Math.hypot(ax + (bx - ax) * t - x, ay + (by - ay) * t - y));
  }
  return least;
}

/** Stops of the colour map, cheap to dear: dark blue over grey to yellow, readable without telling red from green. */
const STOPS = [
  [0, 32, 77],
  [48, 72, 108],
  [98, 105, 112],
  [143, 139, 120],
  [190, 176, 108],
  [238, 214, 77],
] as const;
/** Metres apart at which the colour map ends, at the latest and at the earliest. */
const DEAREST = 0.6;
const CHEAPEST = 0.1;

/** RGBA of costs (rows, columns) with rows across and columns down, as the canvas wants them. */
export function colourCosts(costs: Float32Array, rows: number, columns: number): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(rows * columns * 4);
  const dearest = clamp(
    costs.reduce((most, cost) => Math.max(most, cost), 0),
    CHEAPEST,
    DEAREST,
  );
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const place = clamp(costs[row * columns + column] / dearest, 0, 1) * (STOPS.length - 1);
      const low = Math.min(Math.floor(place), STOPS.length - 2);
      const at = (column * rows + row) * 4;
      for (let c = 0; c < 3; c++) out[at + c] = STOPS[low][c] + (STOPS[low + 1][c] - STOPS[low][c]) * (place - low);
      out[at + 3] = 255;
    }
  }
  return out;
}
