/** What the palette finds for what is typed; pure functions on entries. */

/** Something that can be found by name, and what it does. */
export interface Entry {
  readonly key: string;
  readonly title: string;
  /** What kind of thing it is, beside its name. */
  readonly group: string;
  /** Words that find it though they are not in its name. */
  readonly words?: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** How well an entry fits: less is better, null where it does not fit at all. All words must be found; those that begin the name come first. */
export function rankOf({ title, group, words }: Pick<Entry, "title" | "group" | "words">, typed: readonly string[]): number | null {
  const name = title.toLowerCase();
  const rest = `${group} ${words ?? ""}`.toLowerCase();
  let rank = 0;
  for (const word of typed) {
    const at = name.indexOf(word);
    if (at === 0) rank += 0;
    else if (at > 0) rank += /[\s_:(-]/.test(name[at - 1] ?? "") ? 1 : 2;
    else if (rest.includes(word)) rank += 4;
    else return null;
  }
  return rank + name.length / 1000;
}

/** The best entries for a text, at most so many; of equals the first given stays first. */
export function find(entries: readonly Entry[], text: string, most: number): Entry[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (typed.length === 0) return entries.slice(0, most);
  const ranked: { entry: Entry; rank: number }[] = [];
  for (const entry of entries) {
    const rank = rankOf(entry, typed);
    if (rank !== null) ranked.push({ entry, rank });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ entry }) => entry);
}
