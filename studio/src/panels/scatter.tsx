/** Against graphs: what our transitions can do and a motion graph cannot, pair by pair; press a point and watch both. */
import { useEffect, useRef, type MouseEvent } from "react";

import { Empty } from "../app/controls";
import { useSize } from "../app/useSize";
import type { Job } from "../protocol/types";
import { cancelDraw, requestDraw } from "../state/frameLoop";
import { isActive } from "../state/jobs";
import { loadTransitions, usePerformance } from "../state/performance";
import {
  compareWithGraph,
  countQuadrants,
  loadScatter,
  nearestPair,
  nextIn,
  QUADRANTS,
  quadrantOf,
  useScatter,
  viewOf,
  watchPair,
  type Points,
  type Quadrant,
} from "../state/scatter";
import { useSession } from "../state/session";
import { useSettings } from "../state/settings";
import { openPanel } from "../state/workspaces";
import { readColours } from "../timeline/colours";
import { prepareCanvas } from "../timeline/draw";
import { drawScatter } from "../timeline/drawScatter";

const PAIRS = [200, 1000] as const;
const NAMES: Readonly<Record<Quadrant, string>> = {
  both: "Both",
  only_ours: "Only ours",
  only_graph: "Only the motion graph",
  neither: "Neither",
};
const TONES: Readonly<Record<Quadrant, string>> = { both: "--accent", only_ours: "--good", only_graph: "--warn", neither: "--text-faint" };
const isComparing = (job: Job): boolean => job.kind === "comparison" && isActive(job);

export function ScatterPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const table = usePerformance((performance) => performance.table);
  const status = usePerformance((performance) => performance.status);
  const done = useSession((session) => session.jobs.filter((job) => job.kind === "comparison" && job.state === "done").length);
  const points = useScatter((scatter) => scatter.points);
  const asked = useScatter((scatter) => scatter.asked);
  const opening = usePerformance((performance) => performance.status === null || performance.busy);
  useEffect(() => {
    if (library && !status) void loadTransitions();
  }, [library]);
  useEffect(() => {
    if (table) void loadScatter(table.id);
  }, [table?.id, done]);
  if (library && !table && opening) return <Empty icon="scatter" title="Looking for a table…" />;
  if (!table) {
    return (
      <Empty icon="scatter" title="No transition table yet">
        <p>With one, its transitions are compared here with a motion graph of the same clips.</p>
        <button type="button" className="button" onClick={() => openPanel("transitions")}>
          Make a table
        </button>
      </Empty>
    );
  }
  if (!asked) return <Empty icon="scatter" title="Looking for a comparison…" />;
  if (!points) return <Begin table={table.id} />;
  return (
    <div className="compare">
      <Quadrants points={points} />
      <Chart points={points} />
    </div>
  );
}

function Begin({ table }: { table: string }) {
  const job = useSession((session) => session.jobs.find(isComparing));
  return (
    <Empty icon="scatter" title="Against a motion graph">
      <p>Random pairs of moments: how natural is our transition, how long is the shortest path through a motion graph of the same clips?</p>
      {job ? <p className="soft">{job.message || "Waiting"}…</p> : <Compare table={table} first />}
    </Empty>
  );
}

function Compare({ table, first }: { table: string; first: boolean }) {
  return (
    <div className="title-line">
      {PAIRS.map((pairs, index) => (
        <button key={pairs} type="button" className={`button ${first && index === 0 ? "primary" : ""}`} onClick={() => void compareWithGraph(table, pairs)}>
          {first ? "Compare " : ""}
          {pairs.toLocaleString("en")} pairs
        </button>
      ))}
    </div>
  );
}

/** The counts, each a way through its pairs for those who do not use a mouse. */
function Quadrants({ points }: { points: Points }) {
  const table = usePerformance((performance) => performance.table);
  const { chosen, words } = useScatter();
  const job = useSession((session) => session.jobs.find(isComparing));
  const counts = countQuadrants(points);
  const go = (quadrant: Quadrant): void => {
    const pair = nextIn(points, quadrant, chosen);
    if (table && pair !== null) void watchPair(points, pair, table);
  };
  return (
    <div className="compare-facts scroll">
      <ul className="quadrants" aria-label="Quadrants">
        {QUADRANTS.map((quadrant) => (
          <li key={quadrant}>
            <button
              type="button"
              className="span-button"
              title="Watch the next pair of these"
              aria-pressed={chosen !== null && quadrantOf(points, chosen) === quadrant}
              disabled={counts[quadrant] === 0}
              onClick={(event) => {
                if (event.detail > 0) event.currentTarget.blur(); // pressed with a pointer: Space is to pause, not to press it again
                go(quadrant);
              }}
            >
              <i style={{ background: `var(${TONES[quadrant]})` }} />
              <span className="name">{NAMES[quadrant]}</span>
              <span className="numbers">{counts[quadrant]}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="faint">
        {chosen === null
          ? `Ours is well up to ${points.natural.toFixed(2)} m, the motion graph up to ${points.seconds} s. Press a point, or a count, to watch both.`
          : words || "Fetching…"}
      </p>
      {job ? <p className="soft">{job.message}…</p> : table && <Compare table={table.id} first={false} />}
    </div>
  );
}

function Chart({ points }: { points: Points }) {
  const table = usePerformance((performance) => performance.table);
  const theme = useSettings((settings) => settings.theme);
  const chosen = useScatter((scatter) => scatter.chosen);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, height] = useSize(box);
  useEffect(() => {
    const draw = (): void => {
      const context = canvas.current && prepareCanvas(canvas.current, width, height);
      if (!context) return;
      const style = getComputedStyle(document.documentElement);
      const tone = (quadrant: Quadrant): string => style.getPropertyValue(TONES[quadrant]).trim();
      const tones = { both: tone("both"), only_ours: tone("only_ours"), only_graph: tone("only_graph"), neither: tone("neither") };
      drawScatter(context, viewOf(points, width, height), points, chosen, tones, readColours(document.documentElement, theme));
    };
    requestDraw(draw);
    return () => cancelDraw(draw);
  }, [points, chosen, width, height, theme]);
  const press = (event: MouseEvent<HTMLCanvasElement>): void => {
    const area = event.currentTarget.getBoundingClientRect();
    const pair = nearestPair(points, viewOf(points, width, height), event.clientX - area.left, event.clientY - area.top);
    if (table && pair !== null) void watchPair(points, pair, table);
  };
  return (
    <div className="charts scatter" ref={box}>
      <canvas
        ref={canvas}
        data-testid="scatter"
        role="img"
        aria-label="Seconds through the motion graph against the score of our transition, a point a pair"
        onClick={press}
      />
    </div>
  );
}
