import { describe, expect, it } from "vitest";

import { frameAt, holdUntil, spansOf, splice, startTrack, timeOf, type Chunk } from "./track";

/** A chunk of one joint whose x is `from`, `from` + 1, ...; planted on the left heel at odd frames. */
function chunk(frames: number, from: number): Chunk {
  const positions = new Float32Array(frames * 3);
  const planted = new Uint8Array(frames * 4);
  for (let f = 0; f < frames; f++) {
    positions[f * 3] = from + f;
    planted[f * 4] = (from + f) % 2;
  }
  return { frames, joints: 1, positions, rotations: new Float32Array(frames * 4), planted };
}

const xs = (positions: Float32Array): number[] => Array.from(positions).filter((_, i) => i % 3 === 0);

describe("track", () => {
  it("finds the frame of a moment and the moment of a frame", () => {
    const track = startTrack(chunk(60, 0), 60, 5);
    for (const frame of [0, 7, 59]) expect(frameAt(track, timeOf(track, frame))).toBe(frame);
    expect(frameAt(track, 0)).toBe(0);
    expect(frameAt(track, 99)).toBe(59);
  });

  it("goes on with what is spliced in, at the frame where it begins", () => {
    const track = splice(startTrack(chunk(10, 0), 60, 0), 4, chunk(3, 100), 0);
    expect(xs(track.positions)).toEqual([0, 1, 2, 3, 100, 101, 102]);
    expect(track.frames).toBe(7);
    expect(track.rotations.length).toBe(7 * 4);
    expect(track.plants[0]).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  it("stands still at its end until what comes is here, and goes on from there", () => {
    const short = startTrack(chunk(4, 0), 60, 1);
    expect(holdUntil(short, timeOf(short, 2))).toBe(short);
    const held = holdUntil(short, timeOf(short, 6));
    expect(xs(held.positions)).toEqual([0, 1, 2, 3, 3, 3, 3]);
    expect(held.rotations.length).toBe(7 * 4);
    expect(held.plants[0]).toEqual([
      [1, 2],
      [3, 7],
    ]);
    const on = splice(held, frameAt(held, timeOf(short, 6)), chunk(2, 3), timeOf(short, 6));
    expect(xs(on.positions)).toEqual([0, 1, 2, 3, 3, 3, 3, 4]);
  });

  it("drops what was played long ago and keeps every moment where it was", () => {
    const before = startTrack(chunk(600, 0), 60, 1);
    const now = 1 + 300 / 60;
    const after = splice(before, 310, chunk(20, 1000), now);
    expect(after.frames).toBe(310 - 180 + 20);
    expect(xs(after.positions)[frameAt(after, now)]).toBe(300);
    expect(timeOf(after, after.frames)).toBeCloseTo(timeOf(before, 330));
    expect(after.plants[0][0]).toEqual([1, 2]);
  });

  it("reads planted spans foot by foot", () => {
    const planted = new Uint8Array([1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1]);
    expect(spansOf(planted, 3)).toEqual([
      [[0, 2]],
      [],
      [],
      [
        [0, 1],
        [2, 3],
      ],
    ]);
  });
});
