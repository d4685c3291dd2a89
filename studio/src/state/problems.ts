/** What is wrong with clips' frames, as the list and the filter show it. Pure. */
import type { ClipRow } from "../protocol/types";

const WORDS: Readonly<Record<string, string>> = {
  rate: "wrong rate",
  freeze: "freezes",
  jump: "jumps",
  jitter: "trembles",
  pop: "pops",
  flip: "flips",
  floor: "through the floor",
};

/** The clips of which there is a mended one. */
export function mendedClips(rows: readonly ClipRow[]): ReadonlySet<string> {
  return new Set(rows.filter((row) => row.mends !== "").map((row) => row.mends));
}

/** The kinds of glitches that a clip still has: none where a mended one stands in for it. */
export function problemsOf(row: ClipRow, mended: ReadonlySet<string>): readonly string[] {
  return mended.has(row.id) ? [] : (row.problems ?? []);
}

/** "jumps, freezes": kinds of glitches for people. */
export function sayProblems(kinds: readonly string[]): string {
  return kinds.map((kind) => WORDS[kind] ?? kind).join(", ");
}
