/** Half-open spans of frames, kept sorted and apart. */
import type { Span } from "../protocol/types";

/** `spans` with [start, stop) set (true) or cleared (false). */
export function paintSpan(spans: readonly Span[], start: number, stop: number, set: boolean): Span[] {
  if (stop <= start) return [...spans];
  const kept: Span[] = [];
  let low = start;
  let high = stop;
  for (const [a, b] of spans) {
    const touches = set ? b >= start && a <= stop : b > start && a < stop;
    if (!touches) kept.push([a, b]);
    else if (set) {
      low = Math.min(low, a);
      high = Math.max(high, b);
    } else {
      if (a < start) kept.push([a, start]);
      if (b > stop) kept.push([stop, b]);
    }
  }
  if (set) kept.push([low, high]);
  return kept.sort((x, y) => x[0] - y[0]);
}

/** The span that holds `frame`, or null. */
export function spanAt(spans: readonly Span[], frame: number): Span | null {
  return spans.find(([start, stop]) => start <= frame && frame < stop) ?? null;
}
