import { beforeEach, expect, test } from "vitest";

import { askForPath, choose, chooseWay, clickState, forgetPath, isNatural, useMachineGraph } from "./machineGraph";

beforeEach(() => {
  forgetPath();
  choose(null);
});

test("a click looks at a state, or puts it on the path that is asked for", () => {
  clickState("walk");
  expect(useMachineGraph.getState().chosen).toEqual({ kind: "state", name: "walk" });
  askForPath();
  for (const name of ["stand", "start", "walk"]) clickState(name);
  expect(useMachineGraph.getState().path).toEqual(["stand", "start", "walk"]);
  expect(useMachineGraph.getState().chosen).toBeNull();
});

test("a second click on a state of the path goes back to it", () => {
  askForPath();
  for (const name of ["stand", "start", "walk", "start"]) clickState(name);
  expect(useMachineGraph.getState().path).toEqual(["stand", "start"]);
});

test("a click on a way ends the asking", () => {
  askForPath();
  chooseWay("walk", "stop");
  expect(useMachineGraph.getState().path).toBeNull();
});

test("a path is natural where it is the shortest already", () => {
  const answers = { now: [["a", "b"]], solutions: [] };
  expect(isNatural(["a", "b"], answers)).toBe(true);
  expect(isNatural(["a", "c", "b"], answers)).toBe(false);
  expect(isNatural(["a", "b"], null)).toBe(false);
});
