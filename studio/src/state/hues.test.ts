import { expect, it } from "vitest";

import { namesInOrder, shadeAt, withNames } from "./hues";

const apart = (a: number, b: number): number => Math.min(Math.abs(a - b), 360 - Math.abs(a - b));

it("gives names shades that are told apart", () => {
  const hues = Array.from({ length: 36 }, (_, place) => shadeAt(place).hue);
  expect(new Set(hues).size).toBe(36);
  for (let i = 1; i < hues.length; i++) expect(apart(hues[i], hues[i - 1])).toBeGreaterThan(80);
  for (let i = 0; i < 12; i++) for (let k = 0; k < i; k++) expect(apart(hues[i], hues[k])).toBeGreaterThanOrEqual(30);
  for (let i = 1; i < 20; i++) expect(apart(hues[i], hues[0])).toBeGreaterThanOrEqual(30);
  // The two beside each other on the ring are deep and pale.
  for (let i = 0; i < 12; i++) for (let k = 0; k < i; k++) if (apart(hues[i], hues[k]) < 31) expect(shadeAt(i).pale).not.toBe(shadeAt(k).pale);
});

it("orders names by the clips that brought them, and never moves one", () => {
  const rows = [
    { id: "b", added: 2, annotations: ["kick", "stand"] },
    { id: "a", added: 1, annotations: ["walk"] },
  ];
  const names = namesInOrder(rows);
  expect(names).toEqual(["walk", "kick", "stand"]);
  const known = withNames(new Map(), names);
  const more = withNames(known, ["earlier", ...names]);
  for (const name of names) expect(more.get(name)).toBe(known.get(name));
  expect(more.get("earlier")).toBe(3);
});
