import { beforeAll, beforeEach, expect, it, vi } from "vitest";

import { advance, changeRate, currentFrame, endOf, rangeOf, seek, setMark, showClip, shuttle, step, useTransport, pause } from "./transport";

beforeAll(() => vi.stubGlobal("requestAnimationFrame", () => 0));
beforeEach(() => {
  useTransport.setState({ speed: 1, playing: false, looping: true });
  showClip(121, 60);
});

it("ends at the last frame", () => {
  expect(endOf(useTransport.getState())).toBe(2);
  seek(99);
  expect(currentFrame()).toBe(120);
  step(1);
  expect(currentFrame()).toBe(120);
  step(-3);
  expect(currentFrame()).toBe(117);
});

it("keeps the frame when the rate is corrected", () => {
  seek(1);
  setMark("out", 1.5);
  changeRate(120);
  expect(currentFrame()).toBe(60);
  expect(useTransport.getState()).toMatchObject({ fps: 120, time: 0.5, markOut: 0.75 });
});

it("loops between the marks, both ways", () => {
  setMark("in", 0.5);
  setMark("out", 1.5);
  const state = { ...useTransport.getState(), time: 1.4 };
  expect(rangeOf(state)).toEqual([0.5, 1.5]);
  expect(advance(state, 0.3).time).toBeCloseTo(0.7);
  expect(advance({ ...state, speed: -1, time: 0.6 }, 0.2).time).toBeCloseTo(1.4);
  expect(advance({ ...state, looping: false }, 0.3)).toEqual({ time: 1.5, playing: false });
});

it("a mark that would turn the range over clears the other", () => {
  setMark("out", 1);
  setMark("in", 1.5);
  expect(useTransport.getState()).toMatchObject({ markIn: 1.5, markOut: null });
});

it("shuttles faster with every press, and turns around", () => {
  shuttle(1);
  shuttle(1);
  expect(useTransport.getState()).toMatchObject({ playing: true, speed: 2 });
  shuttle(-1);
  expect(useTransport.getState().speed).toBe(-1);
  pause();
  expect(useTransport.getState()).toMatchObject({ playing: false, speed: 1 });
});
