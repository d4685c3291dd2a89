/** What a layer of the scene is. A new one (a support polygon, a path) is a file beside this one and a line in `layers.ts`. */
import type * as THREE from "three";

import type { PropBox } from "../protocol/types";
import type { FloorPlace, FloorScene } from "../state/floorPlan";
import type { Actor } from "./actor";
import type { Lights } from "./cones";
import type { Palette } from "./palette";
import type { Shadow } from "./shadow";

/** How the stage is shown; plain data that the person sets. */
export interface ViewOptions {
  readonly follow: boolean;
  readonly plants: boolean;
  /** The selected joint of the active character. */
  readonly joint: number | null;
  /** Onion skin: poses before and after the moment, at this distance. */
  readonly onion: { readonly count: number; readonly seconds: number };
  /** Joints of the active character that leave a trail, by index, and how far it reaches either way. */
  readonly trails: { readonly joints: readonly number[]; readonly seconds: number };
  /** The body, its bones over it, or its bones alone. */
  readonly shape: Shape;
  readonly ground: Ground;
  readonly background: Background;
  /** Without perspective. */
  readonly parallel: boolean;
  /** The camera goes round by itself. */
  readonly turntable: boolean;
  /** The foot that the small view follows. */
  readonly closeUp: CloseUp;
  /** Boxes on the floor of the active character. */
  readonly props: readonly PropBox[];
  /** What can be taken hold of on the active character; null: nothing, it is only looked at. */
  readonly handles: Handles | null;
  /** A planned scene: its shapes at a second, and everybody's way. */
  readonly floor: { readonly scene: FloorScene; readonly second: number; readonly ways: readonly (readonly FloorPlace[])[] };
}

/** The stage as it is shown before anybody has set anything. */
export const PLAIN_VIEW: ViewOptions = {
  follow: true,
  plants: true,
  joint: null,
  onion: { count: 0, seconds: 0.2 },
  trails: { joints: [], seconds: 1 },
  shape: "body",
  ground: "grid",
  background: "theme",
  parallel: false,
  turntable: false,
  closeUp: "none",
  props: [],
  handles: null,
  floor: { scene: {}, second: 0, ways: [] },
};

/** Joints to take hold of while posing. */
export interface Handles {
  readonly pins: ReadonlySet<number>;
  readonly hovered: number | null;
  readonly grabbed: number | null;
  /** How much (J) joints go along with the one that is hovered or grabbed. */
  readonly weights: readonly number[];
  /** The joint whose bone has a ring to twist it by. */
  readonly ring: number | null;
  readonly ringHot: boolean;
}

export const SHAPES = ["body", "both", "bones"] as const;
export type Shape = (typeof SHAPES)[number];
export const GROUNDS = ["grid", "plain", "none"] as const;
export type Ground = (typeof GROUNDS)[number];
export const BACKGROUNDS = ["theme", "white", "grey", "black", "green"] as const;
export type Background = (typeof BACKGROUNDS)[number];
export const CLOSE_UPS = ["none", "left", "right"] as const;
export type CloseUp = (typeof CLOSE_UPS)[number];

/** The moment to draw. */
export interface Moment {
  readonly actors: readonly Actor[];
  readonly active: Actor | null;
  readonly options: ViewOptions;
  readonly palette: Palette;
  /** At rest, or on a machine with a GPU: there is time for detail. */
  readonly fine: boolean;
  /** Drawing buffer, pixels. */
  readonly resolution: THREE.Vector2;
}

export interface Layer {
  readonly object: THREE.Object3D;
  update(moment: Moment): void;
  dispose(): void;
}

/** What layers are built from. */
export interface LayerContext {
  readonly lights: Lights;
  readonly shadow: Shadow;
}

export type MakeLayer = (context: LayerContext) => Layer;
