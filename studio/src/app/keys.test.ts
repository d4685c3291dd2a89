import { expect, it } from "vitest";

import { answering, giveKey, ownedBy, ownedByAll, withKeys, type Action } from "./actions";
import { chordOf, chordText, keepsKey, type Focused } from "./keys";

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
  const pad = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, code: "Numpad1" };
  expect([chordOf({ ...pad, key: "1" }), chordOf({ ...pad, key: "End" }), chordOf({ ...pad, key: "1", ctrlKey: true })]).toEqual(["Num1", "Num1", "Ctrl+Num1"]);
  expect(chordText("Ctrl+Num1")).toBe("Ctrl Num 1");
});

const action = (label: string, when?: () => boolean): Action => ({ keys: ["N"], label, group: "", run: () => {}, ...(when ? { when } : {}) });

it("asks first whose time it is", () => {
  let open = false;
  const actions = ownedByAll([action("always"), action("also always"), action("while open", () => open)]);
  expect(answering(actions, "N", null)?.label).toBe("always");
  open = true;
  expect(answering(actions, "N", null)?.label).toBe("while open");
  expect(answering(actions, "Y", null)).toBeUndefined();
});

it("gives a key to what is seen, and of that to what has the focus", () => {
  let seen = false;
  const feet = ownedBy("feet", [action("feet", () => true)], () => seen);
  const timeline = ownedBy("timeline", [action("timeline")], () => true);
  expect(answering(feet, "N", "feet")).toBeUndefined();
  expect(answering([...feet, ...timeline], "N", "feet")?.label).toBe("timeline");
  seen = true;
  expect(answering([...timeline, ...feet], "N", null)?.label).toBe("feet");
  expect(answering([...feet, ...timeline], "N", "timeline")?.label).toBe("timeline");
});

const focused = (tag: string, type = ""): Focused => ({ tag, type, role: null, editable: false });

it("presses a button again only for those who came to it with Tab", () => {
  for (const thing of [focused("BUTTON"), focused("INPUT", "checkbox"), { ...focused("DIV"), role: "tab" }]) {
    for (const chord of ["Space", "Enter"]) {
      expect(keepsKey(thing, chord, "keys")).toBe(true);
      expect(keepsKey(thing, chord, "pointer")).toBe(false);
    }
    expect(keepsKey(thing, "J", "keys")).toBe(false);
  }
});

it("leaves fields their keys, and lists all but chords", () => {
  for (const hand of ["keys", "pointer"] as const) {
    for (const chord of ["Space", "J", "Ctrl+Z", "ArrowLeft"]) expect(keepsKey(focused("INPUT", "text"), chord, hand)).toBe(true);
    for (const chord of ["Space", "J", "ArrowDown"]) expect(keepsKey(focused("SELECT"), chord, hand)).toBe(true);
    expect(keepsKey(focused("SELECT"), "Ctrl+Z", hand)).toBe(false);
    expect(keepsKey(focused("INPUT", "range"), "ArrowLeft", hand)).toBe(true);
    expect(keepsKey(focused("INPUT", "range"), "Space", hand)).toBe(false);
  }
});

it("changes keys, and takes them from whoever would answer too", () => {
  const actions = [
    ...ownedBy("feet", [action("feet")], () => true),
    ...ownedByAll([{ ...action("all"), keys: ["M"] }]),
    ...ownedBy("clip", [action("clip")], () => true),
  ];
  const { chosen, lost } = giveKey(actions, {}, actions[1], "N");
  expect(lost).toEqual(["feet", "clip"]);
  expect(withKeys(actions, chosen).map(({ keys }) => keys)).toEqual([[], ["N"], []]);
  expect(giveKey(actions, {}, actions[2], "N").lost).toEqual([]); // two panels may each have it
  expect(withKeys(actions, { "studio: all": "N" as never })[1].keys).toEqual(["M"]); // what was stored is not keys
});
