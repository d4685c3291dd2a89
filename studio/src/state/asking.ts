/** A question about clips that is open over everything: a new name, a label, how far to move them. */
import { create } from "zustand";

/** What clips are asked about; a search is about none, a note about the moment shown. */
export type Question = "rename" | "label" | "collect" | "search" | "note" | "move" | "rate" | "fill" | "export" | "film";

export interface Asking {
  readonly what: Question | null;
  readonly clips: readonly string[];
}

export const useAsking = create<Asking>(() => ({ what: null, clips: [] }));

export function askAbout(what: Question, clips: readonly string[]): void {
  if (clips.length > 0 || what === "search") useAsking.setState({ what, clips });
}

export function stopAsking(): void {
  useAsking.setState({ what: null, clips: [] });
}
