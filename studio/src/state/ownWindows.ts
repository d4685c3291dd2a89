/** Panels that are in a window of their own: the same page shows them there, so selection, time and undo are one. */
import { create } from "zustand";

import { toast } from "./toasts";

export const useOwnWindows = create<{ readonly windows: ReadonlyMap<string, Window> }>(() => ({ windows: new Map() }));

const WIDE = "width=460,height=760";

/** Gives a panel a window; one that has it is brought forward. */
export function detach(panel: string, title: string): void {
  const known = useOwnWindows.getState().windows.get(panel);
  if (known) return known.focus();
  const opened = window.open("", `motionloom-${panel}`, WIDE);
  if (!opened) return toast("error", `The browser did not let ${title} open in a window of its own; allow pop-ups for this page.`);
  dress(opened, title);
  opened.addEventListener("pagehide", () => attach(panel));
  useOwnWindows.setState(({ windows }) => ({ windows: new Map([...windows, [panel, opened]]) }));
}

/** Brings a panel back to its dock. */
export function attach(panel: string): void {
  const { windows } = useOwnWindows.getState();
  windows.get(panel)?.close();
  useOwnWindows.setState({ windows: new Map([...windows].filter(([id]) => id !== panel)) });
}

/** The same styles and theme as the page. */
function dress({ document: page }: Window, title: string): void {
  page.title = `${title} – Motionloom`;
  page.head.replaceChildren(...[...document.querySelectorAll("link[rel=stylesheet], style")].map((sheet) => page.importNode(sheet, true)));
  for (const link of page.querySelectorAll("link")) link.href = new URL(link.getAttribute("href") ?? "", document.baseURI).href;
  page.documentElement.dataset["theme"] = document.documentElement.dataset["theme"] ?? "dark";
  page.body.replaceChildren();
}

// A page that goes takes its windows along.
if (typeof window !== "undefined") window.addEventListener("pagehide", () => useOwnWindows.getState().windows.forEach((own) => own.close()));
