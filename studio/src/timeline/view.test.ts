import { expect, it } from "vitest";

import { clock, fitAll, fitRange, frameToX, panBy, resize, ticksOf, turnTo, xToFrame, zoomAt } from "./view";

const whole = fitAll(5000, 700);

it("fits the whole clip with room at both ends", () => {
  expect(frameToX(whole, 0)).toBeCloseTo(12);
  expect(frameToX(whole, 5000)).toBeCloseTo(688);
  expect(xToFrame(whole, frameToX(whole, 1234))).toBeCloseTo(1234);
});

it("zooms about the pointer and never past the clip", () => {
  const close = zoomAt(whole, 300, 8, 5000);
  expect(xToFrame(close, 300)).toBeCloseTo(xToFrame(whole, 300));
  expect(zoomAt(close, 300, 1e-3, 5000)).toEqual(whole);
  expect(frameToX(panBy(close, -1e6, 5000), 0)).toBeCloseTo(12);
  expect(frameToX(panBy(close, 1e6, 5000), 5000)).toBeCloseTo(688);
});

it("turns the page when the playhead leaves it, and only then", () => {
  const close = zoomAt(whole, 0, 20, 5000);
  expect(turnTo(close, xToFrame(close, 100), 5000)).toBe(close);
  const turned = turnTo(close, 4000, 5000);
  expect(frameToX(turned, 4000)).toBeGreaterThan(0);
  expect(frameToX(turned, 4000)).toBeLessThan(700);
});

it("keeps showing everything when the window grows", () => {
  expect(resize(whole, 900, 5000)).toEqual(fitAll(5000, 900));
});

it("puts words where they do not run into each other", () => {
  for (const scale of [0.02, 0.2, 1, 5, 40]) {
    const view = { start: 0, scale, width: 700 };
    const large = ticksOf(view, 120, 40_000).filter((tick) => tick.frameText !== "");
    for (let i = 1; i < large.length; i++) expect((large[i].frame - large[i - 1].frame) * scale).toBeGreaterThan(70);
    expect(large.length).toBeGreaterThan(0);
  }
  expect(clock(67, 0)).toBe("1:07");
  expect(clock(4.2, 1)).toBe("4.2 s");
});

it("shows a range closely, with its surroundings, and stays inside the clip", () => {
  const middle = fitRange(240, 270, 540, 600);
  expect(frameToX(middle, 240)).toBeCloseTo(200);
  expect(frameToX(middle, 270)).toBeCloseTo(400);
  const first = fitRange(0, 30, 540, 600);
  expect(frameToX(first, 0)).toBeGreaterThanOrEqual(0);
  expect(first.scale).toBeCloseTo(middle.scale);
  expect(fitRange(0, 540, 540, 600)).toEqual(fitAll(540, 600));
});
