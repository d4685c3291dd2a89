/** The review queue: proposals and made clips that wait for a person's verdict. Verdicts are edits like any other: shown at once, saved in
 * turn with the others, undone by the window's undo. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { windowId } from "./identity";
import type { Job, ReviewAgreement, ReviewDetail, ReviewItem, ReviewQuestion, ReviewQueue, ReviewScorer, ReviewTeach } from "../protocol/types";
import { firstFrame } from "./firstFrame";
import { endReview, forgetMotions, prefetch, showItem } from "./reviewStage";
import { receiveJob, sendPanelEdit, undo, useSession } from "./session";
import { toast, toastError } from "./toasts";

export const PANEL = "review";
/** Items in one reading of the queue; read again when few are left of them. */
const PAGE = 100;
const FEW = 10;
/** As many proposals as the server makes while the person waits; more are a job. */
export const AT_ONCE = 8;

export type Order = "raised" | "best" | "worst" | "unsure";
export type Answered = ReviewItem["state"];

export interface Review {
  /** Null while nothing has been read. */
  readonly questions: readonly ReviewQuestion[] | null;
  readonly items: readonly ReviewItem[];
  /** Which question, null for all; in what order; what was answered to it. */
  readonly question: string | null;
  readonly order: Order;
  readonly state: Answered;
  /** The item that is looked at, and what is known of it. */
  readonly current: ReviewItem | null;
  readonly detail: ReviewDetail | null;
  /** The original at its side, not as a ghost over it. */
  readonly beside: boolean;
  /** Verdicts of this window that the list does not show yet, and items put off. */
  readonly said: ReadonlyMap<string, Answered>;
  readonly skipped: ReadonlySet<string>;
  /** What this window has been shown, the newest last: the way back. */
  readonly trail: readonly ReviewItem[];
  /** What this window answered one by one, the newest last: what undo takes back. */
  readonly done: readonly ReviewItem[];
  readonly scorers: readonly ReviewScorer[];
  readonly agreement: ReviewAgreement | null;
  readonly measuring: boolean;
}

export const useReview = create<Review>(() => ({
  questions: null,
  items: [],
  question: null,
  order: "raised",
  state: "pending",
  current: null,
  detail: null,
  beside: false,
  said: new Map(),
  skipped: new Set(),
  trail: [],
  done: [],
  scorers: [],
  agreement: null,
  measuring: false,
}));

const set = useReview.setState;
const get = useReview.getState;

/** The queue as the person sees it: what was just answered is gone from what waits. */
export function itemsOf({ items, said, state }: Pick<Review, "items" | "said" | "state">): readonly ReviewItem[] {
  return items.filter((item) => (said.get(item.item) ?? state) === state);
}

/** How many wait and were answered under a question, or all of them, this window's last words counted. */
export function countsOf({ questions, question, said, items }: Pick<Review, "questions" | "question" | "said" | "items">): [number, number] {
  const chosen = (questions ?? []).filter(({ name }) => question === null || name === question);
  const fresh = items.filter(({ item, state }) => state === "pending" && said.has(item)).length;
  const waiting = chosen.reduce((sum, { pending }) => sum + pending, 0) - fresh;
  return [waiting, chosen.reduce((sum, { accepted, rejected }) => sum + accepted + rejected, 0) + fresh];
}

/** The item to look at after `current`: the next that was not put off, round to the first; null when there is none. */
export function nextOf(items: readonly ReviewItem[], skipped: ReadonlySet<string>, current: string | null): ReviewItem | null {
  const at = items.findIndex(({ item }) => item === current);
  const order = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].filter(({ item }) => item !== current);
  return order.find(({ item }) => !skipped.has(item)) ?? order[0] ?? null;
}

export async function loadQueue(): Promise<void> {
  await firstFrame();
  const { question, order, state } = get();
  try {
    const query = new URLSearchParams({ order, state, limit: String(PAGE), ...(question === null ? {} : { question }) });
    const { questions, items } = await panelApi.get<ReviewQueue>(PANEL, `queue?${query}`);
    const now = get();
    if (now.question !== question || now.order !== order || now.state !== state) return; // something else is wanted by now
    // A verdict still on its way is newer than the answer.
    set(({ said }) => ({ questions, items, said: useSession.getState().unsent > 0 ? said : new Map() }));
  } catch (error) {
    if (useSession.getState().connected) toastError(error);
  }
}

/** Chooses which items are listed. */
export function choose(changes: Partial<Pick<Review, "question" | "order" | "state">>): void {
  set({ ...changes, items: [], said: new Map(), skipped: new Set() });
  void loadQueue();
}

export function toggleBeside(): void {
  set(({ beside }) => ({ beside: !beside }));
  const { current } = get();
  if (current) void open(current, false);
}

