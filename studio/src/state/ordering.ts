/** The demand that is painted, and the order that answers it: it comes at once and gets better while it plays. The server keeps demands; undo is the library's. */
import { create } from "zustand";

import { api, panelApi, RefusedError } from "../protocol/api";
import { floats, type Arrays } from "../protocol/arrays";
import type { ClipDetail, DemandData, DemandList, DemandRow, Json, OrderAnswer, OrderKept, OrderWord, OrderWords } from "../protocol/types";
import { makeId, windowId } from "./identity";
import { endLive, goLive, useLive, type LiveCharacter } from "./live";
import { EMPTY_DEMAND, type Brush, type PaintedDemand } from "./paintedDemand";
import { sendPanelEdit, useSession } from "./session";
import { openClip } from "./stage";
import { toast, toastError } from "./toasts";

export type FloorTool = "start" | "path" | "end";

export interface Ordering {
  readonly words: readonly OrderWord[] | null;
  /** Tracks that are shown. */
  readonly tracks: readonly string[];
  readonly demands: readonly DemandRow[];
  readonly id: string | null;
  readonly name: string;
  readonly demand: PaintedDemand;
  readonly brush: Brush;
  readonly tool: FloorTool;
  readonly answer: OrderAnswer | null;
  readonly searching: boolean;
  readonly problem: string;
  readonly seed: number;
  readonly without: readonly string[];
  /** Stretches of the answer that stay, seconds. */
  readonly pins: readonly (readonly [number, number])[];
}

const NOTHING: Ordering = {
  words: null,
  tracks: [],
  demands: [],
  id: null,
  name: "",
  demand: EMPTY_DEMAND,
  brush: "must",
  tool: "end",
  answer: null,
  searching: false,
  problem: "",
  seed: 0,
  without: [],
  pins: [],
};

export const useOrdering = create<Ordering>(() => NOTHING);

const OWNER = "order";
const CALM_MS = 250;
const REST = 0.7;
const FIRST_TRACKS = 6;
const set = useOrdering.setState;
const get = useOrdering.getState;
let asked = 0;
let reading = 0;
let body: ClipDetail | null = null;
let soon: ReturnType<typeof setTimeout> | undefined;

/** Loads the words of the library and its demands; the last demand opens. */
export async function loadOrdering(): Promise<void> {
  const mine = ++reading;
  try {
    const found = await panelApi.get<OrderWords>(OWNER, "words");
    const { demands } = await panelApi.get<DemandList>(OWNER, "demands");
    body = found.body ? await api.clip(found.body) : null;
    if (mine !== reading) return;
    if (found.problem) return set({ words: [], demands, problem: found.problem });
    const tracks = get().tracks.length ? get().tracks : found.words.slice(0, FIRST_TRACKS).map((row) => row.word);
    set({ words: found.words, demands, tracks });
    const { id } = get();
    const open = demands.find((row) => row.id === id) ?? demands[demands.length - 1];
    if (open) await openDemand(open.id, mine);
    else if (id !== null && useSession.getState().unsent === 0) set({ id: null, demand: EMPTY_DEMAND, answer: null });
  } catch (error) {
    if (mine === reading) set({ words: get().words ?? [], problem: error instanceof RefusedError ? error.message : "" });
    if (!(error instanceof RefusedError) && useSession.getState().connected) toastError(error);
  }
}

export async function openDemand(id: string, mine = ++reading): Promise<void> {
  const { name, demand } = await panelApi.get<DemandData>(OWNER, `demands/${id}`);
  if (mine !== reading || useSession.getState().unsent > 0) return; // what the person painted meanwhile is newer
  const { name: _, ...rest } = demand as unknown as PaintedDemand & { name?: string };
  const now = get();
  if (now.id === id && JSON.stringify(now.demand) === JSON.stringify(rest)) return;
  const tracks = [...new Set([...now.tracks, ...rest.spans.map(([word]) => word)])];
  set({ id, name, demand: rest, tracks, ...(now.id === id ? {} : { pins: [], without: [], seed: 0 }) });
  askSoon();
}

export function newDemand(): void {
  reading += 1;
  endOrder();
  set({ id: null, name: "", demand: EMPTY_DEMAND, answer: null, problem: "", pins: [], without: [], seed: 0 });
}

/** Shows an edit of the demand at once, saves it as one step of undo, and asks anew. */
export function editDemand(title: string, demand: PaintedDemand): void {
  if (demand === get().demand) return;
  reading += 1;
  const id = get().id ?? makeId();
  const name = get().name || freeName();
  set({ id, name, demand });
  sendPanelEdit(OWNER, `demands/${id}`, { title, name, demand: { ...demand, name } as unknown as Json });
  askSoon();
}

function freeName(): string {
  const taken = new Set(get().demands.map((row) => row.name));
  for (let k = 1; ; k++) if (!taken.has(`demand ${k}`)) return `demand ${k}`;
}

export function chooseBrush(brush: Brush): void {
  set({ brush });
}

export function chooseFloorTool(tool: FloorTool): void {
  set({ tool });
}

