/** What keys and sticks mean for a machine. Plain data and pure functions; `driving.ts` listens and asks. */
import type { MachineDetail, MachineState } from "../protocol/types";

/** A state with the key that asks for it; "" where there are no keys left. */
export interface Behaviour {
  readonly state: string;
  readonly key: string;
}

export interface Controls {
  /** States that go on for ever, slowest first. */
  readonly gaits: readonly Behaviour[];
  /** States that happen once and end where they began, such as jumps. */
  readonly acts: readonly Behaviour[];
  /** Ways from one gait to another, such as starts and stops: a character takes them on its way, and they can be asked for too. */
  readonly ways: readonly Behaviour[];
  /** The jump, which is on the space bar; null where there is none. */
  readonly leap: string | null;
  /** How far it can be turned, radians a second: right (negative) and left. */
  readonly turn: readonly [number, number];
}

export type Machine = Pick<MachineDetail, "states" | "edges">;

const DIGITS = "123456789";
const LEAPS = /jump|leap|hop/;

/** How a machine is driven. */
export function controlsOf(machine: Machine): Controls {
  const gaits = machine.states.filter((state) => state.cyclic).sort((a, b) => a.pace - b.pace || (a.name < b.name ? -1 : 1));
  const once = machine.states.filter((state) => !state.cyclic);
  const acts = once.filter((state) => LEAPS.test(state.name) || beginsInItsEnd(machine, state));
  const ways = once.filter((state) => !acts.includes(state));
  const keyed = [...gaits, ...acts, ...ways].map(({ name }, index): Behaviour => ({ state: name, key: DIGITS[index] ?? "" }));
  const turned = gaits.flatMap(({ parameter }) => (parameter?.name === "turn" ? [parameter] : []));
  return {
    gaits: keyed.slice(0, gaits.length),
    acts: keyed.slice(gaits.length, gaits.length + acts.length),
    ways: keyed.slice(gaits.length + acts.length),
    leap: acts.find((state) => LEAPS.test(state.name))?.name ?? null,
    turn: [Math.min(0, ...turned.map(({ low }) => low)), Math.max(0, ...turned.map(({ high }) => high))],
  };
}

/** Everything that can be asked for, in the order of its keys. */
export function behavioursOf({ gaits, acts, ways }: Controls): readonly Behaviour[] {
  return [...gaits, ...acts, ...ways];
}

/** An act is what its own end leads into best: a jump begins in the stand it ends in, a start does not begin in the walk. */
function beginsInItsEnd({ states, edges }: Machine, act: MachineState): boolean {
  const cyclic = new Set(states.filter((state) => state.cyclic).map((state) => state.name));
  const into = edges.filter((edge) => edge.target === act.name && cyclic.has(edge.source)).sort((a, b) => a.apart - b.apart);
  return into[0]?.source === act.default;
}

/** The gait one faster (1) or slower (-1) than a state; null at the end of the row. An act counts as the gait it ends in. */
export function nextGait(machine: Machine, controls: Controls, state: string, step: 1 | -1): string | null {
  const ends = machine.states.find((each) => each.name === state)?.default || state;
  const at = controls.gaits.findIndex((gait) => gait.state === ends);
  return controls.gaits[at + step]?.state ?? null;
}

/** The turn that is asked for by a share of -1 (right) to 1 (left). */
export function turnFor({ turn: [right, left] }: Controls, share: number): number {
  const within = Math.min(Math.max(share, -1), 1);
  return within > 0 ? within * left : within === 0 ? 0 : -within * right;
}

/** The part of a gamepad that is read. */
export interface Pad {
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
}

const STILL = 0.15; // of a stick that is let go
const WALKS = 0.25;

export interface PadWish {
  /** Share of the turn, -1 (right) to 1 (left); null while the stick is let go. */
  readonly turn: number | null;
  /** The gait that the stick's height asks for; null while it asks for nothing. */
  readonly gait: string | null;
  /** Acts whose buttons are down. */
  readonly acts: readonly string[];
}

/** What a gamepad says: left stick to the side turns, upwards goes faster; buttons are acts. */
export function readPad(controls: Controls, pad: Pad): PadWish {
  const [across = 0, down = 0] = pad.axes;
  const ahead = Math.max(0, -down);
  const moving = controls.gaits.length - 1;
  const gait = ahead < WALKS ? 0 : 1 + Math.min(Math.floor(((ahead - WALKS) / (1 - WALKS)) * moving), moving - 1);
  const touched = Math.abs(across) > STILL || Math.abs(down) > STILL;
  return {
    turn: Math.abs(across) > STILL ? -across : null,
    gait: touched ? (controls.gaits[Math.min(gait, moving)]?.state ?? null) : null,
    acts: controls.acts.filter((_, index) => pad.buttons[index]?.pressed).map((act) => act.state),
  };
}

/** What a key means while somebody is driven. */
export type KeyWish =
  | { readonly kind: "go"; readonly state: string }
  | { readonly kind: "gait"; readonly step: 1 | -1 }
  | { readonly kind: "turn"; readonly side: "left" | "right" }
  | { readonly kind: "leave" };

const HELD: Readonly<Record<string, KeyWish>> = {
  ArrowLeft: { kind: "turn", side: "left" },
  A: { kind: "turn", side: "left" },
  ArrowRight: { kind: "turn", side: "right" },
  D: { kind: "turn", side: "right" },
  ArrowUp: { kind: "gait", step: 1 },
  W: { kind: "gait", step: 1 },
  ArrowDown: { kind: "gait", step: -1 },
  S: { kind: "gait", step: -1 },
  Escape: { kind: "leave" },
};

/** The wish of a chord (as `chordOf` spells it); null for keys that stay the studio's. */
export function wishOf(controls: Controls, chord: string): KeyWish | null {
  if (chord === "Space") return controls.leap === null ? null : { kind: "go", state: controls.leap };
  const behaviour = behavioursOf(controls).find((each) => each.key !== "" && each.key === chord);
  return behaviour ? { kind: "go", state: behaviour.state } : (HELD[chord] ?? null);
}

/** What a character does, for people: the blend of a gait's end into its beginning is part of playing it. */
export function phaseOf(mode: string, target: string | null): string {
  return mode === "transition" && target === null ? "playback, going round" : mode;
}
