import { expect, it } from "vitest";

import { windowOf } from "./useWindow";

it("shows what is in sight and little more, however long the list", () => {
  for (const scrollTop of [0, 777, 64 * 1990, 1e9]) {
    const view = windowOf(2000, 64, 1, scrollTop, 640);
    expect(view.last - view.first).toBeLessThan(24);
    expect(view.height).toBe(2000 * 64);
    const firstSeen = Math.min(1999, Math.floor(scrollTop / 64));
    if (scrollTop < view.height) expect(view.first <= firstSeen && firstSeen < view.last).toBe(true);
  }
});

it("fills rows of cards", () => {
  const view = windowOf(10, 136, 3, 0, 300);
  expect(view).toEqual({ columns: 3, first: 0, last: 10, height: 4 * 136 });
});
