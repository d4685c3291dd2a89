/** Live characters that do what is asked within a transition's length. The server makes each transition and the captured motion after
 * it; this side plays, and asks for the next before it runs out. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import type {
  Job,
  TransitionBuild,
  TransitionKeep,
  TransitionKept,
  TransitionLoop,
  TransitionPart,
  TransitionRecord,
  TransitionStatus,
  TransitionTableInfo,
} from "../protocol/types";
import { windowId } from "./identity";
import { addCharacter, changeCharacter, chooseCharacter, endLive, goLive, removeCharacter, useLive, type LiveCharacter } from "./live";
import { receiveJob } from "./session";
import { openClip, useStage } from "./stage";
import { isPast, latestCut, momentOf, readStretch, runsOut, soonestCut, stockFrame, type Made, type Stretch } from "./stretch";
import { toast, toastError } from "./toasts";
import { frameAt, holdUntil, splice, startTrack, timeOf } from "./track";
import { play, toggleLoop, useTransport } from "./transport";

const PANEL = "transitions";
export const MOST_CHARACTERS = 6;
/** Metres between characters at the start. */
const SPACING = 1.6;
const LOGGED = 40;
/** Seconds that an answer may take, at least and at most. */
const [LEAST_LEAD, MOST_LEAD] = [0.05, 2];
/** What comes after a stretch is asked for this long before its last exit. */
const AHEAD = 0.5;
/** The order in which activities are looked for to begin with. */
const FIRST = ["stand", "walk", "run"];

/** A transition that was made, for the log. */
export interface LogEntry extends Made {
  readonly id: number;
  readonly character: string;
  readonly from: string;
  readonly to: string;
  /** The clip it was kept as. */
  readonly clip: string | null;
}

interface Performer {
  readonly playing: Stretch;
  /** Spliced in already, but not begun. */
  readonly next: Stretch | null;
  /** The frame of `playing` at which `next` begins. */
  readonly cut: number;
  /** What was played before `playing`, for a clip of the whole performance. */
  readonly parts: readonly TransitionPart[];
  readonly asking: boolean;
  /** Asked for while another answer was on its way. */
  readonly wish: string | null;
}

export interface Performance {
  readonly status: TransitionStatus | null;
  readonly table: TransitionTableInfo | null;
  /** Why the chosen table cannot be used. */
  readonly problem: string;
  readonly performers: ReadonlyMap<string, Performer>;
  readonly log: readonly LogEntry[];
  readonly busy: boolean;
}

export const usePerformance = create<Performance>(() => ({
  status: null,
  table: null,
  problem: "",
  performers: new Map(),
  log: [],
  busy: false,
}));

const set = usePerformance.setState;
const get = usePerformance.getState;
let lead = 0.1;
let logged = 0;
let met = 0;

/** What there is: tables, and bodies to make them of. The first table is opened by itself. */
export async function loadTransitions(): Promise<void> {
  try {
    const status = await panelApi.get<TransitionStatus>(PANEL, "status");
    set({ status });
    const { table } = get();
    const known = status.tables.some((row) => row.id === table?.id);
    if (!known) set({ table: null });
    if (!known && status.tables.length > 0) await openTable(status.tables[0].id);
  } catch (error) {
    toastError(error);
  }
}

export async function openTable(id: string): Promise<void> {
  endLive();
  set({ busy: true, problem: "" });
  try {
    set({ table: await panelApi.get<TransitionTableInfo>(PANEL, `tables/${id}`), performers: new Map(), log: [] });
  } catch (error) {
    set({ table: null, problem: error instanceof Error ? error.message : String(error) });
  } finally {
    set({ busy: false });
  }
}

/** Starts the job that makes a table. */
export async function buildTable(wish: Omit<TransitionBuild, "window">): Promise<void> {
  try {
    receiveJob(await panelApi.post<Job>(PANEL, "build", { window: windowId(), ...wish }));
  } catch (error) {
    toastError(error);
  }
}

export async function renameTable(id: string, name: string): Promise<void> {
  const row = get().status?.tables.find((other) => other.id === id);
  if (!row || !name || name === row.name) return;
  try {
    await panelApi.post(PANEL, `tables/${id}/rename`, { window: windowId(), name });
    await loadTransitions();
  } catch (error) {
    toastError(error);
  }
}

/** Takes a table off the shelf; undo brings it back. */
export async function deleteTable(id: string): Promise<void> {
  if (get().table?.id === id) endLive();
  try {
    await panelApi.post(PANEL, `tables/${id}/delete`, { window: windowId() });
    await loadTransitions();
  } catch (error) {
    toastError(error);
  }
}

/** Puts the first character on stage. */
export async function startPerformance(): Promise<void> {
  met = 0;
  const character = await newCharacter(0);
  if (character) goLive(PANEL, "Performance", [character]);
}

