/** Posing in the picture: what the stage shows of the layers, which joints can be taken hold of, and what dragging them says. */
import type { ActorInput } from "../../scene/actor";
import type { GrabEvents } from "../../scene/grabbing";
import type { Handles } from "../../scene/layer";
import { useLayers } from "../../state/layers";
import { useLive } from "../../state/live";
import { dragTo, grab, release, setBrush, togglePin, twistBy, usePosing } from "../../state/posing";
import { selectJoint, useSelection } from "../../state/selection";
import { useSpread } from "../../state/spread";
import { useStage } from "../../state/stage";
import { dragSketch, grabSketch, grabbedInSketch, isSketching, releaseSketch } from "./sketching";

const BRUSH_STEP = 0.03;
let hovered: number | null = null;
let ringHot = false;

/** Whether joints are taken hold of in the picture: while the layers are worked on. */
export function isPosing(): boolean {
  const { open, clip } = useLayers.getState();
  return open && clip !== null && clip === useStage.getState().active && useLive.getState().owner === null;
}

/** Notes the joint under the pointer; answers whether the picture changes by it. */
export function hover(joint: number | null): boolean {
  if ((!isPosing() && !isSketching()) || joint === hovered) return false;
  hovered = joint;
  return true;
}

/** The characters with the open clip as its layers make it, and as it was behind it where they change it. */
export function withLayers(actors: ActorInput[]): ActorInput[] {
  const { shown, clip, changed } = useLayers.getState();
  if (!isPosing()) return withSpread(actors);
  if (!shown) return actors;
  const own = actors.find(({ id, ghost }) => id === clip && !ghost);
  if (!own) return actors;
  const edited = actors.map((actor) => (actor === own ? { ...own, frames: shown } : actor));
  return changed[1] > changed[0] || usePosing.getState().drags > 0
    ? [...edited, { ...own, id: `${own.id} before`, plants: [], support: null, ghost: true }]
    : edited;
}

/** The characters with the open clip as the sliders of Spread have it, and as it is behind it. */
function withSpread(actors: ActorInput[]): ActorInput[] {
  const { shown } = useSpread.getState();
  const own = shown && actors.find(({ id, ghost }) => id === shown.clip && !ghost);
  if (!own || own.frames.joints !== shown.frames.joints) return actors;
  const ghost = { ...own, id: `${own.id} before`, plants: [], support: null, ghost: true };
  return [...actors.filter((actor) => !actor.ghost).map((actor) => (actor === own ? { ...own, frames: shown.frames } : actor)), ghost];
}

/** What can be taken hold of now; null: nothing. */
export function handlesNow(): Handles | null {
  if (isSketching()) return { pins: new Set(), hovered, grabbed: grabbedInSketch(), weights: [], ring: null, ringHot: false };
  if (!isPosing()) return null;
  const { pins, grabbed, brush } = usePosing.getState();
  const { joint } = useSelection.getState();
  const centre = grabbed ?? hovered;
  return { pins, hovered, grabbed, weights: centre === null ? [] : brushed(centre, brush), ring: grabbed === null || ringHot ? joint : null, ringHot };
}

/** How much (J) joints go along with one, to be seen: the server decides what they do. */
function brushed(centre: number, radius: number): readonly number[] {
  const clip = useLayers.getState().clip;
  const skeleton = clip === null ? undefined : useStage.getState().loaded.get(clip)?.detail.skeleton;
  if (!skeleton || radius < 1e-3) return [];
  const { parents, offsets } = skeleton;
  const ways = new Array<number>(parents.length).fill(Infinity);
  ways[centre] = 0;
  for (let joint = centre; parents[joint] >= 0; joint = parents[joint]) ways[parents[joint]] = ways[joint] + Math.hypot(...offsets[joint]);
  parents.forEach((parent, joint) => {
    if (parent >= 0) ways[joint] = Math.min(ways[joint], ways[parent] + Math.hypot(...offsets[joint]));
  });
  return ways.map((way) => Math.exp(-0.5 * (way / radius) ** 2));
}

/** What the picture tells of joints that are dragged; `redraw` shows what changed by it. */
export function grabEvents(redraw: () => void): GrabEvents {
  return {
    grabs: () => isPosing() || isSketching(),
    ringed: () => (!isSketching() && usePosing.getState().grabbed === null ? useSelection.getState().joint : null),
    onGrab: (joint) => (isSketching() ? grabSketch(joint) : grab(joint)),
    onDrag: (to) => (isSketching() ? dragSketch(to) : dragTo(to)),
    onTwist: twistBy,
    onRelease: () => (isSketching() ? releaseSketch() : release()),
    onPress: ({ joint }, other) => {
      if (other && !isSketching()) togglePin(joint);
      else selectJoint(useSelection.getState().joint === joint ? null : joint);
    },
    onWheel: (steps) => setBrush(usePosing.getState().brush + steps * BRUSH_STEP),
    onRingHover: (hot) => {
      if (hot === ringHot) return;
      ringHot = hot;
      redraw();
    },
  };
}

/** The joint that keys speak of: the one under the pointer, else the selected one. */
export const jointInHand = (): number | null => hovered ?? useSelection.getState().joint;
