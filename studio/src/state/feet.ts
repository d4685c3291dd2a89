/** Teaching the foot plant oracle: which sequence is being put right, and how well it had guessed. The server keeps all of it. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import type { FeetCleaned, FeetConfirm, FeetSequence, FeetStatus } from "../protocol/types";
import { windowId } from "./identity";
import { allSent } from "./session";
import { compareWith, showClips, useStage } from "./stage";
import { toast, toastError } from "./toasts";
import { lookAt } from "./transport";

export interface Teaching {
  readonly status: FeetStatus | null;
  readonly busy: boolean;
}

export const useTeaching = create<Teaching>(() => ({ status: null, busy: false }));

/** Does one thing at a time; what it answers is the new status. */
async function during(work: () => Promise<FeetStatus>): Promise<FeetStatus | null> {
  if (useTeaching.getState().busy) return null;
  useTeaching.setState({ busy: true });
  try {
    const status = await work();
    useTeaching.setState({ status });
    return status;
  } catch (error) {
    toastError(error);
    return null;
  } finally {
    useTeaching.setState({ busy: false });
  }
}

export async function loadTeaching(): Promise<void> {
  await during(() => panelApi.get<FeetStatus>("feet", "status"));
}

/** Brings the sequence from which the oracle has most to learn. */
export async function nextSequence(): Promise<void> {
  const status = await during(() => panelApi.post<FeetStatus>("feet", "next"));
  if (status?.current) await showSequence(status.current);
}

/** Opens a sequence: marks around it, close up, the playhead where the oracle knows least. */
export async function showSequence({ clip, start, stop, frame }: FeetSequence): Promise<void> {
  if (useStage.getState().active !== clip) await showClips([clip]);
  lookAt(start, stop, frame);
}

/** The person says the sequence is right; the oracle learns from it and brings the next. */
export async function confirmSequence(): Promise<void> {
  const current = useTeaching.getState().status?.current;
  if (!current) return nextSequence();
  await allSent(); // the last correction must be on the server's disk before it is learnt from
  const { clip, start, stop } = current;
  const request: FeetConfirm = { window: windowId(), clip, start, stop };
  const status = await during(() => panelApi.post<FeetStatus>("feet", "confirm", request));
  const lesson = status?.lessons[0];
  if (!lesson) return;
  toast("success", `The oracle had ${percent(lesson.accuracy)} of that right.`);
  await nextSequence();
}

/** Lets the oracle guess the plants of the open clip. */
export async function guessClip(): Promise<void> {
  const { active } = useStage.getState();
  if (active) await during(() => panelApi.post<FeetStatus>("feet", `clips/${active}/guess`));
}

/** Makes a clip of the open one with its planted feet held still, and shows it over the old one. */
export async function cleanClip(): Promise<void> {
  const { active } = useStage.getState();
  if (!active || useTeaching.getState().busy) return;
  useTeaching.setState({ busy: true });
  try {
    const made = await panelApi.post<FeetCleaned>("feet", `clips/${active}/clean`);
    const slid = `${made.before_cm_per_second.toFixed(1)} cm/s`;
    toast("success", [`Planted feet slid ${slid}, now ${made.after_cm_per_second.toFixed(2)}.`, ...made.notes].join(" "));
    await showClips([made.clip]);
    await compareWith(active);
  } catch (error) {
    toastError(error);
  } finally {
    useTeaching.setState({ busy: false });
  }
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
