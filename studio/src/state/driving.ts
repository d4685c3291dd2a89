/** Driving: this window keeps the clock, the server the characters. Steps say how much time has passed and what is asked; answers bring the
 * poses of that moment and of those to come, which play at the display's rate until the next answer. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { decodeArrays, floats } from "../protocol/arrays";
import { panelSocket } from "../protocol/socket";
import type {
  CourseNow,
  DriveBegin,
  Json,
  MachineCharacter,
  MachineDetail,
  MachineMoment,
  MachineRecord,
  MachineRecorded,
  MachineRecording,
  MachineRun,
  MachineStep,
  Problem,
} from "../protocol/types";
import { controlsOf, nextGait, readPad, turnFor, type Controls } from "./controls";
import type { FloorPlace, FloorScene } from "./floorPlan";
import { addTick, wake } from "./frameLoop";
import { windowId } from "./identity";
import { endLive, goLive, useLive, type LiveCharacter } from "./live";
import { EVERY, framesBehind, stepAfter } from "./liveClock";
import { useMachines } from "./machines";
import { toast, toastError } from "./toasts";
import type { Track } from "./track";

export const OWNER = "machine";
export const MOST_CHARACTERS = 6;
const RESPONSES = 200;

export interface Driving {
  readonly machine: MachineDetail | null;
  readonly controls: Controls | null;
  readonly characters: readonly MachineCharacter[];
  /** The one that keys speak to. */
  readonly active: number;
  /** A new request drops those that wait. */
  readonly newest: boolean;
  /** Share of the turn that is held, -1 (right) to 1 (left). */
  readonly turn: number;
  readonly pad: string | null;
  /** How many frames the drive has lasted, by the server. */
  readonly frame: number;
  /** The character that is recorded, and from which frame of the drive on. */
  readonly recording: MachineRecorded | null;
  /** What was recorded is becoming a clip. */
  readonly keeping: boolean;
  /** Planted feet are held still, live and in a recording. */
  readonly feet: boolean;
  /** The scene that the first character is driven through, and how it fares there. */
  readonly scene: FloorScene | null;
  readonly course: CourseNow | null;
}

const NOBODY = { machine: null, controls: null, characters: [], active: 0, turn: 0, pad: null, frame: 0, recording: null, scene: null, course: null };

export const useDriving = create<Driving>(() => ({ ...NOBODY, newest: false, keeping: false, feet: true }));

/** Milliseconds from a request to the first picture that has it, newest last; for the tests that report them. */
export const responses: number[] = [];

/** Whether every step has its answer; for tests that keep the page's clock themselves. */
export const answered = (): boolean => sent.length === 0;

const set = useDriving.setState;
const get = useDriving.getState;

/** A step on its way: the moment of the live clock that it is for, and when a person asked for what is in it. */
interface Sent {
  readonly serial: number;
  readonly time: number;
  readonly asked: number | null;
}

let socket: WebSocket | null = null;
let go: NonNullable<MachineStep["go"]> = [];
let steer: NonNullable<MachineStep["steer"]> = [];
let more = false;
let recorded: MachineRecorded | null = null;
let serial = 0;
/** Where the server's clock stands, in seconds of the live one; null before the first step. */
let reached: number | null = null;
let sent: Sent[] = [];
let lastPad: { gait: string | null; acts: readonly string[]; turning: boolean } = { gait: null, acts: [], turning: false };
let waiting: number[] = [];
let pendingSince: number | null = null;

/** Puts a machine's first character on stage; into a scene, where one is given: where that has its first one begin. */
export function startDriving(machine: MachineDetail, scene: FloorScene | null = null): void {
  stopDriving();
  const mine = (socket = scene ? panelSocket("plan", `machines/${machine.id}/drive`) : panelSocket(OWNER, `machines/${machine.id}/live`));
  mine.onmessage = (event: MessageEvent<ArrayBuffer | string>) => (mine === socket ? receive(machine, event.data) : undefined);
  mine.onclose = () => {
    if (mine !== socket) return;
    toast("info", "The server let go of the character; press Drive to go on.");
    stopDriving();
  };
  mine.onopen = () => {
    if (scene) mine.send(JSON.stringify({ scene: scene as unknown as { [key: string]: Json } } satisfies DriveBegin));
    wake();
  };
  set({ ...NOBODY, machine, controls: controlsOf(machine), scene });
}

