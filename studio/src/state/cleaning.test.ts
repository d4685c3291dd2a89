import { expect, it } from "vitest";

import { isWorse, sayCleaned } from "./cleaning";

const made = {
  clip: "c",
  before_score: 0.102,
  after_score: 0.125,
  before_cm_per_second: 3.21,
  after_cm_per_second: 0.04,
  mean_displacement_mm: 2,
  notes: ["One plant was out of reach."],
};

it("says both scores, and plainly when the clip is worse for it", () => {
  expect(isWorse(made)).toBe(true);
  expect(sayCleaned(made)).toBe(
    "Planted feet slid 3.2 cm/s, now 0.04. But it looks less natural by the score: 0.102 m before, 0.125 m now. One plant was out of reach.",
  );
  const better = { ...made, after_score: 0.09 };
  expect(isWorse(better)).toBe(false);
  expect(sayCleaned(better)).toContain("Score 0.102 m before, 0.090 m now.");
});
