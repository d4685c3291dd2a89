import { expect, it } from "vitest";

import type { Job } from "../protocol/types";
import { endingOf, mergeJob } from "./jobs";

const job = (changes: Partial<Job>): Job => ({
  id: "j",
  kind: "export",
  title: "Export",
  state: "running",
  done: 0,
  total: 1,
  message: "",
  seconds_left: null,
  problems: [],
  error: "",
  clips: [],
  download: null,
  created: 1,
  changed: 1,
  ...changes,
});

it("keeps the newer state when an answer comes after the news that overtook it", () => {
  const done = job({ state: "done", changed: 2 });
  expect(mergeJob([done], job({ state: "waiting", changed: 1 }))).toEqual([done]);
  expect(mergeJob([job({})], done)).toEqual([done]);
  expect(mergeJob([job({ id: "old", created: 0 })], job({})).map(({ id }) => id)).toEqual(["j", "old"]);
});

it("says how a job ended, once, and only where it was seen running", () => {
  const failed = job({ state: "failed", error: "no room" });
  expect(endingOf(job({}), failed)).toEqual({ tone: "error", text: "Export: no room" });
  expect(endingOf(failed, failed)).toBeNull();
  expect(endingOf(undefined, failed)).toBeNull();
  expect(endingOf(job({}), job({ state: "done" }))).toEqual({ tone: "success", text: "Export: done." });
  expect(endingOf(job({}), job({ state: "done", problems: [{ name: "a", error: "bad" }] }))).toEqual({
    tone: "error",
    text: "Export: bad",
  });
  expect(endingOf(job({}), job({ state: "cancelled" }))).toBeNull();
  const problems = ["a", "b", "c", "d"].map((name) => ({ name, error: "bad" }));
  const part = job({ kind: "import", title: "Import 5 files", state: "done", done: 5, total: 5, problems });
  expect(endingOf(job({}), part)?.text).toBe("Import 5 files: 4 of 5 could not be imported; the Jobs panel says why.");
  expect(endingOf(job({}), job({ state: "done", message: "3 imported" }))?.text).toBe("Export: 3 imported.");
});
