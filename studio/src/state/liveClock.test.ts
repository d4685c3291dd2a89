import { describe, expect, it } from "vitest";

import { framesBehind, stepAfter } from "./liveClock";

describe("steps of live characters", () => {
  it("take the frames that have passed", () => {
    expect(stepAfter(2, framesBehind(2 + 5 / 60, 2))).toEqual({ frames: 5, reached: 2 + 5 / 60 });
  });

  it("leave out time that a slow page did not show, for good", () => {
    const { frames, reached } = stepAfter(2, framesBehind(5, 2));
    expect(frames).toBe(15);
    expect(framesBehind(5, reached)).toBe(0);
  });

  it("take none where the clock is ahead already", () => {
    expect(stepAfter(2, framesBehind(1.9, 2))).toEqual({ frames: 0, reached: 2 });
  });
});
