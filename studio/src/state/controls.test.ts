import { describe, expect, it } from "vitest";

import type { MachineEdge, MachineState } from "../protocol/types";
import { behavioursOf, controlsOf, nextGait, phaseOf, readPad, turnFor, wishOf, type Machine } from "./controls";

function state(name: string, pace: number, ends = "", turn: [number, number] | null = null): MachineState {
  const parameter = turn && { name: "turn", low: turn[0], high: turn[1] };
  return { name, cyclic: ends === "", default: ends, seconds: 2, pace, clips: [name], parameter };
}

function edge(source: string, target: string, apart = 0.01): MachineEdge {
  return { source, target, cost: 1, probability: 0.5, points: 1, apart };
}

const machine: Machine = {
  states: [
    state("run", 3.5, "", [-1.1, 0.9]),
    state("stand", 0),
    state("walk", 1.4, "", [-1.4, 0.8]),
    state("jump", 0.1, "stand"),
    state("spin", 0.1, "stand"),
    state("start", 0.8, "walk"),
    state("stop", 0.7, "stand"),
  ],
  edges: [edge("stand", "jump"), edge("stand", "spin"), edge("stand", "start"), edge("walk", "start", 0.06), edge("walk", "stop")],
};
const controls = controlsOf(machine);

describe("controls", () => {
  it("puts gaits on the first digits by pace, then acts, then the ways between gaits", () => {
    expect(controls.gaits).toEqual([
      { state: "stand", key: "1" },
      { state: "walk", key: "2" },
      { state: "run", key: "3" },
    ]);
    expect(controls.acts.map((act) => act.state)).toEqual(["jump", "spin"]);
    expect(controls.ways).toEqual([
      { state: "start", key: "6" },
      { state: "stop", key: "7" },
    ]);
    expect(controls.leap).toBe("jump");
  });

  it("has a key for a jump that ends in another gait than it begins in, and nothing else on the space bar", () => {
    const states = [state("run", 3), state("walk", 1), state("jump", 2, "walk"), state("run_stop", 1, "walk")];
    const edges = [edge("run", "jump"), edge("run", "run_stop")];
    const jumping = controlsOf({ states, edges });
    expect(jumping.acts).toEqual([{ state: "jump", key: "3" }]);
    expect(wishOf(jumping, "Space")).toEqual({ kind: "go", state: "jump" });
    expect(wishOf(jumping, "4")).toEqual({ kind: "go", state: "run_stop" });
    const without = controlsOf({ states: states.filter(({ name }) => name !== "jump"), edges: [] });
    expect(wishOf(without, "Space")).toBeNull();
    expect(behavioursOf(without).map((each) => each.state)).toEqual(["walk", "run", "run_stop"]);
  });

  it("goes faster and slower along the gaits, and stays at the ends", () => {
    expect(nextGait(machine, controls, "stand", 1)).toBe("walk");
    expect(nextGait(machine, controls, "run", 1)).toBeNull();
    expect(nextGait(machine, controls, "jump", 1)).toBe("walk");
    expect(nextGait(machine, controls, "start", -1)).toBe("stand");
  });

  it("turns as far as any gait can, left being positive", () => {
    expect(turnFor(controls, 1)).toBeCloseTo(0.9);
    expect(turnFor(controls, -1)).toBeCloseTo(-1.4);
    expect(turnFor(controls, 0.5)).toBeCloseTo(0.45);
    expect(turnFor(controls, 0)).toBe(0);
  });

  it("knows its keys and leaves the others to the studio", () => {
    expect(wishOf(controls, "2")).toEqual({ kind: "go", state: "walk" });
    expect(wishOf(controls, "Space")).toEqual({ kind: "go", state: "jump" });
    expect(wishOf(controls, "A")).toEqual({ kind: "turn", side: "left" });
    expect(wishOf(controls, "ArrowUp")).toEqual({ kind: "gait", step: 1 });
    expect(wishOf(controls, "Ctrl+Z")).toBeNull();
    expect(wishOf(controls, "9")).toBeNull();
    expect(wishOf(controls, "F")).toBeNull();
  });

  it("reads a gamepad", () => {
    const pad = (x: number, y: number, ...down: number[]) => ({
      axes: [x, y],
      buttons: Array.from({ length: 4 }, (_, i) => ({ pressed: down.includes(i) })),
    });
    expect(readPad(controls, pad(0.02, 0.05))).toEqual({ turn: null, gait: null, acts: [] });
    expect(readPad(controls, pad(0, -0.4)).gait).toBe("walk");
    expect(readPad(controls, pad(0, -1)).gait).toBe("run");
    expect(readPad(controls, pad(-1, -0.4)).turn).toBe(1);
    expect(readPad(controls, pad(0.5, 0)).gait).toBe("stand");
    expect(readPad(controls, pad(0, 0, 0, 1)).acts).toEqual(["jump", "spin"]);
  });

  it("does not call a lap a transition", () => {
    expect(phaseOf("transition", null)).toBe("playback, going round");
    expect(phaseOf("transition", "run")).toBe("transition");
    expect(phaseOf("preparation", null)).toBe("preparation");
  });

  it("a machine of acts alone has no leap to lose", () => {
    const still = controlsOf({ states: [state("stand", 0)], edges: [] });
    expect(still.leap).toBeNull();
    expect(still.turn).toEqual([0, 0]);
    expect(wishOf(still, "Space")).toBeNull();
  });
});
