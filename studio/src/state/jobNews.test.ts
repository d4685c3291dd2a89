import { beforeEach, expect, it, vi } from "vitest";

import { makeJob } from "../commands/testing";
import type { Job } from "../protocol/types";
import { useToasts } from "./toasts";

const openClip = vi.fn(async () => undefined);
const active = { active: null as string | null };
vi.mock("./stage", () => ({ openClip, useStage: { getState: () => active } }));
const { receiveJob, useSession } = await import("./session");
await import("./jobNews");

const job = (changes: Partial<Job> = {}): Job => makeJob({ kind: "import", title: "Import walk.bvh", ...changes });
const ended = (changes: Partial<Job> = {}): Job => job({ state: "done", clips: ["new", "other"], changed: 2, ...changes });
const said = () => useToasts.getState().toasts;

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
  useSession.setState({ jobs: [] });
  active.active = "open";
});

it("offers to show the first clip that came in", () => {
  receiveJob(job());
  receiveJob(ended());
  receiveJob(ended());
  expect(said()).toHaveLength(1);
  expect(said()[0].action?.label).toBe("Show");
  said()[0].action?.run();
  expect(openClip).toHaveBeenCalledWith("new");
});

it("offers nothing where it is open already, or where nothing came in", () => {
  active.active = "other";
  for (const [before, after] of [
    [job(), ended()],
    [job({ id: "k" }), ended({ id: "k", clips: [] })],
    [job({ id: "l", kind: "export" }), ended({ id: "l", kind: "export" })],
  ]) {
    receiveJob(before);
    receiveJob(after);
    expect(said().at(-1)?.action).toBeUndefined();
  }
});