export function addTrack(word: string): void {
  if (!get().tracks.includes(word)) set({ tracks: [...get().tracks, word] });
}

export function anotherTake(): void {
  set({ seed: get().seed + 1 });
  void askNow();
}

/** Never shows a clip again in this order; a second time allows it. */
export function forbidClip(clip: string): void {
  const { without } = get();
  set({ without: without.includes(clip) ? without.filter((each) => each !== clip) : [...without, clip] });
  void askNow();
}

export function allowAll(): void {
  set({ without: [] });
  void askNow();
}

/** Keeps a stretch of the answer as it is in all that is asked next, or lets it go. What is pinned is what is seen: it gets no better. */
export function togglePin(start: number, stop: number): void {
  const { pins } = get();
  const there = pins.some(([a, b]) => a === start && b === stop);
  asked += 1;
  set({ pins: there ? pins.filter(([a, b]) => a !== start || b !== stop) : [...pins, [start, stop]], searching: false });
}

/** Asks when the hand rests; what was asked before is looked for no longer. */
export function askSoon(): void {
  asked += 1;
  set({ searching: true });
  clearTimeout(soon);
  soon = setTimeout(() => void askNow(), CALM_MS);
}

/** Asks, shows the first answer, and every better one; while one is on its way only the newest asking counts. */
export async function askNow(): Promise<void> {
  const { demand, seed, without, pins, answer } = get();
  const mine = ++asked;
  if (demand.spans.length === 0 && !demand.end && !demand.path?.length) return set({ answer: null, searching: false, problem: "" });
  set({ searching: true });
  try {
    const shown = pins.length > 0 && answer ? { of: answer.order, at: answer.iteration } : {};
    const request = { demand: demand as unknown as Json, seed, without, pins, ...shown };
    let arrays = await panelApi.postArrays(OWNER, "ask", request);
    while (mine === asked) {
      const told = arrays.meta as unknown as OrderAnswer;
      show(told, arrays);
      if (told.iteration >= told.iterations) break;
      arrays = await panelApi.postArrays(OWNER, `orders/${told.order}/more`, {});
    }
    if (mine === asked) set({ searching: false });
  } catch (error) {
    if (mine !== asked) return;
    set({ searching: false, problem: error instanceof RefusedError ? error.message : "" });
    if (!(error instanceof RefusedError)) toastError(error);
  }
}

function show(told: OrderAnswer, arrays: Arrays): void {
  const before = get().answer;
  set({ answer: told.better || !before ? told : { ...before, iteration: told.iteration, cost: told.cost }, problem: "" });
  if (!told.better || !body) return;
  const joints = body.skeleton.names.length;
  const [positions, rotations] = [floats(arrays, "positions"), floats(arrays, "rotations")];
  const track = { begins: 0, fps: told.rate, frames: positions.length / (joints * 3), joints, positions, rotations, plants: [] };
  const character: LiveCharacter = {
    id: OWNER,
    name: get().name || "Order",
    detail: body,
    track,
    doing: "",
    note: wordsOf(told).split(",")[0],
    good: told.natural,
  };
  const live = useLive.getState();
  const loop = told.seconds + REST;
  if (live.owner === OWNER) useLive.setState({ characters: [character], loop, time: Math.min(live.time, loop) });
  else goLive(OWNER, "Order", [character], loop);
}

/** What is to be said of an answer in a few words. */
export function wordsOf({ held, pieces, rarity }: Pick<OrderAnswer, "held" | "pieces" | "rarity">): string {
  const asked = held.filter((share) => share >= 0);
  const done = asked.length === 0 ? "" : `${Math.round((100 * asked.filter((share) => share >= 1).length) / asked.length)} % as asked, `;
  return `${done}${pieces.length === 1 ? "1 piece" : `${pieces.length} pieces`}, rarity ${rarity.toFixed(1)}`;
}

export function playOrder(): void {
  if (useLive.getState().owner === OWNER) useLive.setState({ time: 0, running: true });
  else void askNow();
}

export function endOrder(): void {
  asked += 1;
  set({ searching: false });
  if (useLive.getState().owner === OWNER) endLive();
}

/** Keeps the best so far as a clip and opens it: from there it is exported like any other. One step of undo. */
export async function keepOrder(): Promise<void> {
  const { answer, name } = get();
  if (!answer) return;
  try {
    const kept = await panelApi.post<OrderKept>(OWNER, `orders/${answer.order}/keep`, { window: windowId(), name: name || "order" });
    toast("success", `Kept as ${kept.name}`);
    endOrder();
    await openClip(kept.clip);
  } catch (error) {
    toastError(error);
  }
}

let looking: ReturnType<typeof setTimeout> | undefined;
/** Somebody edited something, perhaps a demand; an undo did, perhaps. */
useSession.subscribe((now, before) => {
  if (now.info?.library !== before.info?.library) set(NOTHING);
  else if (now.documents.seq !== before.documents.seq && get().words !== null) {
    clearTimeout(looking);
    looking = setTimeout(() => void loadOrdering(), CALM_MS);
  }
});
