/** Keys: how they are spelt, and the one listener that hears them. A key belongs to what is seen and has the focus. */
import { focusedPanel, followFocus } from "../state/focus";
import { answering, type OwnedAction } from "./actions";

/** How a key press is spelt: modifiers first; Shift only where it does not make another sign. Cmd counts as Ctrl. */
export function chordOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"> & { readonly code?: string }): string {
  // The digits of the numeric keypad are keys of their own, whether NumLock makes arrows of them or not.
  const pad = /^Numpad(\d)$/.exec(event.code ?? "")?.[1];
  if (pad !== undefined) return [...(event.ctrlKey || event.metaKey ? ["Ctrl"] : []), ...(event.altKey ? ["Alt"] : []), `Num${pad}`].join("+");
  const named = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const letter = event.key.length > 1 || event.key === " " || /[a-z]/i.test(event.key);
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey && letter) parts.push("Shift");
  return [...parts, named].join("+");
}

/** How a chord is shown to people. */
export function chordText(chord: string): string {
  const names: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Delete: "Del", Escape: "Esc" };
  return chord
    .split(/\+(?=.)/)
    .map((part) => names[part] ?? part.replace(/^Num(\d)$/, "Num $1"))
    .join(" ");
}

/** What has the focus, as far as keys care. */
export interface Focused {
  readonly tag: string;
  readonly type: string;
  readonly role: string | null;
  readonly editable: boolean;
}

/** Which hand came last: a button reached with Tab is pressed with Space and Enter; one that was clicked has been pressed already. */
export type Hand = "keys" | "pointer";

/** True where a key belongs to what has the focus: text fields keep all, lists and buttons those that work them. Pure. */
export function keepsKey({ tag, type, role, editable }: Focused, chord: string, hand: Hand): boolean {
  if (editable || tag === "TEXTAREA") return true;
  if (tag === "SELECT") return !chord.startsWith("Ctrl+");
  if (tag === "INPUT" && type === "range") return chord.includes("Arrow");
  const switches = tag === "INPUT" && ["checkbox", "radio", "button"].includes(type);
  if (tag === "INPUT" && !switches) return true;
  if (type === "radio" && chord.includes("Arrow")) return true;
  const working = switches || tag === "BUTTON" || tag === "A" || role === "tab";
  return working && hand === "keys" && (chord === "Space" || chord === "Enter");
}

function focusedOf(target: EventTarget | null): Focused | null {
  if (!(target instanceof HTMLElement)) return null;
  const type = target instanceof HTMLInputElement ? target.type : "";
  return { tag: target.tagName, type, role: target.getAttribute("role"), editable: target.isContentEditable };
}

/** Listens for the actions' keys in a window; call the answer to stop. */
export function listenForKeys(actions: readonly OwnedAction[], window: Window = globalThis.window): () => void {
  let hand: Hand = "keys";
  let taken = "";
  const onPointer = (): void => {
    hand = "pointer";
  };
  const onTab = (event: KeyboardEvent): void => {
    if (event.key === "Tab") hand = "keys";
  };
  const onKey = (event: KeyboardEvent): void => {
    taken = "";
    const chord = chordOf(event);
    const action = answering(actions, chord, focusedPanel());
    const focused = focusedOf(event.target);
    if (!action || event.defaultPrevented || document.querySelector("[aria-modal=true]")) return;
    if (focused && !action.everywhere && keepsKey(focused, chord, hand)) return;
    event.preventDefault();
    taken = event.key;
    action.run(chord);
  };
  // Some browsers press a button when Space is let go.
  const onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === taken) event.preventDefault();
  };
  // A value chosen with the mouse is chosen; the next key is for the studio.
  const onChange = (event: Event): void => {
    if (hand === "pointer" && event.target instanceof HTMLSelectElement) event.target.blur();
  };
  const stopFollowing = followFocus();
  window.addEventListener("pointerdown", onPointer, true);
  window.addEventListener("keydown", onTab, true);
  window.addEventListener("keydown", onKey);
  window.addEventListener("keyup", onKeyUp);
  window.addEventListener("change", onChange);
  return () => {
    stopFollowing();
    window.removeEventListener("pointerdown", onPointer, true);
    window.removeEventListener("keydown", onTab, true);
    window.removeEventListener("keydown", onKey);
    window.removeEventListener("keyup", onKeyUp);
    window.removeEventListener("change", onChange);
  };
}
