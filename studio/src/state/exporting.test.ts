import { expect, test, vi } from "vitest";

import type { PresetInfo } from "../protocol/types";

vi.stubGlobal("window", undefined);
const { changesOf, ownSettings, withChanges } = await import("./exporting");

const unreal: PresetInfo = {
  name: "unreal",
  title: "Unreal Engine",
  says: "",
  suffix: ".glb",
  fps: 30,
  root: "motion",
  root_bone: "root",
  mesh: true,
  to_floor: true,
  unit: "cm",
  up: "z",
  bones: "unreal",
  events: true,
};

test("what a person changed is kept, and nothing else", () => {
  const changed = { ...ownSettings(unreal), fps: null, mesh: false };
  expect(changesOf(unreal, changed)).toEqual({ fps: null, mesh: false });
  expect(withChanges(unreal, changesOf(unreal, changed))).toEqual(changed);
  expect(withChanges(unreal, undefined)).toEqual(ownSettings(unreal));
});

test("what is kept of another version is passed over", () => {
  expect(withChanges(unreal, { mesh: "yes", colour: 1, root_bone: "ground" })).toEqual({ ...ownSettings(unreal), root_bone: "ground" });
});
