/** Where the states of a machine stand in its graph, and how the arrows between them run. Pure. */
import { controlsOf, type Machine } from "./controls";

export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A node's size, pixels: as wide as its name needs. */
export const NODE_HEIGHT = 24;
const LETTER = 6.7;
const GAP = 10;
const ROUNDS = 300;

export function nodeWidth(name: string): number {
  return Math.round(18 + LETTER * name.length);
}

/** Gaits in a row by their pace, ways between them above (to the faster) and below (to the slower), acts around the gait they end in. */
export function layGraph(machine: Machine, { width, height }: Box): Map<string, Place> {
  const { gaits, acts, ways } = controlsOf(machine);
  const column = new Map(gaits.map(({ state }, k) => [state, gaits.length === 1 ? 0.5 : 0.14 + (0.72 * k) / (gaits.length - 1)]));
  const places = new Map<string, { x: number; y: number }>();
  for (const [state, x] of column) places.set(state, { x: x * width, y: height / 2 });
  const end = (name: string): string => machine.states.find((state) => state.name === name)?.default ?? "";
  for (const { state: name } of ways) {
    const from = column.get(beginOf(machine, name, column)) ?? 0.5;
    const to = column.get(end(name)) ?? 0.5;
    const reach = 0.2 + 0.28 * Math.min(1, Math.abs(to - from));
    places.set(name, { x: ((from + to) / 2) * width, y: height * (to >= from ? 0.5 - reach : 0.5 + reach) });
  }
  acts.forEach(({ state }, k) => {
    const x = column.get(end(state)) ?? 0.5;
    const side = k % 2 === 0 ? -1 : 1;
    places.set(state, { x: x * width + 12 * Math.floor(k / 2) - 6, y: height * (0.5 + side * (0.3 + 0.14 * Math.floor(k / 2))) });
  });
  keepApart(places, new Set(column.keys()), { width, height });
  return places;
}

/** The gait that leads into a way most smoothly, its own end apart. */
function beginOf(machine: Machine, name: string, gaits: ReadonlyMap<string, number>): string {
  const into = machine.edges.filter(({ source, target }) => target === name && gaits.has(source)).sort((a, b) => a.apart - b.apart);
  return into[0]?.source ?? "";
}

/** Pushes nodes that overlap away from each other, and all of them into the box; gaits move least. */
function keepApart(places: Map<string, { x: number; y: number }>, heavy: ReadonlySet<string>, box: Box): void {
  const nodes = [...places].map(([name, place]) => ({ place, heavy: heavy.has(name), half: nodeWidth(name) / 2 + GAP / 2 }));
  const room = NODE_HEIGHT + GAP;
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (let i = 0; i < nodes.length; i++) {
      for (let k = i + 1; k < nodes.length; k++) {
        const [a, b] = [nodes[i], nodes[k]];
        const across = a.half + b.half - Math.abs(a.place.x - b.place.x);
        const down = room - Math.abs(a.place.y - b.place.y);
        if (across <= 0 || down <= 0) continue;
        moved = true;
        const shares = a.heavy === b.heavy ? [0.5, 0.5] : a.heavy ? [0.1, 0.9] : [0.9, 0.1];
        const upright = down < across;
        const push = (upright ? down : across) * 0.5 + 0.1;
        const sign = upright ? (a.place.y <= b.place.y ? -1 : 1) : a.place.x <= b.place.x ? -1 : 1;
        const axis = upright ? "y" : "x";
        a.place[axis] += sign * push * shares[0];
        b.place[axis] -= sign * push * shares[1];
      }
    }
    for (const { place, half } of nodes) {
      place.x = Math.min(Math.max(place.x, half), box.width - half);
      place.y = Math.min(Math.max(place.y, room / 2), box.height - room / 2);
    }
    if (!moved) return;
  }
}

/** An arrow from one node's border to another's, bent so that the way back is beside it; an SVG path, and where a label goes. */
export function arrowBetween(from: Place, fromName: string, to: Place, toName: string): { path: string; middle: Place } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(26, 0.16 * length);
  const control = { x: (from.x + to.x) / 2 - (dy / length) * bend, y: (from.y + to.y) / 2 + (dx / length) * bend };
  const start = borderOf(from, fromName, control, 1);
  const end = borderOf(to, toName, control, 5);
  const middle = { x: (start.x + 2 * control.x + end.x) / 4, y: (start.y + 2 * control.y + end.y) / 4 };
  return { path: `M${one(start.x)} ${one(start.y)}Q${one(control.x)} ${one(control.y)} ${one(end.x)} ${one(end.y)}`, middle };
}

/** Where the line from a node's middle towards a point leaves its border, and a little further. */
function borderOf(centre: Place, name: string, towards: Place, further: number): Place {
  const [dx, dy] = [towards.x - centre.x, towards.y - centre.y];
  const half = { x: nodeWidth(name) / 2, y: NODE_HEIGHT / 2 };
  const scale = Math.min(half.x / Math.max(Math.abs(dx), 1e-6), half.y / Math.max(Math.abs(dy), 1e-6));
  const length = Math.hypot(dx, dy) || 1;
  return { x: centre.x + dx * scale + (dx / length) * further, y: centre.y + dy * scale + (dy / length) * further };
}

function one(value: number): string {
  return value.toFixed(1);
}
