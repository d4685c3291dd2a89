import { expect, it } from "vitest";

import { layParts, PART_STRIDE, type Part } from "./figure";
import { findNeighbours } from "./neighbours";
import { makePose, pointOnJoint, samplePose, type Frames } from "./pose";

const half = Math.SQRT1_2;
/** Two joints, two frames; the first joint turns a quarter about y, written with the opposite sign in the second frame. */
const frames: Frames = {
  frames: 2,
  joints: 2,
  fps: 30,
  positions: new Float32Array([0, 1, 0, 0, 2, 0, 2, 1, 0, 2, 2, 0]),
  rotations: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, -half, 0, -half, 0, 0, 0, 1]),
};

it("blends positions straight and rotations the short way round", () => {
  const pose = makePose(2);
  samplePose(frames, 0.5, pose);
  expect([...pose.positions]).toEqual([1, 1, 0, 1, 2, 0]);
  const turned = [0, 0, 0];
  pointOnJoint(pose, 0, [0, 0, 1], turned);
  expect(turned[0] - 1).toBeCloseTo(Math.sin(Math.PI / 4));
  expect(turned[2]).toBeCloseTo(Math.cos(Math.PI / 4));
});

it("holds the ends", () => {
  const pose = makePose(2);
  samplePose(frames, 99, pose);
  expect(pose.positions[0]).toBe(2);
  samplePose(frames, -1, pose);
  expect(pose.positions[0]).toBe(0);
});

const part = (joint: number, end: number, reach: number): Part => ({
  start_joint: joint,
  start_offset: [0, 0, 0],
  start_radius: 0.1,
  end_joint: end,
  end_offset: [0, reach, 0],
  end_radius: 0.05,
  frame_joint: joint,
  frame: [0, 0, 0, 1],
  stretch: [1, 1, 1],
  paint: "left",
});

it("lays parts where their joints are, with their neighbours", () => {
  const pose = makePose(2);
  samplePose(frames, 0, pose);
  const parts = [part(0, 1, 0), part(1, 1, 0.3)];
  const neighbours = findNeighbours(parts, [-1, 0], pose);
  expect(neighbours).toEqual([[1], [0]]);
  const out = new Float32Array(3 * PART_STRIDE);
  layParts(parts, neighbours, pose, 2, out, 1);
  expect([...out.slice(PART_STRIDE, PART_STRIDE + 8)].map((value) => Number(value.toFixed(3)))).toEqual([0, 1, 0, 0.1, 0, 2, 0, 0.05]);
  expect(out[PART_STRIDE + 15]).toBe(2 * 6 + 1);
  expect([...out.slice(PART_STRIDE + 16, PART_STRIDE + 18)]).toEqual([2, -1]);
});

it("does not join parts that only touch", () => {
  const joints = [0, 1, 2, 3]; // a chain; the last has come back to the first
  const pose = {
    positions: new Float32Array(joints.flatMap((joint) => [0, joint === 3 ? 0.05 : joint, 0])),
    rotations: new Float32Array(joints.flatMap(() => [0, 0, 0, 1])),
  };
  expect(findNeighbours([part(3, 3, 0.05), part(0, 0, 0.4)], [-1, 0, 1, 2], pose)).toEqual([[], []]);
});
