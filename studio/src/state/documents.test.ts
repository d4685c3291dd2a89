import { describe, expect, it } from "vitest";

import { applyCommand, clipsOf } from "../commands/registry";
import { makeRow, makeState } from "../commands/testing";
import type { CommandRequest } from "../protocol/types";
import { forgetStates, markThumbnails, NO_DOCUMENTS, receiveList, receiveStates, viewRows, viewState, type Documents } from "./documents";

const edits = { applyCommand, clipsOf };
const opened = (): boolean => true;
const rename = (id: string, name: string): CommandRequest => ({ id, window: "w", command: { kind: "rename_clip", clip: "a", name } });
const withPending = (documents: Documents, ...pending: CommandRequest[]): Documents => ({ ...documents, pending });

describe("documents", () => {
  const listed = receiveList(NO_DOCUMENTS, { seq: 5, total: 2, clips: [makeRow(), makeRow({ id: "b", name: "run" })] });

  it("shows a pending edit before it is confirmed, and the confirmed one after", () => {
    const pending = withPending(listed, rename("1", "mine"));
    expect(viewRows(pending, edits).map((row) => row.name)).toEqual(["mine", "run"]);
    const confirmed = receiveStates(pending, [makeState({ seq: 6, row: makeRow({ name: "mine" }) })], opened);
    expect(viewRows(withPending(confirmed), edits)[0].name).toBe("mine");
  });

  it("applies pending edits again on top of another window's newer state", () => {
    const pending = withPending(receiveStates(listed, [makeState({ seq: 5 })], opened), rename("1", "mine"));
    const newer = receiveStates(pending, [makeState({ seq: 7, note: "theirs", row: makeRow({ name: "theirs", labels: ["walk"] }) })], opened);
    expect(viewState(newer, "a", edits)).toMatchObject({ note: "theirs", row: { name: "mine", labels: ["walk"] } });
  });

  it("keeps the newest state whatever order answers come in", () => {
    const newest = receiveStates(listed, [makeState({ seq: 9, row: makeRow({ name: "new" }) })], opened);
    const late = receiveStates(newest, [makeState({ seq: 8, row: makeRow({ name: "old" }) })], opened);
    expect(viewRows(late, edits)[0].name).toBe("new");
    const lateList = receiveList(late, { seq: 6, total: 1, clips: [makeRow({ name: "older" })] });
    expect(viewRows(lateList, edits).map((row) => row.name)).toEqual(["new"]);
    expect(lateList.seq).toBe(9);
  });

  it("hides deleted clips and brings restored ones back", () => {
    const gone = receiveStates(listed, [makeState({ seq: 6, row: null })], opened);
    expect(viewRows(gone, edits).map((row) => row.id)).toEqual(["b"]);
    expect(viewRows(receiveStates(gone, [makeState({ seq: 7 })], opened), edits)).toHaveLength(2);
  });

  it("keeps full states only of open clips", () => {
    const some = receiveStates(listed, [makeState(), makeState({ id: "b" })], (clip) => clip === "a");
    expect([...some.states.keys()]).toEqual(["a"]);
    expect(forgetStates(some, () => false).states.size).toBe(0);
    expect(forgetStates(some, () => true)).toBe(some);
  });

  it("notes which thumbnails are ready, whatever comes first", () => {
    const marked = markThumbnails(listed, ["b", "c"]);
    const later = receiveStates(
      marked,
      [makeState({ id: "c", seq: 8, row: makeRow({ id: "c" }) }), makeState({ id: "b", seq: 8, row: makeRow({ id: "b" }) })],
      opened,
    );
    expect(viewRows(later, edits).map((row) => [row.id, row.thumbnail])).toEqual([
      ["a", false],
      ["b", true],
      ["c", true],
    ]);
  });
});
