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

/** The frames of `range` that turn over together at `frame`: on to the next border, or back to the one before; null outside of it. */
export function turnedSpan(spans: readonly Span[], frame: number, range: Span, onwards: boolean): Span | null {
  const [first, last] = range;
  if (frame < first || frame >= last) return null;
  const borders = [...spans.flat().filter((border) => border > first && border < last), first, last];
  if (onwards) return [frame, Math.min(...borders.filter((border) => border > frame))];
  return [Math.max(...borders.filter((border) => border <= frame)), frame + 1];
}
