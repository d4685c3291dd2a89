/** Looking by keys: those of Blender's numeric keypad, and all of it in the palette. */
import { create } from "zustand";

import type { Action } from "../../app/actions";
import { BACKGROUNDS, CLOSE_UPS, GROUNDS, SHAPES } from "../../scene/layer";
import { SIDES, type Side } from "../../scene/sides";
import type { Viewer } from "../../scene/viewer";
import { addBox } from "../../state/props";
import { changeSettings, useSettings, type Settings } from "../../state/settings";

/** The camera goes round until it is told to stop; not kept over a reload. */
export const useTurntable = create<{ readonly on: boolean }>(() => ({ on: false }));

export function setTurntable(on: boolean): void {
  useTurntable.setState({ on });
}

const KEYS: Readonly<Record<Side, string>> = { front: "Num1", back: "Ctrl+Num1", right: "Num3", left: "Ctrl+Num3", top: "Num7", "three-quarter": "Num0" };
/** Degrees a press. */
const STEP = 15;
/** Metres from the character to a new box. */
const BESIDE = 0.7;

export function sayLook(side: Side): string {
  return side === "three-quarter" ? "Look from three quarters" : `Look from the ${side}`;
}

function next<V>(values: readonly V[], value: V): V {
  return values[(values.indexOf(value) + 1) % values.length];
}

function cycle<K extends "shape" | "ground" | "background" | "closeUp">(name: K, values: readonly Settings[K][]): void {
  changeSettings({ [name]: next(values, useSettings.getState()[name]) } as Partial<Settings>);
}

/** A box within reach of the character, not in its way. */
export function addBoxBeside(viewer: Viewer | null): void {
  const [x, z] = viewer?.standing ?? [0, 0];
  addBox([x + BESIDE, z]);
}

/** What can be done with the camera and the stage; `viewer` is the one that is open. */
export function lookActions(viewer: () => Viewer | null): Action[] {
  const group = "View";
  const turn = (key: string, label: string, across: number, up: number): Action => ({ keys: [key], label, group, run: () => viewer()?.orbit(across, up) });
  return [
    ...SIDES.map((side) => ({ keys: [KEYS[side]], label: sayLook(side), group, run: () => viewer()?.look(side) })),
    turn("Num4", "Turn the view to the left", -STEP, 0),
    turn("Num6", "Turn the view to the right", STEP, 0),
    turn("Num8", "Turn the view up", 0, STEP),
    turn("Num2", "Turn the view down", 0, -STEP),
    turn("Num9", "Look from the opposite side", 180, 0),
    { keys: ["Num5"], label: "Orthographic on or off", group, run: () => changeSettings({ parallel: !useSettings.getState().parallel }) },
    { keys: [], label: "Turntable on or off", group, run: () => setTurntable(!useTurntable.getState().on) },
    { keys: ["Z"], label: "Body, bones over it, bones only", group, run: () => cycle("shape", SHAPES) },
    { keys: ["V"], label: "Close-up of a foot: left, right, none", group, run: () => cycle("closeUp", CLOSE_UPS) },
    { keys: [], label: "Ground: grid, plain, none", group, run: () => cycle("ground", GROUNDS) },
    { keys: [], label: "Background: next colour", group, run: () => cycle("background", BACKGROUNDS) },
    { keys: [], label: "Add a box beside the character", group, run: () => addBoxBeside(viewer()) },
  ];
}
