/** Planted feet: a mark on the floor under every foot point that is held, left and right in their own colours. */
import * as THREE from "three";

import type { Layer, MakeLayer, Moment } from "./layer";
import { Marks } from "./marks";

const FEET = 4;
const MAX_MARKS = 64;
const HEEL_RADIUS = 0.09;
const TOE_RADIUS = 0.08;
const LIFT = 0.004; // metres over the floor, so that the two do not flicker

export const makePlants: MakeLayer = (): Layer => {
  const marks = new Marks(MAX_MARKS);
  const colour = new THREE.Color();
  const point = [0, 0, 0];
  return {
    object: marks.mesh,
    update({ actors, options, palette }: Moment) {
      marks.clear();
      for (const actor of options.plants ? actors : []) {
        for (let foot = 0; foot < FEET; foot++) {
          if (!actor.footPoint(foot, point)) continue;
          colour.set(foot < 2 ? palette.paints.left : palette.paints.right);
          marks.add(point[0], LIFT, point[2], foot % 2 === 0 ? HEEL_RADIUS : TOE_RADIUS, colour, actor.input.ghost ? 0.4 : 1);
        }
      }
      marks.commit();
    },
    dispose: () => marks.dispose(),
  };
};
