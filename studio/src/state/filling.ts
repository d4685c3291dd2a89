/** Which captures a gap can be filled from. */
import type { ClipRow } from "../protocol/types";

export interface Captures {
  readonly words: string;
  readonly clips: readonly string[];
}

/** The other clips that are selected, the performer's, all there are, and those of each label; only what has a clip. */
export function captureChoices(rows: readonly ClipRow[], clip: string, selected: ReadonlySet<string>): Captures[] {
  const captured = rows.filter((row) => !row.made);
  const subject = rows.find((row) => row.id === clip)?.subject ?? "";
  const ids = (some: readonly ClipRow[]): string[] => some.map((row) => row.id);
  const labels = [...new Set(captured.flatMap((row) => row.labels))].sort();
  const choices: Captures[] = [
    { words: "The other selected clips", clips: ids(rows.filter((row) => row.id !== clip && selected.has(row.id))) },
    { words: `Captures of ${subject}`, clips: subject === "" ? [] : ids(captured.filter((row) => row.subject === subject)) },
    { words: "All captures", clips: ids(captured) },
    ...labels.map((label) => ({ words: `Captures labelled ${label}`, clips: ids(captured.filter((row) => row.labels.includes(label))) })),
  ];
  return choices.filter(({ clips }) => clips.length > 0);
}
