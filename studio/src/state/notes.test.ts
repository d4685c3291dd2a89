import { expect, it } from "vitest";

import { makeAnnotation, makeState } from "../commands/testing";
import { noteBeside, notesOf } from "./notes";

const note = (id: string, start: number) => makeAnnotation({ id, start, stop: start + 1, track: "notes" });

it("goes from note to note, round the ends", () => {
  const notes = notesOf(makeState({ annotations: [note("b", 40), makeAnnotation({ id: "x", start: 0 }), note("a", 10)] }));
  expect(notes.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(noteBeside(notes, 10, 1)?.id).toBe("b");
  expect(noteBeside(notes, 40, 1)?.id).toBe("a");
  expect(noteBeside(notes, 10, -1)?.id).toBe("b");
  expect(noteBeside(notes, 41, -1)?.id).toBe("b");
  expect(noteBeside([], 0, 1)).toBeUndefined();
});
