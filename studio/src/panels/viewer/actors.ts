/** Clips on stage as the scene wants them. */
import type { ActorInput } from "../../scene/actor";
import type { Figure } from "../../scene/figure";
import type { ClipState } from "../../protocol/types";
import type { BodyDetail, Live } from "../../state/live";
import type { Worn } from "../../state/characters";
import type { Support } from "../../state/traces";
import type { Moved } from "../../state/editing";
import { moveFrames } from "../../scene/moved";
import { onStage, type GhostPlace, type LoadedClip, type Stage } from "../../state/stage";

/** Between characters shown together, metres. */
const SPACING = 1.3;
/** A ghost that starts farther away than this is not the same take: it is moved to where the active clip starts. */
const SAME_TAKE = 1.0;

const figures = new WeakMap<BodyDetail, Figure>();

/** The figure of a clip's or a live character's body; always the same object for the same body, so that the scene builds it once. */
export function figureOf(detail: BodyDetail): Figure {
  let figure = figures.get(detail);
  if (!figure) {
    const { skeleton, body, parts } = detail;
    const feet = body ? body.foot_joints.map((joint, i) => ({ joint, offset: body.foot_offsets[i] })) : [];
    figure = { names: skeleton.names, parents: skeleton.parents, parts, roles: body?.roles ?? {}, height: body?.height ?? 0, feet };
    figures.set(detail, figure);
  }
  return figure;
}

/** The characters of a live performance, each where it is; their floor is at 0. */
export function liveActorsOf(live: Live): ActorInput[] {
  return live.characters.map(({ id, name, detail, track, ghost, offset }) => ({
    id,
    name,
    frames: track,
    begins: track.begins,
    figure: figureOf(detail),
    ground: 0,
    plants: track.plants,
    offset: [offset?.[0] ?? 0, offset?.[1] ?? 0],
    support: null,
    ghost: ghost ?? false,
  }));
}

/** Everyone on stage whose frames have arrived. `stateOf` gives names and plants as edited, `supportOf` balance to draw. */
export function actorsOf(
  stage: Stage,
  apart: boolean,
  stateOf: (clip: string) => ClipState | null,
  supportOf: (clip: string) => Support | null,
  moved: Moved | null = null,
  worn: Worn | null = null,
): ActorInput[] {
  const active = stage.active ? stage.loaded.get(stage.active) : undefined;
  if (!active) return [];
  const cast = onStage(stage).flatMap((id) => stage.loaded.get(id) ?? []);
  const solid = cast.filter((clip) => clip.id !== stage.compare || clip === active);
  const actors = cast.map((clip) => {
    const state = stateOf(clip.id);
    const ghost = clip.id === stage.compare && clip !== active;
    const place = solid.indexOf(clip);
    return {
      id: clip.id,
      name: state?.row?.name ?? clip.detail.state.row?.name ?? "",
      frames: moved?.clip === clip.id ? moveFrames(clip.frames, moved) : clip.frames,
      begins: ghost ? stage.compareHow.begins : 0,
      figure: figureOf(clip.detail),
      ground: clip.detail.body?.ground ?? lowestStart(clip),
      plants: state?.plants.known ? state.plants.spans : [],
      offset: ghost ? ghostOffset(active, clip, stage.compareHow) : offsetFor(active, clip, place, apart),
      support: supportOf(clip.id),
      ghost,
    };
  });
  const dressed = actors.map((actor) => (worn && actor.id === worn.clip && !moved ? { ...actor, ...wearing(worn) } : actor));
  return [...dressed, ...actors.filter(({ id }) => id === moved?.clip).map((actor) => beforeMove(actor, active))];
}

/** The same character in its own mesh. */
function wearing({ frames, detail, mesh }: Worn): Pick<ActorInput, "frames" | "figure" | "ground" | "mesh" | "support"> {
  return { frames, figure: figureOf(detail), ground: detail.body?.ground ?? 0, mesh, support: null };
}

/** Where a clip that is being moved is now, as a ghost. */
function beforeMove(actor: ActorInput, { frames }: LoadedClip): ActorInput {
  return { ...actor, id: `${actor.id} before`, frames, plants: [], support: null, ghost: true };
}

/** Left and right of the active one in turn, all starting on one line; or where they were captured. */
function offsetFor(active: LoadedClip, clip: LoadedClip, place: number, apart: boolean): [number, number] {
  if (place <= 0 || !apart) return [0, 0];
  const [x, z] = startGap(active, clip);
  return [x + Math.ceil(place / 2) * SPACING * (place % 2 === 1 ? 1 : -1), z];
}

function ghostOffset(active: LoadedClip, clip: LoadedClip, { begins, exact }: GhostPlace): [number, number] {
  const gap = startGap(active, clip, Math.round(-begins * clip.frames.fps));
  if (exact) return [0, 0];
  return Math.hypot(...gap) > SAME_TAKE ? gap : [0, 0];
}

/** From where a clip is at a frame to where the active one starts. */
function startGap(active: LoadedClip, clip: LoadedClip, frame = 0): [number, number] {
  const a = active.frames.positions;
  const b = clip.frames.positions;
  const at = Math.min(Math.max(frame, 0), clip.frames.frames - 1) * clip.frames.joints * 3;
  return [a[0] - b[at], a[2] - b[at + 2]];
}

/** The floor of a skeleton that is no known body: as low as its lowest joint starts. */
function lowestStart({ frames }: LoadedClip): number {
  let lowest = Infinity;
  for (let j = 0; j < frames.joints; j++) lowest = Math.min(lowest, frames.positions[j * 3 + 1]);
  return Number.isFinite(lowest) ? lowest : 0;
}
