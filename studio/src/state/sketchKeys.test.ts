import { describe, expect, it } from "vitest";

import {
  breakdown,
  changeKeys,
  copyKeys,
  deleteKeys,
  moveKeys,
  newKey,
  pasteKeys,
  putKey,
  scaleKeys,
  setValue,
  snap,
  valueAt,
  type Channels,
} from "./sketchKeys";

const [FPS, FRAMES] = [24, 49];
const keys = [newKey(0, 0), newKey(0.5, 1), newKey(1, 1), newKey(2, -1)];
const channels: Channels = { "root.y": keys, "root.z": [newKey(0, 0, "linear"), newKey(2, 2)] };
const all = keys.map(({ at }) => ({ channel: "root.y", at }));

describe("keys of a sketch", () => {
  it("have their values, and between them never more", () => {
    for (const key of keys) expect(valueAt(keys, key.at)).toBe(key.value);
    for (let at = 0; at <= 2; at += 0.01) expect(Math.abs(valueAt(keys, at))).toBeLessThanOrEqual(1 + 1e-12);
    expect(valueAt(channels["root.z"], 0.5)).toBeCloseTo(0.5, 12);
    expect(valueAt([newKey(0, 3, "step"), newKey(1, 5)], 0.99)).toBe(3);
  });
  it("move on whole frames and stay inside", () => {
    const moved = moveKeys(channels, [{ channel: "root.y", at: 0.5 }], 0.11, 0.25, FPS, FRAMES);
    expect(moved.channels["root.y"].map(({ at }) => at)).toEqual([0, 15 / 24, 1, 2]);
    expect(moved.channels["root.y"][1].value).toBe(1.25);
    expect(moveKeys(channels, all, 9, 0, FPS, FRAMES).channels["root.y"].map(({ at }) => at)).toEqual(keys.map(({ at }) => at));
  });
  it("moved there and back are as they were", () => {
    const there = moveKeys(channels, [all[1]], 0.25, 2, FPS, FRAMES);
    expect(moveKeys(there.channels, there.chosen, -0.25, -2, FPS, FRAMES).channels).toEqual(channels);
  });
  it("scale about a moment, and one that comes onto another takes its place", () => {
    const scaled = scaleKeys(channels, all, 0.5, 0, 1, 0, FPS, FRAMES);
    expect(scaled.channels["root.y"].map(({ at }) => at)).toEqual([0, 0.25, 0.5, 1]);
    expect(changeKeys(channels, [all[1]], (key) => ({ ...key, at: 1 })).channels["root.y"]).toHaveLength(3);
  });
  it("are copied to another moment", () => {
    const pasted = pasteKeys(channels, copyKeys(channels, all.slice(0, 2)), 1.25, FPS, FRAMES);
    expect(pasted.channels["root.y"].map(({ at }) => at)).toEqual([0, 0.5, 1, 1.25, 1.75, 2]);
  });
  it("break down between their neighbours", () => {
    expect(breakdown(channels, ["root.y", "root.z"], 1.5, 0.25)["root.y"].find(({ at }) => at === 1.5)?.value).toBe(0.5);
  });
  it("keep their tangent when a value is set, and go when deleted", () => {
    expect(setValue(channels, "root.z", 0, 7)["root.z"][0]).toEqual({ ...newKey(0, 7, "linear") });
    expect(
      deleteKeys(
        channels,
        channels["root.z"].map(({ at }) => ({ channel: "root.z", at })),
      )["root.z"],
    ).toBeUndefined();
    expect(putKey({}, "root.x", newKey(1, 2))["root.x"]).toHaveLength(1);
    expect(snap(0.52, FPS, FRAMES)).toBe(12 / 24);
  });
});
