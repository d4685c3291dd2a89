import { expect, it } from "vitest";

import type { Span } from "../protocol/types";
import { paintSpan, spanAt } from "./spans";

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
