import { expect, it } from "vitest";

import { answering, chordOf, chordText, type KeyBinding } from "./keys";

const press = (key: string, modifiers: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {}): string =>
  chordOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers });

it("spells key presses one way", () => {
  expect(press(" ")).toBe("Space");
  expect(press("z", { ctrlKey: true })).toBe("Ctrl+Z");
  expect(press("Z", { metaKey: true, shiftKey: true })).toBe("Ctrl+Shift+Z");
  expect(press("?", { shiftKey: true })).toBe("?");
  expect(press("ArrowLeft", { altKey: true, shiftKey: true })).toBe("Alt+Shift+ArrowLeft");
  expect(chordText("Alt+Shift+ArrowLeft")).toBe("Alt Shift ←");
  expect(chordText("+")).toBe("+");
});

it("asks first whose time it is", () => {
  let open = false;
  const binding = (label: string, when?: () => boolean): KeyBinding => ({ keys: ["N"], label, group: "", run: () => {}, ...(when ? { when } : {}) });
  const bindings = [binding("always"), binding("also always"), binding("while open", () => open)];
  expect(answering(bindings, "N")?.label).toBe("always");
  open = true;
  expect(answering(bindings, "N")?.label).toBe("while open");
  expect(answering(bindings, "Y")).toBeUndefined();
});
