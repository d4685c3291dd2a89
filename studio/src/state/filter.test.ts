import { expect, it } from "vitest";

import { makeRow } from "../commands/testing";
import { countWords, filterRows, isFiltered, NO_FILTER, sortRows } from "./filter";

const rows = [
  makeRow({ id: "1", name: "16_10", labels: ["walk"], added: 3 }),
  makeRow({ id: "2", name: "16_2", labels: ["run", "walk"], annotations: ["turn"], frames: 900, added: 1 }),
  makeRow({ id: "3", name: "ada", source: "sample", made: true, added: 2 }),
];
const ids = (found: readonly { id: string }[]): string[] => found.map((row) => row.id);

it("sorts names as people count", () => {
  expect(ids(sortRows(rows, "name"))).toEqual(["2", "1", "3"]);
  expect(ids(sortRows(rows, "added"))).toEqual(["1", "3", "2"]);
  expect(ids(sortRows(rows, "length"))[0]).toBe("2");
});

it("finds clips by every word, wherever it stands", () => {
  expect(ids(filterRows(rows, { ...NO_FILTER, search: "RUN 16" }))).toEqual(["2"]);
  expect(ids(filterRows(rows, { ...NO_FILTER, search: "turn" }))).toEqual(["2"]);
  expect(filterRows(rows, { ...NO_FILTER, search: "run ada" })).toEqual([]);
});

it("finds what has no label, what is collected, and what was made from a clip by way of others", () => {
  const made = [...rows, makeRow({ id: "4", name: "mended", made_of: ["1"] }), makeRow({ id: "5", name: "mirrored", made_of: ["4"] })];
  expect(ids(filterRows(made, { ...NO_FILTER, unlabelled: true }))).toEqual(["3", "4", "5"]);
  expect(ids(filterRows(made, { ...NO_FILTER, made_of: "1" }))).toEqual(["4", "5"]);
  expect(ids(filterRows(made, { ...NO_FILTER, collection: "c" }, new Set(["2", "3"])))).toEqual(["2", "3"]);
});

it("puts the clips whose names have the words first", () => {
  const found = filterRows([makeRow({ id: "1", name: "stop", annotations: ["walk"] }), makeRow({ id: "2", name: "walk" })], {
    ...NO_FILTER,
    search: "walk",
  });
  expect(ids(found)).toEqual(["2", "1"]);
});

it("narrows by label, annotation, source and kind", () => {
  expect(ids(filterRows(rows, { ...NO_FILTER, label: "walk" }))).toEqual(["1", "2"]);
  expect(ids(filterRows(rows, { ...NO_FILTER, annotation: "turn" }))).toEqual(["2"]);
  expect(ids(filterRows(rows, { ...NO_FILTER, source: "sample" }))).toEqual(["3"]);
  expect(ids(filterRows(rows, { ...NO_FILTER, made: false }))).toEqual(["1", "2"]);
  expect(isFiltered({ ...NO_FILTER, made: false })).toBe(true);
  expect(isFiltered({ ...NO_FILTER, search: "  ", sort: "added" })).toBe(false);
});

it("counts words, most frequent first", () => {
  expect(countWords(rows, (row) => row.labels)).toEqual([
    { name: "walk", clips: 2 },
    { name: "run", clips: 1 },
  ]);
});

it("filters two thousand clips well within a displayed frame", () => {
  const many = Array.from({ length: 2000 }, (_, i) => makeRow({ id: String(i), name: `clip ${i}`, labels: [i % 2 ? "walk" : "run"] }));
  expect(filterRows(sortRows(many, "name"), { ...NO_FILTER, search: "clip walk" })).toHaveLength(1000);
});
