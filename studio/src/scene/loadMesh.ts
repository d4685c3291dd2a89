/** A character's glTF as three.js objects, with its joints found by the numbers of their nodes. The loader comes when it is first needed. */
import * as THREE from "three";

import type { WornMesh } from "../state/characters";

let kept: { readonly key: string; readonly mesh: WornMesh } | null = null;

export async function loadMesh(address: string, content: string, nodes: readonly number[], unit: number): Promise<WornMesh> {
  const key = `${address} ${content} ${nodes.join()}`;
  if (kept?.key === key) return kept.mesh;
  const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
  const loader = new GLTFLoader();
  loader.register((parser) => {
    parser.textureLoader = new THREE.TextureLoader(parser.options.manager); // the page's policy lets pictures come from blobs, not requests
    return { name: "pictures" };
  });
  const gltf = await loader.loadAsync(address);
  const found = new Map<number, THREE.Object3D>();
  for (const [object, where] of gltf.parser.associations) {
    const node = where?.nodes; // the loader's own material, of a mesh without one, comes from nowhere in the file
    if (node !== undefined && object instanceof THREE.Object3D && !found.has(node)) found.set(node, object);
  }
  const joints = nodes.map((node) => found.get(node) ?? new THREE.Object3D());
  const root = new THREE.Group();
  root.add(gltf.scene);
  root.scale.setScalar(unit);
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    object.frustumCulled = false; // bones carry the mesh away from where its box is
  });
  const depth = (object: THREE.Object3D): number => (object.parent ? 1 + depth(object.parent) : 0);
  const order = joints.map((_, joint) => joint).sort((a, b) => depth(joints[a]) - depth(joints[b]));
  const mesh = { root, joints, order, scales: joints.map((joint) => joint.getWorldScale(new THREE.Vector3())), unit };
  for (const joint of joints) joint.matrixAutoUpdate = false;
  kept = { key, mesh };
  return mesh;
}
