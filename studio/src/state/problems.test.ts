import { describe, expect, it } from "vitest";

import { makeRow } from "../commands/testing";
import { filterRows, NO_FILTER } from "./filter";
import { mendedClips, problemsOf, sayProblems } from "./problems";

const spoilt = makeRow({ id: "a", problems: ["jump", "freeze"] });
const fine = makeRow({ id: "b", problems: [] });
const unseen = makeRow({ id: "c", problems: null });
const mended = makeRow({ id: "d", problems: [], mends: "a" });

describe("problems", () => {
  it("are those of the clip, until a mended one stands in for it", () => {
    expect(problemsOf(spoilt, mendedClips([spoilt, fine]))).toEqual(["jump", "freeze"]);
    expect(problemsOf(spoilt, mendedClips([spoilt, mended]))).toEqual([]);
    expect(problemsOf(unseen, new Set())).toEqual([]);
  });

  it("are said in words", () => {
    expect(sayProblems(["jump", "floor", "of another package"])).toBe("jumps, through the floor, of another package");
  });

  it("narrow the list", () => {
    const filter = { ...NO_FILTER, problems: true };
    expect(filterRows([spoilt, fine, unseen], filter)).toEqual([spoilt]);
    expect(filterRows([spoilt, fine, unseen, mended], filter)).toEqual([]);
  });
});
