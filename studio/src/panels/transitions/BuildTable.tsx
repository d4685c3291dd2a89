/** Making a transition table: what it is, of whom, how long; then the job's progress. */
import { useState } from "react";

import { api } from "../../protocol/api";
import type { Job } from "../../protocol/types";
import { isActive } from "../../state/jobs";
import { buildTable, usePerformance } from "../../state/performance";
import { receiveJob, useSession } from "../../state/session";
import { toastError } from "../../state/toasts";

const LENGTHS = [0.5, 0.75, 1, 1.5, 2] as const;
const SIZES = [
  { representatives: 16, text: "Quick: 16 windows, seconds" },
  { representatives: 30, text: "Good: 30 windows, a minute" },
  { representatives: 50, text: "Thorough: 50 windows, minutes" },
] as const;

export function BuildTable({ first }: { first: boolean }) {
  const job = useSession((session) => session.jobs.find((other) => other.kind === "transition_table" && isActive(other)));
  const bodies = usePerformance((performance) => performance.status?.bodies ?? []);
  if (job) return <Progress job={job} />;
  if (bodies.length === 0) {
    return (
      <section className="made-empty">
        <h2>Nothing to make transitions of</h2>
        <p className="soft">Bring in captured clips of a body with legs, or load the sample.</p>
      </section>
    );
  }
  if (!first) {
    return (
      <details>
        <summary className="soft">Make another table</summary>
        <Wish />
      </details>
    );
  }
  return (
    <section aria-label="Make a table" className="made-empty">
      <h2>Any pose to any activity, in a second</h2>
      <p className="soft">
        A transition table knows the best way between any two moments of a body&apos;s clips. It is searched once; then a character does what you press at once,
        and you see how natural each transition is.
      </p>
      <Wish />
    </section>
  );
}

function Wish() {
  const bodies = usePerformance((performance) => performance.status?.bodies ?? []);
  const [chosen, setChosen] = useState("");
  const [seconds, setSeconds] = useState(1);
  const [representatives, setRepresentatives] = useState(16);
  const [mirrored, setMirrored] = useState(false);
  const skeleton = bodies.some((body) => body.skeleton === chosen) ? chosen : (bodies[0]?.skeleton ?? "");
  return (
    <div className="made-empty">
      <div className="pairs">
        <label className="soft">Body</label>
        <select className="field" aria-label="Body" value={skeleton} onChange={(event) => setChosen(event.target.value)}>
          {bodies.map((body) => (
            <option key={body.skeleton} value={body.skeleton}>
              {body.name}: {body.clips} {body.clips === 1 ? "clip" : "clips"}, {Math.round(body.seconds)} s
            </option>
          ))}
        </select>
        <label className="soft">Length</label>
        <select className="field" aria-label="Length" value={seconds} onChange={(event) => setSeconds(Number(event.target.value))}>
          {LENGTHS.map((length) => (
            <option key={length} value={length}>
              {length} s
            </option>
          ))}
        </select>
        <label className="soft">Search</label>
        <select className="field" aria-label="Search" value={representatives} onChange={(event) => setRepresentatives(Number(event.target.value))}>
          {SIZES.map((size) => (
            <option key={size.representatives} value={size.representatives}>
              {size.text}
            </option>
          ))}
        </select>
      </div>
      <label className="soft">
        <input type="checkbox" checked={mirrored} onChange={(event) => setMirrored(event.target.checked)} /> Mirrored clips too
      </label>
      <button type="button" className="button primary" onClick={() => void buildTable({ skeleton, seconds, representatives, mirrored })}>
        Make the table
      </button>
    </div>
  );
}

function Progress({ job }: { job: Job }) {
  return (
    <section aria-label="Making the table" className="made-empty">
      <h2>{job.title}</h2>
      <progress max={Math.max(1, job.total)} value={job.done} aria-label={job.title} />
      <p className="soft">
        {job.message || "Waiting"}
        {job.seconds_left !== null && job.seconds_left > 1 && ` · about ${Math.ceil(job.seconds_left)} s left`}
      </p>
      <button type="button" className="button" onClick={() => void api.cancelJob(job.id).then(receiveJob).catch(toastError)}>
        Stop
      </button>
    </section>
  );
}
