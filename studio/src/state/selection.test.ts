import { expect, it } from "vitest";

import { neighbourOf, pickClip, placeAfter } from "./selection";

const order = ["a", "b", "c", "d"];
const none = { clips: new Set<string>(), anchor: null };

it("picks one, adds and takes away with Ctrl, and a range with Shift", () => {
  const one = pickClip(none, order, "b", "only");
  expect([...one.clips]).toEqual(["b"]);
  const two = pickClip(one, order, "d", "toggle");
  expect([...two.clips].sort()).toEqual(["b", "d"]);
  expect([...pickClip(two, order, "b", "toggle").clips]).toEqual(["d"]);
  const range = pickClip(one, order, "d", "range");
  expect([...range.clips]).toEqual(["b", "c", "d"]);
  expect([...pickClip(range, order, "a", "range").clips]).toEqual(["a", "b"]);
  expect([...pickClip(none, order, "c", "range").clips]).toEqual(["c"]);
});

it("goes on to the next clip that stays, at the end to the one before", () => {
  const order = ["a", "b", "c", "d"];
  const without =
    (...gone: string[]) =>
    (clip: string): boolean =>
      !gone.includes(clip);
  expect(neighbourOf(order, "b", without("b"))).toBe("c");
  expect(neighbourOf(order, "b", without("b", "c"))).toBe("d");
  expect(neighbourOf(order, "d", without("d", "c"))).toBe("b");
  expect(neighbourOf(order, "x", without())).toBeNull();
  expect(neighbourOf(["a"], "a", without("a"))).toBeNull();
});

it("leads through a list by line, page and end", () => {
  const to = (key: string, at: number): number | null => placeAfter(key, at, 100, 1, 11, false);
  expect([to("ArrowDown", -1), to("ArrowDown", 5), to("ArrowUp", 0)]).toEqual([0, 6, 0]);
  expect([to("PageDown", 5), to("PageUp", 5), to("PageDown", 95)]).toEqual([15, 0, 99]);
  expect([to("Home", 50), to("End", 50), to("End", -1)]).toEqual([0, 99, 99]);
  expect([to("ArrowRight", 5), to("x", 5)]).toEqual([null, null]);
  expect(placeAfter("ArrowRight", 5, 100, 3, 4, true)).toBe(6);
  expect(placeAfter("PageDown", 5, 100, 3, 4, true)).toBe(14);
  expect(placeAfter("End", 0, 0, 1, 4, false)).toBeNull();
});
