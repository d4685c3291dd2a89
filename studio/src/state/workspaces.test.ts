import { beforeEach, expect, it } from "vitest";

import { focusedPanel } from "./focus";
import { changeSettings, useSettings } from "./settings";
import { arrangementOf, foldAll, foldDock, isInUse, openPanel, resizeDock, showWorkspace, usePlaces, workspaceFor, type Place } from "./workspaces";

const place = (id: string, dock: string, workspaces: Place["workspaces"]): Place => ({ id, dock, workspaces });
const FEET = place("feet", "right", ["clean"]);
const CLIP = place("clip", "right", ["browse", "clean"]);
const JOBS = place("jobs", "tray", "all");

const now = () => arrangementOf(useSettings.getState(), useSettings.getState().workspace);

beforeEach(() => {
  changeSettings({ workspace: "browse", arrangements: {} });
  usePlaces.setState({ places: [FEET, CLIP, JOBS], tray: null });
});

it("opens a panel where one is, else in its own workspace, and gives it the keys", () => {
  expect(workspaceFor(CLIP, "clean")).toBe("clean");
  expect(workspaceFor(FEET, "browse")).toBe("clean");
  openPanel("feet");
  expect(useSettings.getState().workspace).toBe("clean");
  expect(now().front["right"]).toBe("feet");
  expect(focusedPanel()).toBe("feet");
  openPanel("jobs");
  expect(usePlaces.getState().tray).toBe("jobs");
  expect(focusedPanel()).toBe("feet"); // a tray takes no keys from what is worked in
  openPanel("no such panel");
  expect(useSettings.getState().workspace).toBe("clean");
});

it("keeps each workspace as it was arranged", () => {
  foldDock("left");
  resizeDock("right", 400);
  showWorkspace("clean");
  expect(now()).toEqual({ front: {}, folded: {}, sizes: {}, before: {} });
  showWorkspace("browse");
  expect(now().folded).toEqual({ left: true });
  expect(now().sizes).toEqual({ right: 400 });
});

it("shows only the viewer, and then what was there before", () => {
  foldDock("left");
  foldAll();
  expect(now().folded).toEqual({ left: true, bottom: true, right: true });
  foldAll();
  expect(now().folded).toEqual({ left: true });
  for (const dock of ["bottom", "right"]) foldDock(dock); // one after the other: then there is nothing to go back to but everything
  foldAll();
  expect(now().folded).toEqual({});
});

it("takes a stored arrangement as far as it is one", () => {
  const stored = { browse: { front: "clip", folded: null, sizes: { left: 300 } }, clean: 3 };
  expect(arrangementOf({ arrangements: stored as never }, "browse")).toEqual({ front: {}, folded: {}, sizes: { left: 300 }, before: {} });
  expect(arrangementOf({ arrangements: stored as never }, "clean").folded).toEqual({});
});

it("shows no workspace without a panel of its own", () => {
  expect(isInUse("clean", [FEET, JOBS])).toBe(true);
  expect(isInUse("animate", [FEET, JOBS])).toBe(false);
});
