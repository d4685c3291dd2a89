import { describe, expect, it } from "vitest";

import type { ReviewItem, ReviewQuestion } from "../protocol/types";
import { countsOf, itemsOf, nextOf } from "./review";

const item = (key: string): ReviewItem => ({
  item: key,
  question: "keep",
  name: key,
  what: "Loop",
  state: "pending",
  score: null,
  confidence: null,
  reason: "",
  why: "",
  original: "",
  clip: "",
});
const question = (name: string, pending: number, accepted: number): ReviewQuestion => ({
  name,
  text: name,
  yes: "Yes",
  no: "No",
  pending,
  accepted,
  rejected: 0,
  learners: [],
});
const items = ["a", "b", "c"].map(item);
const NONE: ReadonlySet<string> = new Set();

describe("review queue", () => {
  it("goes on to the next, and round", () => {
    expect(nextOf(items, NONE, null)?.item).toBe("a");
    expect(nextOf(items, NONE, "a")?.item).toBe("b");
    expect(nextOf(items, NONE, "c")?.item).toBe("a");
    expect(nextOf([item("a")], NONE, "a")).toBeNull();
    expect(nextOf([], NONE, null)).toBeNull();
  });

  it("comes to what was put off when nothing else waits", () => {
    expect(nextOf(items, new Set(["b"]), "a")?.item).toBe("c");
    expect(nextOf(items, new Set(["b", "c"]), "a")?.item).toBe("b");
  });

  it("leaves out what was just answered, and counts it so", () => {
    const said = new Map([["b", "rejected" as const]]);
    expect(itemsOf({ items, said, state: "pending" }).map(({ item: key }) => key)).toEqual(["a", "c"]);
    const questions = [question("keep", 3, 2), question("natural", 4, 0)];
    expect(countsOf({ questions, question: "keep", said, items })).toEqual([2, 3]);
    expect(countsOf({ questions, question: null, said, items })).toEqual([6, 3]);
  });
});
