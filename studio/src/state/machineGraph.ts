/** The graph view: what is selected in it, the path a person asks for, and both solvers' answers. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import type { MachinePaths, MachineSolution, MachineSolutions } from "../protocol/types";
import { windowId } from "./identity";
import { during, edit, useMachines } from "./machines";

export type Chosen = { readonly kind: "state"; readonly name: string } | { readonly kind: "way"; readonly source: string; readonly target: string };

export interface MachineGraph {
  readonly chosen: Chosen | null;
  /** The states of the path that is asked for, in order; null while nobody asks. */
  readonly path: readonly string[] | null;
  readonly answers: MachineSolutions | null;
  /** The answer whose changed edges are shown. */
  readonly shown: MachineSolution["solver"] | null;
}

const NOTHING: MachineGraph = { chosen: null, path: null, answers: null, shown: null };

export const useMachineGraph = create<MachineGraph>(() => NOTHING);

const set = useMachineGraph.setState;
const get = useMachineGraph.getState;

/** A click on a state: the next of the path where one is asked for, else it is looked at. */
export function clickState(name: string): void {
  const { path } = get();
  if (path === null) return set({ chosen: { kind: "state", name } });
  if (path.includes(name)) return set({ path: path.slice(0, path.indexOf(name) + 1), answers: null, shown: null });
  set({ path: [...path, name], answers: null, shown: null });
}

export function chooseWay(source: string, target: string): void {
  set({ chosen: { kind: "way", source, target }, path: null, answers: null, shown: null });
}

export function choose(chosen: Chosen | null): void {
  set({ chosen });
}

export function askForPath(): void {
  set({ path: [], answers: null, shown: null, chosen: null });
}

export function forgetPath(): void {
  set({ path: null, answers: null, shown: null });
}

/** Lets both solvers say what they would change. */
export async function solvePath(): Promise<void> {
  const { path } = get();
  const { open } = useMachines.getState();
  if (!open || !path || path.length < 2) return;
  await during(async () => {
    const request: MachinePaths = { window: windowId(), paths: [[...path]] };
    const answers = await panelApi.post<MachineSolutions>("machine", `machines/${open.id}/paths`, request);
    if (get().path === path) set({ answers, shown: answers.solutions.find((each) => each.refused === "")?.solver ?? null });
  });
}

export function showAnswer(shown: MachineSolution["solver"]): void {
  set({ shown });
}

/** Takes one solver's answer into the machine. */
export async function takeAnswer(solver: MachineSolution["solver"]): Promise<void> {
  const { path } = get();
  if (path && (await edit("paths", { paths: [path], solver }))) forgetPath();
}

export async function setCost(source: string, target: string, cost: number | null): Promise<void> {
  await edit("edges", { source, target, cost });
}

/** Whether the asked path is the natural one already. */
export function isNatural(path: readonly string[], answers: MachineSolutions | null): boolean {
  return answers?.now[0]?.join("/") === path.join("/");
}

useMachines.subscribe(({ open }, before) => {
  if (open?.id !== before.open?.id) set(NOTHING);
  else if (open?.content !== before.open?.content) set({ answers: null, shown: null });
});
