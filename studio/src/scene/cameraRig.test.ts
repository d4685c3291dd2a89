import * as THREE from "three";
import { expect, it, vi } from "vitest";

import { CameraRig } from "./cameraRig";

/** As much of an element as the controls ask for. */
function makeElement(): HTMLElement {
  const root = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  return { style: {}, clientWidth: 800, clientHeight: 600, getRootNode: () => root, ownerDocument: root, ...root } as unknown as HTMLElement;
}

it("frames from where it stands, though nothing was drawn yet", () => {
  const rig = new CameraRig(makeElement(), () => {});
  const before = rig.camera.position
    .clone()
    .sub(new THREE.Vector3(0, 0.9, 0))
    .normalize();
  rig.frame(new THREE.Box3(new THREE.Vector3(-1, 0, -1), new THREE.Vector3(1, 1.8, 1)), 0, true);
  const after = rig.camera.position
    .clone()
    .sub(new THREE.Vector3(0, 0.9, 0))
    .normalize();
  expect(after.distanceTo(before)).toBeLessThan(1e-6);
});
