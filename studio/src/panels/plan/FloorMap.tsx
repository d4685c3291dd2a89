/** The floor from above: shapes, characters and goals to draw and drag, and the ways that were planned. */
import { useEffect, useMemo, useRef, useState } from "react";

import {
  addAgent,
  addShape,
  boundsOf,
  cornersOf,
  drawShape,
  moveThing,
  removeThing,
  thingAt,
  type FloorAgent,
  type FloorPlace,
  type FloorScene,
  type Thing,
} from "../../state/floorPlan";
import { drivenLines, useDriving } from "../../state/driving";
import { useLive } from "../../state/live";
import { chooseTool, editScene, previewScene, selectThing, usePlanning } from "../../state/planning";
import { pressFloor, sendTo, useSteering } from "../../state/steering";

const REACH_PIXELS = 9;
const TURN = { x: -1, z: -1 }; // +z is drawn upwards, +x to the left, as it is to whoever looks along +z

interface Drag {
  readonly from: FloorPlace;
  readonly thing: Thing | null;
  /** The scene when the pointer went down. */
  readonly before: FloorScene;
}

/** The part of the floor that is shown: all of it, and it only grows while something is dragged. */
function useView(scene: FloorScene, held: boolean): readonly [number, number, number, number] {
  const kept = useRef<readonly [number, number, number, number]>(boundsOf(scene));
  const now = useMemo(() => boundsOf(scene), [scene]);
  if (!held) kept.current = now;
  return kept.current;
}

