/** Characters of the user's own: the open clip on their mesh, each joint put where the server says it is in the world. */
import * as THREE from "three";

import type { WornMesh } from "../state/characters";
import type { Layer, MakeLayer, Moment } from "./layer";
import type { Pose } from "./pose";

const place = new THREE.Vector3();
const turn = new THREE.Quaternion();
const world = new THREE.Matrix4();
const above = new THREE.Matrix4();

/** Puts the joints of a mesh where a pose has them; each is written against its own parent in the file. */
export function layMesh(mesh: WornMesh, pose: Pose): void {
  for (const joint of mesh.order) {
    const object = mesh.joints[joint];
    world.compose(place.fromArray(pose.positions, joint * 3), turn.fromArray(pose.rotations, joint * 4), mesh.scales[joint]);
    if (object.parent) object.matrix.multiplyMatrices(above.copy(object.parent.matrixWorld).invert(), world);
    object.matrixWorld.copy(world);
  }
}

export const makeWorn: MakeLayer = (): Layer => {
  const object = new THREE.Group();
  const sky = new THREE.HemisphereLight(0xffffff, 0x8a8478, 2.2);
  const key = new THREE.DirectionalLight(0xfff6ea, 1.8);
  key.position.set(-1, 2.4, 1.6);
  const stage = new THREE.Group();
  object.add(stage);
  return {
    object,
    update({ actors, options }: Moment) {
      const meshes = options.shape === "bones" ? [] : actors.flatMap(({ input, pose }) => (input.mesh ? [{ mesh: input.mesh, pose }] : []));
      const wanted = meshes.map(({ mesh }) => mesh.root);
      if (stage.children.length !== wanted.length || wanted.some((root, i) => stage.children[i] !== root)) {
        stage.clear();
        if (wanted.length > 0) stage.add(...wanted);
      }
      if (wanted.length > 0) object.add(sky, key);
      else object.remove(sky, key);
      for (const { mesh, pose } of meshes) {
        mesh.root.updateMatrixWorld(true);
        layMesh(mesh, pose);
      }
    },
    dispose: () => stage.clear(),
  };
};
