import { describe, expect, it } from "vitest";

import { EMPTY_DEMAND, facing, lengthen, paint } from "./paintedDemand";

describe("a painted demand", () => {
  it("takes a stroke, joins strokes that touch, and gives way to others", () => {
    let demand = paint(EMPTY_DEMAND, "walk", 0, 2, "must");
    demand = paint(demand, "walk", 2, 3, "must");
    expect(demand.spans).toEqual([["walk", 0, 3, true]]);
    demand = paint(demand, "walk", 1, 1.5, "not");
    expect(demand.spans).toEqual([
      ["walk", 0, 1, true],
      ["walk", 1, 1.5, false],
      ["walk", 1.5, 3, true],
    ]);
    expect(paint(demand, "walk", 0, 6, "erase").spans).toEqual([]);
    expect(paint(demand, "run", 5, 9, "must").spans.at(-1)).toEqual(["run", 5, 6, true]);
  });

  it("is cut where it gets shorter", () => {
    expect(lengthen(paint(EMPTY_DEMAND, "walk", 2, 5, "must"), 3).spans).toEqual([["walk", 2, 3, true]]);
  });

  it("faces where a stroke goes", () => {
    expect(facing([0, 0], [2, 0])).toBeCloseTo(Math.PI / 2);
    expect(facing([0, 0], [0.1, 0])).toBeNull();
  });
});
