/** States and the ways between them, with the driven character's state alight. */
import { useMemo, useRef } from "react";

import { useSize } from "../../app/useSize";
import type { MachineDetail, MachineEdge } from "../../protocol/types";
import { useDriving } from "../../state/driving";
import { arrowBetween, layGraph, NODE_HEIGHT, nodeWidth, type Place } from "../../state/graphLayout";
import { choose, chooseWay, clickState, useMachineGraph } from "../../state/machineGraph";

export function Picture({ machine }: { machine: MachineDetail }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, height] = useSize(box);
  const places = useMemo(() => layGraph(machine, { width, height }), [machine.states, width, height]);
  return (
    <div className="graph-box" ref={box}>
      {width > 0 && (
        <svg width={width} height={height} role="group" aria-label="States and links" onClick={(event) => event.target === event.currentTarget && choose(null)}>
          <defs>
            {["plain", "strong"].map((name) => (
              <marker
                key={name}
                id={`arrow-${name}`}
                className={name}
                viewBox="0 0 8 8"
                refX="6"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                markerUnits="userSpaceOnUse"
                orient="auto"
              >
                <path d="M0 0.8 7 4 0 7.2z" />
              </marker>
            ))}
          </defs>
          <Ways machine={machine} places={places} />
          {machine.states.map(({ name, cyclic }) => (
            <Node key={name} name={name} cyclic={cyclic} place={places.get(name)} />
          ))}
        </svg>
      )}
    </div>
  );
}

function Ways({ machine, places }: { machine: MachineDetail; places: ReadonlyMap<string, Place> }) {
  const chosen = useMachineGraph((graph) => graph.chosen);
  const path = useMachineGraph((graph) => graph.path);
  const answers = useMachineGraph((graph) => graph.answers);
  const shown = useMachineGraph((graph) => graph.shown);
  const moving = useDriving(({ machine: driven, characters, active }) => {
    const now = characters[active];
    return driven?.id === machine.id && now?.target ? `${now.state}/${now.target}` : "";
  });
  const changes = answers?.solutions.find((each) => each.solver === shown)?.edges ?? [];
  const styleOf = ({ source, target }: MachineEdge): string => {
    if (moving === `${source}/${target}`) return "moving";
    if (changes.some((each) => each.source === source && each.target === target)) return "changed";
    const step = path ? path.indexOf(source) : -1;
    if (step >= 0 && path?.[step + 1] === target) return "asked";
    if (chosen?.kind === "way") return chosen.source === source && chosen.target === target ? "chosen" : "quiet";
    if (chosen?.kind === "state") return chosen.name === source ? "out" : "quiet";
    return path ? "quiet" : "";
  };
  return (
    <>
      {machine.edges.map((edge) => {
        const [from, to] = [places.get(edge.source), places.get(edge.target)];
        if (!from || !to) return null;
        const { path: line, middle } = arrowBetween(from, edge.source, to, edge.target);
        const style = styleOf(edge);
        const label = ["chosen", "out", "changed"].includes(style);
        return (
          <g
            key={`${edge.source}/${edge.target}`}
            className={`way ${style}`}
            role="button"
            tabIndex={0}
            aria-label={`${edge.source} to ${edge.target}, cost ${edge.cost.toFixed(2)}`}
            onClick={() => chooseWay(edge.source, edge.target)}
            onKeyDown={(event) => event.key === "Enter" && chooseWay(edge.source, edge.target)}
          >
            <path className="hit" d={line} />
            <path
              className="line"
              d={line}
              style={{ strokeWidth: 0.8 + 2.6 * edge.probability }}
              markerEnd={`url(#arrow-${["", "quiet"].includes(style) ? "plain" : "strong"})`}
            />
            {label && (
              <text x={middle.x} y={middle.y}>
                {edge.cost.toFixed(1)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function Node({ name, cyclic, place }: { name: string; cyclic: boolean; place: Place | undefined }) {
  const chosen = useMachineGraph((graph) => graph.chosen?.kind === "state" && graph.chosen.name === name);
  const step = useMachineGraph((graph) => graph.path?.indexOf(name) ?? -1);
  const live = useDriving(({ characters, active }) => {
    const now = characters[active];
    return now?.state === name ? "here" : now?.target === name ? "next" : now?.goal === name ? "goal" : "";
  });
  if (!place) return null;
  const width = nodeWidth(name);
  return (
    <g
      className={`node ${cyclic ? "cyclic" : ""} ${live} ${chosen ? "chosen" : ""} ${step >= 0 ? "asked" : ""}`}
      transform={`translate(${place.x} ${place.y})`}
      role="button"
      tabIndex={0}
      aria-label={name}
      aria-pressed={chosen || step >= 0}
      data-live={live}
      onClick={() => clickState(name)}
      onKeyDown={(event) => event.key === "Enter" && clickState(name)}
    >
      <rect x={-width / 2} y={-NODE_HEIGHT / 2} width={width} height={NODE_HEIGHT} rx={cyclic ? NODE_HEIGHT / 2 : 5} />
      <text>{name}</text>
      {step >= 0 && (
        <g className="step" transform={`translate(${-width / 2} ${-NODE_HEIGHT / 2})`}>
          <circle r={8} />
          <text>{step + 1}</text>
        </g>
      )}
    </g>
  );
}
