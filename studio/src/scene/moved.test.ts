import { expect, test } from "vitest";

import { moveFrames } from "./moved";

const frames = {
  frames: 2,
  joints: 1,
  fps: 30,
  positions: new Float32Array([1, 2, 3, 1, 2, 4]),
  rotations: new Float32Array([0, 0, 0, 1, 0.5, 0.5, 0.5, 0.5]),
};

test("it turns where it begins, to the left, then goes where it is told", () => {
  const { positions, rotations } = moveFrames(frames, { x: 10, z: 20, up: 5, turnDegrees: 90 });
  expect([...positions].map((value) => Math.round(1e4 * value) / 1e4)).toEqual([11, 7, 23, 12, 7, 23]); // a step along z is one along x
  expect(rotations[1]).toBeCloseTo(Math.SQRT1_2);
  expect(rotations[3]).toBeCloseTo(Math.SQRT1_2);
});

test("there and back it is where it was", () => {
  const there = moveFrames(frames, { x: 1, z: -2, up: 0.5, turnDegrees: 33 });
  const back = moveFrames(there, { x: -1, z: 2, up: -0.5, turnDegrees: -33 });
  back.positions.forEach((value, i) => expect(value).toBeCloseTo(frames.positions[i], 5));
  back.rotations.forEach((value, i) => expect(value).toBeCloseTo(frames.rotations[i], 5));
});
