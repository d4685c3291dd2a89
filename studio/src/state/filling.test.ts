import { expect, it } from "vitest";

import { makeRow } from "../commands/testing";
import { captureChoices } from "./filling";

const rows = [
  makeRow({ id: "1", subject: "16", labels: ["walk"] }),
  makeRow({ id: "2", subject: "16", labels: ["run"] }),
  makeRow({ id: "3", subject: "35", labels: ["walk"] }),
  makeRow({ id: "4", subject: "16", made: true }),
];

it("offers the performer's captures first, then all, then labels", () => {
  const found = captureChoices(rows, "4", new Set(["4"]));
  expect(found.map(({ words, clips }) => [words, clips])).toEqual([
    ["Captures of 16", ["1", "2"]],
    ["All captures", ["1", "2", "3"]],
    ["Captures labelled run", ["2"]],
    ["Captures labelled walk", ["1", "3"]],
  ]);
});

it("offers what else is selected before all others, whatever it is", () => {
  expect(captureChoices(rows, "1", new Set(["1", "3", "4"]))[0]).toEqual({ words: "The other selected clips", clips: ["3", "4"] });
});
