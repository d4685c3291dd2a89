/** Notes that are being written: kept in this window over a reload until they are sent, and never replaced by what another window writes. */
import { create } from "zustand";

/** What is typed, and the note that it was typed over. */
export interface Draft {
  readonly text: string;
  readonly base: string;
}

export type Drafts = Readonly<Record<string, Draft>>;

const KEY = "drafts";

/** What was stored, as far as it is drafts. Pure. */
export function readDrafts(stored: string | null): Drafts {
  try {
    const found: unknown = JSON.parse(stored ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(Object.entries(found as Record<string, unknown>).filter((entry): entry is [string, Draft] => isDraft(entry[1])));
  } catch {
    return {}; // not ours, or cut short
  }
}

function isDraft(value: unknown): value is Draft {
  const { text, base } = (value ?? {}) as Partial<Draft>;
  return typeof text === "string" && typeof base === "string";
}

/** The drafts after `text` was typed into the field of a clip whose note is `note`: the same as the note is no draft. Pure. */
export function typeInto(drafts: Drafts, clip: string, text: string, note: string): Drafts {
  const { [clip]: known, ...others } = drafts;
  return text === note ? others : { ...others, [clip]: { text, base: known?.base ?? note } };
}

const inBrowser = typeof window !== "undefined";
export const useDrafts = create<Drafts>(() => readDrafts(inBrowser ? sessionStorage.getItem(KEY) : null));
if (inBrowser) useDrafts.subscribe((drafts) => sessionStorage.setItem(KEY, JSON.stringify(drafts)));

export function keepDraft(clip: string, text: string, note: string): void {
  useDrafts.setState(typeInto(useDrafts.getState(), clip, text, note), true);
}

export function dropDraft(clip: string): void {
  keepDraft(clip, "", "");
}

/** How many notes are typed and not sent. */
export function useUnsentDrafts(): number {
  return useDrafts((drafts) => Object.keys(drafts).length);
}
