import { describe, expect, it } from "vitest";

import { extentOf, type Trace } from "./traces";

function trace(feet: number[], fps: number): Trace {
  return {
    clip: "a",
    fps,
    frames: feet.length,
    feet: new Float32Array(feet),
    error: new Float32Array(feet.length),
    points: new Float32Array(),
    corners: new Float32Array(),
    standing: new Uint8Array(),
    score: 0,
    rarity: null,
    words: "",
    plant: 0,
    worst: 0,
    made: null,
    roundabout: false,
    detected: false,
  };
}

describe("traces", () => {
  it("share one scale of time and of height", () => {
    const both = [trace([0, 0.5, 0.1], 2), trace([0.2, 0.1, 0, 0, 0], 10)];
    expect(extentOf(both, "feet", 0.1)).toEqual({ seconds: 1, high: 0.5 });
    expect(extentOf(both, "error", 0.1)).toEqual({ seconds: 1, high: 0.1 });
    expect(extentOf([], "feet", 0.1)).toEqual({ seconds: 0, high: 0.1 });
  });
});