export function FloorMap() {
  const scene = usePlanning((planning) => planning.scene);
  const tool = usePlanning((planning) => planning.tool);
  const selected = usePlanning((planning) => planning.selected);
  const svg = useRef<SVGSVGElement>(null);
  const steered = useSteering((steering) => steering.machine !== null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [at, setAt] = useState<FloorPlace | null>(null);
  const [x0, z0, x1, z1] = useView(scene, drag !== null);
  const second = useSecond(scene);

  const placeOf = (event: React.PointerEvent): FloorPlace => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current?.getScreenCTM()?.inverse());
    return [TURN.x * point.x, TURN.z * point.y];
  };
  const reach = (): number => REACH_PIXELS / (svg.current?.getScreenCTM()?.a ?? 40);

  const onDown = (event: React.PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = placeOf(event);
    if (steered) return pressFloor(from);
    const thing = tool === "select" ? thingAt(scene, from, reach(), second) : null;
    selectThing(thing);
    setDrag({ from, thing, before: scene });
    setAt(from);
  };
  const onMove = (event: React.PointerEvent): void => {
    if (steered && event.buttons & 1) return sendTo(placeOf(event));
    if (!drag) return;
    const to = placeOf(event);
    setAt(to);
    if (drag.thing) previewScene(moveThing(drag.before, drag.thing, [to[0] - drag.from[0], to[1] - drag.from[1]]));
  };
  const onUp = (event: React.PointerEvent): void => {
    if (!drag) return;
    const to = placeOf(event);
    setDrag(null);
    setAt(null);
    if (drag.thing) {
      if (scene !== drag.before) editScene(`Move ${wordFor(drag.thing)}`, { ...scene });
      return;
    }
    if (tool === "character") editScene("Add a character", addAgent(scene, drag.from, to));
    else if (tool !== "select") {
      const shape = drawShape(tool, drag.from, to);
      if (shape) editScene(`Draw a ${tool}`, addShape(scene, shape));
    }
    if (tool !== "select") chooseTool("select");
  };
  const onKey = (event: React.KeyboardEvent): void => {
    const step = event.shiftKey ? 0.5 : 0.1;
    const by = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key] as FloorPlace | undefined;
    if (selected && by) editScene(`Move ${wordFor(selected)}`, moveThing(scene, selected, by));
    else if (selected && (event.key === "Delete" || event.key === "Backspace")) {
      editScene(`Delete ${wordFor(selected)}`, removeThing(scene, selected));
      selectThing(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const drawn = drag && !drag.thing && at && tool !== "select" && tool !== "character" ? drawShape(tool, drag.from, at) : null;
  return (
    <svg
      ref={svg}
      className={`floor-map ${steered ? "steered" : tool}`}
      viewBox={`${TURN.x * x1} ${TURN.z * z1} ${x1 - x0} ${z1 - z0}`}
      tabIndex={0}
      role="application"
      aria-label="The floor from above. Drag shapes, characters and goals; arrow keys move what is selected, Delete removes it."
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onKeyDown={onKey}
    >
      <Grid bounds={[x0, z0, x1, z1]} />
      <Looked />
      {(scene.obstacles ?? []).map((shape, index) => (
        <polygon
          key={index}
          className={`shape ${shape.way ? "moving" : ""} ${isThing(selected, "obstacle", index) ? "selected" : ""}`}
          points={pointsOf(cornersOf(shape, second))}
        />
      ))}
      {drawn && <polygon className="shape drawn" points={pointsOf(cornersOf(drawn))} />}
      {drag && !drag.thing && tool === "character" && at && <line className="arrow" {...lineOf(drag.from, at)} />}
      {drivenLines(scene).map((line, index) => (
        <polyline key={index} className="followed" points={pointsOf(line)} />
      ))}
      {steered ? <Steered /> : <Ways />}
      <Driven />
      {(scene.agents ?? []).map((agent, index) => (
        <AgentMarks key={agent.name} agent={agent} index={index} selected={selected} />
      ))}
      <Now />
    </svg>
  );
}

/** The second that shapes which move are shown at; 0 where none does, so that nothing is drawn again for nothing. */
function useSecond(scene: FloorScene): number {
  const moves = (scene.obstacles ?? []).some((shape) => shape.way);
  return useLive((live) => (moves && live.owner === "plan" ? Math.round(live.time * 20) / 20 : 0));
}

function Grid({ bounds: [x0, z0, x1, z1] }: { bounds: readonly [number, number, number, number] }) {
  const every = x1 - x0 > 30 ? 5 : 1;
  const steps = (low: number, high: number): number[] => {
    const first = Math.ceil(low / every) * every;
    return Array.from({ length: Math.max(0, Math.floor((high - first) / every) + 1) }, (_, k) => first + k * every);
  };
  return (
    <g className="floor-lines" aria-hidden="true">
      {steps(x0, x1).map((x) => (
        <line key={`x${x}`} className={x === 0 ? "axis" : ""} {...lineOf([x, z0], [x, z1])} />
      ))}
      {steps(z0, z1).map((z) => (
        <line key={`z${z}`} className={z === 0 ? "axis" : ""} {...lineOf([x0, z], [x1, z])} />
      ))}
    </g>
  );
}

function Looked() {
  const looked = usePlanning((planning) => (planning.looked ? planning.answer?.looked : undefined));
  if (!looked) return null;
  const path = looked.map(([a, b, c, d]) => `M${TURN.x * a} ${TURN.z * b}L${TURN.x * c} ${TURN.z * d}`).join("");
  return <path className="looked" d={path} />;
}

/** Everybody's way as a ribbon, a new tone for each state. */
function Ways() {
  const answer = usePlanning((planning) => planning.answer);
  if (!answer) return null;
  return (
    <>
      {answer.agents.map((agent, index) => (
        <g key={agent.name} className={`way cast-${index}`}>
          {agent.spans.map((span, k) => {
            const part = agent.way.slice(Math.floor(span.start * 10), Math.ceil(span.end * 10) + 1);
            return (
              <polyline key={k} className={k % 2 ? "odd" : ""} points={pointsOf(part)}>
                <title>{`${agent.name}: ${span.state}, ${span.start.toFixed(1)} to ${span.end.toFixed(1)} s`}</title>
              </polyline>
            );
          })}
        </g>
      ))}
    </>
  );
}

function AgentMarks({ agent, index, selected }: { agent: FloorAgent; index: number; selected: Thing | null }) {
  const [x, z] = agent.start;
  const heading = ((agent.heading_degrees ?? 0) * Math.PI) / 180;
  const nose: FloorPlace = [x + 0.5 * Math.sin(heading), z + 0.5 * Math.cos(heading)];
  return (
    <g className={`agent cast-${index}`}>
      <circle className={isThing(selected, "start", index) ? "selected" : ""} cx={TURN.x * x} cy={TURN.z * z} r={0.3}>
        <title>{`${agent.name} begins here`}</title>
      </circle>
      <line {...lineOf(agent.start, nose)} />
      {agent.goals.map((goal, k) => (
        <g
          key={k}
          className={`goal ${k === 0 && isThing(selected, "goal", index) ? "selected" : ""}`}
          transform={`translate(${TURN.x * goal.at[0]} ${TURN.z * goal.at[1]})`}
        >
          <circle r={goal.within ?? 0.3} />
          <path d="M-0.18 0H0.18M0-0.18V0.18" />
          <title>{`${agent.name}'s goal`}</title>
        </g>
      ))}
    </g>
  );
}

/** Whoever is steered: where each is, and where it goes. */
function Steered() {
  const characters = useSteering((steering) => steering.characters);
  const active = useSteering((steering) => steering.active);
  return (
    <>
      {characters.map(({ name, place: [x, z, heading], goal, arrived }, index) => (
        <g key={name} className={`steered-one cast-${index % 8} ${index === active ? "active" : ""}`}>
          {goal && !arrived && <line className="arrow" {...lineOf([x, z], [goal[0], goal[1]])} />}
          <circle className={`now cast-${index % 8}`} cx={TURN.x * x} cy={TURN.z * z} r={0.3}>
            <title>{name}</title>
          </circle>
          <line {...lineOf([x, z], [x + 0.5 * Math.sin(heading), z + 0.5 * Math.cos(heading)])} />
        </g>
      ))}
    </>
  );
}

/** Whoever is driven by keys: where it is, and its next goal. */
function Driven() {
  const course = useDriving((driving) => driving.course);
  if (!course) return null;
  const [x, z, heading] = course.place;
  return (
    <g className="steered-one cast-0 active">
      {course.next && <line className="arrow" {...lineOf([x, z], [course.next[0], course.next[1]])} />}
      <circle className="now cast-0" cx={TURN.x * x} cy={TURN.z * z} r={0.3} />
      <line {...lineOf([x, z], [x + 0.5 * Math.sin(heading), z + 0.5 * Math.cos(heading)])} />
    </g>
  );
}

/** Where everybody is now. */
function Now() {
  const answer = usePlanning((planning) => planning.answer);
  const frame = useLive((live) => (live.owner === "plan" ? Math.round(live.time * 10) : -1));
  if (!answer || frame < 0) return null;
  return (
    <>
      {answer.agents.map((agent, index) => {
        const place = agent.way[Math.min(frame, agent.way.length - 1)];
        return place && <circle key={agent.name} className={`now cast-${index}`} cx={TURN.x * place[0]} cy={TURN.z * place[1]} r={0.22} />;
      })}
    </>
  );
}

function pointsOf(places: readonly FloorPlace[]): string {
  return places.map(([x, z]) => `${TURN.x * x},${TURN.z * z}`).join(" ");
}

function lineOf(a: FloorPlace, b: FloorPlace): { x1: number; y1: number; x2: number; y2: number } {
  return { x1: TURN.x * a[0], y1: TURN.z * a[1], x2: TURN.x * b[0], y2: TURN.z * b[1] };
}

function isThing(thing: Thing | null, what: Thing["what"], index: number): boolean {
  return thing?.what === what && thing.index === index;
}

function wordFor({ what }: Thing): string {
  return what === "obstacle" ? "an obstacle" : what === "goal" ? "a goal" : "a character";
}

/** Leaves a tool that draws with Escape, wherever the focus is. */
export function useLeavingTools(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && usePlanning.getState().tool !== "select") chooseTool("select");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
