/** The review queue: made clips that wait for a person's verdict. Verdicts are edits like any other: shown at once, saved, undone. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import type { Job, ReviewAgreement, ReviewItem, ReviewQueue, ReviewRetrain } from "../protocol/types";
import { firstFrame } from "./firstFrame";
import { receiveJob, sendCommand, useSession } from "./session";
import { compareWith, openClip, useStage } from "./stage";
import { toastError } from "./toasts";
import { play } from "./transport";

export type Verdict = boolean | null;

export interface Review {
  readonly items: readonly ReviewItem[] | null;
  /** Verdicts of this window that the list does not show yet. */
  readonly fresh: ReadonlyMap<string, Verdict>;
  /** What this window judged, newest last, with what had been said before. */
  readonly done: readonly { readonly clip: string; readonly before: Verdict }[];
  readonly agreement: ReviewAgreement | null;
  readonly measuring: boolean;
}

export const useReview = create<Review>(() => ({ items: null, fresh: new Map(), done: [], agreement: null, measuring: false }));

const set = useReview.setState;
const get = useReview.getState;

/** The queue as the person sees it. */
export function itemsOf({ items, fresh }: Pick<Review, "items" | "fresh">): readonly ReviewItem[] {
  return (items ?? []).map((item) => (fresh.has(item.clip) ? { ...item, natural: fresh.get(item.clip) ?? null } : item));
}

/** The clip to judge after `current`: the next that waits, round to the first; null when all are judged. */
export function nextWaiting(items: readonly ReviewItem[], current: string | null): string | null {
  const at = items.findIndex((item) => item.clip === current);
  const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return order.find((item) => item.natural === null && item.clip !== current)?.clip ?? null;
}

export function countWaiting(items: readonly ReviewItem[]): number {
  return items.filter((item) => item.natural === null).length;
}

export async function loadQueue(): Promise<void> {
  await firstFrame();
  try {
    const { items } = await panelApi.get<ReviewQueue>("review", "queue");
    // An edit still on its way is newer than the answer.
    set(({ fresh }) => ({ items, fresh: useSession.getState().unsent > 0 ? fresh : new Map() }));
  } catch (error) {
    if (useSession.getState().connected) toastError(error);
  }
}

/** Opens a clip of the queue by itself and plays it. */
export async function openItem(clip: string): Promise<void> {
  void compareWith(null); // nobody judges two at once
  await openClip(clip);
  if (useStage.getState().active === clip) play(1);
}

/** Says what the open clip of the queue is, and goes on to the next. */
export async function judge(natural: boolean): Promise<void> {
  const { active } = useStage.getState();
  const items = itemsOf(get());
  const item = items.find((other) => other.clip === active);
  if (!item) {
    const first = nextWaiting(items, null);
    return first === null ? undefined : openItem(first);
  }
  say(item.clip, natural);
  set(({ done }) => ({ done: [...done, { clip: item.clip, before: item.natural }] }));
  const next = nextWaiting(itemsOf(get()), item.clip);
  if (next !== null) await openItem(next);
}

/** Takes this window's last verdict back and shows the clip again. */
export async function takeBack(): Promise<void> {
  const last = get().done.at(-1);
  if (!last) return;
  say(last.clip, last.before);
  set(({ done }) => ({ done: done.slice(0, -1) }));
  await openItem(last.clip);
}

export async function skip(): Promise<void> {
  const next = nextWaiting(itemsOf(get()), useStage.getState().active);
  if (next !== null) await openItem(next);
}

/** Holds a scorer against what people said. */
export async function measureAgreement(scorer: string, trained: boolean): Promise<void> {
  set({ measuring: true });
  try {
    const query = new URLSearchParams({ scorer, trained: String(trained) });
    set({ agreement: await panelApi.get<ReviewAgreement>("review", `agreement?${query}`) });
  } catch (error) {
    set({ agreement: null });
    toastError(error);
  } finally {
    set({ measuring: false });
  }
}

export async function retrain(scorer: ReviewRetrain["scorer"]): Promise<void> {
  try {
    receiveJob(await panelApi.post<Job>("review", "retrain", { scorer } satisfies ReviewRetrain));
  } catch (error) {
    toastError(error);
  }
}

function say(clip: string, natural: Verdict): void {
  sendCommand({ kind: "judge", clip, natural });
  set(({ fresh }) => ({ fresh: new Map([...fresh, [clip, natural]]) }));
}
