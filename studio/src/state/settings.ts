/** How this person likes the studio: theme, workspaces, what the viewer shows. Kept in the browser. */
import { create } from "zustand";

import type { Background, CloseUp, Ground, Shape } from "../scene/layer";

/** A curve in the timeline: a joint by name, and what of it. */
export interface CurveChoice {
  readonly joint: string;
  readonly kind: "position" | "speed" | "angle";
}

export interface Settings {
  readonly theme: "light" | "dark";
  readonly libraryView: "list" | "grid";
  /** The workspace that is shown, and how each was arranged (state/workspaces.ts). */
  readonly workspace: string;
  readonly arrangements: Readonly<Record<string, object>>;
  readonly follow: boolean;
  readonly plants: boolean;
  /** Clips shown together stand side by side, or where they were captured. */
  readonly apart: boolean;
  readonly onionCount: number;
  readonly onionSeconds: number;
  readonly trailSeconds: number;
  /** Joints that leave trails, by name: they hold from clip to clip. */
  readonly trailJoints: readonly string[];
  /** How the stage is looked at (scene/layer.ts). */
  readonly shape: Shape;
  readonly ground: Ground;
  readonly background: Background;
  readonly parallel: boolean;
  readonly closeUp: CloseUp;
  /** Keys that were changed, by what the action is called (app/actions.ts). */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Which of the first steps comes next; 0: none. */
  readonly firstStep: number;
  /** The last film's size, rate and kind (state/filming.ts). */
  readonly film: object;
  /** The export preset that was used last, and how this person has changed each (state/exporting.ts). */
  readonly exportPreset: string;
  readonly exportSettings: Readonly<Record<string, object>>;
  readonly curves: readonly CurveChoice[];
  /** Names offered on the keys 1 to 9, and which of them the next annotation gets. */
  readonly brushes: readonly string[];
  readonly brush: string;
}

const KEY = "settings";

const DEFAULTS: Settings = {
  theme: "dark",
  libraryView: "list",
  workspace: "browse",
  arrangements: {},
  follow: true,
  plants: true,
  apart: true,
  onionCount: 0,
  onionSeconds: 0.2,
  trailSeconds: 0.75,
  trailJoints: [],
  shape: "body",
  ground: "grid",
  background: "theme",
  parallel: false,
  closeUp: "none",
  keys: {},
  firstStep: 0,
  film: {},
  exportPreset: "",
  exportSettings: {},
  curves: [{ joint: "", kind: "speed" }],
  brushes: ["walk", "run", "jump", "turn", "stand", "start", "stop"],
  brush: "walk",
};

/** What was stored, field by field where it has the type it should; anything else is the default. */
export function readSettings(stored: string | null): Settings {
  const fallback = DEFAULTS;
  try {
    const found: unknown = JSON.parse(stored ?? "{}");
    if (typeof found !== "object" || found === null) return fallback;
    const good = Object.entries(found).filter(([key, value]) => key in fallback && sameShape(value, fallback[key as keyof Settings]));
    return { ...fallback, ...(Object.fromEntries(good) as Partial<Settings>) };
  } catch {
    return fallback;
  }
}

function sameShape(value: unknown, like: unknown): boolean {
  return typeof value === typeof like && Array.isArray(value) === Array.isArray(like) && value !== null;
}

const inBrowser = typeof window !== "undefined";
export const useSettings = create<Settings>(() => readSettings(inBrowser ? localStorage.getItem(KEY) : null));
if (inBrowser) useSettings.subscribe((settings) => localStorage.setItem(KEY, JSON.stringify(settings)));

export function changeSettings(changes: Partial<Settings>): void {
  useSettings.setState(changes);
}
