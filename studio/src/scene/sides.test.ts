import * as THREE from "three";
import { expect, it } from "vitest";

import { axisOnScreen, SIDES, sideOf } from "./sides";

it("shows the axes as a camera does", () => {
  const camera = new THREE.PerspectiveCamera();
  camera.position.set(2, 1.3, 3);
  camera.lookAt(0, 0.9, 0);
  camera.updateMatrixWorld();
  for (const axis of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const) {
    const there = new THREE.Vector3(...axis).transformDirection(camera.matrixWorldInverse);
    axisOnScreen(axis, camera.quaternion.toArray() as [number, number, number, number]).forEach((value, i) =>
      expect(value).toBeCloseTo(there.getComponent(i), 6),
    );
  }
});

it("looks from the side it is called", () => {
  const places = Object.fromEntries(SIDES.map((side) => [side, new THREE.Vector3().setFromSphericalCoords(1, sideOf(side).polar, sideOf(side).azimuth)]));
  expect(places.front.z).toBeCloseTo(1);
  expect(places.right.x).toBeCloseTo(1);
  expect(places.top.y).toBeCloseTo(1);
  expect(places.back.clone().add(places.front).length()).toBeCloseTo(0);
});
