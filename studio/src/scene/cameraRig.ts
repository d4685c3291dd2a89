/** The camera: orbit, pan and zoom by hand; follow a character; frame what is selected; look from a side; turn by itself. */
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import { sideOf, type Side } from "./sides";

const HOME = new THREE.Vector3(2.4, 0.75, 3.0);
const FRAME_SECONDS = 0.35;
/** Room around what is framed. */
const MARGIN = 1.18;
/** A whole turn of the turntable, seconds. */
const TURN_SECONDS = 12;
/** Without perspective nothing is too near or too far. */
const DEPTH = 500;

/** From where to look, and from how far: as OrbitControls counts, about the vertical and from it. */
interface Way {
  readonly from: THREE.Vector3;
  readonly to: THREE.Vector3;
  readonly distance: readonly [number, number];
  readonly azimuth: readonly [number, number];
  readonly polar: readonly [number, number];
  readonly start: number;
}

export class CameraRig {
  turning = false;
  /** Parallel lines stay parallel: a camera of its own that stands where the other one does. */
  parallel = false;
  private readonly perspective = new THREE.PerspectiveCamera(34, 1, 0.05, 2000);
  private readonly orthographic = new THREE.OrthographicCamera(-1, 1, 1, -1, -DEPTH, DEPTH);
  private readonly controls: OrbitControls;
  private readonly followed = new THREE.Vector3();
  private following = false;
  private glide: Way | null = null;
  private last = 0;

  constructor(element: HTMLElement, onChange: () => void) {
    this.controls = new OrbitControls(this.perspective, element);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.minDistance = 0.3;
    this.controls.maxDistance = 60;
    this.controls.maxPolarAngle = Math.PI / 2; // never from under the floor
    this.controls.target.set(0, 0.9, 0);
    this.perspective.position.copy(this.controls.target).add(HOME);
    this.controls.addEventListener("change", onChange);
    this.controls.addEventListener("start", () => (this.glide = null));
  }

  /** The camera to draw with. */
  get camera(): THREE.PerspectiveCamera | THREE.OrthographicCamera {
    return this.parallel ? this.orthographic : this.perspective;
  }

  /** What the floor is drawn around: under the camera, or under what it looks at where it has no place; y says how much is seen. */
  get overFloor(): THREE.Vector3 {
    return this.parallel ? this.controls.target.clone().setY(this.distance) : this.perspective.position;
  }

  setAspect(aspect: number): void {
    this.perspective.aspect = aspect;
    this.perspective.updateProjectionMatrix();
  }

  /** Carries camera and target along with `point` (its movement over the floor), keeping the person's own view of it. */
  follow(point: THREE.Vector3 | null): void {
    if (!point) {
      this.following = false;
      return;
    }
    if (this.following) {
      const dx = point.x - this.followed.x;
      const dz = point.z - this.followed.z;
      for (const place of [this.perspective.position, this.controls.target, this.glide?.from, this.glide?.to]) {
        if (!place) continue;
        place.x += dx;
        place.z += dz;
      }
    }
    this.following = true;
    this.followed.copy(point);
  }

  /** Starts to move so that `box` fills the view, from the present direction. */
  frame(box: THREE.Box3, now: number, instantly = false): void {
    if (box.isEmpty()) return;
    const centre = box.getCenter(new THREE.Vector3());
    const distance = Math.max(0.8, this.distanceFor(box, centre) * MARGIN);
    this.move({ to: centre, distance, start: instantly ? -Infinity : now });
    this.update(now);
  }

  /** Starts to look from a side at what is looked at now. */
  look(side: Side, now: number): void {
    const { azimuth, polar } = sideOf(side);
    const present = this.angles.theta;
    const shortest = azimuth + Math.round((present - azimuth) / (2 * Math.PI)) * 2 * Math.PI;
    this.move({ azimuth: shortest, polar, start: now });
  }

  /** Starts to turn by degrees about what is looked at, round it and over it. */
  orbit(across: number, up: number, now: number): void {
    const polar = this.angles.phi - THREE.MathUtils.degToRad(up);
    this.move({
      azimuth: this.angles.theta + THREE.MathUtils.degToRad(across),
      polar: Math.min(this.controls.maxPolarAngle, Math.max(0, polar)),
      start: now,
    });
  }

