import { expect, it } from "vitest";

import { pickClip } from "./selection";

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
