/** The scene that is drawn on the floor, and the plans that characters of the open machine have in it. The server keeps scenes; undo is the library's. */
import { create } from "zustand";

import { panelApi, RefusedError } from "../protocol/api";
import { floats, type Arrays } from "../protocol/arrays";
import type { Json, PlanAnswer, PlanAsk, PlanKept, PlannedAgent, SceneData, SceneList, SceneRow } from "../protocol/types";
import { drivenLines, useDriving } from "./driving";
import { EMPTY, type FloorPlace, type FloorScene, type Thing } from "./floorPlan";
import { makeId, windowId } from "./identity";
import { endLive, goLive, useLive, type LiveCharacter } from "./live";
import { useMachines } from "./machines";
import { sendPanelEdit, useSession } from "./session";
import { toast, toastError } from "./toasts";

export type Tool = "select" | "wall" | "cylinder" | "box" | "character";

export interface Planning {
  readonly scenes: readonly SceneRow[] | null;
  /** The document that the scene is saved in. */
  readonly id: string | null;
  readonly name: string;
  readonly scene: FloorScene;
  readonly tool: Tool;
  readonly selected: Thing | null;
  readonly answer: PlanAnswer | null;
  /** The content of the machine that the answer was planned with. */
  readonly content: string;
  readonly planning: boolean;
  readonly problem: string;
  /** Shows what the search looked at. */
  readonly looked: boolean;
  /** Seconds to look for a way to each goal; then the best so far is shown. */
  readonly budget: number;
}

const NOTHING: Planning = {
  scenes: null,
  id: null,
  name: "",
  scene: EMPTY,
  tool: "select",
  selected: null,
  answer: null,
  content: "",
  planning: false,
  problem: "",
  looked: false,
  budget: 8,
};

export const usePlanning = create<Planning>(() => NOTHING);

const OWNER = "plan";
/** The owner of the stage while somebody is steered, see `steering`. */
const STEERED = "steer";
/** And while somebody is driven by keys, see `driving`. */
const DRIVEN = "machine";
const CALM_MS = 150;
/** Seconds for which everybody stands still before it plays again. */
const REST = 1.5;
const set = usePlanning.setState;
const get = usePlanning.getState;
let asked = 0;
let reading = 0;
let soon: ReturnType<typeof setTimeout> | undefined;

/** Loads the list of scenes, and the open one where it has changed; without one the last of them opens. */
export async function loadScenes(): Promise<void> {
  const mine = ++reading;
  try {
    const { scenes } = await panelApi.get<SceneList>("plan", "scenes");
    if (mine !== reading) return;
    const { id } = get();
    const open = scenes.find((row) => row.id === id) ?? scenes[scenes.length - 1];
    set({ scenes });
    if (open) await openScene(open.id, mine);
    else if (useSession.getState().unsent === 0) show({ id: null, name: "", scene: EMPTY });
  } catch (error) {
    if (useSession.getState().connected) toastError(error);
  }
}

export async function openScene(id: string, mine = ++reading): Promise<void> {
  const { name, scene } = await panelApi.get<SceneData>("plan", `scenes/${id}`);
  if (mine !== reading || useSession.getState().unsent > 0) return; // what the person drew meanwhile is newer
  show({ id, name, scene: scene as unknown as FloorScene });
}

function show(next: Pick<Planning, "id" | "name" | "scene">): void {
  const now = get();
  if (now.id === next.id && now.name === next.name && JSON.stringify(now.scene) === JSON.stringify(next.scene)) return;
  set({ ...next, ...(now.id === next.id ? {} : { selected: null, answer: null }) });
  planSoon();
}

/** Shows an edit of the scene at once, saves it as one step of undo, and plans anew. */
export function editScene(title: string, scene: FloorScene): void {
  if (scene === get().scene) return;
  reading += 1; // an answer under way is older than this
  const id = get().id ?? makeId();
  const name = get().name || freeName();
  set({ id, name, scene });
  save(title);
  planSoon();
}

/** Shows the scene while something is dragged; nothing is saved before it is let go. */
export function previewScene(scene: FloorScene): void {
  set({ scene });
  planSoon();
}

function save(title: string): void {
  const { id, name, scene } = get();
  if (id !== null) sendPanelEdit("plan", `scenes/${id}`, { title, name, scene: { ...scene, name } as unknown as Json });
}

export function renameScene(name: string): void {
  if (!name || name === get().name || get().id === null) return;
  set({ name });
  save(`Rename the scene to ${name}`);
}

export function newScene(): void {
  reading += 1;
  endPlay();
  set({ id: null, name: "", scene: EMPTY, selected: null, answer: null, problem: "" });
}

export function deleteScene(): void {
  const { id } = get();
  if (id === null) return;
  newScene();
  sendPanelEdit("plan", `scenes/${id}/delete`, {});
}

function freeName(): string {
  const taken = new Set(get().scenes?.map((row) => row.name));
  for (let k = 1; ; k++) if (!taken.has(`scene ${k}`)) return `scene ${k}`;
}

export function chooseTool(tool: Tool): void {
  set({ tool, selected: tool === "select" ? get().selected : null });
}

export function selectThing(selected: Thing | null): void {
  set({ selected });
}

export function showLooked(looked: boolean): void {
  set({ looked });
}