export function stopDriving(): void {
  const old = socket;
  socket = null;
  old?.close();
  [go, steer, waiting, sent, more, serial, reached, pendingSince, recorded] = [[], [], [], [], false, 0, null, null, null];
  lastPad = { gait: null, acts: [], turning: false };
  set(NOBODY);
  if (useLive.getState().owner === OWNER) endLive();
}

/** Asks the active character for a behaviour. */
export function ask(state: string, replace = get().newest): void {
  if (!socket) return;
  go.push({ character: get().active, state, replace });
  sendWish();
}

/** Asks for the next gait, as seen from where the character is bound for. */
export function askGait(step: 1 | -1): void {
  const { machine, controls, characters, active } = get();
  const now = characters[active];
  if (!machine || !controls || !now) return;
  const bound = now.queue.findLast((name) => machine.states.some((state) => state.name === name)) ?? now.goal ?? now.state;
  const next = nextGait(machine, controls, bound, step);
  if (next) ask(next);
}

/** Holds a share of the turn, -1 (right) to 1 (left). */
export function holdTurn(share: number): void {
  const { controls, active, turn } = get();
  if (!socket || !controls || share === turn) return;
  set({ turn: share });
  steer.push({ character: active, turn: turnFor(controls, share) });
  sendWish();
}

export function chooseDriven(active: number): void {
  const { characters } = get();
  if (!characters[active] || active === get().active) return;
  holdTurn(0); // whoever is left behind walks straight on
  set({ active });
  useLive.setState({ active: idOf(active) });
}

export function addDriven(): void {
  if (get().characters.length >= MOST_CHARACTERS) return;
  more = true;
  sendStep();
}

export function setNewest(newest: boolean): void {
  set({ newest });
}

/** Begins to record the active character; or ends, and what it did becomes a clip. */
export function toggleRecording(): void {
  const { active, frame, recording, keeping } = get();
  if (!socket || keeping) return;
  if (!recording) return set({ recording: { character: active, first: frame } });
  recorded = recording;
  sendStep();
  wake();
}

export function setFeet(feet: boolean): void {
  set({ feet });
}

/** The server plays the run again and keeps it; undo takes it back. */
async function keepRun(machine: MachineDetail, run: MachineRun): Promise<void> {
  set({ recording: null, keeping: true });
  try {
    const request: MachineRecord = { window: windowId(), content: machine.content, run, feet: get().feet };
    const { name } = await panelApi.post<MachineRecording>(OWNER, `machines/${machine.id}/record`, request);
    toast("success", `Kept as ${name}`);
  } catch (error) {
    toastError(error);
  } finally {
    set({ keeping: false });
  }
}

addTick(() => {
  if (!socket) return false;
  notePictures();
  listenToPad();
  if (sent.length === 0 && framesDue() >= EVERY) sendStep();
  return true;
});

/** A wish does not wait for the next frame. */
function sendWish(): void {
  pendingSince ??= performance.now();
  sendStep();
  wake();
}

/** Whole frames by which the server's clock is behind; the first step is due at once. */
function framesDue(): number {
  const live = useLive.getState();
  if (reached === null || live.owner !== OWNER) return serial === 0 ? EVERY : 0;
  return framesBehind(live.time, reached);
}

function sendStep(): void {
  if (socket?.readyState !== WebSocket.OPEN) return;
  const step = stepAfter(reached ?? 0, reached === null ? 0 : framesDue());
  reached = step.reached;
  sent.push({ serial: ++serial, time: reached, asked: pendingSince });
  socket.send(JSON.stringify({ serial, frames: step.frames, go, steer, add: more, recorded, feet: get().feet } satisfies MachineStep));
  [go, steer, more, pendingSince, recorded] = [[], [], false, null, null];
}

/** What was asked and has been answered is in the picture that follows this tick. */
function notePictures(): void {
  for (const asked of waiting) responses.push(performance.now() - asked);
  waiting = [];
  responses.splice(0, Math.max(0, responses.length - RESPONSES));
}