/** Puts one more on stage, beside the one that is spoken to. */
export async function joinPerformance(): Promise<void> {
  const { characters, active } = useLive.getState();
  if (characters.length >= MOST_CHARACTERS) return;
  const beside = characters.find((character) => character.id === active) ?? characters[0];
  const root = beside ? frameAt(beside.track, useLive.getState().time) * beside.track.joints * 3 : 0;
  const x = beside ? beside.track.positions[root] + SPACING : 0;
  const z = beside ? beside.track.positions[root + 2] : 0;
  const character = await newCharacter(x, z);
  if (character && useLive.getState().owner === PANEL) addCharacter(character);
}

export function leavePerformance(id: string): void {
  removeCharacter(id);
  set(({ performers }) => ({ performers: new Map([...performers].filter(([other]) => other !== id)) }));
}

/** The character that is spoken to goes over to an activity. */
export async function request(activity: string): Promise<void> {
  const { owner, active } = useLive.getState();
  if (owner !== PANEL) await startPerformance();
  const id = owner === PANEL ? active : useLive.getState().active;
  if (id) await askFor(id, activity);
}

/** Everybody goes over to an activity. */
export async function requestAll(activity: string): Promise<void> {
  await Promise.all(useLive.getState().characters.map(({ id }) => askFor(id, activity)));
}

/** Makes a clip of a transition of the log. */
export async function keepTransition(entry: LogEntry): Promise<void> {
  const { table } = get();
  if (!table || entry.clip) return;
  const { source, target, from, to } = entry;
  try {
    const wish: TransitionKeep = { window: windowId(), source, target, name: `${from} to ${to}`, activity: to };
    const { clip } = await panelApi.post<TransitionKept>(PANEL, `tables/${table.id}/keep`, wish);
    set(({ log }) => ({ log: log.map((other) => (other.id === entry.id ? { ...other, clip } : other)) }));
    toast("success", `Kept as “${from} to ${to}”.`, { label: "Show", run: () => void openClip(clip) });
  } catch (error) {
    toastError(error);
  }
}

/** Makes one clip of all that the character that is spoken to has done. */
export async function keepPerformance(): Promise<void> {
  const { table, performers } = get();
  const { active, time } = useLive.getState();
  const performer = active === null ? undefined : performers.get(active);
  if (!table || !performer) return;
  const parts = partsUntil(performer, time);
  const name = parts
    .map((part) => part.activity)
    .filter((activity, n, all) => n === 0 || activity !== all[n - 1])
    .join(", ")
    .slice(0, 80);
  try {
    const wish: TransitionRecord = { window: windowId(), parts, name };
    const { clip } = await panelApi.post<TransitionKept>(PANEL, `tables/${table.id}/record`, wish);
    toast("success", `Kept as “${name}”.`, { label: "Show", run: () => void openClip(clip) });
  } catch (error) {
    toastError(error);
  }
}

/** What a performer has played until a moment; a transition that is under way counts with the frame it leads to. */
function partsUntil({ playing, parts }: Performer, time: number): TransitionPart[] {
  const frame = Math.min(Math.max(Math.floor((time - playing.from) * playing.fps), playing.blend - 1), playing.last);
  return [...parts, partOf(playing, frame)];
}

function partOf(stretch: Stretch, cut: number): TransitionPart {
  return { first: stretch.first, last: Math.max(stretch.first, stockFrame(stretch, cut)), activity: stretch.activity };
}

/** The performer once its next stretch has begun. */
function begun(performer: Performer): Performer {
  const { playing, next, cut, parts } = performer;
  return next ? { ...performer, playing: next, next: null, parts: [...parts, partOf(playing, cut)] } : performer;
}

/** Makes a clip of the open one that leads into its own beginning, and plays it. */
export async function loopClip(): Promise<void> {
  const { active } = useStage.getState();
  if (!active) return;
  try {
    const made = await panelApi.post<TransitionLoop>(PANEL, `clips/${active}/loop`, { window: windowId() });
    const cut = `${made.first.toFixed(2)} – ${made.last.toFixed(2)} s`;
    toast("success", `Cut at ${cut}, where the poses are ${(100 * made.distance).toFixed(1)} cm apart.`);
    await openClip(made.clip);
    if (!useTransport.getState().looping) toggleLoop();
    play(1);
  } catch (error) {
    toastError(error);
  }
}

export { chooseCharacter };

