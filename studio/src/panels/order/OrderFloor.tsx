/** The floor from above: where an order begins, goes by and ends, and the way that was found. */
import { useRef, useState } from "react";

import { useLive } from "../../state/live";
import { chooseFloorTool, editDemand, useOrdering, type FloorTool } from "../../state/ordering";
import { facing, type PaintedDemand, type PaintedPlace } from "../../state/paintedDemand";
import "./order.css";

const TOOLS: readonly (readonly [FloorTool, string, string])[] = [
  ["start", "Start", "Press where it begins, drag to where it faces"],
  ["path", "Path", "Press points that it goes by"],
  ["end", "End", "Press where it ends, drag to where it faces"],
];
type Spot = readonly [number, number];
const round = (value: number): number => Math.round(value * 100) / 100;
const pointsOf = (points: readonly Spot[]): string => points.map(([x, z]) => `${-x},${-z}`).join(" ");

function boundsOf(demand: PaintedDemand, way: readonly Spot[]): readonly [number, number, number, number] {
  const spots: Spot[] = [[-3, -2], [3, 5], ...way, ...(demand.path ?? [])];
  for (const place of [demand.start, demand.end]) if (place) spots.push([place[0], place[1]]);
  const [xs, zs] = [spots.map(([x]) => x), spots.map(([, z]) => z)];
  return [Math.min(...xs) - 1, Math.min(...zs) - 1, Math.max(...xs) + 1, Math.max(...zs) + 1];
}

export function OrderFloor() {
  const { demand, tool, answer } = useOrdering();
  const svg = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<{ from: Spot; to: Spot } | null>(null);
  const view = useRef<readonly [number, number, number, number]>(boundsOf(demand, []));
  if (!drag) view.current = boundsOf(demand, answer?.way ?? []);
  const [x0, z0, x1, z1] = view.current;
  const spotAt = (event: React.PointerEvent): Spot => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current?.getScreenCTM()?.inverse());
    return [round(-point.x), round(-point.y)];
  };
  const drop = ({ from, to }: { from: Spot; to: Spot }): void => {
    if (tool === "path") return editDemand("Add a point to the path", { ...demand, path: [...(demand.path ?? []), to] });
    const place: PaintedPlace = [from[0], from[1], facing(from, to)];
    editDemand(tool === "start" ? "Move the start" : "Move the end", { ...demand, [tool]: place });
  };
  const wipe = (): void => {
    const { end: _, path: __, ...rest } = demand;
    editDemand("Wipe places", { ...rest, start: [0, 0, 0] });
  };
  return (
    <div className="order-floor">
      <div className="order-brushes" role="radiogroup" aria-label="What to drop on the floor">
        {TOOLS.map(([id, title, says]) => (
          <button key={id} type="button" role="radio" aria-checked={tool === id} className="button small" title={says} onClick={() => chooseFloorTool(id)}>
            {title}
          </button>
        ))}
        <span className="spring" />
        <button type="button" className="button small" onClick={wipe}>
          Wipe
        </button>
      </div>
      <svg
        ref={svg}
        className="floor-map order-map"
        viewBox={`${-x1} ${-z1} ${x1 - x0} ${z1 - z0}`}
        role="application"
        aria-label="The floor from above: press to drop the start, the end or points of the path; drag to say where to face."
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: spotAt(event), to: spotAt(event) });
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: spotAt(event) })}
        onPointerUp={(event) => {
          if (!drag) return;
          setDrag(null);
          drop({ from: drag.from, to: spotAt(event) });
        }}
      >
        <g className="floor-lines" aria-hidden="true">
          {Array.from({ length: Math.floor(x1) - Math.ceil(x0) + 1 }, (_, k) => Math.ceil(x0) + k).map((x) => (
            <line key={`x${x}`} className={x === 0 ? "axis" : ""} x1={-x} x2={-x} y1={-z0} y2={-z1} />
          ))}
          {Array.from({ length: Math.floor(z1) - Math.ceil(z0) + 1 }, (_, k) => Math.ceil(z0) + k).map((z) => (
            <line key={`z${z}`} className={z === 0 ? "axis" : ""} x1={-x0} x2={-x1} y1={-z} y2={-z} />
          ))}
        </g>
        {demand.path && demand.path.length > 0 && (
          <polyline
            className="order-path"
            points={pointsOf([
              ...(demand.start ? [[demand.start[0], demand.start[1]] as const] : []),
              ...demand.path,
              ...(demand.end ? [[demand.end[0], demand.end[1]] as const] : []),
            ])}
          />
        )}
        {answer && <polyline className="order-way" points={pointsOf(answer.way)} />}
        {(demand.path ?? []).map(([x, z], k) => (
          <circle key={k} className="order-point" cx={-x} cy={-z} r={0.12} />
        ))}
        {demand.start && <Mark place={demand.start} kind="start" />}
        {demand.end && <Mark place={demand.end} kind="end" />}
        {drag && tool !== "path" && <line className="order-facing" x1={-drag.from[0]} y1={-drag.from[1]} x2={-drag.to[0]} y2={-drag.to[1]} />}
        <Now />
      </svg>
    </div>
  );
}

function Mark({ place: [x, z, heading], kind }: { place: PaintedPlace; kind: "start" | "end" }) {
  return (
    <g className={`order-mark ${kind}`}>
      <circle cx={-x} cy={-z} r={0.25}>
        <title>{kind === "start" ? "It begins here" : "It ends here"}</title>
      </circle>
      {heading !== null && <line x1={-x} y1={-z} x2={-(x + 0.6 * Math.sin(heading))} y2={-(z + 0.6 * Math.cos(heading))} />}
    </g>
  );
}

/** Where the body is now. */
function Now() {
  const answer = useOrdering((ordering) => ordering.answer);
  const at = useLive((live) => (live.owner === "order" ? Math.round(live.time * 20) / 20 : null));
  if (!answer || at === null || answer.way.length === 0) return null;
  const spot = answer.way[Math.min(answer.way.length - 1, Math.floor(at * 10))];
  return <circle className="order-now" cx={-spot[0]} cy={-spot[1]} r={0.18} />;
}
