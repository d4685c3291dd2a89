import { expect, it } from "vitest";

import { sortOut } from "./importFiles";

it("sends motion, what it is read with and labels, and names the rest", () => {
  const files = ["walk.BVH", "16/16_01.amc", "16/16.asf", "labels.csv", "holiday.jpg", "no suffix"].map((path) => ({ path }));
  const { known, strange } = sortOut(files, [".bvh", ".amc"]);
  expect(known.map(({ path }) => path)).toEqual(["walk.BVH", "16/16_01.amc", "16/16.asf", "labels.csv"]);
  expect(strange.map(({ path }) => path)).toEqual(["holiday.jpg", "no suffix"]);
  expect(sortOut(files, []).strange).toEqual([]);
});
