/** The camera: orbit, pan and zoom by hand; follow a character; frame what is selected. */
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

const HOME = new THREE.Vector3(2.4, 0.75, 3.0);
const FRAME_SECONDS = 0.35;
/** Room around what is framed. */
const MARGIN = 1.18;

export class CameraRig {
  readonly camera = new THREE.PerspectiveCamera(34, 1, 0.05, 2000);
  private readonly controls: OrbitControls;
  private readonly followed = new THREE.Vector3();
  private following = false;
  private glide: { from: THREE.Vector3; to: THREE.Vector3; distance: [number, number]; start: number } | null = null;

  constructor(element: HTMLElement, onChange: () => void) {
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.minDistance = 0.3;
    this.controls.maxDistance = 60;
    this.controls.maxPolarAngle = Math.PI * 0.495; // never from under the floor
    this.controls.target.set(0, 0.9, 0);
    this.camera.position.copy(this.controls.target).add(HOME);
    this.controls.addEventListener("change", onChange);
    this.controls.addEventListener("start", () => (this.glide = null));
  }

  setAspect(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
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
      for (const place of [this.camera.position, this.controls.target, this.glide?.from, this.glide?.to]) {
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
    const current = this.camera.position.distanceTo(this.controls.target);
    const distance = Math.max(0.8, this.distanceFor(box, centre) * MARGIN);
    this.glide = { from: this.controls.target.clone(), to: centre, distance: [current, distance], start: instantly ? -Infinity : now };
    this.update(now);
  }

  /** How far from `centre` the camera sees every corner of `box`. */
  private distanceFor(box: THREE.Box3, centre: THREE.Vector3): number {
    const back = this.camera.position.clone().sub(this.controls.target).normalize();
    const right = new THREE.Vector3().crossVectors(this.camera.up, back).normalize();
    const up = new THREE.Vector3().crossVectors(back, right);
    const tangent = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2));
    const corner = new THREE.Vector3();
    let distance = 0;
    for (let i = 0; i < 8; i++) {
      corner.set(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z).sub(centre);
      const across = Math.max(Math.abs(corner.dot(right)) / (tangent * this.camera.aspect), Math.abs(corner.dot(up)) / tangent);
      distance = Math.max(distance, across + corner.dot(back));
    }
    return distance;
  }

  /** Moves on; true while it still moves by itself. */
  update(now: number): boolean {
    if (this.glide) {
      const t = Math.min(1, (now - this.glide.start) / 1000 / FRAME_SECONDS);
      const eased = t * t * (3 - 2 * t);
      const direction = this.camera.position.clone().sub(this.controls.target).normalize();
      const { from, to, distance } = this.glide;
      this.controls.target.lerpVectors(from, to, eased);
      this.camera.position.copy(this.controls.target).addScaledVector(direction, distance[0] + (distance[1] - distance[0]) * eased);
      if (t >= 1) this.glide = null;
    }
    this.controls.update();
    return this.glide !== null;
  }

  dispose(): void {
    this.controls.dispose();
  }
}
