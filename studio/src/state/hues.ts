/** Which hue the spans of a name have: names get theirs in the order in which the library came to use them, and keep it in this browser. */
import type { ClipRow } from "../protocol/types";
import { useSession } from "./session";

/** So many hues are told apart side by side; the next ones lie between them. */
const RING = 12;
const FIRST = 215;
/** Steps round the ring, each far from the one before: first the ring itself, then between. The first name (a stand, beside which most
 * others lie) keeps its neighbourhood to itself longest. */
const ORDERS = [
  { turned: 0, steps: [0, 5, 10, 3, 8, 1, 6, 11, 4, 9, 2, 7] },
  { turned: 15, steps: [2, 9, 4, 10, 6, 1, 7, 3, 8, 11, 5, 0] },
  { turned: 7.5, steps: [3, 8, 1, 6, 11, 4, 9, 2, 7, 0, 5, 10] },
] as const;
const MOST_KEPT = 500;

let library = "";
let places = new Map<string, number>();

/** Degrees, and 0 or 1: hues next to each other on the ring are also deep and pale in turn. */
export interface Shade {
  readonly hue: number;
  readonly pale: 0 | 1;
}

/** The shade in a place of the order. Pure. */
export function shadeAt(place: number): Shade {
  const { turned, steps } = ORDERS[Math.floor(place / RING) % ORDERS.length];
  const hue = (FIRST + turned + (steps[place % RING] * 360) / RING) % 360;
  return { hue, pale: place % 2 === 0 ? 0 : 1 };
}

/** The names of clips' annotations, those of the oldest clip first. Pure. */
export function namesInOrder(rows: readonly Pick<ClipRow, "id" | "added" | "annotations">[]): string[] {
  const sorted = [...rows].sort((a, b) => a.added - b.added || (a.id < b.id ? -1 : 1));
  return [...new Set(sorted.flatMap((row) => row.annotations))];
}

/** `known` places and, after them, those of names that have none. Pure. */
export function withNames(known: ReadonlyMap<string, number>, names: readonly string[]): Map<string, number> {
  const all = new Map(known);
  for (const name of names) if (!all.has(name)) all.set(name, all.size);
  return all;
}

/** The shade of an annotation's name. */
export function shadeOf(name: string): Shade {
  if (!places.has(name)) learn([name]);
  return shadeAt(places.get(name) ?? 0);
}

function learn(names: readonly string[]): void {
  places = withNames(places, names);
  if (library && typeof localStorage !== "undefined") localStorage.setItem(keyOf(library), JSON.stringify([...places.keys()].slice(0, MOST_KEPT)));
}

const keyOf = (id: string): string => `hues:${id}`;

function remember(id: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse((typeof localStorage === "undefined" ? null : localStorage.getItem(keyOf(id))) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return []; // not ours: the order begins anew
  }
}

useSession.subscribe(({ info, listed, documents }, before) => {
  if (!info || !listed || (documents.rows === before.documents.rows && info.library === library)) return;
  if (info.library !== library) {
    library = info.library;
    places = withNames(new Map(), remember(library));
  }
  const rows = [...documents.rows.values()].flatMap(({ row }) => row ?? []);
  if (rows.some((row) => row.annotations.some((name) => !places.has(name)))) learn(namesInOrder(rows));
});
