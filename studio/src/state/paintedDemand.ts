/** A demand as it is painted: plain data, as docs/demands.md says, and the strokes that change it. Pure. */

/** word, from second, to second, whether it must hold or must not. */
export type PaintedSpan = readonly [string, number, number, boolean];
/** x, z metres, and the heading in radians; null for any way. */
export type PaintedPlace = readonly [number, number, number | null];

export interface PaintedDemand {
  readonly seconds: number;
  readonly spans: readonly PaintedSpan[];
  readonly start?: PaintedPlace;
  readonly end?: PaintedPlace;
  readonly path?: readonly (readonly [number, number])[];
}

export type Brush = "must" | "not" | "erase";

export const EMPTY_DEMAND: PaintedDemand = { seconds: 6, spans: [], start: [0, 0, 0] };
const GRAIN = 0.1;

const tidy = (second: number): number => Math.round(second / GRAIN) / (1 / GRAIN);

/** The demand after a stroke over a word's track from one second to another. */
export function paint(demand: PaintedDemand, word: string, from: number, to: number, brush: Brush): PaintedDemand {
  const start = Math.max(0, tidy(Math.min(from, to)));
  const stop = Math.min(demand.seconds, Math.max(tidy(Math.max(from, to)), start + GRAIN));
  if (stop - start < GRAIN / 2) return demand;
  const others = demand.spans.filter(([name]) => name !== word);
  const kept = demand.spans
    .filter(([name]) => name === word)
    .flatMap(([, a, b, must]): PaintedSpan[] => {
      const parts: PaintedSpan[] = [];
      if (a < start) parts.push([word, a, Math.min(b, start), must]);
      if (b > stop) parts.push([word, Math.max(a, stop), b, must]);
      return parts.filter(([, c, d]) => d - c > GRAIN / 2);
    });
  const mine: PaintedSpan[] = brush === "erase" ? kept : [...kept, [word, start, stop, brush === "must"]];
  return { ...demand, spans: [...others, ...merge(mine)] };
}

function merge(spans: readonly PaintedSpan[]): PaintedSpan[] {
  const out: PaintedSpan[] = [];
  for (const span of [...spans].sort((a, b) => a[1] - b[1])) {
    const last = out[out.length - 1];
    if (last && last[3] === span[3] && span[1] - last[2] < GRAIN / 2) out[out.length - 1] = [last[0], last[1], Math.max(last[2], span[2]), last[3]];
    else out.push(span);
  }
  return out;
}

/** The demand in another length: what lies beyond is left out. */
export function lengthen(demand: PaintedDemand, seconds: number): PaintedDemand {
  const length = Math.min(120, Math.max(1, tidy(seconds)));
  const spans = demand.spans.filter(([, a]) => a < length - GRAIN / 2).map(([word, a, b, must]): PaintedSpan => [word, a, Math.min(b, length), must]);
  return { ...demand, seconds: length, spans };
}

/** The way to face from one place to another; null where they are too near to tell. */
export function facing(from: readonly [number, number], to: readonly [number, number]): number | null {
  const [x, z] = [to[0] - from[0], to[1] - from[1]];
  return Math.hypot(x, z) < 0.3 ? null : Math.atan2(x, z);
}
