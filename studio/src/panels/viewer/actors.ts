/** Clips on stage as the scene wants them. */
import type { ActorInput } from "../../scene/actor";
import type { Figure } from "../../scene/figure";
import type { ClipState } from "../../protocol/types";
import { onStage, type LoadedClip, type Stage } from "../../state/stage";

/** Between characters shown together, metres. */
const SPACING = 1.3;
/** A ghost that starts farther away than this is not the same take: it is moved to where the active clip starts. */
const SAME_TAKE = 1.0;

const figures = new WeakMap<LoadedClip, Figure>();

/** The clip's figure; always the same object for the same clip, so that the scene builds it once. */
export function figureOf(clip: LoadedClip): Figure {
  let figure = figures.get(clip);
  if (!figure) {
    const { skeleton, body, parts } = clip.detail;
    const feet = body ? body.foot_joints.map((joint, i) => ({ joint, offset: body.foot_offsets[i] })) : [];
    figure = { names: skeleton.names, parents: skeleton.parents, parts, roles: body?.roles ?? {}, feet };
    figures.set(clip, figure);
  }
  return figure;
}

/** Everyone on stage whose frames have arrived. `stateOf` gives names and plants as edited. */
export function actorsOf(stage: Stage, apart: boolean, stateOf: (clip: string) => ClipState | null): ActorInput[] {
  const active = stage.active ? stage.loaded.get(stage.active) : undefined;
  if (!active) return [];
  const cast = onStage(stage).flatMap((id) => stage.loaded.get(id) ?? []);
  const solid = cast.filter((clip) => clip.id !== stage.compare || clip === active);
  return cast.map((clip) => {
    const state = stateOf(clip.id);
    const ghost = clip.id === stage.compare && clip !== active;
    const place = solid.indexOf(clip);
    return {
      id: clip.id,
      name: state?.row?.name ?? clip.detail.state.row?.name ?? "",
      frames: clip.frames,
      figure: figureOf(clip),
      ground: clip.detail.body?.ground ?? lowestStart(clip),
      plants: state?.plants.known ? state.plants.spans : [],
      offset: ghost ? ghostOffset(active, clip) : offsetFor(active, clip, place, apart),
      ghost,
    };
  });
}

/** Left and right of the active one in turn, all starting on one line; or where they were captured. */
function offsetFor(active: LoadedClip, clip: LoadedClip, place: number, apart: boolean): [number, number] {
  if (place <= 0 || !apart) return [0, 0];
  const [x, z] = startGap(active, clip);
  return [x + Math.ceil(place / 2) * SPACING * (place % 2 === 1 ? 1 : -1), z];
}

function ghostOffset(active: LoadedClip, clip: LoadedClip): [number, number] {
  const gap = startGap(active, clip);
  return Math.hypot(...gap) > SAME_TAKE ? gap : [0, 0];
}

function startGap(active: LoadedClip, clip: LoadedClip): [number, number] {
  const a = active.frames.positions;
  const b = clip.frames.positions;
  return [a[0] - b[0], a[2] - b[2]];
}

/** The floor of a skeleton that is no known body: as low as its lowest joint starts. */
function lowestStart({ frames }: LoadedClip): number {
  let lowest = Infinity;
  for (let j = 0; j < frames.joints; j++) lowest = Math.min(lowest, frames.positions[j * 3 + 1]);
  return Number.isFinite(lowest) ? lowest : 0;
}
