import { describe, expect, it } from "vitest";

import { blendOf, colourCosts, enterOf, gripAt, jerkOf, lineOf, moved, placementOf, toPixel, toSeconds, toWarp, warpAt, type Plot } from "./warps";

const plot: Plot = { left: 30, top: 10, width: 400, height: 200, size: [2, 4] };
const size = [2, 4] as const;
const warp = toWarp({ start: 0.5, stop: 0.8, frames: [1, 1.2, 1.35], cost: 0.02, jerk: 80, limit: 139 }, 3);

describe("warps", () => {
  it("pixels and seconds are each other's inverse", () => {
    expect(toPixel(plot, 1, 2)).toEqual([230, 110]);
    const [across, down] = toSeconds(plot, ...toPixel(plot, 0.7, 3.1));
    expect(across).toBeCloseTo(0.7);
    expect(down).toBeCloseTo(3.1);
  });

  it("one that was not moved is kept by its number, a moved one by its place", () => {
    expect(placementOf(warp)).toEqual({ index: 3 });
    const there = placementOf(moved(warp, { start: 0.6, enter: 1.5 }, size));
    expect(there.index).toBeUndefined();
    expect(there.start).toBeCloseTo(0.6);
    expect(there.enter).toBeCloseTo(1.5);
    expect(there.blend).toBeCloseTo(0.3);
  });

  it("moves as a whole, on whole frames, and stays within the matrix", () => {
    const there = moved(warp, { start: 0.507, enter: 2 }, size);
    expect(there.start * 60).toBeCloseTo(Math.round(0.507 * 60));
    expect(there.frames[2] - there.frames[0]).toBeCloseTo(0.35);
    const corner = moved(warp, { start: 9, enter: -9 }, size);
    expect(corner.stop).toBeLessThan(2);
    expect(enterOf(corner)).toBe(0);
  });

  it("says that it jerks where the server found so", () => {
    expect(jerkOf(warp)).toBe("");
    expect(jerkOf({ ...warp, jerk: 208.4 })).toBe("jerks: 208 of 139 m/s²");
    expect(jerkOf(warpAt(0.5, 1, 0.3, size))).toBe("");
  });

  it("changes its length about its beginning", () => {
    const longer = moved(warp, { blend: 0.6 }, size);
    expect(longer.start).toBe(warp.start);
    expect(enterOf(longer)).toBe(1);
    expect(blendOf(longer)).toBeCloseTo(0.6);
    expect(blendOf(moved(warp, { blend: 0.001 }, size))).toBeCloseTo(0.1);
  });

  it("a press takes an end before a line, the selected warp before others, and nothing far away", () => {
    const other = warpAt(0.5, 1, 0.3, size);
    const [start, , end] = lineOf(plot, warp);
    expect(gripAt(plot, [warp, other], 1, ...start)).toEqual({ warp: 1, part: "start" });
    expect(gripAt(plot, [warp, other], 0, ...start)).toEqual({ warp: 0, part: "start" });
    expect(gripAt(plot, [warp], 0, ...end)).toEqual({ warp: 0, part: "end" });
    expect(gripAt(plot, [warp], null, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2)).toEqual({ warp: 0, part: "line" });
    expect(gripAt(plot, [warp], null, 400, 200)).toBeNull();
  });

  it("paints cheap dark and dear bright, the source across", () => {
    const pixels = colourCosts(new Float32Array([0, 0.6, 9, 0]), 2, 2);
    const brightness = (k: number): number => pixels[4 * k] + pixels[4 * k + 1] + pixels[4 * k + 2];
    expect(brightness(0)).toBeLessThan(150);
    expect(brightness(1)).toBeGreaterThan(450); // row 1, column 0: across
    expect(brightness(2)).toBeGreaterThan(450);
    expect(brightness(3)).toBeLessThan(150);
  });
});
