import { expect, it } from "vitest";

import { find, rankOf, type Entry } from "./finding";

const entry = (title: string, group = "Clip", words = ""): Entry => ({ key: title, title, group, words, run: () => {} });
const ALL = [entry("Undo", "Edit"), entry("walk_02"), entry("sidewalk"), entry("slow walk"), entry("jump", "Clip", "walk")];

it("finds all words, the beginning of the name first, then a word of it, then the rest", () => {
  expect(find(ALL, "walk", 9).map(({ title }) => title)).toEqual(["walk_02", "slow walk", "sidewalk", "jump"]);
  expect(find(ALL, "WALK clip slow", 9).map(({ title }) => title)).toEqual(["slow walk"]);
  expect(find(ALL, "nothing like it", 9)).toEqual([]);
});

it("shows what comes first while nothing is typed, and no more than fit", () => {
  expect(find(ALL, "  ", 2)).toEqual(ALL.slice(0, 2));
  expect(find(ALL, "w", 1)).toHaveLength(1);
  expect(rankOf(ALL[0], ["x"])).toBeNull();
});
