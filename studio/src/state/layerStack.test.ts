import { expect, it } from "vitest";

import { changeLayer, moveKey, moveLayer, newLayer, NO_LAYERS, putPose, putTime, removeKey, withALayer } from "./layerStack";

const pose = (at: number) => ({ at, turns: { Spine: [0.1, 0, 0] }, root: null });
const one = withALayer(NO_LAYERS);

it("keys come in order of time, one at a moment", () => {
  const stack = putPose(putPose(putPose(one, 0, pose(2)), 0, pose(1)), 0, { ...pose(2), root: [0, 1, 0] });
  expect(stack.layers[0].poses.map(({ at }) => at)).toEqual([1, 2]);
  expect(stack.layers[0].poses[1].root).toEqual([0, 1, 0]);
});

it("a pose key is dragged in time, and a time key stretches time: it shows what it showed", () => {
  const stack = putTime(putPose(one, 0, pose(1)), 0, { at: 1, shift: 0.2 });
  const moved = moveKey(stack, { layer: 0, kind: "pose", index: 0 }, 1.5);
  expect(moved.stack.layers[0].poses[0].at).toBe(1.5);
  const stretched = moveKey(stack, { layer: 0, kind: "time", index: 0 }, 1.5).stack.layers[0].times[0];
  expect(stretched.at + stretched.shift).toBeCloseTo(1.2);
  expect(moveKey(stack, { layer: 0, kind: "pose", index: 0 }, -3).stack.layers[0].poses[0].at).toBe(0);
});

it("a key that passes another is still the one that is dragged", () => {
  const stack = putPose(putPose(one, 0, pose(1)), 0, pose(2));
  expect(moveKey(stack, { layer: 0, kind: "pose", index: 0 }, 3).choice.index).toBe(1);
});

it("layers change places, and new ones have names of their own", () => {
  const two = { ...one, layers: [...one.layers, newLayer(one)] };
  expect(two.layers.map(({ name }) => name)).toEqual(["Layer 1", "Layer 2"]);
  expect(moveLayer(two, 0, 1).layers.map(({ name }) => name)).toEqual(["Layer 2", "Layer 1"]);
  expect(moveLayer(two, 1, 1)).toBe(two);
  expect(newLayer({ ...two, layers: [two.layers[1]] }).name).toBe("Layer 3");
  expect(changeLayer(two, 1, { muted: true }).layers.map(({ muted }) => muted)).toEqual([false, true]);
});

it("removes one key", () => {
  const stack = putPose(putPose(one, 0, pose(1)), 0, pose(2));
  expect(removeKey(stack, { layer: 0, kind: "pose", index: 0 }).layers[0].poses.map(({ at }) => at)).toEqual([2]);
});
