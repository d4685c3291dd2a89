import { describe, expect, it } from "vitest";

import { countQuadrants, nearestPair, nextIn, quadrantOf, toX, toY, viewOf, type Points } from "./scatter";

const points: Points = {
  table: "t",
  ways: new Float32Array([0.5, -1, 0.8, 3, 0.9]),
  scores: new Float32Array([0.1, 0.2, 0.5, 2, 0.05]),
  natural: 0.3,
  seconds: 1,
};

describe("scatter", () => {
  it("sorts pairs by who can serve them", () => {
    expect([0, 1, 2, 3, 4].map((pair) => quadrantOf(points, pair))).toEqual(["both", "only_ours", "only_graph", "neither", "both"]);
    expect(countQuadrants(points)).toEqual({ both: 2, only_ours: 1, only_graph: 1, neither: 1 });
  });

  it("finds the point under the pointer", () => {
    const view = viewOf(points, 600, 240);
    for (let pair = 0; pair < 5; pair++) expect(nearestPair(points, view, toX(view, points.ways[pair]) + 2, toY(view, points.scores[pair]) - 2)).toBe(pair);
    expect(nearestPair(points, view, 300, 3)).toBeNull();
  });

  it("keeps every point in the chart", () => {
    const view = viewOf(points, 600, 240);
    expect(toX(view, -1)).toBeGreaterThan(toX(view, 3));
    expect(toX(view, -1)).toBeLessThan(600);
    expect(toY(view, 99)).toBeGreaterThan(0);
    expect(toY(view, 0)).toBeLessThan(240);
  });

  it("goes through a quadrant, and round", () => {
    expect(nextIn(points, "both", null)).toBe(0);
    expect(nextIn(points, "both", 0)).toBe(4);
    expect(nextIn(points, "both", 4)).toBe(0);
    expect(nextIn({ ...points, scores: new Float32Array(5) }, "neither", null)).toBeNull();
  });
});
