/** What is selected: clips in the library, a span in the timeline, a joint on stage. */
import { create } from "zustand";

import type { Foot } from "../protocol/types";

/** A span of the active clip: an annotation by id, or a plant by its foot and first frame. */
export type SelectedSpan = { readonly kind: "annotation"; readonly id: string } | { readonly kind: "plant"; readonly foot: Foot; readonly start: number };

export interface Selection {
  readonly clips: ReadonlySet<string>;
  /** Where a range begins when shift is held. */
  readonly anchor: string | null;
  readonly span: SelectedSpan | null;
  readonly joint: number | null;
}

export const useSelection = create<Selection>(() => ({ clips: new Set(), anchor: null, span: null, joint: null }));

const set = useSelection.setState;

export type PickMode = "only" | "toggle" | "range";

/** The clips selected after picking `clip` from `order`. */
export function pickClip(selection: Picked, order: readonly string[], clip: string, how: PickMode): Picked {
  if (how === "only") return { clips: new Set([clip]), anchor: clip };
  if (how === "toggle") {
    const clips = new Set(selection.clips);
    if (!clips.delete(clip)) clips.add(clip);
    return { clips, anchor: clip };
  }
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(clip);
  if (from < 0 || to < 0) return { clips: new Set([clip]), anchor: clip };
  return { clips: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor: selection.anchor };
}

type Picked = { readonly clips: ReadonlySet<string>; readonly anchor: string | null };

export function selectClip(order: readonly string[], clip: string, how: PickMode): void {
  set((selection) => ({ ...pickClip(selection, order, clip, how), span: null }));
}

export function selectClips(clips: Iterable<string>): void {
  set({ clips: new Set(clips), anchor: null });
}

/** The clip to look at once some are gone from a list: the next one after `from` that stays, else the last before it. Pure. */
export function neighbourOf(order: readonly string[], from: string, stays: (clip: string) => boolean): string | null {
  const at = order.indexOf(from);
  if (at < 0) return null;
  return order.slice(at + 1).find(stays) ?? order.slice(0, at).findLast(stays) ?? null;
}

/** The place in a list of `count` that a key leads to from `at` (-1: from nowhere); null for a key that does not move. Pure. */
export function placeAfter(key: string, at: number, count: number, columns: number, rowsInSight: number, grid: boolean): number | null {
  if (count === 0) return null;
  const page = columns * Math.max(1, rowsInSight - 1);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ...(grid ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(Math.max(at + step, 0), count - 1);
}

export function selectSpan(span: SelectedSpan | null): void {
  set({ span });
}

export function selectJoint(joint: number | null): void {
  set({ joint });
}
