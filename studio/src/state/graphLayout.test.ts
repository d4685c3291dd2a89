import { describe, expect, it } from "vitest";

import type { MachineEdge, MachineState } from "../protocol/types";
import { arrowBetween, layGraph, NODE_HEIGHT, nodeWidth } from "./graphLayout";

function state(name: string, pace: number, ends = ""): MachineState {
  return { name, cyclic: ends === "", default: ends, seconds: 2, pace, clips: [name], parameter: null };
}

function edge(source: string, target: string): MachineEdge {
  return { source, target, cost: 1, probability: 0.5, points: 1, apart: 0.01 };
}

const states = [
  state("stand", 0),
  state("walk", 1.4),
  state("run", 3.5),
  ...["jump", "spin_left", "spin_right", "wave", "kick"].map((name) => state(name, 0, "stand")),
  state("start", 0.8, "walk"),
  state("stop", 0.8, "stand"),
  state("run_start", 1.5, "run"),
  state("run_stop", 1.5, "stand"),
  state("speed_up", 2.5, "run"),
  state("slow_down", 2.5, "walk"),
];
const edges = [
  ...["jump", "spin_left", "spin_right", "wave", "kick", "start", "run_start"].map((name) => edge("stand", name)),
  ...["stop", "speed_up"].map((name) => edge("walk", name)),
  ...["run_stop", "slow_down"].map((name) => edge("run", name)),
];
const box = { width: 430, height: 260 };

describe("the graph's layout", () => {
  const places = layGraph({ states, edges }, box);
  const at = (name: string) => places.get(name) ?? { x: NaN, y: NaN };

  it("places every state inside the box, none over another", () => {
    expect(places.size).toBe(states.length);
    const names = [...places.keys()];
    for (const name of names) {
      expect(at(name).x - nodeWidth(name) / 2).toBeGreaterThanOrEqual(0);
      expect(at(name).x + nodeWidth(name) / 2).toBeLessThanOrEqual(box.width);
      expect(at(name).y - NODE_HEIGHT / 2).toBeGreaterThanOrEqual(0);
      expect(at(name).y + NODE_HEIGHT / 2).toBeLessThanOrEqual(box.height);
      for (const other of names) {
        if (other === name) continue;
        const apart = Math.abs(at(name).y - at(other).y) >= NODE_HEIGHT;
        expect(apart || Math.abs(at(name).x - at(other).x) >= (nodeWidth(name) + nodeWidth(other)) / 2, `${name} over ${other}`).toBe(true);
      }
    }
  });

  it("has gaits in order of pace, ways to the faster above those to the slower", () => {
    expect(at("stand").x).toBeLessThan(at("walk").x);
    expect(at("walk").x).toBeLessThan(at("run").x);
    expect(at("start").y).toBeLessThan(at("stop").y);
    expect(at("speed_up").y).toBeLessThan(at("slow_down").y);
  });

  it("a machine of one gait stands in the middle", () => {
    expect(layGraph({ states: [state("stand", 0)], edges: [] }, box).get("stand")).toEqual({ x: 215, y: 130 });
  });

  it("there and back are two arrows, not one over the other", () => {
    const there = arrowBetween({ x: 50, y: 50 }, "walk", { x: 250, y: 60 }, "run");
    const back = arrowBetween({ x: 250, y: 60 }, "run", { x: 50, y: 50 }, "walk");
    expect(Math.hypot(there.middle.x - back.middle.x, there.middle.y - back.middle.y)).toBeGreaterThan(8);
    expect(there.path).toMatch(/^M[\d.]+ [\d.]+Q/);
  });
});
