import { expect, it } from "vitest";

import { ownedBy } from "./actions";
import { act } from "./paletteEntries";

it("does what is in sight at once: the next key must not come before it", () => {
  const done: string[] = [];
  const [action] = ownedBy("library", [{ keys: [], label: "To the list", group: "Clips", run: () => done.push("there") }], () => true);
  if (action) act(action, "");
  expect(done).toEqual(["there"]);
});

it("does nothing of which it is not the time", () => {
  const done: string[] = [];
  const [action] = ownedBy("library", [{ keys: [], label: "Mend", group: "Clips", run: () => done.push("mended"), when: () => false }], () => true);
  if (action) act(action, "");
  expect(done).toEqual([]);
});
