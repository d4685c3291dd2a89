/** Our transitions against a motion graph: random pairs as points, both motions of a pair on stage. The server compares. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { floats, type Arrays } from "../protocol/arrays";
import type { Job, ScatterCompare, TransitionTableInfo } from "../protocol/types";
import { windowId } from "./identity";
import { goLive, type LiveCharacter } from "./live";
import { receiveJob } from "./session";
import { toastError } from "./toasts";
import { startTrack } from "./track";

const PANEL = "scatter";

export const QUADRANTS = ["both", "only_ours", "only_graph", "neither"] as const;
export type Quadrant = (typeof QUADRANTS)[number];

export interface Points {
  readonly table: string;
  /** Seconds through the graph; below 0 where there is no way. */
  readonly ways: Float32Array;
  /** Metres: the score of our transition. */
  readonly scores: Float32Array;
  /** The two lines: a score up to which ours is natural, and how long it lasts. */
  readonly natural: number;
  readonly seconds: number;
}

export interface Scatter {
  readonly points: Points | null;
  /** Whether the server has said what there is. */
  readonly asked: boolean;
  readonly chosen: number | null;
  /** The chosen pair in words. */
  readonly words: string;
}

export const useScatter = create<Scatter>(() => ({ points: null, asked: false, chosen: null, words: "" }));

const set = useScatter.setState;

/** Which of the two can serve a pair. */
export function quadrantOf(points: Points, pair: number): Quadrant {
  const graph = points.ways[pair] >= 0 && points.ways[pair] <= points.seconds + 1e-4;
  const ours = points.scores[pair] <= points.natural;
  return graph ? (ours ? "both" : "only_graph") : ours ? "only_ours" : "neither";
}

export function countQuadrants(points: Points): Record<Quadrant, number> {
  const counts: Record<Quadrant, number> = { both: 0, only_ours: 0, only_graph: 0, neither: 0 };
  for (let pair = 0; pair < points.scores.length; pair++) counts[quadrantOf(points, pair)] += 1;
  return counts;
}

/** Where points lie in a chart of a size: what is worse than the top lies on it, what has no way on the right edge. */
export interface ScatterView {
  readonly width: number;
  readonly height: number;
  readonly longest: number;
  readonly worst: number;
}

const MARGIN = { left: 44, right: 56, top: 12, bottom: 30 } as const;

export function viewOf(points: Points, width: number, height: number): ScatterView {
  let longest = 2 * points.seconds;
  for (const way of points.ways) longest = Math.max(longest, way);
  return { width, height, longest, worst: 4 * points.natural };
}

export function toX(view: ScatterView, way: number): number {
  return way < 0 ? view.width - MARGIN.right / 2 : MARGIN.left + (way / view.longest) * (view.width - MARGIN.left - MARGIN.right);
}

export function toY(view: ScatterView, score: number): number {
  return view.height - MARGIN.bottom - (Math.min(score, view.worst) / view.worst) * (view.height - MARGIN.top - MARGIN.bottom);
}

/** The pair nearest to a place in the chart, within `reach` pixels. */
export function nearestPair(points: Points, view: ScatterView, x: number, y: number, reach = 12): number | null {
  let best: number | null = null;
  let least = reach;
  for (let pair = 0; pair < points.scores.length; pair++) {
    const away = Math.hypot(toX(view, points.ways[pair]) - x, toY(view, points.scores[pair]) - y);
    if (away <= least) [best, least] = [pair, away];
  }
  return best;
}

/** The next pair of a quadrant after `from`, and round; null where it is empty. */
export function nextIn(points: Points, quadrant: Quadrant, from: number | null): number | null {
  const count = points.scores.length;
  for (let step = 1; step <= count; step++) {
    const pair = ((from ?? -1) + step) % count;
    if (quadrantOf(points, pair) === quadrant) return pair;
  }
  return null;
}

/** The last comparison of a table, if there is one. */
export async function loadScatter(table: string): Promise<void> {
  try {
    const answer = await panelApi.arrays(PANEL, `tables/${table}`);
    const { meta } = answer;
    if (meta["compared"] !== true) return set({ asked: true, points: null, chosen: null, words: "" });
    const [ways, scores] = [floats(answer, "ways"), floats(answer, "scores")];
    set({ asked: true, chosen: null, words: "", points: { table, ways, scores, natural: Number(meta["natural"]), seconds: Number(meta["seconds"]) } });
  } catch (error) {
    set({ asked: true, points: null, chosen: null, words: "" });
    toastError(error);
  }
}

export async function compareWithGraph(table: string, pairs: number): Promise<void> {
  try {
    receiveJob(await panelApi.post<Job>(PANEL, "compare", { window: windowId(), table, pairs } satisfies ScatterCompare));
  } catch (error) {
    toastError(error);
  }
}

/** Puts both ways of a pair on stage, ours first, again and again. */
export async function watchPair(points: Points, pair: number, body: TransitionTableInfo): Promise<void> {
  set({ chosen: pair, words: "" });
  const path = `tables/${points.table}/pairs/${pair}`;
  const way = points.ways[pair];
  try {
    const [ours, graph] = await Promise.all([panelApi.arrays(PANEL, `${path}?which=ours`), way < 0 ? null : panelApi.arrays(PANEL, `${path}?which=graph`)]);
    if (useScatter.getState().chosen !== pair) return; // another was pressed meanwhile
    const natural = points.scores[pair] <= points.natural;
    const note = `${points.scores[pair].toFixed(2)} m, ${natural ? "natural" : "not natural"}`;
    const characters = [toCharacter("ours", "Ours", ours, body, `in ${points.seconds} s`, note, natural)];
    if (graph) characters.push(toCharacter("graph", "Graph", graph, body, "", `${way.toFixed(2)} s`, way <= points.seconds + 1e-4));
    set({ words: `${ours.meta["source"]} → ${ours.meta["target"]}` });
    const longest = Math.max(...characters.map(({ track }) => track.frames / track.fps));
    goLive(PANEL, "Pair", characters, longest + 0.5);
  } catch (error) {
    toastError(error);
  }
}

function toCharacter(id: string, name: string, answer: Arrays, detail: TransitionTableInfo, doing: string, note: string, good: boolean): LiveCharacter {
  const positions = floats(answer, "positions");
  const [frames, joints] = answer.arrays.get("positions")?.info.shape ?? [0, 0];
  const planted = answer.arrays.get("planted")?.data;
  const chunk = { frames, joints, positions, rotations: floats(answer, "rotations"), planted: planted instanceof Uint8Array ? planted : null };
  return { id: `scatter-${id}`, name, detail, track: startTrack(chunk, Number(answer.meta["fps"]), 0), doing, note, good };
}
