/** What stands and moves on the floor of a planned scene, as low solids, and the ways that were planned, as ribbons. */
import * as THREE from "three";

import { cornersOf, placeAt, type FloorPlace } from "../state/floorPlan";
import type { Layer, MakeLayer, Moment } from "./layer";

const [HEIGHT, FLAT] = [0.5, 0.01];
const LIFT = 0.012;
const HALF = 0.045;

export const makeObstacles: MakeLayer = (): Layer => {
  const object = new THREE.Group();
  const [solids, ribbons] = [new THREE.Group(), new THREE.Group()];
  object.add(solids, ribbons);
  const solid = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.82 });
  const flat = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.6 });
  const edge = new THREE.LineBasicMaterial();
  let shown: unknown = null;
  let tones: unknown = null;

  const rebuild = ({ options: { floor }, palette }: Moment): void => {
    clear(solids);
    clear(ribbons);
    for (const shape of floor.scene.obstacles ?? []) {
      const height = shape.over?.length ? FLAT : HEIGHT; // what is leapt over lies on the floor, as a pit does
      const geometry = new THREE.ExtrudeGeometry(outlineOf(cornersOf(shape)), { depth: height, bevelEnabled: false });
      geometry.rotateX(Math.PI / 2).translate(0, height, 0); // drawn in x and z, standing up
      const mesh = new THREE.Mesh(geometry, shape.over?.length ? flat : solid);
      mesh.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 30), edge));
      solids.add(mesh);
    }
    floor.ways.forEach((way, index) => {
      const material = new THREE.MeshBasicMaterial({
        color: palette.trail[index % palette.trail.length],
        transparent: true,
        opacity: 0.75,
        depthWrite: false,
        side: THREE.DoubleSide,
      });
      if (way.length > 1) ribbons.add(new THREE.Mesh(ribbonOf(way), material));
    });
    solid.color.set(palette.paints.face);
    flat.color.set(palette.strong);
    edge.color.set(palette.strong);
  };

  return {
    object,
    update(moment: Moment) {
      const { floor } = moment.options;
      if (shown !== floor.scene || tones !== moment.palette || ribbons.userData.ways !== floor.ways) {
        rebuild(moment);
        [shown, tones, ribbons.userData.ways] = [floor.scene, moment.palette, floor.ways];
      }
      (floor.scene.obstacles ?? []).forEach((shape, index) => {
        if (!shape.way) return;
        const [now, first] = [placeAt(shape, floor.second), placeAt(shape, 0)];
        solids.children[index]?.position.set(now[0] - first[0], 0, now[1] - first[1]);
      });
    },
    dispose() {
      clear(solids);
      clear(ribbons);
      solid.dispose();
      flat.dispose();
      edge.dispose();
    },
  };
};

function clear(group: THREE.Group): void {
  for (const child of group.children) {
    child.traverse((each) => (each instanceof THREE.Mesh || each instanceof THREE.LineSegments ? each.geometry.dispose() : undefined));
  }
  group.clear();
}

function outlineOf(corners: readonly FloorPlace[]): THREE.Shape {
  return new THREE.Shape(corners.map(([x, z]) => new THREE.Vector2(x, z)));
}

/** A flat band along a way, on the floor. */
function ribbonOf(way: readonly FloorPlace[]): THREE.BufferGeometry {
  const places: number[] = [];
  const faces: number[] = [];
  way.forEach(([x, z], k) => {
    const [before, after] = [way[Math.max(k - 1, 0)], way[Math.min(k + 1, way.length - 1)]];
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const [sx, sz] = [(HALF * (after[1] - before[1])) / length, (-HALF * (after[0] - before[0])) / length];
    places.push(x + sx, LIFT, z + sz, x - sx, LIFT, z - sz);
    if (k > 0) faces.push(2 * k - 2, 2 * k - 1, 2 * k, 2 * k, 2 * k - 1, 2 * k + 1);
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  geometry.setIndex(faces);
  return geometry;
}
