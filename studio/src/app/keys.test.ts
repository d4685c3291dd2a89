import { expect, it } from "vitest";

import { chordOf, chordText } from "./keys";

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
