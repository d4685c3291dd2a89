/** Short messages that come and go: what went wrong, what was done and can be undone. */
import { create } from "zustand";

export interface Toast {
  readonly id: number;
  readonly tone: "info" | "error" | "success";
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const STAY_MS = 5000;
/** Long enough to read what went wrong, or to decide about an offer. */
const STAY_LONG_MS = 12_000;
const MOST = 4;

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let next = 1;

export function toast(tone: Toast["tone"], text: string, action?: Toast["action"]): void {
  const id = next++;
  const entry: Toast = action ? { id, tone, text, action } : { id, tone, text };
  // The same words twice say nothing new.
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.filter((other) => other.text !== text), entry].slice(-MOST) }));
  setTimeout(() => dismissToast(id), tone === "error" || action ? STAY_LONG_MS : STAY_MS);
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((entry) => entry.id !== id) }));
}

/** Shows what went wrong, in the words of whoever threw it. */
export function toastError(error: unknown): void {
  toast("error", error instanceof Error ? error.message : String(error));
}
