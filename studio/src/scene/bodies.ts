/** The characters themselves: every solid body on stage in one draw call, with its shadow. */
import * as THREE from "three";

import { makeBodyMaterial, PartBuffer, partMesh } from "./cones";
import { layParts, PART_STRIDE } from "./figure";
import type { Layer, MakeLayer, Moment } from "./layer";

const FIRST_CAPACITY = 256;

export const makeBodies: MakeLayer = ({ lights, ground }): Layer => {
  const object = new THREE.Group();
  const material = makeBodyMaterial(lights);
  let buffer = new PartBuffer(FIRST_CAPACITY);
  let removeCaster = ground.addCaster(buffer);
  object.add(partMesh(buffer, material, 0));

  const makeRoom = (count: number): void => {
    if (count * PART_STRIDE <= buffer.parts.length) return;
    removeCaster();
    buffer.dispose();
    buffer = new PartBuffer(count * 2);
    removeCaster = ground.addCaster(buffer);
    object.clear();
    object.add(partMesh(buffer, material, 0));
  };

  return {
    object,
    update({ actors }: Moment) {
      const solid = actors.filter((actor) => !actor.input.ghost);
      makeRoom(solid.reduce((sum, actor) => sum + actor.parts.length, 0));
      let count = 0;
      for (const actor of solid) {
        layParts(actor.parts, actor.pose, actor.colour, buffer.parts, count);
        count += actor.parts.length;
      }
      buffer.commit(count);
    },
    dispose() {
      removeCaster();
      buffer.dispose();
      material.dispose();
    },
  };
};
