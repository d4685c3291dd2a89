/** The stage: draws the characters it is given at the time it is told, whenever something changed and not otherwise. */
import * as THREE from "three";

import { Actor, type ActorInput, type FootReading } from "./actor";
import { CameraRig } from "./cameraRig";
import { CLOSE_UP, FootCamera } from "./closeUp";
import { CAST_COLOURS, makeLights } from "./cones";
import { cancelDraw, requestDraw } from "../state/frameLoop";
import { PAINTS } from "./figure";
import { Grabbing, type GrabEvents } from "./grabbing";
import { Ground } from "./ground";
import { ringPoint } from "./handles";
import { LAYERS } from "./layers";
import { PLAIN_VIEW, type Layer, type ViewOptions } from "./layer";
import { backgrounds, palettes, type Theme } from "./palette";
import type { Side } from "./sides";
import { NOBODY } from "./nobody";
import { nearestJoint, type PickedJoint } from "./picking";
import { Pointer, type PointerEvents } from "./pointer";
import { qualityFor, type Quality } from "./quality";
import { startDrawing } from "./renderer";
import { Shadow } from "./shadow";

const SETTLE_MS = 220;
/** An empty stage is drawn only after this long: where WebGL is slow, the first character would wait for it. */
const PATIENCE_MS = 700;
/** How much is framed around a selected joint, metres. */
const AROUND_JOINT = new THREE.Vector3(0.5, 0.5, 0.5);

export interface ViewerEvents extends PointerEvents {
  /** Told after every drawn frame: the time shown and how many characters. */
  onDrawn?(time: number, actors: number): void;
  /** Who hears of joints that are dragged. */
  readonly grab?: GrabEvents;
}

/** The stage while it is filmed, at the film's own size and not for the page. */
export interface FilmCamera {
  /** The picture of a moment, seconds, `turn` radians about what is looked at from the one before; good until the next. */
  draw(time: number, turn: number): HTMLCanvasElement;
  /** Gives the page its own picture again. */
  end(): void;
}

export class Viewer {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly lights = makeLights();
  private readonly ground = new Ground();
  private readonly shadow = new Shadow(this.lights);
  private readonly rig: CameraRig;
  private readonly layers: readonly Layer[];
  private readonly quality: Quality;
  private readonly resolution = new THREE.Vector2(1, 1);
  private readonly observer: ResizeObserver;
  private palette = palettes.dark;
  private horizon = palettes.dark.horizon as string;
  private readonly foot = new FootCamera();
  private actors: Actor[] = [];
  private activeId: string | null = null;
  private options: ViewOptions = PLAIN_VIEW;
  private time = 0;
  private readonly pointer: Pointer;
  private readonly grabbing: Grabbing | null;
  private settleTimer = 0;
  /** The size of a film that is drawn now, pixels. */
  private filming: { readonly width: number; readonly height: number } | null = null;
  private patience = window.setTimeout(() => this.losePatience(), PATIENCE_MS);

  constructor(
    private readonly container: HTMLElement,
    private readonly events: ViewerEvents,
  ) {
    const { renderer, software } = startDrawing();
    const canvas = renderer.domElement;
    this.renderer = renderer;
    this.renderer.autoClear = false;
    this.quality = qualityFor(software, window.devicePixelRatio);
    container.append(canvas);
    this.rig = new CameraRig(canvas, () => this.invalidate());
    this.layers = LAYERS.map((make) => make({ lights: this.lights, shadow: this.shadow }));
    this.scene.add(this.ground.mesh, this.shadow.mesh, ...this.layers.map((layer) => layer.object));
    this.observer = new ResizeObserver(() => this.invalidate());
    this.observer.observe(container);
    this.pointer = new Pointer(canvas, events, (x, y) => this.pick(x, y));
    this.grabbing = events.grab ? new Grabbing(container, this.pictureForGrabbing(), events.grab) : null;
    canvas.addEventListener("webglcontextrestored", () => this.invalidate());
    this.setTheme("dark");
  }

  /** Who is on stage; characters whose figure is unchanged are kept, whatever they play. Answers whether the active one is new. */
  setActors(inputs: readonly ActorInput[], activeId: string | null): boolean {
    const before = new Map(this.actors.map((actor) => [actor.input.id, actor]));
    this.actors = inputs.map((input, index) => {
      const old = before.get(input.id);
      if (old && old.input.figure === input.figure && old.colour === index % CAST_COLOURS) {
        old.input = input;
        return old;
      }
      return new Actor(input, index % CAST_COLOURS);
    });
    const fresh = activeId !== this.activeId;
    this.activeId = activeId;
    if (fresh) this.rig.follow(null);
    if (inputs.length > 0) this.losePatience();
    else this.invalidate();
    return fresh && activeId !== null;
  }

