import { expect, it } from "vitest";

import { makeJob } from "../commands/testing";
import { endingOf, mergeJob } from "./jobs";

it("keeps the newer state when an answer comes after the news that overtook it", () => {
  const done = makeJob({ state: "done", changed: 2 });
  expect(mergeJob([done], makeJob({ state: "waiting", changed: 1 }))).toEqual([done]);
  expect(mergeJob([makeJob({})], done)).toEqual([done]);
  expect(mergeJob([makeJob({ id: "old", created: 0 })], makeJob({})).map(({ id }) => id)).toEqual(["j", "old"]);
});

it("says how a job ended, once, and only where it was seen running", () => {
  const failed = makeJob({ state: "failed", error: "no room" });
  expect(endingOf(makeJob({}), failed)).toEqual({ tone: "error", text: "Export: no room" });
  expect(endingOf(failed, failed)).toBeNull();
  expect(endingOf(undefined, failed)).toBeNull();
  expect(endingOf(makeJob({}), makeJob({ state: "done" }))).toEqual({ tone: "success", text: "Export: done." });
  expect(endingOf(makeJob({}), makeJob({ state: "done", problems: [{ name: "a", error: "bad" }] }))).toEqual({
    tone: "error",
    text: "Export: bad",
  });
  expect(endingOf(makeJob({}), makeJob({ state: "cancelled" }))).toBeNull();
  const problems = ["a", "b", "c", "d"].map((name) => ({ name, error: "bad" }));
  const part = makeJob({ kind: "import", title: "Import 5 files", state: "done", done: 5, total: 5, problems });
  expect(endingOf(makeJob({}), part)?.text).toBe("Import 5 files: 4 of 5 could not be imported; the Jobs panel says why.");
  expect(endingOf(makeJob({}), makeJob({ state: "done", message: "3 imported" }))?.text).toBe("Export: 3 imported.");
});