function receive(machine: MachineDetail, data: ArrayBuffer | string): void {
  if (typeof data === "string") {
    sent.shift(); // answers come in the order of the steps, refusals too
    return toast("error", (JSON.parse(data) as Problem).error);
  }
  const answer = decodeArrays(data);
  const moment = answer.meta as unknown as MachineMoment;
  const step = sent.find((each) => each.serial === moment.serial);
  sent = sent.filter((each) => each.serial > moment.serial);
  if (!step) return;
  if (step.asked !== null) waiting.push(step.asked);
  showMoment(machine, moment, step.time, floats(answer, "positions"), floats(answer, "rotations"));
  if (!socket) return; // somebody else took the stage meanwhile
  set({ characters: moment.characters, frame: moment.frame, course: moment.course ?? null });
  if (moment.run) void keepRun(machine, moment.run);
}

const idOf = (index: number): string => `${OWNER}-${index}`;

/** Gives everybody the frames from `time` on. Characters that come are new on stage, those that were there stay as they are. */
function showMoment(machine: MachineDetail, moment: MachineMoment, time: number, positions: Float32Array, rotations: Float32Array): void {
  const live = useLive.getState();
  const old = live.owner === OWNER ? live.characters : [];
  const count = moment.characters.length;
  const joints = machine.skeleton.names.length;
  const frames = positions.length / (count * joints * 3);
  const cast = moment.characters.map(({ state, target }, index): LiveCharacter => {
    const part = (values: Float32Array): Float32Array => values.subarray((index * values.length) / count, ((index + 1) * values.length) / count);
    const track: Track = { begins: time, fps: moment.rate, frames, joints, positions: part(positions), rotations: part(rotations), plants: [] };
    return {
      id: idOf(index),
      name: count > 1 ? `${machine.name} ${index + 1}` : machine.name,
      detail: machine,
      track: keepTrack(old[index]?.track, track),
      doing: target ? `${state} → ${target}` : state,
      note: "",
      good: null,
    };
  });
  if (old.length === 0) return goLive(OWNER, "Drive", cast);
  const active = count > old.length ? count - 1 : get().active;
  useLive.setState({ characters: cast, active: idOf(active) });
  set({ active });
}

/** The same object with other frames: the scene keeps its body. */
function keepTrack(old: Track | undefined, track: Track): Track {
  return old ? Object.assign(old, track) : track;
}

/** The first gamepad there is; browsers show it once a button has been pressed. */
function listenToPad(): void {
  const { controls, pad } = get();
  const found = navigator.getGamepads?.().find((each) => each?.connected) ?? null;
  if ((found?.id ?? null) !== pad) set({ pad: found?.id ?? null });
  if (!found || !controls) return;
  const wish = readPad(controls, found);
  if (wish.turn !== null || lastPad.turning) holdTurn(wish.turn ?? 0);
  if (wish.gait !== null && wish.gait !== lastPad.gait) ask(wish.gait, true);
  for (const act of wish.acts) if (!lastPad.acts.includes(act)) ask(act);
  lastPad = { gait: wish.gait ?? lastPad.gait, acts: wish.acts, turning: wish.turn !== null };
}

/** Somebody else has the stage now. */
useLive.subscribe((now, before) => {
  if (before.owner === OWNER && now.owner !== OWNER && socket) stopDriving();
});

/** The machine was edited, by whomever: the character begins anew with the new one. */
useMachines.subscribe(({ open }, before) => {
  const { machine } = get();
  if (!machine || open === before.open) return;
  if (!open || open.id !== machine.id) stopDriving();
  else if (open.content !== machine.content) startDriving(open, get().scene);
});

const NO_LINES: readonly (readonly FloorPlace[])[] = [];
const linesOf = new WeakMap<FloorScene, readonly (readonly FloorPlace[])[]>();

/** The lines on the floor that somebody who is driven is to follow: the same objects while the scene is the same. */
export function drivenLines(scene: FloorScene): readonly (readonly FloorPlace[])[] {
  const found = linesOf.get(scene) ?? (scene.agents ?? []).flatMap((agent) => agent.goals.flatMap((goal) => (goal.along ? [goal.along] : [])));
  linesOf.set(scene, found);
  return found.length > 0 ? found : NO_LINES;
}
