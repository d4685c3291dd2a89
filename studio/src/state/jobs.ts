/** Jobs as this window knows them. Answers and the live socket's news may overtake each other; the newer state stays. Pure. */
import type { Job } from "../protocol/types";

/** The jobs with one of them in a new state, newest job first. */
export function mergeJob(jobs: readonly Job[], job: Job): readonly Job[] {
  const known = jobs.find((other) => other.id === job.id);
  if (known && known.changed > job.changed) return jobs;
  return sortJobs([job, ...jobs.filter((other) => other.id !== job.id)]);
}

/** Whether a job runs or is about to. */
export const isActive = (job: Job): boolean => job.state === "running" || job.state === "waiting";

export function sortJobs(jobs: readonly Job[]): readonly Job[] {
  return [...jobs].sort((a, b) => b.created - a.created);
}

/** What became of a job's items, in a word; by kind. */
const DONE: Readonly<Record<string, string>> = { import: "imported", export: "exported", reading: "read again" };

/** What to say about a job that was seen running and has ended; null where there is nothing to say. */
export function endingOf(before: Job | undefined, job: Job): { tone: "error" | "success"; text: string } | null {
  if (!before || !isActive(before) || before.state === job.state) return null;
  if (job.state === "failed") return { tone: "error", text: `${job.title}: ${job.error}` };
  if (job.state !== "done") return null;
  if (job.problems.length === 0) return { tone: "success", text: `${job.title}: ${job.message || "done"}.` };
  const one = job.problems.length === 1;
  return {
    tone: "error",
    text: one
      ? `${job.title}: ${job.problems[0].error}`
      : `${job.title}: ${job.problems.length} of ${job.total} could not be ${DONE[job.kind] ?? "done"}; the Jobs panel says why.`,
  };
}
