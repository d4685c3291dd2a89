/** A scene drawn on the floor, as the JSON of docs/navigation.md, and what hands do to it. Plain data, pure. Places are x, z in metres. */

export type FloorPlace = readonly [number, number];

interface Shaped {
  readonly name?: string;
  /** Seconds, x, z: the shape is then drawn around the origin. */
  readonly way?: readonly (readonly [number, number, number])[];
  readonly over?: readonly string[];
}
export interface Circle extends Shaped {
  readonly circle: FloorPlace;
  readonly radius: number;
}
export interface FloorBox extends Shaped {
  readonly box: readonly [number, number, number, number];
  readonly turn_degrees?: number;
}
export interface Wall extends Shaped {
  readonly wall: readonly FloorPlace[];
  readonly width?: number;
}
export interface FloorPolygon extends Shaped {
  readonly polygon: readonly FloorPlace[];
}
export type FloorShape = Circle | FloorBox | Wall | FloorPolygon;

export interface FloorGoal {
  readonly at: FloorPlace;
  readonly within?: number;
  readonly behaviour?: string;
  /** Corners of a line on the floor by which it is come to. */
  readonly along?: readonly FloorPlace[];
}
export interface FloorAgent {
  readonly name: string;
  readonly start: FloorPlace;
  readonly heading_degrees?: number;
  readonly state?: string;
  readonly goals: readonly FloorGoal[];
}
export interface FloorScene {
  readonly name?: string;
  readonly obstacles?: readonly FloorShape[];
  readonly agents?: readonly FloorAgent[];
}

/** What is held or selected: an obstacle (the end of a wall by its number), an agent's start or its goal. */
export type Thing =
  | { readonly what: "obstacle"; readonly index: number; readonly corner?: number }
  | { readonly what: "start" | "goal"; readonly index: number };

export const EMPTY: FloorScene = { obstacles: [], agents: [] };
const NAMES = ["ada", "bo", "cy", "di", "eva", "fin", "gus", "hal"];
export const MOST_AGENTS = NAMES.length;
const WALL_WIDTH = 0.2;
const SMALLEST = 0.1;

const round = (value: number): number => Math.round(value * 100) / 100;
const put = ([x, z]: FloorPlace): FloorPlace => [round(x), round(z)];
const apart = (a: FloorPlace, b: FloorPlace): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const swapped = <T>(list: readonly T[], index: number, value: T): T[] => list.map((each, k) => (k === index ? value : each));

/** The corners of a shape at a second, in order round it. */
export function cornersOf(shape: FloorShape, second = 0): FloorPlace[] {
  const [dx, dz] = placeAt(shape, second);
  return outline(shape).map(([x, z]) => [x + dx, z + dz]);
}

/** Where a shape that moves is at a second; one that stands is where it was drawn. */
export function placeAt({ way }: Pick<FloorShape, "way">, second: number): FloorPlace {
  if (!way || way.length === 0) return [0, 0];
  const after = way.findIndex(([time]) => time >= second);
  if (after === 0) return [way[0][1], way[0][2]];
  if (after < 0) return [way[way.length - 1][1], way[way.length - 1][2]];
  const [a, b] = [way[after - 1], way[after]];
  const share = (second - a[0]) / (b[0] - a[0]);
  return [a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])];
}

function outline(shape: FloorShape): FloorPlace[] {
  if ("circle" in shape) {
    return Array.from({ length: 32 }, (_, k) => {
      const angle = (k / 32) * 2 * Math.PI;
      return [shape.circle[0] + shape.radius * Math.sin(angle), shape.circle[1] + shape.radius * Math.cos(angle)] as const;
    });
  }
  if ("polygon" in shape) return [...shape.polygon];
  if ("box" in shape) {
    const [x0, z0, x1, z1] = shape.box;
    return turned(
      [
        [x0, z0],
        [x1, z0],
        [x1, z1],
        [x0, z1],
      ],
      shape.turn_degrees ?? 0,
      [(x0 + x1) / 2, (z0 + z1) / 2],
    );
  }
  return alongside(shape.wall, (shape.width ?? WALL_WIDTH) / 2);
}

