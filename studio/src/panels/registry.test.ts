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

it("names every panel and workspace once", () => {
  for (const ids of [PANELS.map(({ id }) => id), WORKSPACES.map(({ id }) => id)]) expect(new Set(ids).size).toBe(ids.length);
});
