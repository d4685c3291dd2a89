/** Clips and jobs for the tests of this folder and of state. */
import type { Annotation, ClipRow, ClipState, Job } from "../protocol/types";

export function makeRow(changes: Partial<ClipRow> = {}): ClipRow {
  const row = {
    id: "a",
    name: "walk_01",
    content: "c0",
    frames: 200,
    fps: 60,
    joints: 31,
    made: false,
    source: "CMU",
    subject: "16",
    description: "",
    height: 1.7,
  };
  return { ...row, labels: [], annotations: [], planted: false, problems: [], mends: "", made_of: [], thumbnail: false, added: 0, ...changes };
}

export function makeState(changes: Partial<ClipState> = {}): ClipState {
  const plants = { known: false, spans: [[], [], [], []], by: "machine" as const, person: [[], [], [], []] };
  return { id: "a", seq: 1, row: makeRow(), annotations: [], plants, note: "", natural: null, ...changes };
}

export function makeAnnotation(changes: Partial<Annotation> = {}): Annotation {
  return { id: "x", track: "annotations", name: "walk", start: 10, stop: 50, by: "person", confidence: null, ...changes };
}

export function makeJob(changes: Partial<Job> = {}): Job {
  const job = { id: "j", kind: "export", title: "Export", state: "running" as const, done: 0, total: 1, message: "" };
  return { ...job, seconds_left: null, problems: [], error: "", clips: [], entries: [], download: null, created: 1, changed: 1, ...changes };
}
