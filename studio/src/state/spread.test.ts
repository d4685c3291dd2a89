import { describe, expect, it } from "vitest";

import { chosenSet, columnsOf } from "./spread";

const one = { id: "a", name: "lean", predictor: "gaussian-process", seconds: 3, pairs: [] };
const other = { ...one, id: "b", name: "zombie" };

describe("the edit that is worked with", () => {
  it("is the chosen one, or the first, or none", () => {
    expect(chosenSet({ sets: [one, other], chosen: "b" })).toBe(other);
    expect(chosenSet({ sets: [one, other], chosen: "gone" })).toBe(one);
    expect(chosenSet({ sets: null, chosen: null })).toBeNull();
  });
});

describe("columns of confidence", () => {
  it("are the least of their frames, and never more than frames", () => {
    expect(columnsOf(Float32Array.of(1, 0.5, 0.25, 1), 2)).toEqual([0.5, 0.25]);
    expect(columnsOf(Float32Array.of(0.5), 40)).toEqual([0.5]);
  });
});
