/** Steering in a scene: this window keeps the clock, the server the characters. Who is held goes where the hand points, round the others. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { decodeArrays, floats } from "../protocol/arrays";
import { panelSocket } from "../protocol/socket";
import type { MachineDetail, MachineRun, PlanKept, Problem, SteerBegin, SteeredCharacter, SteerMoment, SteerStep } from "../protocol/types";
import type { FloorPlace, FloorScene } from "./floorPlan";
import { addTick, wake } from "./frameLoop";
import { windowId } from "./identity";
import { endLive, goLive, useLive, type LiveCharacter } from "./live";
import { EVERY, framesBehind, stepAfter } from "./liveClock";
import { useMachines } from "./machines";
import { usePlanning } from "./planning";
import { toast, toastError } from "./toasts";
import type { Track } from "./track";

export const OWNER = "steer";
/** Metres from a character within which a press takes hold of it. */
const REACH = 0.6;

export interface Steering {
  /** The machine that walks; null while nobody is steered. */
  readonly machine: MachineDetail | null;
  readonly characters: readonly SteeredCharacter[];
  /** The one that goes where the hand points. */
  readonly active: number;
  readonly keeping: boolean;
}

const NOBODY: Steering = { machine: null, characters: [], active: 0, keeping: false };

export const useSteering = create<Steering>(() => NOBODY);

const set = useSteering.setState;
const get = useSteering.getState;

let socket: WebSocket | null = null;
let serial = 0;
let reached: number | null = null;
let waits: { readonly serial: number; readonly time: number } | null = null;
let sends = new Map<number, FloorPlace>();
let wantRuns = false;

/** Puts everybody of a scene on stage; go: each sets off for goals of its own. */
export function startSteering(machine: MachineDetail, scene: FloorScene, go: boolean): void {
  stopSteering();
  const mine = (socket = panelSocket("plan", `machines/${machine.id}/steer`));
  mine.onmessage = (event: MessageEvent<ArrayBuffer | string>) => (mine === socket ? receive(machine, event.data) : undefined);
  mine.onclose = () => (mine === socket ? stopSteering() : undefined);
  mine.onopen = () => {
    mine.send(JSON.stringify({ scene: scene as unknown as SteerBegin["scene"], go } satisfies SteerBegin));
    sendStep(0);
    wake();
  };
  set({ ...NOBODY, machine });
}

export function stopSteering(): void {
  const old = socket;
  socket = null;
  old?.close();
  [serial, reached, waits, sends, wantRuns] = [0, null, null, new Map<number, FloorPlace>(), false];
  if (get().machine) set(NOBODY);
  if (useLive.getState().owner === OWNER) endLive();
}

/** A press takes hold of whoever is near; everywhere else it sends the one that is held. */
export function pressFloor(at: FloorPlace): void {
  const { characters } = get();
  const near = characters.map(({ place: [x, z] }) => Math.hypot(x - at[0], z - at[1]));
  const nearest = near.indexOf(Math.min(...near));
  if (near[nearest] < REACH) chooseSteered(nearest);
  else sendTo(at);
}

/** Sends the held character to a place; while a hand is held down the newest counts. */
export function sendTo(at: FloorPlace): void {
  if (!socket) return;
  sends.set(get().active, at);
  wake();
}

export function chooseSteered(active: number): void {
  if (!get().characters[active]) return;
  set({ active });
  useLive.setState({ active: idOf(active) });
}

/** Keeps what everybody has done so far as clips; one step of undo. */
export function keepSteered(): void {
  if (!socket || get().keeping) return;
  wantRuns = true;
  set({ keeping: true });
  wake();
}

async function keepRuns(machine: MachineDetail, runs: readonly MachineRun[]): Promise<void> {
  try {
    const names = get().characters.map(({ name }) => `${name} steered in ${usePlanning.getState().name || "a scene"}`);
    const request = { window: windowId(), content: machine.content, runs: [...runs], names };
    const { clips } = await panelApi.post<PlanKept>("plan", `machines/${machine.id}/keep`, request);
    toast("success", clips.length === 1 ? `Kept as ${names[0]}` : `${clips.length} clips kept`);
  } catch (error) {
    toastError(error);
  } finally {
    set({ keeping: false });
  }
}

addTick(() => {
  if (!socket) return false;
  const due = framesDue();
  if (waits === null && reached !== null && (due >= EVERY || wantRuns)) sendStep(due);
  return true;
});

function framesDue(): number {
  const live = useLive.getState();
  if (reached === null || live.owner !== OWNER) return 0;
  return framesBehind(live.time, reached);
}

function sendStep(behind: number): void {
  if (socket?.readyState !== WebSocket.OPEN) return;
  const step = stepAfter(reached ?? 0, behind);
  reached = step.reached;
  waits = { serial: ++serial, time: reached };
  const send = [...sends].map(([character, at]) => ({ character, at: [...at] }));
  socket.send(JSON.stringify({ serial, frames: step.frames, send, runs: wantRuns } satisfies SteerStep));
  [sends, wantRuns] = [new Map<number, FloorPlace>(), false];
}

function receive(machine: MachineDetail, data: ArrayBuffer | string): void {
  const asked = waits;
  waits = null;
  if (typeof data === "string") {
    set({ keeping: false });
    return toast("error", (JSON.parse(data) as Problem).error);
  }
  const answer = decodeArrays(data);
  const moment = answer.meta as unknown as SteerMoment;
  if (!asked || asked.serial !== moment.serial) return;
  set({ characters: moment.characters });
  show(machine, moment, asked.time, floats(answer, "positions"), floats(answer, "rotations"));
  if (moment.runs) void keepRuns(machine, moment.runs);
}

const idOf = (index: number): string => `${OWNER}-${index}`;

/** Gives everybody the frames from `time` on. */
function show(machine: MachineDetail, { characters, rate }: SteerMoment, time: number, positions: Float32Array, rotations: Float32Array): void {
  const live = useLive.getState();
  const old = live.owner === OWNER ? live.characters : [];
  const [count, joints] = [characters.length, machine.skeleton.names.length];
  const frames = positions.length / (count * joints * 3);
  const cast = characters.map(({ name, state, arrived }, index): LiveCharacter => {
    const part = (values: Float32Array): Float32Array => values.subarray((index * values.length) / count, ((index + 1) * values.length) / count);
    const track: Track = { begins: time, fps: rate, frames, joints, positions: part(positions), rotations: part(rotations), plants: [] };
    const kept = old[index]?.track;
    return {
      id: idOf(index),
      name,
      detail: machine,
      track: kept ? Object.assign(kept, track) : track,
      doing: state,
      note: arrived ? "arrived" : "",
      good: arrived || null,
    };
  });
  if (old.length === 0) return goLive(OWNER, "Steering", cast);
  useLive.setState({ characters: cast });
}

/** Somebody else has the stage now, or another machine walks. */
useLive.subscribe((now, before) => {
  if (before.owner === OWNER && now.owner !== OWNER && socket) stopSteering();
});
useMachines.subscribe(({ open }) => {
  const { machine } = get();
  if (machine && (open?.id !== machine.id || open.content !== machine.content)) stopSteering();
});
