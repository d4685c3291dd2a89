import { expect, it } from "vitest";

import { readForm } from "./reading";

it("says only what was filled in", () => {
  const form = new FormData();
  for (const name of ["unit", "fps", "up", "clip"]) form.set(name, "");
  expect(readForm(form)).toEqual({});
  form.set("unit", "in");
  form.set("fps", "59.94");
  form.set("drop_bad_frames", "on");
  expect(readForm(form)).toEqual({ unit: "in", fps: 59.94, drop_bad_frames: true });
});
