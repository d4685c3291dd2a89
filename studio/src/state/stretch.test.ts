import { describe, expect, it } from "vitest";

import { isPast, latestCut, momentOf, runsOut, soonestCut, stockFrame, type Stretch } from "./stretch";

const stretch: Stretch = {
  from: 10,
  fps: 60,
  blend: 60,
  first: 500,
  leave: 180,
  last: 240,
  place: [0, 0, 0],
  activity: "walk",
  made: null,
};

describe("stretch", () => {
  it("is never left inside its transition", () => {
    expect(soonestCut(stretch, 10, 0.05)).toBe(59);
    expect(stockFrame(stretch, 59)).toBe(500);
    expect(soonestCut(stretch, 0, 0.05)).toBe(59); // a stretch that has not begun
  });

  it("is left as soon as the answer can be here", () => {
    const cut = soonestCut(stretch, 12, 0.1);
    expect(cut).toBe(126);
    expect(momentOf(stretch, 126)).toBeCloseTo(12.1);
    expect(stockFrame(stretch, 126)).toBe(567);
  });

  it("cannot be left after its end", () => {
    expect(soonestCut(stretch, momentOf(stretch, 200), 0)).toBe(200);
    expect(soonestCut(stretch, momentOf(stretch, 240), 0.1)).toBeNull();
  });

  it("is not left at a frame that has been played, but for its last, at which it waits", () => {
    expect(isPast(stretch, 126, momentOf(stretch, 125))).toBe(false);
    expect(isPast(stretch, 126, momentOf(stretch, 130))).toBe(true);
    expect(isPast(stretch, 240, momentOf(stretch, 300))).toBe(false);
  });

  it("is left as late as it is well where nobody interrupts", () => {
    expect(latestCut(stretch, 12.6, 0.1)).toBe(180);
    expect(latestCut(stretch, momentOf(stretch, 190), 0)).toBe(190);
    expect(latestCut(stretch, momentOf(stretch, 240), 0.1)).toBeNull();
  });

  it("asks for more in time", () => {
    expect(runsOut(stretch, 12, 0.5)).toBe(false);
    expect(runsOut(stretch, 12.6, 0.5)).toBe(true);
  });
});
