/** What can be taken hold of while posing: a dot on every joint, larger under the pointer and the brush, boxes on pins, a ring for twist. */
import * as THREE from "three";

import type { Actor } from "./actor";
import type { Handles, Layer, MakeLayer, Moment } from "./layer";

const DOT = 0.009;
const PIN = 0.03;
/** Of the ring about a bone, metres. */
export const RING = 0.11;
const FACETS = 64;

export const makeHandles: MakeLayer = (): Layer => {
  const seen = { depthTest: false, depthWrite: false, transparent: true } as const;
  const dotMaterial = new THREE.MeshBasicMaterial({ ...seen, opacity: 0.9 });
  const pinMaterial = new THREE.MeshBasicMaterial({ ...seen, opacity: 0.95 });
  const ringMaterial = new THREE.MeshBasicMaterial({ ...seen, opacity: 0.85 });
  const ring = new THREE.Mesh(new THREE.TorusGeometry(RING, 0.0035, 8, FACETS), ringMaterial);
  const dotShape = new THREE.SphereGeometry(DOT, 12, 10);
  const pinShape = new THREE.BoxGeometry(PIN, PIN, PIN);
  let dots: THREE.InstancedMesh = new THREE.InstancedMesh(dotShape, dotMaterial, 0);
  let pins: THREE.InstancedMesh = new THREE.InstancedMesh(pinShape, pinMaterial, 0);
  ring.renderOrder = 31;
  const group = new THREE.Group();
  group.add(dots, pins, ring);
  const [matrix, place, colour] = [new THREE.Matrix4(), new THREE.Vector3(), new THREE.Color()];
  const grow = (old: THREE.InstancedMesh, shape: THREE.BufferGeometry, material: THREE.Material, count: number): THREE.InstancedMesh => {
    if (old.instanceMatrix.count >= count) return old;
    const grown = new THREE.InstancedMesh(shape, material, count);
    grown.frustumCulled = false;
    grown.renderOrder = 31;
    group.remove(old);
    old.dispose();
    group.add(grown);
    return grown;
  };

  return {
    object: group,
    update({ active, options, palette }: Moment) {
      const { handles } = options;
      group.visible = active !== null && handles !== null;
      if (!active || !handles) return;
      const { joints } = active.input.frames;
      dots = grow(dots, dotShape, dotMaterial, joints);
      pins = grow(pins, pinShape, pinMaterial, joints);
      dots.count = joints;
      for (let joint = 0; joint < joints; joint++) {
        const share = handles.weights[joint] ?? 0;
        const hot = joint === handles.grabbed || joint === handles.hovered;
        const scale = hot ? 2.1 : 1 + 0.9 * share;
        active.joint(joint, place);
        dots.setMatrixAt(joint, matrix.makeScale(scale, scale, scale).setPosition(place));
        dots.setColorAt(joint, colour.set(palette.selected).lerp(HOT, hot ? 1 : share));
      }
      const pinned = [...handles.pins].filter((joint) => joint < joints);
      pins.count = pinned.length;
      pinned.forEach((joint, index) => {
        pins.setMatrixAt(index, matrix.makeTranslation(active.joint(joint, place)));
        pins.setColorAt(index, colour.set(palette.compare));
      });
      for (const mesh of [dots, pins]) {
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
      ring.visible = placeRing(active, handles, ring);
      ringMaterial.color.set(handles.ringHot ? palette.compare : palette.selected);
    },
    dispose() {
      for (const shape of [dotShape, pinShape, ring.geometry]) shape.dispose();
      for (const material of [dotMaterial, pinMaterial, ringMaterial]) material.dispose();
      dots.dispose();
      pins.dispose();
    },
  };
};

const HOT = new THREE.Color("#ff9f43");

/** Puts the ring about the bone of the chosen joint; false where there is none to turn. */
function placeRing(active: Actor, { ring }: Handles, mesh: THREE.Object3D): boolean {
  const axis = ring === null ? null : boneAxis(active, ring);
  if (ring === null || !axis) return false;
  active.joint(ring, mesh.position);
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), axis);
  mesh.updateMatrixWorld();
  return true;
}

/** Where the bone of a joint points on stage: to its child, or the middle of several; null where nothing hangs on it. */
export function boneAxis(active: Actor, joint: number): THREE.Vector3 | null {
  const { parents } = active.input.figure;
  const at = active.joint(joint, new THREE.Vector3());
  const end = new THREE.Vector3();
  const child = new THREE.Vector3();
  let count = 0;
  parents.forEach((parent, index) => {
    if (parent !== joint) return;
    end.add(active.joint(index, child).sub(at));
    count++;
  });
  return count > 0 && end.length() > 1e-4 ? end.normalize() : null;
}

/** The place on stage of the ring about a joint's bone at an angle; null where it has none. */
export function ringPoint(active: Actor, joint: number, angle: number): THREE.Vector3 | null {
  const axis = boneAxis(active, joint);
  if (!axis) return null;
  const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), axis);
  return new THREE.Vector3(RING * Math.cos(angle), RING * Math.sin(angle), 0).applyQuaternion(turn).add(active.joint(joint, new THREE.Vector3()));
}
