/** Ghosts: the active character's poses before and after (onion skin), and clips held beside it for comparison. */
import * as THREE from "three";

import type { Actor } from "./actor";
import { makeDepthMaterial, makeGhostMaterial, PartBuffer, partMesh, type Lights } from "./cones";
import { layParts } from "./figure";
import type { Layer, MakeLayer, Moment } from "./layer";
import { makePose, type Pose } from "./pose";

const OPACITY = 0.42;
const COMPARE_OPACITY = 0.6;
const FIRST_CAPACITY = 256;

/** A set of see-through bodies of one colour; they hide each other's insides but not one another's colour. */
class GhostSet {
  readonly object = new THREE.Group();
  private buffer = new PartBuffer(FIRST_CAPACITY);
  private readonly depth: THREE.ShaderMaterial;
  private readonly material: THREE.ShaderMaterial;
  private count = 0;

  constructor(
    lights: Lights,
    opacity: number,
    private readonly order: number,
  ) {
    this.depth = makeDepthMaterial(lights);
    this.material = makeGhostMaterial(lights, opacity);
    this.addMeshes();
  }

  private addMeshes(): void {
    this.object.clear();
    this.object.add(partMesh(this.buffer.coarse, this.depth, this.order), partMesh(this.buffer.coarse, this.material, this.order + 1));
  }

  begin(colour: string): void {
    this.count = 0;
    this.material.uniforms.tint.value.set(colour);
  }

  add(actor: Actor, pose: Pose): void {
    const needed = this.count + actor.parts.length;
    if (needed > this.buffer.capacity) {
      const old = this.buffer;
      this.buffer = new PartBuffer(needed * 2);
      this.buffer.parts.set(old.parts);
      old.dispose();
      this.addMeshes();
    }
    layParts(actor.parts, actor.neighbours, pose, actor.colour, this.buffer.parts, this.count);
    this.count += actor.parts.length;
  }

  end(fine: boolean): void {
    this.buffer.commit(this.count);
    for (const mesh of this.object.children as THREE.Mesh[]) mesh.geometry = fine ? this.buffer.fine : this.buffer.coarse;
    this.object.visible = this.count > 0;
  }

  dispose(): void {
    this.buffer.dispose();
    this.depth.dispose();
    this.material.dispose();
  }
}

export const makeGhosts: MakeLayer = ({ lights }): Layer => {
  const past = new GhostSet(lights, OPACITY, 10);
  const future = new GhostSet(lights, OPACITY, 12);
  const compare = new GhostSet(lights, COMPARE_OPACITY, 14);
  const object = new THREE.Group();
  object.add(past.object, future.object, compare.object);
  const poses = new WeakMap<Actor, Pose>();

  const addOnion = (set: GhostSet, actor: Actor, sign: number, { options }: Moment): void => {
    let pose = poses.get(actor);
    if (!pose) poses.set(actor, (pose = makePose(actor.input.frames.joints)));
    for (let i = 1; i <= options.onion.count; i++) {
      const frame = actor.frame + sign * i * options.onion.seconds * actor.input.frames.fps;
      if (frame < 0 || frame > actor.input.frames.frames - 1) break;
      actor.poseAt(frame, pose);
      set.add(actor, pose);
    }
  };

  return {
    object,
    update(moment: Moment) {
      const { actors, active, palette, fine } = moment;
      past.begin(palette.past);
      future.begin(palette.future);
      compare.begin(palette.compare);
      if (active) {
        addOnion(past, active, -1, moment);
        addOnion(future, active, 1, moment);
      }
      for (const actor of actors) if (actor.input.ghost) compare.add(actor, actor.pose);
      past.end(fine);
      future.end(fine);
      compare.end(fine);
    },
    dispose() {
      past.dispose();
      future.dispose();
      compare.dispose();
    },
  };
};