  setOptions(options: ViewOptions): void {
    const colours = options.background !== this.options.background;
    this.options = options;
    this.rig.parallel = options.parallel;
    this.rig.turning = options.turntable;
    this.ground.show(options.ground);
    if (colours) this.setColours();
    this.invalidate();
  }

  setTheme(theme: Theme): void {
    this.palette = palettes[theme];
    this.setColours();
  }

  private setColours(): void {
    const { background } = this.options;
    const { lights, palette } = this;
    lights.sky.value.set(palette.sky);
    lights.soil.value.set(palette.soil);
    lights.key.value.set(palette.key);
    lights.rim.value.set(palette.rim);
    for (let i = 0; i < CAST_COLOURS; i++) {
      PAINTS.forEach((paint, k) => {
        const trunk = paint === "body" || paint === "bone";
        lights.tones.value[i * PAINTS.length + k].set(trunk ? palette.cast[i] : palette.paints[paint]);
      });
    }
    this.horizon = background === "theme" ? palette.horizon : backgrounds[background];
    this.ground.setColours({ ...palette, horizon: this.horizon });
    this.shadow.setColours(palette.shadow, palette.shade);
    this.invalidate();
  }

  /** Shows the moment `time` (seconds) in this very frame. */
  setTime(time: number): void {
    if (time === this.time) return;
    this.time = time;
    this.invalidate();
  }

  /** Moves the camera so that what is selected fills the view: a joint and what is around it, or the characters. */
  frame(instantly = false): void {
    this.moveActors();
    const { active } = this;
    const { joint } = this.options;
    const selected = active && joint !== null && joint < active.input.frames.joints;
    const box = selected ? new THREE.Box3().setFromCenterAndSize(active.joint(joint, new THREE.Vector3()), AROUND_JOINT) : this.roomForActors();
    this.rig.frame(box, performance.now(), instantly);
    this.follow(); // from here on: the next frame drawn may be another moment
    this.invalidate();
  }

  /** Looks from a side at what is looked at. */
  look(side: Side): void {
    this.rig.look(side, performance.now());
    this.invalidate();
  }

  /** Turns about what is looked at, degrees. */
  orbit(across: number, up: number): void {
    this.rig.orbit(across, up, performance.now());
    this.invalidate();
  }

  /** How the camera is turned, xyzw. */
  get turned(): readonly [number, number, number, number] {
    const { x, y, z, w } = this.rig.camera.quaternion;
    return [x, y, z, w];
  }

  /** What the four foot points of the active character do now; empty where it has no feet. */
  get feet(): readonly FootReading[] {
    const { active } = this;
    return active ? [0, 1, 2, 3].flatMap((foot) => active.footReading(foot) ?? []) : [];
  }

  /** Where the active character stands on the floor, in its own clip's metres. */
  get standing(): readonly [number, number] {
    const { active } = this;
    if (!active) return [0, 0];
    const at = active.joint(active.centre, new THREE.Vector3());
    return [at.x - active.input.offset[0], at.z - active.input.offset[1]];
  }

  /** Draws the empty stage and compiles what the first character needs, while it is on its way. */
  rehearse(): void {
    if (this.actors.length > 0) return;
    this.actors = [new Actor(NOBODY, 0)];
    this.paint(performance.now(), this.quality.ratioFor(performance.now()), this.quality.fineInMotion);
    this.actors = [];
  }

  /** Begins to draw a film; what was seen stays as it was seen, at another size. */
  film(width: number, height: number): FilmCamera {
    const { time } = this;
    const canvas = this.renderer.domElement;
    const goBack = this.rig.remember();
    this.filming = { width, height };
    canvas.style.objectFit = "contain";
    const began = performance.now();
    let first: number | null = null;
    return {
      draw: (moment, turn) => {
        first ??= moment;
        this.time = moment;
        this.rig.turnBy(turn);
        this.paint(began + 1000 * (moment - first), this.quality.restingRatio, true); // the film's own clock, for what moves by itself
        return canvas;
      },
      end: () => {
        this.filming = null;
        this.time = time;
        canvas.style.objectFit = "";
        goBack();
        this.invalidate();
      },
    };
  }

  /** Draws in the coming animation frame. */
  invalidate(): void {
    if (this.patience) return;
    window.clearTimeout(this.settleTimer);
    requestDraw(this.draw);
  }

