/** Enriching: a part of one clip on another, a search for transplants, its candidates and what it gave. The server does the sums. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { floats, type Arrays } from "../protocol/arrays";
import type { EnrichBody, EnrichCandidate, EnrichMade, EnrichSearch, EnrichSheet, EnrichStatus, EnrichTransplant, Job } from "../protocol/types";
import { busily } from "./busily";
import { whenDone } from "./editing";
import { windowId } from "./identity";
import { choose, openKey, useReview } from "./review";
import { receiveJob, undo } from "./session";
import { openClip } from "./stage";
import { toast, toastError } from "./toasts";
import { openPanel } from "./workspaces";

const PANEL = "enrich";
export const QUESTION = "looks_human";
export type Order = "best" | "worst" | "unsure";
export type Cut = EnrichTransplant["cut"];

interface Enriching {
  readonly status: EnrichStatus | null;
  readonly candidates: readonly EnrichCandidate[];
  readonly order: Order;
  readonly donor: string | null;
  readonly lit: string | null;
  readonly busy: boolean;
}

export const useEnrich = create<Enriching>(() => ({ status: null, candidates: [], order: "best", donor: null, lit: null, busy: false }));
const { setState: set, getState: get } = useEnrich;

export const chooseDonor = (donor: string | null): void => set({ donor });
export const light = (lit: string | null): void => set({ lit });

export async function loadEnrich(): Promise<void> {
  try {
    const [status, sheet] = await Promise.all([
      panelApi.get<EnrichStatus>(PANEL, "status"),
      panelApi.get<EnrichSheet>(PANEL, `candidates?order=${get().order}&limit=60`),
    ]);
    set({ status, candidates: sheet.candidates });
  } catch (error) {
    toastError(error);
  }
}

export function orderBy(order: Order): void {
  set({ order });
  choose({ question: QUESTION, order });
  void loadEnrich();
}

/** Shows a candidate in the review; those after it come in the order of the sheet. */
export async function reviewFrom(item: string): Promise<void> {
  const { order } = get();
  const now = useReview.getState();
  if (now.question !== QUESTION || now.order !== order || now.state !== "pending") choose({ question: QUESTION, order, state: "pending" });
  openPanel("review");
  await openKey(item);
}

export const loadBody = (clip: string, signal: AbortSignal): Promise<EnrichBody> => panelApi.get<EnrichBody>(PANEL, `clips/${clip}/body`, signal);

/** One part of the donor on the host, as a clip. */
export async function transplant(host: string, donor: string, cut: Cut): Promise<void> {
  await busily(useEnrich, async () => {
    const request: EnrichTransplant = { window: windowId(), host, donor, cut, chest: "local" };
    const made = await panelApi.post<EnrichMade>(PANEL, "transplant", request);
    toast("success", `Made ${made.name}.`, { label: "Undo", run: undo });
    await openClip(made.clip);
  });
}

/** Searches among clips, or among all that were performed; what it finds waits for a verdict. */
export async function search(clips: readonly string[], applications: number, adaptive: boolean, depth: number): Promise<void> {
  await busily(useEnrich, async () => {
    const request: EnrichSearch = { window: windowId(), clips: clips.length > 1 ? [...clips] : null, applications, adaptive, depth, alike: true };
    const started = await panelApi.post<Job>(PANEL, "search", request);
    receiveJob(started);
    await whenDone(started);
    choose({ question: QUESTION, order: get().order });
    await loadEnrich();
  });
}

export interface Thumbnail {
  readonly points: Float32Array;
  readonly parents: readonly number[];
  readonly changed: readonly number[];
  readonly moments: number;
  readonly seconds: number;
}

const kept = new Map<number, Promise<Thumbnail>>();

/** A few moments of a candidate; asked for once. */
export function thumbnailOf(proposal: number): Promise<Thumbnail> {
  let found = kept.get(proposal);
  if (!found) {
    found = panelApi.arrays(PANEL, `candidates/${proposal}/frames`).then(toThumbnail);
    found.catch(() => kept.delete(proposal));
    kept.set(proposal, found);
    if (kept.size > 200) kept.delete(kept.keys().next().value as number);
  }
  return found;
}

function toThumbnail(answer: Arrays): Thumbnail {
  const parents = Array.from(answer.arrays.get("parents")?.data ?? []);
  const points = floats(answer, "points");
  const changed = Array.from(answer.arrays.get("changed")?.data ?? []);
  return { points, parents, changed, moments: points.length / (2 * parents.length), seconds: Number(answer.meta["seconds"]) };
}