  /** Moves on; true while it still moves by itself. */
  update(now: number): boolean {
    const seconds = Math.min(0.1, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    if (this.glide) this.glideOn(this.glide, now);
    if (this.turning) this.place(this.distance, this.angles.theta + (seconds / TURN_SECONDS) * 2 * Math.PI, this.angles.phi);
    this.controls.update();
    if (this.parallel) this.fitParallel();
    return this.glide !== null || this.turning;
  }

  /** Turns by an angle, radians, about what is looked at. */
  turnBy(angle: number): void {
    const { target, object } = this.controls;
    if (angle !== 0) object.position.sub(target).applyAxisAngle(object.up, angle).add(target);
  }

  /** Where it is; call the answer to go back there. */
  remember(): () => void {
    const { target, object } = this.controls;
    const [position, looked, followed, following] = [object.position.clone(), target.clone(), this.followed.clone(), this.following];
    return () => {
      object.position.copy(position);
      target.copy(looked);
      this.followed.copy(followed);
      this.following = following;
      this.controls.update();
    };
  }

  dispose(): void {
    this.controls.dispose();
  }

  /** Where the camera stands now, about what is looked at. The controls know it only after they have been used. */
  private get angles(): THREE.Spherical {
    return new THREE.Spherical().setFromVector3(new THREE.Vector3().subVectors(this.perspective.position, this.controls.target));
  }

  private get distance(): number {
    return this.perspective.position.distanceTo(this.controls.target);
  }

  private move({ to, distance, azimuth, polar, start }: { to?: THREE.Vector3; distance?: number; azimuth?: number; polar?: number; start: number }): void {
    const here = [this.angles.theta, this.angles.phi];
    const from = this.controls.target.clone();
    this.glide = {
      from,
      to: to ?? from.clone(),
      distance: [this.distance, distance ?? this.distance],
      azimuth: [here[0], azimuth ?? here[0]],
      polar: [here[1], polar ?? here[1]],
      start,
    };
  }

  private glideOn({ from, to, distance, azimuth, polar, start }: Way, now: number): void {
    const t = Math.min(1, (now - start) / 1000 / FRAME_SECONDS);
    const eased = t * t * (3 - 2 * t);
    const between = ([a, b]: readonly [number, number]): number => a + (b - a) * eased;
    this.controls.target.lerpVectors(from, to, eased);
    this.place(between(distance), between(azimuth), between(polar));
    if (t >= 1) this.glide = null;
  }

  private place(distance: number, azimuth: number, polar: number): void {
    // Straight down there is no way to tell which way is up: a hair beside it there is.
    this.perspective.position.setFromSphericalCoords(distance, Math.max(1e-4, polar), azimuth).add(this.controls.target);
  }

  /** As much is seen at what is looked at as with perspective. */
  private fitParallel(): void {
    const { orthographic: camera, perspective } = this;
    const half = this.distance * Math.tan(THREE.MathUtils.degToRad(perspective.fov / 2));
    camera.top = half;
    camera.bottom = -half;
    camera.right = half * perspective.aspect;
    camera.left = -camera.right;
    camera.position.copy(perspective.position);
    camera.quaternion.copy(perspective.quaternion);
    camera.updateProjectionMatrix();
  }

  /** How far from `centre` the camera sees every corner of `box`. */
  private distanceFor(box: THREE.Box3, centre: THREE.Vector3): number {
    const camera = this.perspective;
    const back = camera.position.clone().sub(this.controls.target).normalize();
    const right = new THREE.Vector3().crossVectors(camera.up, back).normalize();
    const up = new THREE.Vector3().crossVectors(back, right);
    const tangent = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2));
    const corner = new THREE.Vector3();
    let distance = 0;
    for (let i = 0; i < 8; i++) {
      corner.set(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z).sub(centre);
      const across = Math.max(Math.abs(corner.dot(right)) / (tangent * camera.aspect), Math.abs(corner.dot(up)) / tangent);
      distance = Math.max(distance, across + corner.dot(back));
    }
    return distance;
  }
}
