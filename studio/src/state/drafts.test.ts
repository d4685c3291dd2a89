import { expect, it } from "vitest";

import { readDrafts, typeInto } from "./drafts";

it("keeps what is typed and what it was typed over, whatever others write meanwhile", () => {
  const first = typeInto({}, "a", "look", "");
  expect(first).toEqual({ a: { text: "look", base: "" } });
  expect(typeInto(first, "a", "look at", "another window's")).toEqual({ a: { text: "look at", base: "" } });
  expect(typeInto(first, "a", "same", "same")).toEqual({});
});

it("reads its own drafts and nothing else", () => {
  expect(readDrafts(JSON.stringify({ a: { text: "x", base: "" }, b: 3, c: null, d: { text: 1 } }))).toEqual({ a: { text: "x", base: "" } });
  for (const strange of [null, "", "[", "7", "null"]) expect(readDrafts(strange)).toEqual({});
});
