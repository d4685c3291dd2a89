/** Teaching the foot plant oracle: which sequence is being put right, and how well it had guessed. The server keeps all of it. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import type { FeetClean, FeetCleaned, FeetConfirm, FeetGuess, FeetNext, FeetSequence, FeetSkip, FeetStatus } from "../protocol/types";
import { busily } from "./busily";
import { isWorse, sayCleaned } from "./cleaning";
import { windowId } from "./identity";
import { allSent, sendCommand, useSession } from "./session";
import { compareWith, openClip, useStage } from "./stage";
import { toast, toastError } from "./toasts";
import { lookAt } from "./transport";

export interface Teaching {
  readonly status: FeetStatus | null;
  readonly busy: boolean;
  /** The sequence that this window has opened; null once another clip is on stage. */
  readonly shown: FeetSequence | null;
}

export const useTeaching = create<Teaching>(() => ({ status: null, busy: false, shown: null }));

/** The waiting sequence where this window has opened it: what a person has not seen they cannot call right. */
export function openSequence({ status, shown }: Teaching = useTeaching.getState()): FeetSequence | null {
  const current = status?.current ?? null;
  return current && shown?.clip === current.clip && shown.start === current.start && shown.stop === current.stop ? current : null;
}

useStage.subscribe(({ active }) => {
  const { shown } = useTeaching.getState();
  if (shown && shown.clip !== active) useTeaching.setState({ shown: null });
});

/** A sequence goes with its clip. */
function dropDeleted(): void {
  const { status } = useTeaching.getState();
  if (status?.current && useSession.getState().documents.rows.get(status.current.clip)?.row === null)
    useTeaching.setState({ status: { ...status, current: null } });
}

useSession.subscribe(({ documents }, before) => {
  if (documents.rows !== before.documents.rows) dropDeleted();
});

/** Does one thing at a time; what it answers is the new status. */
const during = (work: () => Promise<FeetStatus>): Promise<FeetStatus | null> =>
  busily(useTeaching, async () => {
    const status = await work();
    useTeaching.setState({ status });
    dropDeleted();
    return status;
  });

/** Asks how the teaching stands. Without the server there is nothing to say: whoever shows it asks again when that is back. */
export async function loadTeaching(): Promise<void> {
  if (!useSession.getState().connected) return;
  const before = useTeaching.getState();
  try {
    const status = await panelApi.get<FeetStatus>("feet", "status");
    const now = useTeaching.getState();
    if (!now.busy && now.status === before.status) useTeaching.setState({ status }); // else something newer is here, or comes
    dropDeleted();
  } catch (error) {
    if (useSession.getState().connected) toastError(error);
  }
}

/** Brings the sequence from which the oracle has most to learn. */
export async function nextSequence(): Promise<void> {
  const status = await during(() => panelApi.post<FeetStatus>("feet", "next", { window: windowId() } satisfies FeetNext));
  if (status?.current) await showSequence(status.current);
}

/** Opens a sequence: marks around it, close up, the playhead where the oracle knows least. */
export async function showSequence(sequence: FeetSequence): Promise<void> {
  const { clip, start, stop, frame } = sequence;
  if (useStage.getState().active !== clip) await openClip(clip);
  if (useStage.getState().active !== clip) return; // it could not be loaded, or another clip was asked for meanwhile
  lookAt(start, stop, frame);
  useTeaching.setState({ shown: sequence });
}

/** The person says the sequence is right; the oracle learns from it and brings the next. What they have not seen is shown first. */
export async function confirmSequence(): Promise<void> {
  const current = useTeaching.getState().status?.current;
  if (!current) return nextSequence();
  if (!openSequence()) return showSequence(current);
  await allSent(); // the last correction must be on the server's disk before it is learnt from
  const { clip, start, stop } = current;
  const request: FeetConfirm = { window: windowId(), clip, start, stop };
  const status = await during(() => panelApi.post<FeetStatus>("feet", "confirm", request));
  const lesson = status?.lessons[0];
  if (!lesson) return;
  toast("success", `The oracle had ${percent(lesson.accuracy)} of that right.`);
  await nextSequence();
}

/** The person would rather not judge this sequence; it comes again after all others. */
export async function skipSequence(): Promise<void> {
  const current = useTeaching.getState().status?.current;
  if (!current) return;
  const { clip, start, stop } = current;
  const request: FeetSkip = { window: windowId(), clip, start, stop };
  if (await during(() => panelApi.post<FeetStatus>("feet", "skip", request))) await nextSequence();
}

/** Lets the oracle guess the plants of the open clip; `replace`: the person was asked, and wants it in place of the file's too. */
export async function guessClip(replace = false): Promise<void> {
  const { active } = useStage.getState();
  const request: FeetGuess = { window: windowId(), replace };
  if (active) await during(() => panelApi.post<FeetStatus>("feet", `clips/${active}/guess`, request));
}

/** Makes a clip of the open one with its planted feet held still, and shows it over the old one. */
export async function cleanClip(firm: boolean): Promise<void> {
  const { active } = useStage.getState();
  if (!active) return;
  await busily(useTeaching, async () => {
    const request: FeetClean = { window: windowId(), firm };
    const made = await panelApi.post<FeetCleaned>("feet", `clips/${active}/clean`, request);
    const discard = async (): Promise<void> => {
      await openClip(active); // first: a clip that is deleted takes the stage with it
      sendCommand({ kind: "delete_clips", clips: [made.clip] });
    };
    toast(isWorse(made) ? "error" : "success", sayCleaned(made), { label: "Discard", run: () => void discard() });
    await openClip(made.clip);
    await compareWith(active, made.clip);
  });
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
