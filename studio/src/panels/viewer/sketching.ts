/** The open sketch in the picture: feet and hips are dragged, and keyed at the frame that is seen. */
import type { ActorInput } from "../../scene/actor";
import { useLive } from "../../state/live";
import { setValue, snap, valueAt } from "../../state/sketchKeys";
import { editSketch, saveSketch, useSketching } from "../../state/sketching";
import { currentFrame, pause, useTransport } from "../../state/transport";
import { figureOf } from "./actors";

const AXES = ["x", "y", "z"] as const;
/** What a joint that is dragged moves. */
const CONTROLS: Readonly<Record<string, string>> = {
  left_ankle: "left_foot",
  left_toe: "left_foot",
  right_ankle: "right_foot",
  right_toe: "right_foot",
  hips: "root",
};

interface Hold {
  readonly joint: number;
  readonly control: string;
  readonly at: number;
  /** Where the joint was, and the control's values. */
  readonly from: readonly number[];
  readonly values: readonly number[];
}
let hold: Hold | null = null;

/** Whether the sketch is what the stage shows. */
export function isSketching(): boolean {
  const { open, detail, shown } = useSketching.getState();
  return open && detail !== null && shown !== null && useLive.getState().owner === null;
}

/** The character that the stage is about while a sketch is open; null: the clip's. */
export const sketchActor = (): string | null => (isSketching() ? ID : null);
const ID = "sketch";

/** The sketch in place of the clips, and what was seen before it behind it. */
export function withSketch(actors: ActorInput[]): ActorInput[] {
  const { detail, shown, ghost, ghosts } = useSketching.getState();
  if (!isSketching() || !detail || !shown) return actors;
  const own: ActorInput = {
    id: ID,
    name: detail.name,
    frames: shown,
    begins: 0,
    figure: figureOf(detail),
    ground: 0,
    plants: [],
    offset: [0, 0],
    support: null,
    ghost: false,
  };
  return ghosts && ghost ? [own, { ...own, id: `${ID} ghost`, frames: ghost, ghost: true }] : [own];
}

export const grabbedInSketch = (): number | null => hold?.joint ?? null;

export function grabSketch(joint: number): void {
  const { detail, shown, channels } = useSketching.getState();
  if (!detail || !shown) return;
  const role = Object.entries(detail.body?.roles ?? {}).find(([, each]) => each === joint)?.[0];
  const control = role === undefined ? undefined : CONTROLS[role];
  if (control === undefined) return;
  pause();
  const frame = Math.min(currentFrame(), shown.frames - 1);
  const at = snap(frame / detail.fps, detail.fps, shown.frames);
  const place = (frame * shown.joints + joint) * 3;
  const from = [...shown.positions.slice(place, place + 3)];
  // A control that has no key yet starts where it is seen.
  const values = AXES.map((axis, n) =>
    channels[`${control}.${axis}`] ? valueAt(channels[`${control}.${axis}`], at) : control === "root" ? from[n] : n === 1 ? 0 : from[n],
  );
  hold = { joint, control, at, from, values };
}

/** Keys the control where it is dragged; axes that nobody keyed and that do not move stay without keys. */
export function dragSketch(to: readonly [number, number, number]): void {
  if (!hold) return;
  let { channels } = useSketching.getState();
  AXES.forEach((axis, n) => {
    if (hold) channels = setValue(channels, `${hold.control}.${axis}`, hold.at, hold.values[n] + to[n] - hold.from[n]);
  });
  editSketch({ channels, chosen: AXES.map((axis) => ({ channel: `${hold?.control ?? ""}.${axis}`, at: hold?.at ?? 0 })) }, null);
}

export function releaseSketch(): void {
  if (!hold) return;
  const what = hold.control === "root" ? "hips" : hold.control.replace("_", " ");
  hold = null;
  saveSketch(`Drag the ${what} at frame ${currentFrame(useTransport.getState())}`);
}