/** Corners turned about a place, degrees to the left of whoever looks along +z. */
function turned(corners: readonly FloorPlace[], degrees: number, [cx, cz]: FloorPlace): FloorPlace[] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return corners.map(([x, z]) => [cx + (x - cx) * cos + (z - cz) * sin, cz - (x - cx) * sin + (z - cz) * cos]);
}

/** A line as a band, so far to either side. */
function alongside(line: readonly FloorPlace[], half: number): FloorPlace[] {
  const side = (sign: number): FloorPlace[] =>
    line.map((place, k) => {
      const [before, after] = [line[Math.max(k - 1, 0)], line[Math.min(k + 1, line.length - 1)]];
      const length = apart(before, after) || 1;
      return [place[0] + (sign * half * (after[1] - before[1])) / length, place[1] - (sign * half * (after[0] - before[0])) / length];
    });
  return [...side(1), ...side(-1).reverse()];
}

/** A shape from one place to another: a wall between them, a cylinder about the first, a box with them as corners. Null where it is too small. */
export function drawShape(kind: "wall" | "cylinder" | "box", a: FloorPlace, b: FloorPlace): FloorShape | null {
  const [from, to] = [put(a), put(b)];
  if (kind === "cylinder") return { circle: from, radius: Math.max(round(apart(from, to)), 0.3) };
  if (apart(from, to) < SMALLEST) return null;
  if (kind === "wall") return { wall: [from, to], width: WALL_WIDTH };
  const box = [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])] as const;
  return box[2] - box[0] < SMALLEST || box[3] - box[1] < SMALLEST ? null : { box };
}

export function addShape(scene: FloorScene, shape: FloorShape): FloorScene {
  return { ...scene, obstacles: [...(scene.obstacles ?? []), shape] };
}

/** One more character, who faces where the pointer was let go, with a goal that far off or a few metres ahead. */
export function addAgent(scene: FloorScene, start: FloorPlace, towards: FloorPlace): FloorScene {
  const agents = scene.agents ?? [];
  const name = NAMES.find((free) => agents.every((agent) => agent.name !== free));
  if (name === undefined) return scene;
  const far = apart(start, towards) >= 1;
  const goal = far ? towards : ([start[0], start[1] + 6] as const);
  const heading = (Math.atan2(goal[0] - start[0], goal[1] - start[1]) * 180) / Math.PI;
  return { ...scene, agents: [...agents, { name, start: put(start), heading_degrees: round(heading), goals: [{ at: put(goal) }] }] };
}

/** What is under a place, within so many metres: goals and starts before shapes, the ends of walls before their middles. */
export function thingAt(scene: FloorScene, place: FloorPlace, reach: number, second = 0): Thing | null {
  const agents = scene.agents ?? [];
  for (const [index, agent] of agents.entries()) {
    if (agent.goals[0] && apart(agent.goals[0].at, place) <= Math.max(reach, 0.3)) return { what: "goal", index };
    if (apart(agent.start, place) <= Math.max(reach, 0.3)) return { what: "start", index };
  }
  for (const [index, shape] of [...(scene.obstacles ?? []).entries()].reverse()) {
    if ("wall" in shape && !shape.way) {
      const corner = shape.wall.findIndex((end) => apart(end, place) <= reach);
      if (corner >= 0) return { what: "obstacle", index, corner };
    }
    if (isInside(cornersOf(shape, second), place) || nearestEdge(cornersOf(shape, second), place) <= reach / 2) return { what: "obstacle", index };
  }
  return null;
}

function isInside(corners: readonly FloorPlace[], [x, z]: FloorPlace): boolean {
  let inside = false;
  corners.forEach(([ax, az], k) => {
    const [bx, bz] = corners[(k + 1) % corners.length];
    if (az > z !== bz > z && x < ((bx - ax) * (z - az)) / (bz - az) + ax) inside = !inside;
  });
  return inside;
}

function nearestEdge(corners: readonly FloorPlace[], [x, z]: FloorPlace): number {
  return Math.min(
    ...corners.map(([ax, az], k) => {
      const [bx, bz] = corners[(k + 1) % corners.length];
      const length = (bx - ax) ** 2 + (bz - az) ** 2 || 1;
      const share = Math.min(Math.max(((x - ax) * (bx - ax) + (z - az) * (bz - az)) / length, 0), 1);
      return Math.hypot(x - ax - share * (bx - ax), z - az - share * (bz - az));
    }),
  );
}

