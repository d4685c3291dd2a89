/** Posing: joints are dragged in the viewer, the server solves each move, and the pose is drawn as it comes. Nothing is kept until it is keyed. */
import { create } from "zustand";

import { decodeArrays, floats } from "../protocol/arrays";
import { panelSocket } from "../protocol/socket";
import type { PoseBegin, PoseDrag, PoseKeyed, PoseMoment, PoseToKey, PoseTwist, PoseUndo, Problem } from "../protocol/types";
import { putPose, withALayer } from "./layerStack";
import { editStack, useLayers, type ShownFrames } from "./layers";
import { useStage } from "./stage";
import { toast } from "./toasts";
import { currentFrame, pause, seekFrame, useTransport } from "./transport";

type Message = PoseBegin | PoseDrag | PoseTwist | PoseUndo | PoseToKey;
type Unsent<T> = T extends Message ? Omit<T, "serial"> : never;

export interface Posing {
  readonly pins: ReadonlySet<number>;
  /** Metres along the bones over which others go along. */
  readonly brush: number;
  /** Joints keep to what the library's captures show. */
  readonly natural: boolean;
  /** A drag is keyed as soon as it is let go. */
  readonly keying: boolean;
  /** Drags of this pose that are not keyed, and the frame that they are of. */
  readonly drags: number;
  readonly frame: number | null;
  readonly grabbed: number | null;
  /** How far the grabbed joint is from the pointer, metres: more than a little means out of reach. */
  readonly miss: number;
  /** From a move of the pointer to its pose, milliseconds: of the server's solver, and with the way there and back. */
  readonly took: number;
  readonly waited: number;
  /** A move is at the server, or waits to be sent: the pose that is drawn is not the last one yet. */
  readonly solving: boolean;
}

export const FEET = ["left_ankle", "left_toe", "right_ankle", "right_toe"] as const;
export const MOST_BRUSH = 0.6;

export const usePosing = create<Posing>(() => ({
  pins: new Set(),
  brush: 0,
  natural: false,
  keying: false,
  drags: 0,
  frame: null,
  grabbed: null,
  miss: 0,
  took: 0,
  waited: 0,
  solving: false,
}));

const set = usePosing.setState;
const get = usePosing.getState;

let socket: WebSocket | null = null;
let socketOf: string | null = null;
let serial = 0;
/** The message that is on its way, and when it left; only the newest move waits behind it. */
let sent: { readonly serial: number; readonly at: number } | null = null;
let waiting: Unsent<Message>[] = [];
let fresh = true;
let keyAfter = false;
let redraw: () => void = () => undefined;

/** Who draws the pose when it comes. */
export function drawPosesWith(draw: () => void): void {
  redraw = draw;
}

function say(message: Unsent<Message>): void {
  const last = waiting.at(-1);
  const follows = (message.kind === "drag" || message.kind === "twist") && !message.fresh;
  if (follows && last && last.kind === message.kind && (last.kind === "drag" || last.kind === "twist"))
    waiting[waiting.length - 1] = { ...message, fresh: last.fresh ?? false } as Unsent<Message>;
  else waiting.push(message);
  set({ solving: true });
  sendNext();
}

function sendNext(): void {
  if (sent || socket?.readyState !== WebSocket.OPEN) return;
  const next = waiting.shift();
  if (!next) return;
  sent = { serial: ++serial, at: performance.now() };
  socket.send(JSON.stringify({ ...next, serial }));
}

function connect(clip: string): void {
  if (socket && socketOf === clip) return;
  disconnect();
  socketOf = clip;
  const mine = (socket = panelSocket("layers", `clips/${clip}/pose`));
  mine.onopen = sendNext;
  mine.onmessage = (event: MessageEvent<ArrayBuffer | string>) => (mine === socket ? receive(event.data) : undefined);
  mine.onclose = () => (mine === socket ? disconnect() : undefined);
}

function disconnect(): void {
  const old = socket;
  [socket, socketOf, sent, waiting] = [null, null, null, []];
  set({ solving: false });
  old?.close();
  forget();
}

/** The pose is as the layers have it again. */
function forget(): void {
  drawn = null;
  restore();
  set({ drags: 0, frame: null, grabbed: null, miss: 0 });
  fresh = true;
}

function receive(data: ArrayBuffer | string): void {
  const left = sent;
  sent = null;
  if (typeof data === "string") hearWords(JSON.parse(data) as PoseKeyed | Problem);
  else {
    const answer = decodeArrays(data);
    const moment = answer.meta as unknown as PoseMoment;
    if (get().frame === moment.frame) {
      draw(moment.frame, floats(answer, "positions"), floats(answer, "rotations"));
      set({ drags: moment.drags, miss: moment.miss, took: moment.took, waited: left ? performance.now() - left.at : 0 });
    }
  }
  sendNext();
  if (!sent && waiting.length === 0) set({ solving: false });
  if (keyAfter && !get().solving && get().grabbed === null) {
    keyAfter = false;
    keyPose();
  }
}

function hearWords(words: PoseKeyed | Problem): void {
  if ("error" in words) return toast("error", words.error);
  const { stack } = useLayers.getState();
  const keyed = putPose(withALayer(stack), words.layer, words.key);
  kept = drawn = null; // the layers will show it themselves
  set({ drags: 0, frame: null });
  fresh = true;
  const index = keyed.layers[words.layer].poses.findIndex(({ at }) => at === words.key.at);
  editStack(keyed, "Key a pose", { layer: words.layer, key: { layer: words.layer, kind: "pose", index } });
}

