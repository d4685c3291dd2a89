import { expect, it } from "vitest";

import { readSettings } from "./settings";

it("takes what it knows and defaults the rest, whatever was stored", () => {
  const defaults = readSettings(null);
  expect(readSettings("not json")).toEqual(defaults);
  expect(readSettings("null")).toEqual(defaults);
  expect(readSettings(JSON.stringify({ theme: "light", follow: "yes", brushes: {}, strange: 1 }))).toEqual({ ...defaults, theme: "light" });
});
