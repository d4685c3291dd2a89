/** A question about clips that is open over everything: a new name, a label. */
import { create } from "zustand";

export interface Asking {
  readonly what: "rename" | "label" | null;
  readonly clips: readonly string[];
}

export const useAsking = create<Asking>(() => ({ what: null, clips: [] }));

export function askAbout(what: "rename" | "label", clips: readonly string[]): void {
  if (clips.length > 0) useAsking.setState({ what, clips });
}

export function stopAsking(): void {
  useAsking.setState({ what: null, clips: [] });
}
