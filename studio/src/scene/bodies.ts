/** The characters themselves: every solid body on stage in one draw call, with its shadow. */
import * as THREE from "three";

import { makeBodyMaterial, PartBuffer, partMesh } from "./cones";
import { layParts } from "./figure";
import type { Layer, LayerContext, MakeLayer, Moment } from "./layer";

const FIRST_CAPACITY = 128;

/** Buffer, meshes and materials for a number of parts; made anew when there are more. */
class BodySet {
  readonly buffer: PartBuffer;
  readonly object = new THREE.Group();
  private readonly fine: THREE.Mesh;
  private readonly coarse: THREE.Mesh;
  private readonly removeCaster: () => void;

  constructor({ lights, shadow }: LayerContext, capacity: number) {
    this.buffer = new PartBuffer(capacity);
    this.fine = partMesh(this.buffer.fine, makeBodyMaterial(lights, this.buffer.table), 0);
    this.coarse = partMesh(this.buffer.coarse, makeBodyMaterial(lights), 0);
    this.object.add(this.fine, this.coarse);
    this.removeCaster = shadow.addCaster(this.buffer.flat);
  }

  show(count: number, fine: boolean): void {
    this.buffer.commit(count);
    this.fine.visible = fine;
    this.coarse.visible = !fine;
  }

  dispose(): void {
    this.removeCaster();
    this.buffer.dispose();
    for (const mesh of [this.fine, this.coarse]) (mesh.material as THREE.Material).dispose();
  }
}

export const makeBodies: MakeLayer = (context): Layer => {
  const object = new THREE.Group();
  let set = new BodySet(context, FIRST_CAPACITY);
  object.add(set.object);

  const makeRoom = (count: number): void => {
    if (count <= set.buffer.capacity) return;
    set.dispose();
    set = new BodySet(context, count * 2);
    object.clear();
    object.add(set.object);
  };

  return {
    object,
    update({ actors, fine, options }: Moment) {
      const solid = options.shape === "bones" ? [] : actors.filter(({ input }) => !input.ghost && !input.mesh);
      makeRoom(solid.reduce((sum, actor) => sum + actor.parts.length, 0));
      let count = 0;
      for (const actor of solid) {
        layParts(actor.parts, actor.neighbours, actor.pose, actor.colour, set.buffer.parts, count);
        count += actor.parts.length;
      }
      set.show(count, fine);
    },
    dispose: () => set.dispose(),
  };
};
