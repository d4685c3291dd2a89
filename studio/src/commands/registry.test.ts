import { describe, expect, it } from "vitest";

import type { Command } from "../protocol/types";
import { applyCommand, clipsOf } from "./registry";
import { makeAnnotation, makeRow, makeState } from "./testing";

const EVERY: Command[] = [
  { kind: "rename_clip", clip: "a", name: "stroll" },
  { kind: "delete_clips", clips: ["a", "b"] },
  { kind: "add_label", clips: ["a"], label: "walk" },
  { kind: "remove_label", clips: ["a"], label: "walk" },
  { kind: "set_note", clip: "a", text: "good" },
  { kind: "judge", clip: "a", natural: false },
  { kind: "add_annotation", clip: "a", annotation: "n", name: "turn", start: 60, stop: 90 },
  { kind: "change_annotation", clip: "a", annotation: "x", start: 20 },
  { kind: "split_annotation", clip: "a", annotation: "x", other: "y", at: 30 },
  { kind: "remove_annotation", clip: "a", annotation: "x" },
  { kind: "set_plants", clip: "a", foot: "left_toe", start: 5, stop: 15, planted: true },
];

describe("every edit", () => {
  const state = makeState({ annotations: [makeAnnotation()], row: makeRow({ labels: ["walk"], annotations: ["walk"] }) });

  it.each(EVERY)("$kind gives the same when applied twice", (command) => {
    const once = applyCommand(state, command);
    expect(applyCommand(once, command)).toEqual(once);
  });

  it.each(EVERY)("$kind changes nothing of what it was given", (command) => {
    const before = structuredClone(state);
    applyCommand(state, command);
    expect(state).toEqual(before);
  });

  it.each(EVERY)("$kind leaves other clips alone", (command) => {
    const other = makeState({ id: "z" });
    expect(applyCommand(other, command)).toBe(other);
  });
});

describe("edits", () => {
  it("adds, moves and splits annotations, and keeps the row's names in step", () => {
    let state = applyCommand(makeState(), { kind: "add_annotation", clip: "a", annotation: "n", name: "turn", start: 60, stop: 90 });
    expect(state.row?.annotations).toEqual(["turn"]);
    state = applyCommand(state, { kind: "change_annotation", clip: "a", annotation: "n", start: 50, name: "spin" });
    expect(state.annotations[0]).toMatchObject({ name: "spin", start: 50, stop: 90 });
    state = applyCommand(state, { kind: "split_annotation", clip: "a", annotation: "n", other: "m", at: 70 });
    expect(state.annotations.map(({ id, start, stop }) => [id, start, stop])).toEqual([
      ["n", 50, 70],
      ["m", 70, 90],
    ]);
    state = applyCommand(state, { kind: "remove_annotation", clip: "a", annotation: "n" });
    expect(state.row?.annotations).toEqual(["spin"]);
  });

  it("plants one foot and marks the frames as the person's", () => {
    const state = applyCommand(makeState(), { kind: "set_plants", clip: "a", foot: "right_heel", start: 5, stop: 15, planted: true });
    expect(state.plants).toMatchObject({ known: true, spans: [[], [], [[5, 15]], []], person: [[], [], [[5, 15]], []] });
    const freed = applyCommand(state, { kind: "set_plants", clip: "a", foot: "right_heel", start: 8, stop: 10, planted: false });
    expect(freed.plants.spans[2]).toEqual([
      [5, 8],
      [10, 15],
    ]);
    expect(freed.plants.person[2]).toEqual([[5, 15]]);
  });

  it("does the parts of a batch in order, on all their clips", () => {
    const batch: Command = {
      kind: "batch",
      title: "Both",
      commands: [
        { kind: "rename_clip", clip: "a", name: "one" },
        { kind: "rename_clip", clip: "a", name: "two" },
        { kind: "set_note", clip: "b", text: "n" },
      ],
    };
    expect(clipsOf(batch)).toEqual(["a", "b"]);
    expect(applyCommand(makeState(), batch).row?.name).toBe("two");
  });

  it("leaves alone what only the server knows", () => {
    const state = makeState();
    expect(applyCommand(state, { kind: "set_rate", clips: ["a"], fps: 60 })).toBe(state);
  });
});
