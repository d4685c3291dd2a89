import { describe, expect, it } from "vitest";

import { applyCommand } from "../commands/registry";
import { makeAnnotation, makeState } from "../commands/testing";
import type { Command } from "../protocol/types";
import { allBorders, beginGesture, commandFor, hitTest, rangeAfter, removeCommand, snap, splitCommand, type Gesture } from "./gesture";
import { layTracks, type SpanTrack } from "./tracks";

const state = makeState({
  annotations: [makeAnnotation({ start: 20, stop: 80 })],
  plants: { known: true, spans: [[[10, 60]], [], [], []], by: "machine", person: [[], [], [], []] },
});
const tracks = layTracks(state, []);
const view = { start: 0, scale: 4, width: 800 };
const annotations = tracks[0] as SpanTrack;
const leftHeel = tracks[1] as SpanTrack;
const newId = (): string => "new";

function drag(track: SpanTrack, fromX: number, toFrame: number): Command | null {
  const hit = hitTest(tracks, view, fromX, track.top + 10);
  const gesture = hit && beginGesture(hit, Math.round(fromX / 4));
  if (!gesture) throw new Error("nothing to drag");
  return commandFor(gesture, rangeAfter(gesture, toFrame, 200), "a", "turn", newId);
}

describe("dragging", () => {
  it("finds borders, bodies and empty places", () => {
    const part = (x: number): string | undefined => hitTest(tracks, view, x, 10)?.part;
    expect([part(81), part(200), part(318), part(400)]).toEqual(["start", "body", "stop", "empty"]);
    expect(hitTest(tracks, view, 10, 9999)).toBeNull();
  });

  it("paints a new annotation with the brush, in either direction", () => {
    expect(drag(annotations, 400, 120)).toMatchObject({ kind: "add_annotation", annotation: "new", name: "turn", start: 100, stop: 120 });
    expect(drag(annotations, 400, 90)).toMatchObject({ start: 90, stop: 100 });
    expect(drag(annotations, 400, 100)).toBeNull();
  });

  it("moves within the clip and stretches down to one frame", () => {
    expect(drag(annotations, 200, 70)).toMatchObject({ kind: "change_annotation", start: 40, stop: 100 });
    expect(drag(annotations, 200, 9999)).toMatchObject({ start: 140, stop: 200 });
    expect(drag(annotations, 320, 0)).toMatchObject({ start: 20, stop: 21 });
    expect(drag(annotations, 80, 9999)).toMatchObject({ start: 79, stop: 80 });
  });

  it.each([
    [0, 30],
    [30, 60],
    [70, 120],
    [10, 90],
    [0, 40],
  ])("gives a plant the range [%i, %i) and clears what it left", (start, stop) => {
    const gesture: Gesture = { kind: "move", track: leftHeel, span: leftHeel.spans[0], from: 0 };
    const command = commandFor(gesture, [start, stop], "a", "", newId);
    const after = command ? applyCommand(state, command) : state;
    expect(after.plants.spans[0]).toEqual([[start, stop]]);
  });

  it("removes and splits", () => {
    expect(applyCommand(state, removeCommand(leftHeel, leftHeel.spans[0], "a")).plants.spans[0]).toEqual([]);
    const split = splitCommand(leftHeel, leftHeel.spans[0], 30, "a", newId);
    expect(split && applyCommand(state, split).plants.spans[0]).toEqual([
      [10, 30],
      [31, 60],
    ]);
    expect(splitCommand(annotations, annotations.spans[0], 20, "a", newId)).toBeNull();
    expect(splitCommand(annotations, annotations.spans[0], 50, "a", newId)).toMatchObject({
      kind: "split_annotation",
      at: 50,
      other: "new",
    });
  });

  it("snaps to the nearest border within reach", () => {
    expect(snap(58.4, [10, 60, 63], 4)).toBe(60);
    expect(snap(50.4, [10, 60], 4)).toBe(50);
  });

  it("knows every border once", () => {
    expect(allBorders(state)).toEqual([10, 20, 60, 80]);
  });
});

it("leaves room to paint on when a span covers the clip", () => {
  const full = layTracks(makeState({ annotations: [makeAnnotation({ start: 0, stop: 200 })] }), [])[0] as SpanTrack;
  expect(hitTest([full], view, 100, full.top + full.height - 8)?.part).toBe("empty");
});

it("lays overlapping annotations in lanes and named tracks below each other", () => {
  const busy = makeState({
    annotations: [
      makeAnnotation({ id: "1" }),
      makeAnnotation({ id: "2", start: 30, stop: 60 }),
      makeAnnotation({ id: "3", start: 55, stop: 70 }),
      makeAnnotation({ id: "4", track: "style" }),
    ],
  });
  const laid = layTracks(busy, [{ title: "Hips speed" }]);
  expect(laid.map((track) => track.id)).toEqual([
    "annotation:annotations",
    "annotation:style",
    "plant:left_heel",
    "plant:left_toe",
    "plant:right_heel",
    "plant:right_toe",
    "labels",
    "curve:0",
  ]);
  expect((laid[0] as SpanTrack).spans.map((span) => span.lane)).toEqual([0, 1, 0]);
  for (let i = 1; i < laid.length; i++) expect(laid[i].top).toBe(laid[i - 1].top + laid[i - 1].height);
});