/** Plans when hands are still for a moment. */
export function planSoon(): void {
  clearTimeout(soon);
  soon = setTimeout(() => void planNow(), CALM_MS);
}

/** Plans for everybody in the scene; while an answer is on its way only the newest counts. */
export async function planNow(): Promise<void> {
  const machine = useMachines.getState().open;
  const { scene, budget } = get();
  const mine = ++asked;
  if (!machine || !scene.agents?.some((agent) => agent.goals.length > 0)) return set({ answer: null, planning: false, problem: "" });
  set({ planning: true });
  try {
    const request: PlanAsk = { scene: scene as unknown as { [key: string]: Json }, budget };
    const answer = await panelApi.postArrays("plan", `machines/${machine.id}/plan`, request);
    if (mine !== asked) return;
    const told = answer.meta as unknown as PlanAnswer;
    set({ answer: told, content: machine.content, planning: false, problem: "" });
    putOnStage(told, answer);
  } catch (error) {
    if (mine !== asked) return;
    set({ planning: false, answer: null, problem: error instanceof RefusedError ? error.message : "" });
    if (!(error instanceof RefusedError)) toastError(error);
  }
}

/** Plays the plans in the viewer, again and again. */
function putOnStage({ agents, rate }: PlanAnswer, arrays: Arrays): void {
  const machine = useMachines.getState().open;
  if (!machine || agents.length === 0 || [STEERED, DRIVEN].includes(useLive.getState().owner ?? "")) return; // whoever is steered or driven has the stage
  const joints = machine.skeleton.names.length;
  const cast = agents.map((agent, k): LiveCharacter => {
    const [positions, rotations] = [floats(arrays, `positions${k}`), floats(arrays, `rotations${k}`)];
    const track = { begins: 0, fps: rate, frames: positions.length / (joints * 3), joints, positions, rotations, plants: [] };
    return { id: `${OWNER}-${k}`, name: agent.name, detail: machine, track, doing: "", note: wordsOf(agent), good: agent.reached === agent.goals };
  });
  const loop = Math.max(...agents.map((agent) => agent.seconds)) + REST;
  const live = useLive.getState();
  if (live.owner === OWNER && live.characters.length === cast.length) useLive.setState({ characters: cast, loop, time: Math.min(live.time, loop) });
  else goLive(OWNER, "Plan", cast, loop);
}

/** What is to be said of a plan in a few words. */
export function wordsOf({ reached, goals, seconds, metres, clearance, blocked }: PlannedAgent): string {
  if (reached < goals) return blocked || "does not arrive";
  const room = clearance === null ? "" : `, ${Math.round(100 * clearance)} cm clear`;
  return `${seconds.toFixed(1)} s, ${metres.toFixed(1)} m${room}`;
}

export function endPlay(): void {
  if (useLive.getState().owner === OWNER) endLive();
}

/** Plays from the beginning; after the stage was somebody else's, too. */
export function playPlans(): void {
  if (useLive.getState().owner === OWNER) useLive.setState({ time: 0, running: true });
  else void planNow();
}

const waysOf = new WeakMap<PlanAnswer, readonly (readonly FloorPlace[])[]>();
const NO_FLOOR = { scene: EMPTY, second: 0, ways: [] } as const;

/** What the viewer shows on the floor while plans play: the same objects while nothing has changed. */
export function plannedFloor(): { scene: FloorScene; second: number; ways: readonly (readonly FloorPlace[])[] } {
  const { owner, time } = useLive.getState();
  const { scene, answer } = get();
  if (owner === STEERED) return { ...NO_FLOOR, scene, second: time };
  const driven = useDriving.getState().scene;
  if (owner === DRIVEN && driven) return { scene: driven, second: time, ways: drivenLines(driven) };
  if (owner !== OWNER) return NO_FLOOR;
  if (answer && !waysOf.has(answer))
    waysOf.set(
      answer,
      answer.agents.map((agent) => agent.way),
    );
  return { scene, second: time, ways: (answer && waysOf.get(answer)) ?? NO_FLOOR.ways };
}

/** Keeps everybody's run as a clip; one step of undo. */
export async function keepPlans(): Promise<void> {
  const machine = useMachines.getState().open;
  const { answer, content, name } = get();
  if (!machine || !answer) return;
  try {
    const names = answer.agents.map((agent) => `${agent.name} in ${name || "a scene"}`);
    const request = { window: windowId(), content, runs: answer.agents.map((agent) => agent.run), names };
    const { clips } = await panelApi.post<PlanKept>("plan", `machines/${machine.id}/keep`, request);
    toast("success", clips.length === 1 ? `Kept as ${names[0]}` : `${clips.length} clips kept`);
  } catch (error) {
    toastError(error);
  }
}

let looking: ReturnType<typeof setTimeout> | undefined;
/** Somebody edited something, perhaps a scene; an undo did, perhaps. */
useSession.subscribe((now, before) => {
  if (now.info?.library !== before.info?.library) set(NOTHING);
  else if (now.documents.seq !== before.documents.seq && get().scenes !== null) {
    clearTimeout(looking);
    looking = setTimeout(() => void loadScenes(), CALM_MS);
  }
});
useMachines.subscribe((now, before) => {
  if (now.open?.content !== before.open?.content && get().scenes !== null) planSoon();
});
