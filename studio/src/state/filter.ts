/** Which clips the list shows, and in what order; pure functions on rows. */
import { create } from "zustand";

import type { ClipRow, SearchWords } from "../protocol/types";
import { mendedClips, problemsOf } from "./problems";

export interface Filter {
  readonly search: string;
  readonly label: string | null;
  readonly annotation: string | null;
  readonly source: string | null;
  readonly made: boolean | null;
  readonly problems: boolean;
  /** No label. */
  readonly unlabelled: boolean;
  /** Of this collection (its id). */
  readonly collection: string | null;
  /** Made from this clip, at once or by way of others. */
  readonly made_of: string | null;
  readonly sort: "name" | "added" | "length";
}

export const NO_FILTER: Filter = {
  search: "",
  label: null,
  annotation: null,
  source: null,
  made: null,
  problems: false,
  unlabelled: false,
  collection: null,
  made_of: null,
  sort: "name",
};

/** The filter of the library, which the palette sets too. */
export const useFilter = create<Filter>(() => NO_FILTER);

/** Shows only clips that fit, and all of those. */
export function showFilter(filter: Partial<Filter>): void {
  useFilter.setState({ ...NO_FILTER, sort: useFilter.getState().sort, ...filter });
}

const NONE: ReadonlySet<string> = new Set();
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const ORDERS: Readonly<Record<Filter["sort"], (a: ClipRow, b: ClipRow) => number>> = {
  name: (a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
  added: (a, b) => b.added - a.added || ORDERS.name(a, b),
  length: (a, b) => b.frames / b.fps - a.frames / a.fps || ORDERS.name(a, b),
};

export function sortRows(rows: readonly ClipRow[], sort: Filter["sort"]): ClipRow[] {
  return [...rows].sort(ORDERS[sort]);
}

/** The rows that match every chosen filter and every word of the search: first those whose names have the words, then
 * those that have them in source, subject, labels or annotations; otherwise in the order given. `gathered`: the clips of the collection. */
export function filterRows(rows: readonly ClipRow[], filter: Filter, gathered: ReadonlySet<string> = NONE): ClipRow[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const named: ClipRow[] = [];
  const others: ClipRow[] = [];
  const mended = filter.problems ? mendedClips(rows) : NONE;
  const made = filter.made_of === null ? NONE : madeFrom(rows, filter.made_of);
  for (const row of rows) {
    if (filter.collection !== null && !gathered.has(row.id)) continue;
    if (filter.made_of !== null && !made.has(row.id)) continue;
    if (!fits(row, filter) || (filter.problems && problemsOf(row, mended).length === 0)) continue;
    const name = row.name.toLowerCase();
    if (words.every((word) => name.includes(word))) {
      named.push(row);
      continue;
    }
    const text = [name, row.source, row.subject, row.description, ...row.labels, ...row.annotations].join(" ").toLowerCase();
    if (words.every((word) => text.includes(word))) others.push(row);
  }
  return [...named, ...others];
}

/** The clips that were made from a clip, those made from them, and so on. */
export function madeFrom(rows: readonly ClipRow[], clip: string): ReadonlySet<string> {
  const found = new Set<string>();
  let sources: ReadonlySet<string> = new Set([clip]);
  while (sources.size > 0) {
    const next = rows.filter((row) => !found.has(row.id) && row.made_of.some((source) => sources.has(source))).map((row) => row.id);
    next.forEach((id) => found.add(id));
    sources = new Set(next);
  }
  return found;
}

function fits(row: ClipRow, filter: Filter): boolean {
  if (filter.unlabelled && row.labels.length > 0) return false;
  if (filter.label !== null && !row.labels.includes(filter.label)) return false;
  if (filter.annotation !== null && !row.annotations.includes(filter.annotation)) return false;
  if (filter.source !== null && row.source !== filter.source) return false;
  return filter.made === null || row.made === filter.made;
}

/** True where anything narrows the list. */
export function isFiltered(filter: Filter): boolean {
  const { label, annotation, source, made, collection, made_of } = filter;
  const chosen = [label, annotation, source, made, collection, made_of].some((value) => value !== null);
  return filter.search.trim() !== "" || filter.problems || filter.unlabelled || chosen;
}

/** What narrows the list, without its order: as it is kept. */
export function wordsOf({ sort: _, ...words }: Filter): SearchWords {
  return words;
}

/** How often each word occurs, most frequent first: the choices a filter offers. */
export function countWords(rows: readonly ClipRow[], wordsOf: (row: ClipRow) => readonly string[]): { name: string; clips: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const word of wordsOf(row)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([name, clips]) => ({ name, clips })).sort((a, b) => b.clips - a.clips || collator.compare(a.name, b.name));
}
