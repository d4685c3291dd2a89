import { describe, expect, it } from "vitest";

import { hullOf } from "./hull";

const inside = [0, 0, 2, 0, 2, 2, 0, 2, 1, 1, 1, 0.5];

describe("hull", () => {
  it("goes around the corners and leaves out what is inside", () => {
    expect([...hullOf(inside, [0, 1, 2, 3, 4, 5])].sort()).toEqual([0, 1, 2, 3]);
  });

  it("takes only the points that count", () => {
    expect([...hullOf(inside, [0, 1, 4])].sort()).toEqual([0, 1, 4]);
    expect(hullOf(inside, [2])).toEqual([2]);
    expect(hullOf(inside, [])).toEqual([]);
  });

  it("goes round in one direction", () => {
    const hull = hullOf(inside, [0, 1, 2, 3]);
    const area = hull.reduce((sum, a, i) => {
      const b = hull[(i + 1) % hull.length];
      return sum + inside[2 * a] * inside[2 * b + 1] - inside[2 * b] * inside[2 * a + 1];
    }, 0);
    expect(area / 2).toBeCloseTo(4);
  });
});