/** What lay where the pose is drawn now. */
let kept: { readonly frames: ShownFrames; readonly frame: number; readonly positions: Float32Array; readonly rotations: Float32Array } | null = null;

/** The pose that came last, so that it can be drawn again into frames that the layers make meanwhile. */
let drawn: { readonly frame: number; readonly positions: Float32Array; readonly rotations: Float32Array } | null = null;

function draw(frame: number, positions: Float32Array, rotations: Float32Array): void {
  drawn = { frame, positions, rotations };
  const frames = ownFrames();
  if (!frames || frame >= frames.frames) return;
  const [p, r] = [frame * frames.joints * 3, frame * frames.joints * 4];
  if (kept?.frames !== frames || kept.frame !== frame) {
    restore();
    kept = { frames, frame, positions: frames.positions.slice(p, p + positions.length), rotations: frames.rotations.slice(r, r + rotations.length) };
  }
  frames.positions.set(positions, p);
  frames.rotations.set(rotations, r);
  redraw();
}

function restore(): void {
  if (!kept) return;
  kept.frames.positions.set(kept.positions, kept.frame * kept.frames.joints * 3);
  kept.frames.rotations.set(kept.rotations, kept.frame * kept.frames.joints * 4);
  kept = null;
  redraw();
}

/** Frames that may be drawn into: those that the layers make, or a copy of the clip's. */
function ownFrames(): ShownFrames | null {
  const { shown, clip } = useLayers.getState();
  if (shown) return shown;
  const base = clip === null ? undefined : useStage.getState().loaded.get(clip)?.frames;
  if (!base) return null;
  const copy = { ...base, positions: base.positions.slice(), rotations: base.rotations.slice() };
  useLayers.setState({ shown: copy });
  return copy;
}

/** Goes to the pose of the whole frame that is seen, unless it is being posed already. */
function begin(): boolean {
  const { clip, stack } = useLayers.getState();
  if (clip === null) return false;
  pause();
  const frame = currentFrame();
  seekFrame(frame);
  if (get().frame === frame && socketOf === clip) return true;
  connect(clip);
  set({ frame, drags: 0 });
  say({ kind: "begin", frame, stack: withALayer(stack) });
  return true;
}

export function grab(joint: number): void {
  if (!begin()) return;
  fresh = true;
  set({ grabbed: joint });
}

export function dragTo(to: readonly [number, number, number]): void {
  const { grabbed, pins, brush, natural } = get();
  if (grabbed === null) return;
  say({ kind: "drag", joint: grabbed, to: [...to], pins: [...pins], brush, fresh, natural });
  fresh = false;
}

export function twistBy(joint: number, angle: number, first: boolean): void {
  if (first) {
    if (!begin()) return;
    set({ grabbed: joint });
  }
  say({ kind: "twist", joint, angle, fresh: first });
}

export function release(): void {
  set({ grabbed: null, miss: 0 });
  keyAfter = get().keying && get().frame !== null;
  if (keyAfter && !sent && waiting.length === 0) {
    keyAfter = false;
    if (get().drags > 0) keyPose();
  }
}

/** Keys the pose that is seen in the chosen layer. */
export function keyPose(): void {
  const { stack, layer } = useLayers.getState();
  if (!begin()) return;
  say({ kind: "key", layer: Math.min(layer, withALayer(stack).layers.length - 1) });
}

/** Takes the last drag of a pose that is not keyed back; all of them. */
export function undoDrag(all = false): void {
  if (get().drags > 0) say({ kind: "undo", all });
}

export function togglePin(joint: number): void {
  const pins = new Set(get().pins);
  if (!pins.delete(joint)) pins.add(joint);
  set({ pins });
}

/** Pins the feet, or takes their pins away where all are pinned. */
export function pinFeet(roles: Readonly<Record<string, number>>): void {
  const feet = FEET.flatMap((role) => roles[role] ?? []);
  const pins = new Set(get().pins);
  const all = feet.every((joint) => pins.has(joint));
  for (const joint of feet) all ? pins.delete(joint) : pins.add(joint);
  set({ pins });
}

export const setPins = (pins: Iterable<number>): void => set({ pins: new Set(pins) });
export const setBrush = (brush: number): void => set({ brush: Math.min(MOST_BRUSH, Math.max(0, brush)) });
export const setNatural = (natural: boolean): void => set({ natural });
export const setKeying = (keying: boolean): void => set({ keying });

/** Follows the clip and the moment: a pose is of one frame of one clip. */
export function followPosing(): () => void {
  const stops = [
    useTransport.subscribe((now) => {
      const { frame, drags } = get();
      if (frame === null || currentFrame(now) === frame) return;
      if (drags > 0) toast("info", "The pose was not keyed and is as it was. K keys a pose.");
      forget();
    }),
    useLayers.subscribe((now, before) => {
      if (now.clip !== before.clip) {
        disconnect();
        if (now.clip !== null) pinFirst(now.clip);
      } else if (now.stack !== before.stack && get().frame !== null) forget();
      else if (now.shown !== before.shown && before.shown && drawn) draw(drawn.frame, drawn.positions, drawn.rotations); // else the drag was lost
    }),
  ];
  const { clip } = useLayers.getState();
  if (clip !== null) pinFirst(clip);
  return () => {
    stops.forEach((stop) => stop());
    disconnect();
  };
}

/** A body stands on its feet: they are pinned at first. */
function pinFirst(clip: string): void {
  const roles = useStage.getState().loaded.get(clip)?.detail.body?.roles ?? {};
  setPins(FEET.flatMap((role) => roles[role] ?? []));
}
