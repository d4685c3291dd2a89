/** Items of the review on stage: a proposal with its original as a ghost or at its side, a made clip with what it was made of. */
import { panelApi } from "../protocol/api";
import { floats, type Arrays } from "../protocol/arrays";
import type { ReviewBody, ReviewDetail, ReviewItem } from "../protocol/types";
import { endLive, goLive, useLive, type LiveCharacter } from "./live";
import { useSession } from "./session";
import { compareWith, openClip, useStage } from "./stage";
import { startTrack } from "./track";
import { play } from "./transport";

const PANEL = "review";
/** Metres between a proposal and its original at its side. */
const APART = 1.2;
/** Motions kept, so that going on and back is instant. */
const KEPT = 12;

interface Motion {
  readonly detail: ReviewDetail;
  readonly frames: Arrays;
}

const motions = new Map<string, Promise<Motion>>();

/** Puts an item on stage and plays it; what is known of it comes out. `wanted` says whether it still is when it has arrived. */
export async function showItem(item: ReviewItem, beside: boolean, wanted: () => boolean): Promise<ReviewDetail | null> {
  if (item.item.startsWith("clip:")) return showClip(item, wanted);
  const { detail, frames } = await fetchMotion(item);
  if (!wanted()) return detail;
  const own = character("proposal", item.name, detail.body, frames, "", detail.fps);
  const characters = [own];
  if (detail.original) {
    const original = character("original", nameOf(item.original), detail.original, frames, "original_", detail.fps);
    characters.push(beside ? { ...original, offset: [APART, 0] } : { ...original, ghost: true });
  }
  goLive(PANEL, "Proposal", characters, own.track.frames / detail.fps);
  return detail;
}

/** Fetches a motion that is looked at next. */
export function prefetch(item: ReviewItem): void {
  if (item.item.startsWith("proposal:")) fetchMotion(item).catch(() => undefined); // said when it is looked at
}

export function endReview(): void {
  if (useLive.getState().owner === PANEL) endLive();
}

export function forgetMotions(): void {
  motions.clear();
}

async function showClip(item: ReviewItem, wanted: () => boolean): Promise<ReviewDetail | null> {
  await openClip(item.clip);
  if (!wanted() || useStage.getState().active !== item.clip) return null;
  const there = useSession.getState().documents.rows.has(item.original);
  void compareWith(there ? item.original : null, there ? item.clip : null);
  play(1);
  return null;
}

function fetchMotion(item: ReviewItem): Promise<Motion> {
  let found = motions.get(item.item);
  if (!found) {
    const path = `items/${encodeURIComponent(item.item)}`;
    found = Promise.all([panelApi.get<ReviewDetail>(PANEL, path), panelApi.arrays(PANEL, `${path}/frames`)]).then(([detail, frames]) => ({
      detail,
      frames,
    }));
    motions.set(item.item, found);
    found.catch(() => motions.delete(item.item)); // it may come when it is asked for again
    while (motions.size > KEPT) motions.delete([...motions.keys()][0]);
  }
  return found;
}

function character(id: string, name: string, detail: ReviewBody, frames: Arrays, prefix: string, fps: number): LiveCharacter {
  const [count, joints] = frames.arrays.get(`${prefix}positions`)?.info.shape ?? [0, 0];
  const chunk = {
    frames: count,
    joints,
    positions: floats(frames, `${prefix}positions`),
    rotations: floats(frames, `${prefix}rotations`),
    planted: null,
  };
  return { id, name, detail, track: startTrack(chunk, fps, 0), doing: id, note: "", good: null };
}

function nameOf(clip: string): string {
  return useSession.getState().documents.rows.get(clip)?.row?.name ?? "original";
}
