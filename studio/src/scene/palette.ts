/** The scene's colours for each theme, those of `motionloom.render.theme`; the interface's own are in styles/tokens.css. */
import type { Paint } from "../protocol/types";

export type Theme = "light" | "dark";

export interface Palette {
  readonly horizon: string;
  readonly floor: string;
  readonly line: string;
  readonly strong: string;
  /** How dark a shadow is, 0 to 1. */
  readonly shade: number;
  readonly shadow: string;
  readonly sky: string;
  readonly soil: string;
  readonly key: string;
  readonly rim: string;
  readonly paints: Readonly<Record<Paint, string>>;
  /** Trunks of the characters on stage, in order. */
  readonly cast: readonly string[];
  readonly past: string;
  readonly future: string;
  readonly compare: string;
  readonly selected: string;
  readonly balanced: string;
  readonly unbalanced: string;
  readonly trail: readonly string[];
}

const dark: Palette = {
  horizon: "#181a1f",
  floor: "#272b32",
  line: "#3a404a",
  strong: "#4b525e",
  shade: 0.75,
  shadow: "#07080a",
  sky: "#aab3c2",
  soil: "#54504c",
  key: "#97907f",
  rim: "#27303c",
  paints: { body: "#b9bcc2", left: "#e88a4f", right: "#4aa3cf", bone: "#b9bcc2", joint: "#7fa9c4", face: "#868b94" },
  cast: ["#b9bcc2", "#93ab97", "#b79f7b", "#9a93bb", "#7f98ac", "#b88a88"],
  past: "#6f9dff",
  future: "#e58bd2",
  compare: "#e8c24e",
  selected: "#ffffff",
  balanced: "#4fd394",
  unbalanced: "#ff7a85",
  trail: ["#b493e6", "#4fd394", "#ff8f7a", "#5ec8e0", "#d9d05a"],
};

const light: Palette = {
  horizon: "#eef0f2",
  floor: "#e0e2e5",
  line: "#c8ccd1",
  strong: "#b0b6bf",
  shade: 0.5,
  shadow: "#5f5b62",
  sky: "#d6dbe3",
  soil: "#8d8782",
  key: "#9a9488",
  rim: "#0c1016",
  paints: { body: "#d9d4cc", left: "#e2764a", right: "#3f8fb5", bone: "#d9d4cc", joint: "#5c7f95", face: "#b3aca3" },
  cast: ["#d9d4cc", "#9fb4a2", "#c9b28f", "#a9a3c4", "#8fa6b8", "#c49a98"],
  past: "#2f6fe0",
  future: "#b3349b",
  compare: "#9a7000",
  selected: "#14181e",
  balanced: "#14804a",
  unbalanced: "#c02339",
  trail: ["#7a5aa8", "#2b8f5e", "#c8452f", "#1c86a0", "#80760a"],
};

/** Backgrounds that a person can choose beside the theme's own: the horizon takes their colour. */
export const backgrounds = { white: "#ffffff", grey: "#808080", black: "#000000", green: "#00b140" } as const;

export const palettes: Readonly<Record<Theme, Palette>> = { dark, light };
