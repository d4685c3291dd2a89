import { describe, expect, it } from "vitest";

import { addAgent, addShape, boundsOf, cornersOf, drawShape, EMPTY, letMove, middleOf, moveThing, removeThing, thingAt, type FloorScene } from "./floorPlan";

const WALL = drawShape("wall", [-2, 4], [2, 4]);
const scene: FloorScene = addAgent(addShape(EMPTY, WALL!), [0, 0], [0, 8]);

describe("a scene on the floor", () => {
  it("has a character that faces its goal", () => {
    expect(scene.agents).toEqual([{ name: "ada", start: [0, 0], heading_degrees: 0, goals: [{ at: [0, 8] }] }]);
    expect(addAgent(scene, [1, 0], [4, 0]).agents?.[1]).toMatchObject({ name: "bo", heading_degrees: 90 });
  });

  it("finds what is under the pointer: goals first, ends of walls before walls", () => {
    expect(thingAt(scene, [0.1, 8], 0.2)).toEqual({ what: "goal", index: 0 });
    expect(thingAt(scene, [2.05, 4], 0.2)).toEqual({ what: "obstacle", index: 0, corner: 1 });
    expect(thingAt(scene, [0.5, 4.05], 0.2)).toEqual({ what: "obstacle", index: 0 });
    expect(thingAt(scene, [5, 5], 0.2)).toBeNull();
  });

  it("moves what is held and nothing else, there and back again", () => {
    const thing = { what: "obstacle", index: 0, corner: 1 } as const;
    const moved = moveThing(scene, thing, [1, -1]);
    expect(moved.obstacles?.[0]).toMatchObject({
      wall: [
        [-2, 4],
        [3, 3],
      ],
    });
    expect(moveThing(moved, thing, [-1, 1])).toEqual(scene);
    expect(moveThing(scene, { what: "goal", index: 0 }, [1, 0]).agents?.[0].goals[0].at).toEqual([1, 8]);
    expect(removeThing(scene, { what: "goal", index: 0 }).agents).toEqual([]);
  });

  it("draws no shape of no size", () => {
    expect(drawShape("wall", [0, 0], [0, 0.01])).toBeNull();
    expect(drawShape("box", [0, 0], [1, 0.01])).toBeNull();
    expect(drawShape("box", [1, 2], [0, 0])).toEqual({ box: [0, 0, 1, 2] });
  });

  it("lets an obstacle go to and fro, and stand again where it was", () => {
    const round = addShape(EMPTY, { circle: [1, 5], radius: 0.75 });
    const moving = letMove(round, 0, true);
    expect(middleOf(cornersOf(moving.obstacles![0], 0))[1]).toBeCloseTo(5);
    expect(middleOf(cornersOf(moving.obstacles![0], 3))[1]).toBeCloseTo(3);
    expect(middleOf(cornersOf(moving.obstacles![0], 60))[1]).toBeCloseTo(5);
    expect(letMove(moving, 0, false)).toEqual(round);
  });

  it("turns boxes to the left, as headings are", () => {
    const [first] = cornersOf({ box: [-1, -1, 1, 1], turn_degrees: 90 });
    expect(first[0]).toBeCloseTo(-1);
    expect(first[1]).toBeCloseTo(1);
    expect(boundsOf(scene)).toEqual([-4, -2, 4, 10]);
  });
});