/** The scene with what is held moved along the floor. */
export function moveThing(scene: FloorScene, thing: Thing, [dx, dz]: FloorPlace): FloorScene {
  const by = ([x, z]: FloorPlace): FloorPlace => put([x + dx, z + dz]);
  if (thing.what === "obstacle") {
    const shape = scene.obstacles?.[thing.index];
    if (!shape) return scene;
    return { ...scene, obstacles: swapped(scene.obstacles ?? [], thing.index, moveShape(shape, by, thing.corner)) };
  }
  const agent = scene.agents?.[thing.index];
  if (!agent) return scene;
  const there =
    thing.what === "start"
      ? { ...agent, start: by(agent.start) }
      : { ...agent, goals: [{ ...agent.goals[0], at: by(agent.goals[0].at) }, ...agent.goals.slice(1)] };
  return { ...scene, agents: swapped(scene.agents ?? [], thing.index, there) };
}

function moveShape(shape: FloorShape, by: (place: FloorPlace) => FloorPlace, corner?: number): FloorShape {
  if (shape.way) {
    const way = shape.way.map(([second, x, z]) => [second, ...by([x, z])] as const);
    return { ...shape, way };
  }
  if ("circle" in shape) return { ...shape, circle: by(shape.circle) };
  if ("polygon" in shape) return { ...shape, polygon: shape.polygon.map(by) };
  if ("box" in shape) return { ...shape, box: [...by([shape.box[0], shape.box[1]]), ...by([shape.box[2], shape.box[3]])] as const };
  return { ...shape, wall: shape.wall.map((place, k) => (corner === undefined || corner === k ? by(place) : place)) };
}

/** The scene without what is selected; a goal goes with its agent. */
export function removeThing(scene: FloorScene, thing: Thing): FloorScene {
  const without = <T>(list: readonly T[] = []): T[] => list.filter((_, k) => k !== thing.index);
  return thing.what === "obstacle" ? { ...scene, obstacles: without(scene.obstacles) } : { ...scene, agents: without(scene.agents) };
}

/** The obstacle as one that goes to and fro: from where it is, so many metres along z and back; or as one that stands again. */
export function letMove(scene: FloorScene, index: number, moves: boolean): FloorScene {
  const shape = scene.obstacles?.[index];
  if (!shape || moves === (shape.way !== undefined)) return scene;
  const [x, z] = middleOf(cornersOf(shape));
  if (moves) {
    const centred = moveShape(shape, ([a, b]) => put([a - x, b - z]));
    const way = [
      [0, x, z],
      [6, x, z - 4],
      [12, x, z],
    ].map(([second, a, b]) => [second, round(a), round(b)] as const);
    return { ...scene, obstacles: swapped(scene.obstacles ?? [], index, { ...centred, way }) };
  }
  const { way: _, ...still } = shape;
  return {
    ...scene,
    obstacles: swapped(
      scene.obstacles ?? [],
      index,
      moveShape(still as FloorShape, ([a, b]) => put([a + x, b + z])),
    ),
  };
}

export function middleOf(corners: readonly FloorPlace[]): FloorPlace {
  const sum = corners.reduce(([x, z], corner) => [x + corner[0], z + corner[1]], [0, 0]);
  return [sum[0] / Math.max(corners.length, 1), sum[1] / Math.max(corners.length, 1)];
}

/** Low and high x and z of everything there is, with some floor round it. */
export function boundsOf(scene: FloorScene, margin = 2): [number, number, number, number] {
  const places = [
    ...(scene.obstacles ?? []).flatMap((shape) => [0, 6, 12].flatMap((second) => cornersOf(shape, shape.way ? second : 0))),
    ...(scene.agents ?? []).flatMap((agent) => [agent.start, ...agent.goals.map((goal) => goal.at)]),
  ];
  if (places.length === 0) return [-6, -2, 6, 10];
  const [x, z] = [places.map((place) => place[0]), places.map((place) => place[1])];
  return [Math.min(...x) - margin, Math.min(...z) - margin, Math.max(...x) + margin, Math.max(...z) + margin];
}
