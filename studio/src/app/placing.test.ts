import { expect, it } from "vitest";

import { placeBeside } from "./placing";

const ROOM = { width: 1000, height: 700 };
const SHEET = { width: 240, height: 100 };
const buttonAt = (left: number, top: number) => ({ left, top, width: 28, height: 28 });

it("puts a sheet on the side that is asked for", () => {
  expect(placeBeside(buttonAt(400, 300), SHEET, ROOM, "left", false)).toEqual({ left: 400, top: 334 });
  expect(placeBeside(buttonAt(400, 300), SHEET, ROOM, "right", true)).toEqual({ left: 188, top: 194 });
});

it("keeps it whole in the window, wherever the button is", () => {
  for (const left of [0, 20, 150, 500, 980])
    for (const top of [0, 60, 350, 660, 690])
      for (const align of ["left", "right"] as const)
        for (const upwards of [true, false]) {
          const placed = placeBeside(buttonAt(left, top), SHEET, ROOM, align, upwards);
          expect(placed.left).toBeGreaterThanOrEqual(8);
          expect(placed.top).toBeGreaterThanOrEqual(8);
          expect(placed.left + SHEET.width).toBeLessThanOrEqual(ROOM.width - 8);
          expect(placed.top + SHEET.height).toBeLessThanOrEqual(ROOM.height - 8);
        }
});
