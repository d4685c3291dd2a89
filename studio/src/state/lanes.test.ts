import { expect, it } from "vitest";

import { lanesAfter, type Lanes } from "./lanes";
import type { LiveCharacter } from "./live";

const one = (id: string, doing: string, note = "", good: boolean | null = null): LiveCharacter => ({
  id,
  name: id,
  detail: {} as never,
  track: {} as never,
  doing,
  note,
  good,
});

it("writes a lane for each character, a deed whenever it does something else", () => {
  const first = lanesAfter(new Map(), [one("a", "walk"), one("b", "run")], 0);
  expect([...first.keys()]).toEqual(["a", "b"]);
  expect(lanesAfter(first, [one("a", "walk"), one("b", "run")], 1)).toBe(first); // nothing new
  const second = lanesAfter(first, [one("a", "jump", "0.8, natural", true), one("b", "run")], 2);
  expect(second.get("a")).toEqual([
    { start: 0, doing: "walk", note: "", good: null },
    { start: 2, doing: "jump", note: "0.8, natural", good: true },
  ]);
  expect(second.get("b")).toHaveLength(1);
  expect(lanesAfter(second, [one("b", "run")], 3).has("a")).toBe(false); // it has left
});

it("keeps a word about what goes on with it, and no more deeds than are seen", () => {
  let lanes: Lanes = lanesAfter(new Map(), [one("a", "walk")], 0);
  lanes = lanesAfter(lanes, [one("a", "walk", "arrived")], 1);
  expect(lanes.get("a")).toEqual([{ start: 0, doing: "walk", note: "arrived", good: null }]);
  for (let n = 0; n < 200; n++) lanes = lanesAfter(lanes, [one("a", `deed ${n}`)], n);
  expect(lanes.get("a")?.length).toBeLessThan(50);
  expect(lanes.get("a")?.at(-1)?.doing).toBe("deed 199");
});
