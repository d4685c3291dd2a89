/** Balance on the ground: the hull of what stands, and the zero moment point in it or beside it. */
import * as THREE from "three";

import type { Support } from "../state/traces";
import type { Actor } from "./actor";
import { hullOf } from "./hull";
import type { Layer, MakeLayer, Moment } from "./layer";
import { Marks } from "./marks";

const CORNERS = 12;
const MOST_ACTORS = 8;
/** Captures themselves stray this far, metres. */
const MARGIN = 0.05;
const LIFT = 0.006;
const RADIUS = 0.035;

export const makeSupport: MakeLayer = (): Layer => {
  const object = new THREE.Group();
  const capacity = MOST_ACTORS * (CORNERS - 2) * 3;
  const places = new THREE.BufferAttribute(new Float32Array(capacity * 3), 3);
  const tones = new THREE.BufferAttribute(new Float32Array(capacity * 3), 3);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", places);
  geometry.setAttribute("color", tones);
  const material = new THREE.MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    opacity: 0.4,
    depthWrite: false,
    side: THREE.DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -3,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -4;
  const marks = new Marks(MOST_ACTORS);
  marks.mesh.renderOrder = -3;
  object.add(mesh, marks.mesh);
  const colour = new THREE.Color();
  const corners = new Float32Array(CORNERS * 2);

  const addHull = (actor: Actor, support: Support, frame: number, from: number): number => {
    const [x, z] = actor.input.offset;
    const standing: number[] = [];
    for (let c = 0; c < CORNERS; c++) {
      corners[2 * c] = support.corners[(frame * CORNERS + c) * 2] + x;
      corners[2 * c + 1] = support.corners[(frame * CORNERS + c) * 2 + 1] + z;
      if (support.standing[frame * CORNERS + c]) standing.push(c);
    }
    const hull = hullOf(corners, standing);
    let at = from;
    for (let i = 2; i < hull.length; i++) {
      for (const corner of [hull[0], hull[i - 1], hull[i]]) {
        places.setXYZ(at, corners[2 * corner], LIFT, corners[2 * corner + 1]);
        tones.setXYZ(at++, colour.r, colour.g, colour.b);
      }
    }
    if (hull.length > 0) marks.add(support.points[2 * frame] + x, LIFT + 0.002, support.points[2 * frame + 1] + z, RADIUS, colour, 1);
    return at;
  };

  return {
    object,
    update({ actors, palette }: Moment) {
      marks.clear();
      let count = 0;
      for (const actor of actors.slice(0, MOST_ACTORS)) {
        const { support } = actor.input;
        if (!support) continue;
        const frame = Math.min(Math.round(actor.frame), support.error.length - 1);
        colour.set(support.error[frame] <= MARGIN ? palette.balanced : palette.unbalanced);
        count = addHull(actor, support, frame, count);
      }
      geometry.setDrawRange(0, count);
      places.needsUpdate = tones.needsUpdate = true;
      mesh.visible = count > 0;
      marks.commit();
    },
    dispose() {
      geometry.dispose();
      material.dispose();
      marks.dispose();
    },
  };
};