  dispose(): void {
    this.observer.disconnect();
    this.grabbing?.dispose();
    window.clearTimeout(this.settleTimer);
    window.clearTimeout(this.patience);
    cancelDraw(this.draw);
    this.rig.dispose();
    this.layers.forEach((layer) => layer.dispose());
    this.ground.dispose();
    this.shadow.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  private losePatience(): void {
    window.clearTimeout(this.patience);
    this.patience = 0;
    this.invalidate();
  }

  private readonly draw = (now: number): boolean => {
    if (this.filming) return false;
    const moving = this.render(now, this.quality.ratioFor(now), this.quality.fineInMotion);
    window.clearTimeout(this.settleTimer);
    if (!moving) this.settleTimer = window.setTimeout(() => requestDraw(this.drawAtRest), SETTLE_MS);
    return moving;
  };

  private readonly drawAtRest = (now: number): void => void (this.filming ?? this.render(now, this.quality.restingRatio, true));

  private render(now: number, ratio: number, fine: boolean): boolean {
    const moving = this.paint(now, ratio, fine);
    this.pointer.look();
    this.events.onDrawn?.(this.time, this.actors.length);
    return moving;
  }

  private paint(now: number, ratio: number, fine: boolean): boolean {
    this.fit(ratio);
    this.moveActors();
    const active = this.active;
    this.follow();
    const moving = this.rig.update(now);
    const moment = { actors: this.actors, active, options: this.options, palette: this.palette, fine, resolution: this.resolution };
    this.layers.forEach((layer) => layer.update(moment));
    this.ground.place(this.rig.overFloor);
    this.shadow.cast(this.renderer, this.boundsOfActors());
    this.renderer.setClearColor(this.horizon, 1);
    this.renderer.clear();
    this.renderer.render(this.scene, this.rig.camera);
    if (!this.filming && this.foot.aim(active, this.options.closeUp, this.rig.camera)) this.paintCloseUp();
    return moving;
  }

  /** The same scene once more, small, in a corner of the picture. */
  private paintCloseUp(): void {
    const { left, bottom, width, height } = CLOSE_UP;
    this.ground.place(this.foot.camera.position);
    this.renderer.setViewport(left, bottom, width, height);
    this.renderer.setScissor(left, bottom, width, height);
    this.renderer.setScissorTest(true);
    this.renderer.clear();
    this.renderer.render(this.scene, this.foot.camera);
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, this.container.clientWidth, this.container.clientHeight);
  }

  private follow(): void {
    const { active } = this;
    const follows = this.options.follow && !this.grabbing?.holding; // a camera that went along would pull the pointer's place away
    this.rig.follow(follows && active ? active.joint(active.centre, new THREE.Vector3()) : null);
  }

  private get active(): Actor | null {
    return this.actors.find((actor) => actor.input.id === this.activeId) ?? null;
  }

  private moveActors(): void {
    for (const actor of this.actors) actor.moveTo(this.time);
  }

  private boundsOfActors(): THREE.Box3 {
    const box = new THREE.Box3();
    for (const actor of this.actors) actor.bounds(box);
    return box;
  }

  /** Their bounds with room to stand up: whoever begins crouching does not rise out of the picture. */
  private roomForActors(): THREE.Box3 {
    const box = this.boundsOfActors();
    const top = new THREE.Vector3();
    for (const actor of this.actors) {
      actor.joint(actor.centre, top).setY(Math.max(top.y, actor.input.figure.height));
      box.expandByPoint(top);
    }
    return box;
  }

  private fit(ratio: number): void {
    const { width, height } = this.filming ?? { width: this.container.clientWidth, height: this.container.clientHeight };
    if (width === 0 || height === 0) return;
    const canvas = this.renderer.domElement;
    if (canvas.width === Math.floor(width * ratio) && canvas.height === Math.floor(height * ratio)) return;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.rig.setAspect(width / height);
    this.resolution.set(width, height);
  }

  private pictureForGrabbing(): ConstructorParameters<typeof Grabbing>[1] {
    const viewer = this;
    return {
      get camera() {
        return viewer.rig.camera;
      },
      get active() {
        return viewer.active;
      },
      get size() {
        return { width: viewer.container.clientWidth, height: viewer.container.clientHeight };
      },
      pick: (x, y) => nearestJoint(viewer.active ? [viewer.active] : [], viewer.rig.camera, viewer.container.clientWidth, viewer.container.clientHeight, x, y),
    };
  }

  /** Where a joint of the active character is on the page, or the ring about its bone at an angle, CSS pixels from the picture's corner; for tests. */
  screenOf(joint: number, around?: number): readonly [number, number] | null {
    const { active } = this;
    if (!active) return null;
    this.moveActors();
    const place = around === undefined ? active.joint(joint, new THREE.Vector3()) : ringPoint(active, joint, around);
    if (!place) return null;
    const { x, y } = place.project(this.rig.camera);
    return [((x + 1) / 2) * this.container.clientWidth, ((1 - y) / 2) * this.container.clientHeight];
  }

  private pick(x: number, y: number): PickedJoint | null {
    return nearestJoint(this.actors, this.rig.camera, this.container.clientWidth, this.container.clientHeight, x, y);
  }
}
