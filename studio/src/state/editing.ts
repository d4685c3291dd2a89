/** Edits that make new clips: of the open clip or of a selection, one step of undo each. What was made is shown with its original as a ghost. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import type { EditClips, EditedClip, EditLeft, EditReport, GuessPlants, Job, SketchBetween } from "../protocol/types";
import { busily } from "./busily";
import { windowId } from "./identity";
import { isActive } from "./jobs";
import { examineAll } from "./mending";
import { selectClips } from "./selection";
import { receiveJob, undo, useSession } from "./session";
import { compareWith, openClip, useStage } from "./stage";
import { toast, toastError } from "./toasts";

export type Edit = EditClips["edit"];

/** Where a clip is to be put, while a person decides: shown before it is made. */
export interface Moved {
  readonly clip: string;
  readonly x: number;
  readonly z: number;
  readonly up: number;
  readonly turnDegrees: number;
}

export const useEditing = create<{ readonly busy: boolean; readonly preview: Moved | null }>(() => ({ busy: false, preview: null }));

/** What a clip that was made here was made of: undone, that one is shown again. */
const sources = new Map<string, string>();

export function sourceOf(clip: string): string | null {
  return sources.get(clip) ?? null;
}

export function previewMove(preview: Moved | null): void {
  useEditing.setState({ preview });
}

/** Makes the edit of these clips, in their order, and shows what came of it. */
export async function editClips(clips: readonly string[], edit: Edit): Promise<void> {
  if (clips.length === 0) return;
  await busily(useEditing, async () => {
    const request: EditClips = { window: windowId(), clips: [...clips], edit };
    const report = await panelApi.post<EditReport>("editing", "make", request);
    if (report.job) await showMade(report.job);
    else await showEdited(report, edit.kind === "move");
  });
}

/** Fills what lies between two moments of a clip, seconds, from captures, and shows what came of it. */
export async function fillGap(clip: string, start: number, end: number, captures: readonly string[]): Promise<void> {
  await busily(useEditing, async () => {
    const request: SketchBetween = { window: windowId(), clip, start, end, captures: [...captures] };
    const report = await panelApi.post<EditReport>("sketch", "between", request);
    if (report.job) await showMade(report.job);
    else await showEdited(report, true);
  });
}

/** exact: the original stays where it is, and what was made is not put on it. */
async function showEdited({ clips, left }: EditReport, exact: boolean): Promise<void> {
  for (const { clip, source } of clips) sources.set(clip, source);
  toast(left.length > 0 ? "info" : "success", sayEdited(clips, left), { label: "Undo", run: undo });
  const [first] = clips;
  await openClip(first.clip);
  if (clips.length > 1) selectClips(clips.map(({ clip }) => clip));
  await compareWith(first.source, first.clip, { begins: -first.begins, exact });
}

/** What was made and what was left, in a sentence or two. */
export function sayEdited(clips: readonly EditedClip[], left: readonly EditLeft[]): string {
  const made = clips.length > 2 ? `${clips.length} clips made.` : `Made ${clips.map(({ name }) => name).join(" and ")}.`;
  if (left.length === 0) return made;
  return left.length === 1 ? `${made} ${left[0].name}: ${left[0].why}.` : `${made} ${left.length} were left as they are: ${left[0].why}.`;
}

/** Many are a job, which says itself how it ended; the first of its clips is then shown, unless the person has gone elsewhere. */
async function showMade(started: Job): Promise<void> {
  receiveJob(started);
  toast("info", `${started.title}: see Jobs.`);
  const { active } = useStage.getState();
  const job = await whenDone(started);
  if (job === null || job.state !== "done" || job.clips.length === 0) return;
  if (useStage.getState().active === active) {
    await openClip(job.clips[0]);
    selectClips(job.clips);
  }
}

/** The job as it ended; null where it was forgotten before. */
export function whenDone(started: Job): Promise<Job | null> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const job = useSession.getState().jobs.find(({ id }) => id === started.id);
      if (job && isActive(job)) return false;
      resolve(job ?? null);
      return true;
    };
    if (look()) return;
    const stop = useSession.subscribe(() => (look() ? stop() : undefined));
  });
}

/** The oracle's guess of the plants of clips. Plants that came with a file stay, unless the person then says otherwise. */
export async function guessPlants(clips: readonly string[], replace = false): Promise<void> {
  if (clips.length === 0) return;
  try {
    const request: GuessPlants = { window: windowId(), clips: [...clips], replace };
    const started = await panelApi.post<Job>("editing", "guess", request);
    receiveJob(started);
    const job = await whenDone(started);
    const kept = job !== null && (job.problems.length > 0 || job.state === "failed") && !replace;
    if (kept) toast("info", "Plants that came with a file were left as they are.", { label: "Guess those too", run: () => void guessPlants(clips, true) });
  } catch (error) {
    toastError(error);
  }
}

/** Looks at what nobody has looked at, and says how these clips are. */
export async function checkClips(clips: readonly string[]): Promise<void> {
  if (clips.some((clip) => useSession.getState().documents.rows.get(clip)?.row?.problems === null)) await examineAll();
  const { rows } = useSession.getState().documents;
  const bad = clips.filter((clip) => (rows.get(clip)?.row?.problems ?? []).length > 0);
  if (bad.length === 0) return toast("success", clips.length === 1 ? "Nothing wrong was found." : `Nothing wrong was found in ${clips.length} clips.`);
  const of = clips.length === 1 ? "It has problems." : `${bad.length} of ${clips.length} clips have problems.`;
  toast("info", of, { label: "Select them", run: () => selectClips(bad) });
}
