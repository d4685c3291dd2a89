import { expect, it } from "vitest";

import type { Span } from "../protocol/types";
import { paintSpan, spanAt, turnedSpan } from "./spans";

const bits = (spans: readonly Span[]): boolean[] => Array.from({ length: 40 }, (_, frame) => spanAt(spans, frame) !== null);

it("paints and clears like bits do, and stays sorted and apart", () => {
  let spans: Span[] = [];
  const truth = new Array<boolean>(40).fill(false);
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
  for (let i = 0; i < 500; i++) {
    const start = random(40);
    const stop = start + random(41 - start);
    const set = random(2) === 0;
    spans = paintSpan(spans, start, stop, set);
    truth.fill(set, start, stop);
    expect(bits(spans)).toEqual(truth);
    for (let k = 1; k < spans.length; k++) expect(spans[k][0]).toBeGreaterThan(spans[k - 1][1]);
  }
});

it("turns over up to the next border, or back to the one before", () => {
  const spans: Span[] = [
    [5, 10],
    [20, 30],
  ];
  expect(turnedSpan(spans, 7, [0, 40], true)).toEqual([7, 10]);
  expect(turnedSpan(spans, 7, [0, 40], false)).toEqual([5, 8]);
  expect(turnedSpan(spans, 12, [0, 40], true)).toEqual([12, 20]);
  expect(turnedSpan(spans, 35, [0, 40], true)).toEqual([35, 40]);
  expect(turnedSpan(spans, 2, [0, 40], false)).toEqual([0, 3]);
});

it("never turns over what lies outside of its range", () => {
  const spans: Span[] = [[1900, 2086]];
  const sequence: Span = [1950, 1980];
  expect(turnedSpan(spans, 1974, sequence, true)).toEqual([1974, 1980]);
  expect(turnedSpan(spans, 1974, sequence, false)).toEqual([1950, 1975]);
  expect(turnedSpan([], 1974, sequence, true)).toEqual([1974, 1980]);
  expect(turnedSpan(spans, 1980, sequence, true)).toBeNull();
  expect(turnedSpan(spans, 1949, sequence, false)).toBeNull();
});
