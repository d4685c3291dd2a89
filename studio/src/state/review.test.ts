import { describe, expect, it } from "vitest";

import type { ReviewItem } from "../protocol/types";
import { countWaiting, itemsOf, nextWaiting } from "./review";

const item = (clip: string, natural: boolean | null): ReviewItem => ({ clip, name: clip, made_by: "test", natural });
const items = [item("a", null), item("b", true), item("c", null), item("d", false)];

describe("review queue", () => {
  it("goes on to the next that waits, and round", () => {
    expect(nextWaiting(items, null)).toBe("a");
    expect(nextWaiting(items, "a")).toBe("c");
    expect(nextWaiting(items, "d")).toBe("a");
    expect(nextWaiting([item("a", null)], "a")).toBeNull();
    expect(nextWaiting([item("a", true)], null)).toBeNull();
  });

  it("shows what was just said, and what was taken back", () => {
    const shown = itemsOf({ items, fresh: new Map([["a", false], ["b", null]]) });
    expect(shown.map(({ natural }) => natural)).toEqual([false, null, null, false]);
    expect(countWaiting(shown)).toBe(2);
    expect(itemsOf({ items: null, fresh: new Map() })).toEqual([]);
  });
});
