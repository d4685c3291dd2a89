import { beforeEach, expect, it, vi } from "vitest";

import { makeState } from "../commands/testing";
import { neighbourOf, selectClips, useSelection } from "./selection";

vi.mock("../protocol/api", () => ({
  api: {
    clip: async (clip: string) => ({ state: makeState({ id: clip }), skeleton: { names: ["hips"] } }),
    frames: async () => ({
      meta: { content: "c", fps: 30 },
      arrays: new Map(["positions", "rotations"].map((name) => [name, { info: { shape: [2, 1, 3] }, data: new Float32Array(8) }])),
    }),
  },
}));

const { compareWith, followLibrary, openClip, showClips, useStage } = await import("./stage");
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const stage = useStage.getState;

beforeEach(async () => {
  await compareWith(null);
  await showClips([]);
  selectClips([]);
});

it("selects the clip that it opens", async () => {
  selectClips(["a"]);
  await openClip("b");
  expect(stage().active).toBe("b");
  expect([...useSelection.getState().clips]).toEqual(["b"]);
});

it("keeps a person's ghost, and takes a panel's away with the clip it belongs to", async () => {
  await openClip("a");
  await compareWith("ghost");
  await openClip("b");
  expect(stage().compare).toBe("ghost");
  await compareWith("ghost", "b");
  await openClip("b");
  expect(stage().compare).toBe("ghost");
  await openClip("c");
  expect(stage().compare).toBeNull();
  await compareWith("ghost", "b");
  expect(stage().compare).toBeNull();
});

it("brings a deleted clip back when it is there again, unless another was opened", async () => {
  await openClip("a");
  followLibrary((clip) => clip !== "a");
  await settled();
  expect(stage().active).toBeNull();
  followLibrary(() => true);
  await settled();
  expect(stage().active).toBe("a");
  expect([...useSelection.getState().clips]).toEqual(["a"]);

  followLibrary((clip) => clip !== "a");
  await openClip("b");
  followLibrary(() => true);
  await settled();
  expect(stage().active).toBe("b");
});

it("goes on to the next clip when the open one is deleted, however often that is told, and back when it is undone", async () => {
  await openClip("a");
  const gone = new Set(["a"]);
  const present = (clip: string): boolean => !gone.has(clip);
  const follow = (): void => followLibrary(present, (clip) => neighbourOf(["a", "b", "c"], clip, present));
  follow();
  follow(); // the server's word for it
  gone.add("b"); // deleted too, before it was here
  follow();
  await vi.waitFor(() => expect(useStage.getState().loading).toBeNull());
  expect(useStage.getState().active).toBe("c");
  gone.clear();
  follow();
  await vi.waitFor(() => expect(useStage.getState().active).toBe("a"));
});
