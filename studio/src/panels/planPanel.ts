/** Plan: where it stands and what can be done in it; the rest is in plan.tsx. */
import type { IconName } from "../app/icons";
import { later } from "../app/later";
import { useMachines } from "../state/machines";
import { chooseTool, keepPlans, newScene, planNow, playPlans, usePlanning, type Tool } from "../state/planning";
import { startDriving } from "../state/driving";
import { keepSteered, startSteering, useSteering } from "../state/steering";
import type { Panel } from "./panel";

export const TOOLS: readonly (readonly [Tool, IconName, string])[] = [
  ["select", "pointer", "Select and drag"],
  ["wall", "wall", "Draw a wall: drag from end to end"],
  ["cylinder", "circle", "Draw a cylinder: drag from its middle"],
  ["box", "box", "Draw a box: drag from corner to corner"],
  ["character", "person", "Add a character: press where it begins, let go at its goal"],
];

export function steerScene(go: boolean): void {
  const machine = useMachines.getState().open;
  const { scene } = usePlanning.getState();
  if (machine && (scene.agents ?? []).length > 0) startSteering(machine, scene, go);
}

/** Drives the scene's first character by keys, as the machine panel does, from where it begins. */
export function driveScene(): void {
  const machine = useMachines.getState().open;
  const { scene } = usePlanning.getState();
  if (machine && scene.agents?.some((agent) => agent.goals.length > 0)) startDriving(machine, scene);
}

export const planPanel: Panel = {
  id: "plan",
  title: "Plan",
  icon: "map",
  dock: "right",
  workspaces: ["perform"],
  Component: later(() => import("./views").then(({ PlanPanel }) => PlanPanel)),
  actions: [
    { keys: [], label: "Plan anew", group: "Plan", run: () => void planNow() },
    { keys: [], label: "Play the plans from the beginning", group: "Plan", run: playPlans },
    { keys: [], label: "Keep the plans as clips", group: "Plan", run: () => void keepPlans(), when: () => usePlanning.getState().answer !== null },
    { keys: [], label: "New scene", group: "Plan", run: newScene },
    { keys: [], label: "Steer the scene's characters by hand", group: "Plan", run: () => steerScene(false) },
    { keys: [], label: "Let the scene's characters go to their goals", group: "Plan", run: () => steerScene(true) },
    { keys: [], label: "Keep what was steered as clips", group: "Plan", run: keepSteered, when: () => useSteering.getState().machine !== null },
    { keys: [], label: "Drive through the scene by keys", group: "Plan", run: driveScene },
    ...TOOLS.map(([tool, , label]) => ({ keys: [], label, group: "Plan", run: () => chooseTool(tool) })),
  ],
};
