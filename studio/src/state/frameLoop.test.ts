import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { addTick, requestDraw, wake } from "./frameLoop";

let asked: FrameRequestCallback[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => asked.push(callback));
});

afterEach(() => vi.unstubAllGlobals());

/** Runs what was asked for, as a browser does with one frame; how many callbacks that were. */
function frame(): number {
  const now = asked;
  asked = [];
  for (const callback of now) callback(0);
  return now.length;
}

test("one frame is asked for at a time, however many wake the loop within one", () => {
  let ticks = 0;
  const remove = addTick(() => {
    ticks += 1;
    wake();
    requestDraw(() => wake());
    return true;
  });
  wake();
  wake();
  for (let n = 0; n < 10; n += 1) expect(frame()).toBe(1);
  expect(ticks).toBe(10);
  remove();
  frame();
  frame();
  expect(frame()).toBe(0);
});

test("a tick that had ended and is woken within a frame runs in the next one", () => {
  let runs = 0;
  const removeSleeper = addTick(() => {
    runs += 1;
    return false;
  });
  let once = true;
  const removeWaker = addTick(() => {
    if (once) wake();
    once = false;
    return false;
  });
  wake();
  expect([frame(), frame(), frame()]).toEqual([1, 1, 0]);
  expect(runs).toBe(2);
  removeSleeper();
  removeWaker();
});

test("a drawing that fails does not stop what moves", () => {
  let ticks = 0;
  const remove = addTick(() => {
    ticks += 1;
    return ticks < 3;
  });
  requestDraw(() => {
    throw new Error("broken");
  });
  expect(frame).toThrow("broken");
  expect([frame(), frame(), frame()]).toEqual([1, 1, 0]);
  expect(ticks).toBe(3);
  remove();
});
