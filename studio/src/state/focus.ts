/** Which panel has the keys: the one with the focus, else the one that was clicked last. */

/** Marks a panel, and whatever stands for it such as its tab, in the page. */
const MARK = "data-panel";

let current: string | null = null;

/** The panel that has the keys; null before anything was clicked or focused. */
export function focusedPanel(): string | null {
  return current;
}

/** Whether one of these panels has the keys. */
export function hasFocus(...panels: readonly string[]): boolean {
  return current !== null && panels.includes(current);
}

/** Says which panel has the keys; null: none. */
export function focusPanel(panel: string | null): void {
  current = panel;
}

function follow(event: Event): void {
  // What lies over the panels (a dialog, a message) leaves the keys where they were.
  const marked = event.target instanceof Element ? event.target.closest(`[${MARK}]`) : null;
  if (marked) current = marked.getAttribute(MARK);
}

/** Follows clicks and the focus; call the answer to stop. */
export function followFocus(): () => void {
  window.addEventListener("pointerdown", follow, true);
  window.addEventListener("focusin", follow, true);
  return () => {
    window.removeEventListener("pointerdown", follow, true);
    window.removeEventListener("focusin", follow, true);
  };
}