async function newCharacter(x: number, z = 0): Promise<LiveCharacter | null> {
  const { table } = get();
  if (!table) return null;
  const usable = table.activities.filter((activity) => activity.count > 0).map((activity) => activity.name);
  const activity = FIRST.find((name) => usable.includes(name)) ?? usable[0];
  if (activity === undefined) return null;
  try {
    const query = new URLSearchParams({ activity, x: String(x), z: String(z) });
    const { stretch, chunk } = readStretch(await panelApi.arrays(PANEL, `tables/${table.id}/begin?${query}`), activity);
    const from = useLive.getState().owner === PANEL ? useLive.getState().time : 0;
    const id = `performer-${++met}`;
    set(({ performers }) => ({
      performers: new Map([...performers, [id, { playing: { ...stretch, from }, next: null, cut: 0, parts: [], asking: false, wish: null }]]),
    }));
    const track = startTrack(chunk, stretch.fps, from);
    return { id, name: `Character ${met}`, detail: table, track, doing: activity, note: "", good: null };
  } catch (error) {
    toastError(error);
    return null;
  }
}

/** Asks the server for the way from where a character soonest can leave to an activity, and splices it in. */
async function askFor(id: string, activity: string, byPerson = true): Promise<void> {
  const { table, performers } = get();
  const performer = performers.get(id);
  if (!table || !performer) return;
  if (performer.asking) return change(id, { wish: activity });
  const base = currentStretch(performer);
  const cut = (byPerson ? soonestCut : latestCut)(base, useLive.getState().time, lead) ?? base.last;
  const [angle, x, z] = base.place;
  change(id, { asking: true, wish: null });
  const asked = performance.now();
  let late = false;
  try {
    const query = new URLSearchParams({ activity, frame: String(stockFrame(base, cut)), angle: String(angle), x: String(x), z: String(z) });
    const answer = await panelApi.arrays(PANEL, `tables/${table.id}/go?${query}`);
    const needed = (1.5 * (performance.now() - asked)) / 1000 + 0.02;
    late = isPast(base, cut, useLive.getState().time);
    lead = Math.min(Math.max(late ? needed : 0.7 * lead + 0.3 * needed, LEAST_LEAD), MOST_LEAD);
    if (!late) receive(id, base, cut, readStretch(answer, activity), byPerson);
  } catch (error) {
    toastError(error);
  } finally {
    change(id, { asking: false });
  }
  const wish = get().performers.get(id)?.wish;
  if (wish) await askFor(id, wish);
  else if (late) await askFor(id, activity, byPerson); // the character is past where it was to leave: again, from further on
}

/** The stretch that a new wish leaves: one that has not begun is replaced. */
function currentStretch({ playing, next }: Performer): Stretch {
  return next && useLive.getState().time + lead >= next.from ? next : playing;
}

function receive(id: string, base: Stretch, cut: number, { stretch, chunk }: ReturnType<typeof readStretch>, byPerson: boolean): void {
  const character = useLive.getState().characters.find((other) => other.id === id);
  const { time } = useLive.getState();
  if (!character) return;
  // A character that ran out, because the server was away, goes on from now.
  const at = Math.max(momentOf(base, cut), momentOf(base, base.last) < time ? time : 0);
  const held = holdUntil(character.track, at + 1e-4);
  const frame = frameAt(held, at + 1e-4);
  const next: Stretch = { ...stretch, from: timeOf(held, frame) };
  const track = splice(held, frame, chunk, time);
  changeCharacter(id, (old) => ({ ...old, track }));
  const performer = get().performers.get(id);
  if (performer) change(id, { ...(base === performer.next ? begun(performer) : performer), next, cut });
  const { made } = stretch;
  if (!made || !byPerson) return;
  const entry: LogEntry = { ...made, id: ++logged, character: character.name, from: base.activity, to: stretch.activity, clip: null };
  set(({ log }) => ({ log: [entry, ...log].slice(0, LOGGED) }));
}

function change(id: string, changes: Partial<Performer>): void {
  const performer = get().performers.get(id);
  if (performer) set(({ performers }) => ({ performers: new Map([...performers, [id, { ...performer, ...changes }]]) }));
}

/** Keeps everybody going: a stretch that begins is announced, one that runs out is continued in its own activity. */
useLive.subscribe((now, before) => {
  if (now.owner !== PANEL) {
    if (before.owner === PANEL) set({ performers: new Map() });
    return;
  }
  if (now.time === before.time) return;
  for (const [id, performer] of get().performers) {
    const { next } = performer;
    if (next && now.time >= next.from) {
      change(id, begun(performer));
      const { made } = next;
      changeCharacter(id, (old) => ({
        ...old,
        doing: next.activity,
        note: made ? `${made.rarity.toFixed(2)}, ${made.natural ? "natural" : "not natural"}` : "",
        good: made ? made.natural : null,
      }));
    } else if (!next && !performer.asking && runsOut(performer.playing, now.time, Math.max(AHEAD, lead))) {
      void askFor(id, performer.playing.activity, false);
    }
  }
});
