import { expect, test } from "vitest";

import { doubtsOf } from "./confidence";

test("stretches of equal doubt are joined, sure frames are left out", () => {
  const values = new Float32Array([1, 1, 0.5, 0.5, 0.5, 1, 0, 0, /* the next foot */ 1, 1, 1, 1, 1, 1, 1, 1]);
  const confidence = { frames: 8, values };
  expect(doubtsOf(confidence, 0).map(({ start, stop }) => [start, stop])).toEqual([
    [2, 5],
    [6, 8],
  ]);
  expect(doubtsOf(confidence, 0)[1]?.level).toBe(1);
  expect(doubtsOf(confidence, 1)).toEqual([]);
});

test("a clip without frames has no doubts", () => {
  expect(doubtsOf({ frames: 0, values: new Float32Array() }, 0)).toEqual([]);
});
