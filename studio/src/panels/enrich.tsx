/** Enrich: where a body can be cut, a part of one clip on another, a search for transplants, its candidates as a moving contact sheet, its yield. */
import { useEffect, useRef, useState } from "react";

import { Empty } from "../app/controls";
import { useActiveState } from "../commands/views";
import type { EnrichBody, EnrichCandidate, EnrichRule } from "../protocol/types";
import { chooseDonor, light, loadBody, loadEnrich, orderBy, QUESTION, search, thumbnailOf, transplant, useEnrich, type Cut, type Order, type Thumbnail } from "../state/enrich";
import { cancelDraw, requestDraw } from "../state/frameLoop";
import { isActive } from "../state/jobs";
import { openKey, teach } from "../state/review";
import { useSelection } from "../state/selection";
import { useSession } from "../state/session";
import { useSettings } from "../state/settings";
import { openPanel } from "../state/workspaces";
import { readColours } from "../timeline/colours";

const SETTLE_MS = 400;
/** Thumbnails move at about twelve moments a second. */
const EACH_MS = 80;
const ORDERS: readonly (readonly [Order, string])[] = [
  ["best", "Most human first"],
  ["unsure", "Least sure first"],
  ["worst", "Least human first"],
];

export function EnrichPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const seq = useSession((session) => session.documents.seq);
  const taught = useSession((session) => session.jobs.filter((job) => job.kind === "teach" && job.state === "done").length);
  useEffect(() => {
    if (!library) return;
    const timer = setTimeout(() => void loadEnrich(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [library, seq, taught]);
  if (!library) return <Empty icon="scissors" title="No library yet" />;
  return (
    <div className="clip-panel scroll">
      <Transplant />
      <Search />
      <Sheet />
      <Yield />
    </div>
  );
}

/** The open clip is the host; another clip gives the part that is pressed on the body. */
function Transplant() {
  const row = useActiveState()?.row;
  const donor = useEnrich((enriching) => enriching.donor);
  const busy = useEnrich((enriching) => enriching.busy);
  const rows = useSession((session) => session.documents.rows);
  const [body, setBody] = useState<EnrichBody | null>(null);
  useEffect(() => {
    setBody(null);
    if (!row) return;
    const asked = new AbortController();
    loadBody(row.id, asked.signal).then(setBody).catch(() => undefined); // no body, nothing to cut
    return () => asked.abort();
  }, [row?.id, row?.content]);
  if (!row) return <p className="soft">Open a clip: it is the host, whose legs stay.</p>;
  const others = [...rows.values()].flatMap((known) => (known.row && known.row.id !== row.id ? [known.row] : []));
  return (
    <section aria-label="Transplant">
      <h3>Transplant</h3>
      <p className="soft">
        Host: <strong>{row.name}</strong>
      </p>
      <select className="field enrich-wide" aria-label="Donor" value={donor ?? ""} onChange={(event) => chooseDonor(event.target.value || null)}>
        <option value="">Choose a donor…</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {body ? (
        <div className="enrich-cut">
          <Body body={body} />
          <ul className="spans">
            {body.cuts.map(({ name, title }) => (
              <li key={name}>
                <button
                  type="button"
                  className="span-button"
                  disabled={busy || !donor}
                  onMouseEnter={() => light(name)}
                  onMouseLeave={() => light(null)}
                  onFocus={() => light(name)}
                  onBlur={() => light(null)}
                  onClick={() => donor && void transplant(row.id, donor, name as Cut)}
                >
                  <span className="name">{title}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="faint">The parts of this skeleton are not known.</p>
      )}
    </section>
  );
}

/** The body at rest, from the front; the part that is pointed at lights up. */
function Body({ body }: { body: EnrichBody }) {
  const lit = useEnrich((enriching) => enriching.lit);
  const joints = new Set(body.cuts.find(({ name }) => name === lit)?.joints);
  const wide = Math.max(0.3, ...body.places.map(([x]) => Math.abs(x))) + 0.05;
  const nameAt = (joint: number): string | null => smallestCut(body, joint);
  return (
    <svg className="enrich-body" viewBox={`${-wide} -1.05 ${2 * wide} 1.1`} role="img" aria-label="The body, and where it is cut">
      {body.parents.map((parent, joint) =>
        parent < 0 ? null : (
          <line
            key={joint}
            className={joints.has(joint) || joints.has(parent) ? "lit" : ""}
            x1={body.places[parent][0]}
            y1={-body.places[parent][1]}
            x2={body.places[joint][0]}
            y2={-body.places[joint][1]}
            onMouseEnter={() => light(nameAt(parent) ?? nameAt(joint))}
            onMouseLeave={() => light(null)}
          />
        ),
      )}
    </svg>
  );
}

/** The cut with the fewest joints that a joint goes with. */
function smallestCut({ cuts }: EnrichBody, joint: number): string | null {
  const holding = cuts.filter(({ joints }) => joints.includes(joint));
  return holding.sort((a, b) => a.joints.length - b.joints.length)[0]?.name ?? null;
}

function Search() {
  const busy = useEnrich((enriching) => enriching.busy);
  const running = useSession((session) => session.jobs.some((job) => job.kind === "transplant" && isActive(job)));
  const selected = useSelection((selection) => selection.clips);
  const [applications, setApplications] = useState(60);
  const [adaptive, setAdaptive] = useState(true);
  const [depth, setDepth] = useState(1);
  return (
    <section aria-label="Search">
      <h3>Search</h3>
      <p className="soft">{selected.size > 1 ? `Donors and hosts: the ${selected.size} selected clips.` : "Donors and hosts: all performed clips. Select some to search among them."}</p>
      <div className="enrich-numbers">
        <label className="soft">
          Tries
          <input aria-label="Tries" className="field numbers" type="number" min={1} max={100000} value={applications} onChange={(event) => setApplications(Math.max(1, Number(event.target.value)))} />
        </label>
        <label className="soft">
          Parts a clip
          <input aria-label="Parts a clip" title="How many parts of others one clip may get, one after the other" className="field numbers" type="number" min={1} max={4} value={depth} onChange={(event) => setDepth(Math.min(4, Math.max(1, Number(event.target.value))))} />
        </label>
      </div>
      <label className="check-line">
        <input type="checkbox" checked={adaptive} onChange={(event) => setAdaptive(event.target.checked)} /> Favour rules that give more
      </label>
      <button type="button" className="button primary" disabled={busy || running} onClick={() => void search([...selected], applications, adaptive, depth)}>
        {running ? "Searching…" : "Search for transplants"}
      </button>
    </section>
  );
}

function Sheet() {
  const status = useEnrich((enriching) => enriching.status);
  const candidates = useEnrich((enriching) => enriching.candidates);
  const order = useEnrich((enriching) => enriching.order);
  const teaching = useSession((session) => session.jobs.some((job) => job.kind === "teach" && isActive(job)));
  if (!status || status.pending + status.accepted + status.rejected === 0) return null;
  const answered = status.accepted + status.rejected;
  return (
    <section aria-label="Candidates">
      <h3>Candidates</h3>
      <p className="soft" data-testid="enrich-counts">
        {status.pending} wait, {status.accepted} accepted, {status.rejected} rejected
      </p>
      <select className="field enrich-wide" aria-label="Order" value={order} onChange={(event) => orderBy(event.target.value as Order)}>
        {ORDERS.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <ul className="enrich-sheet">
        {candidates.map((candidate) => (
          <Tile key={candidate.id} candidate={candidate} />
        ))}
      </ul>
      <button type="button" className="button" disabled={answered === 0 || teaching} onClick={() => void teach(QUESTION, QUESTION)}>
        {teaching ? "Learning…" : `Learn from ${answered} answers`}
      </button>
    </section>
  );
}

function Tile({ candidate }: { candidate: EnrichCandidate }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [thumbnail, setThumbnail] = useState<Thumbnail | null>(null);
  const theme = useSettings((settings) => settings.theme);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) thumbnailOf(candidate.id).then(setThumbnail, () => undefined);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [candidate.id]);
  useEffect(() => {
    const element = canvas.current;
    if (!element || !thumbnail) return;
    const colours = readColours(element, theme);
    let last = 0;
    const draw = (now: number): boolean => {
      if (now - last > EACH_MS) drawMoment(element, thumbnail, (now / 1000) % Math.max(0.2, thumbnail.seconds), colours.soft, colours.accent);
      if (now - last > EACH_MS) last = now;
      return true;
    };
    requestDraw(draw);
    return () => cancelDraw(draw);
  }, [thumbnail, theme]);
  const look = (): void => {
    openPanel("review");
    void openKey(candidate.item);
  };
  return (
    <li>
      <button type="button" className="enrich-tile" title={`${candidate.name}. ${candidate.reason}`} onClick={look}>
        <canvas ref={canvas} width={88} height={96} aria-hidden="true" />
        <span className="faint numbers">{candidate.confidence === null ? "" : `${Math.round(100 * candidate.confidence)} %`}</span>
      </button>
    </li>
  );
}

/** Bones as lines, the transplanted ones in the accent's colour. */
function drawMoment(element: HTMLCanvasElement, { points, parents, changed, moments, seconds }: Thumbnail, at: number, plain: string, accent: string): void {
  const context = element.getContext("2d");
  if (!context) return;
  const moment = Math.min(moments - 1, Math.floor((at / Math.max(seconds, 1e-3)) * moments)) * parents.length * 2;
  const { width, height } = element;
  context.clearRect(0, 0, width, height);
  context.lineWidth = 2;
  context.lineCap = "round";
  for (const own of [0, 1]) {
    context.strokeStyle = own ? accent : plain;
    context.beginPath();
    parents.forEach((parent, joint) => {
      if (parent < 0 || changed[joint] !== own) return;
      const [from, to] = [moment + 2 * parent, moment + 2 * joint];
      context.moveTo(width / 2 + (points[from] - 0.5) * 0.92 * height, 4 + points[from + 1] * 0.92 * height);
      context.lineTo(width / 2 + (points[to] - 0.5) * 0.92 * height, 4 + points[to + 1] * 0.92 * height);
    });
    context.stroke();
  }
}

function Yield() {
  const last = useEnrich((enriching) => enriching.status?.last ?? null);
  if (!last) return null;
  return (
    <section aria-label="Yield">
      <h3>Yield</h3>
      <p className="soft">
        <span className="numbers">{last.times.toFixed(1)}</span> times the frames of {last.motions} motions ({(last.seconds / 60).toFixed(1)} minutes) look human.
      </p>
      <table className="enrich-yield numbers">
        <thead>
          <tr>
            <th>Rule</th>
            <th>Applied</th>
            <th>Fit</th>
            <th>Frames</th>
            <th>Human</th>
          </tr>
        </thead>
        <tbody>{last.rules.map(ruleRow)}</tbody>
      </table>
      <p className="faint">Human as the judge says; it rests on {last.labels}.</p>
    </section>
  );
}

const ruleRow = ({ rule, title, applications, pairs, frames, human }: EnrichRule) => (
  <tr key={rule}>
    <td>{title || rule}</td>
    <td>{applications}</td>
    <td>{pairs}</td>
    <td>{frames.toLocaleString("en")}</td>
    <td>{frames ? `${Math.round((100 * human) / frames)} %` : ""}</td>
  </tr>
);
