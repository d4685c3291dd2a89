import { expect, test, vi } from "vitest";

vi.stubGlobal("window", undefined);
const { momentsOf, sizeFor } = await import("./filming");

test("a film shows its first and its last moment, and no frame twice", () => {
  expect(momentsOf(0, 1, 25)).toHaveLength(26);
  expect(momentsOf(1, 1, 25)).toEqual([1]);
  const moments = momentsOf(0.5, 59 / 60, 60);
  expect(moments).toHaveLength(30);
  expect(moments.at(-1)).toBeCloseTo(59 / 60);
  expect(new Set(moments).size).toBe(moments.length);
});

test("an MP4 has even sides", () => {
  expect(sizeFor("mp4", 1081, 721)).toEqual([1080, 720]);
  expect(sizeFor("gif", 1081, 721)).toEqual([1081, 721]);
  expect(sizeFor("png", 3, 1e6)).toEqual([16, 8192]);
});
