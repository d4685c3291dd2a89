/** Keys: panels say which they answer to, one listener hears them. */

export interface KeyBinding {
  /** As `chordOf` spells it: "Space", "Ctrl+Z", "Shift+ArrowLeft", "?". Several do the same. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: string;
  readonly run: (chord: string) => void;
  /** Where it answers only at times: while it does, it comes before those that always do. */
  readonly when?: () => boolean;
}

/** The binding that answers to a chord now: one whose time it is, else the first that always answers. */
export function answering(bindings: readonly KeyBinding[], chord: string): KeyBinding | undefined {
  const found = bindings.filter((binding) => binding.keys.includes(chord));
  return found.find((binding) => binding.when?.()) ?? found.find((binding) => !binding.when);
}

/** How a key press is spelt: modifiers first; Shift only where it does not make another sign. Cmd counts as Ctrl. */
export function chordOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
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
    .map((part) => names[part] ?? part)
    .join(" ");
}

/** True where keys belong to the element itself: text fields always, buttons and lists for the keys that work them. */
export function keepsKey(target: EventTarget | null, chord: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === "TEXTAREA") return true;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "range", "button"].includes(target.type) || /Arrow|Space/.test(chord);
  if (target.tagName === "SELECT") return true;
  const working = target.tagName === "BUTTON" || target.getAttribute("role") === "tab";
  return working && (chord === "Space" || chord === "Enter") && target.matches(":focus-visible");
}

/** Listens for the bindings; call the answer to stop. */
export function listenForKeys(bindings: readonly KeyBinding[]): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const chord = chordOf(event);
    const binding = answering(bindings, chord);
    if (!binding || event.defaultPrevented || keepsKey(event.target, chord) || document.querySelector("[aria-modal=true]")) return;
    event.preventDefault();
    binding.run(chord);
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}