/** Shows an item, and fetches the one after it. */
export async function open(item: ReviewItem, noted = true): Promise<void> {
  set(({ trail, detail, current }) => ({
    current: item,
    detail: current?.item === item.item ? detail : null,
    trail: noted && trail.at(-1)?.item !== item.item ? [...trail, item] : trail,
  }));
  const next = nextOf(itemsOf(get()), get().skipped, item.item);
  try {
    const detail = await showItem(item, get().beside, () => get().current?.item === item.item);
    if (get().current?.item === item.item) set({ detail });
    if (next) prefetch(next);
  } catch (error) {
    toastError(error);
  }
}

/** Shows an item by its key, answered or not. */
export async function openKey(key: string): Promise<void> {
  try {
    const { item } = await panelApi.get<ReviewDetail>(PANEL, `items/${encodeURIComponent(key)}`);
    await open(item);
  } catch (error) {
    toastError(error);
  }
}

/** Begins with the first that waits. */
export async function begin(): Promise<void> {
  const first = nextOf(itemsOf(get()), get().skipped, null);
  if (first) await open(first);
}

/** Answers the question about the item that is looked at, and goes on to the next. */
export async function answer(yes: boolean, why = ""): Promise<void> {
  const { current } = get();
  if (!current) return begin();
  const next = nextOf(itemsOf(get()), get().skipped, current.item);
  say([current], yes, why);
  set(({ done }) => ({ done: [...done, current] }));
  await goOn(next);
}

/** Answers for every item of the list. */
export async function answerAll(yes: boolean): Promise<void> {
  const items = itemsOf(get());
  if (items.length === 0) return;
  for (const question of new Set(items.map((item) => item.question))) {
    const some = items.filter((item) => item.question === question);
    say(some, yes, "");
    const made = some.filter(({ item }) => item.startsWith("proposal:")).length;
    if (yes && made > AT_ONCE) toast("info", `${made} motions are being made; Jobs shows how far it is.`);
  }
  await goOn(null);
}

/** Puts the item off and goes on. */
export async function skip(): Promise<void> {
  const { current } = get();
  if (!current) return begin();
  set(({ skipped }) => ({ skipped: new Set([...skipped, current.item]) }));
  const next = nextOf(itemsOf(get()), get().skipped, current.item);
  if (next) await open(next);
}

/** Shows the item before again; another answer to it counts instead. */
export async function back(): Promise<void> {
  const { trail } = get();
  const before = trail.at(-2);
  if (!before) return;
  set({ trail: trail.slice(0, -1) });
  await open(before, false);
}

/** Takes this window's last edit back, and shows what it was about if it was a verdict. */
export async function takeBack(): Promise<void> {
  const last = get().done.at(-1);
  undo();
  if (!last) return;
  set(({ said, done }) => ({ said: new Map([...said].filter(([item]) => item !== last.item)), done: done.slice(0, -1) }));
  await open(last, false);
}

/** Who looks at something else is no longer shown items. */
export function leave(): void {
  set({ current: null, detail: null });
  endReview();
}

export async function loadScorers(): Promise<void> {
  try {
    set({ scorers: await panelApi.get<ReviewScorer[]>(PANEL, "scorers") });
  } catch (error) {
    toastError(error);
  }
}

/** Holds a scorer against what people said. */
export async function measureAgreement(scorer: string, fitted: boolean): Promise<void> {
  set({ measuring: true });
  try {
    const query = new URLSearchParams({ scorer, fitted: String(fitted) });
    set({ agreement: await panelApi.get<ReviewAgreement>(PANEL, `agreement?${query}`) });
  } catch (error) {
    set({ agreement: null });
    toastError(error);
  } finally {
    set({ measuring: false });
  }
}

export async function teach(question: string, learner: string): Promise<void> {
  try {
    receiveJob(await panelApi.post<Job>(PANEL, "teach", { window: windowId(), question, learner } satisfies ReviewTeach));
  } catch (error) {
    toastError(error);
  }
}

function say(items: readonly ReviewItem[], yes: boolean, why: string): void {
  const keys = items.map(({ item }) => item);
  sendPanelEdit(PANEL, "verdicts", { question: items[0].question, items: keys, yes, why });
  const state: Answered = yes ? "accepted" : "rejected";
  set(({ said }) => ({ said: new Map([...said, ...keys.map((key): [string, Answered] => [key, state])]) }));
}

async function goOn(next: ReviewItem | null): Promise<void> {
  if (itemsOf(get()).length < FEW) void loadQueue();
  if (next) return open(next);
  leave();
}

/** Another library's items are others. */
useSession.subscribe((now, before) => {
  if (now.info?.library !== before.info?.library) forgetMotions();
});
