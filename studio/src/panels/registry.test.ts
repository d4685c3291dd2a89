import { expect, it } from "vitest";

import { belongs } from "../state/workspaces";
import { WORKSPACES } from "../workspaces/registry";
import { MOST_PANELS, type Dock } from "./panel";
import { PANELS } from "./registry";

const DOCKS: readonly Dock[] = ["left", "centre", "right", "bottom"];

it("holds at most three panels on a side of any workspace", () => {
  for (const { id } of WORKSPACES) {
    for (const dock of DOCKS) {
      const held = PANELS.filter((panel) => panel.dock === dock && belongs(panel, id)).map((panel) => panel.id);
      expect(held.length, `${id}, ${dock}: ${held.join(", ")}`).toBeLessThanOrEqual(MOST_PANELS);
    }
  }
});

it("names every panel and workspace once, and only panels that are there", () => {
  const panels = PANELS.map(({ id }) => id);
  expect(new Set(panels).size).toBe(panels.length);
  expect(new Set(WORKSPACES.map(({ id }) => id)).size).toBe(WORKSPACES.length);
  for (const { front, id } of WORKSPACES) for (const panel of front ?? []) expect(PANELS.some((other) => other.id === panel && belongs(other, id)), panel).toBe(true);
});
