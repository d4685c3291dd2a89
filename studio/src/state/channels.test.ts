import * as THREE from "three";
import { expect, it } from "vitest";

import { channelsAt, copyText, treeOf } from "./channels";

it("says the angles that a joint was turned by", () => {
  const parent = new THREE.Quaternion().setFromEuler(new THREE.Euler(0.3, -1.1, 0.4));
  const turn = new THREE.Euler(0.5, 0.2, -0.7, "XYZ");
  const child = parent.clone().multiply(new THREE.Quaternion().setFromEuler(turn));
  const frames = { joints: 2, positions: new Float32Array([0, 0, 0, 1, 2, 3]), rotations: new Float32Array([...parent.toArray(), ...child.toArray()]) };
  const channels = channelsAt(frames, [-1, 0], 1, 0);
  expect(channels.position).toEqual([1, 2, 3]);
  [turn.x, turn.y, turn.z].forEach((angle, axis) => expect(channels.local[axis]).toBeCloseTo(THREE.MathUtils.radToDeg(angle), 3));
  expect(copyText("LeftArm", 7, channels).split("\n")[1]).toBe("position (m)\t1.0000\t2.0000\t3.0000");
});

it("lists children under their parents", () => {
  expect(treeOf([-1, 0, 0, 1]).map(({ joint, depth }) => [joint, depth])).toEqual([
    [0, 0],
    [1, 1],
    [3, 2],
    [2, 1],
  ]);
});
