/** A search for transplants: how far it goes, and how far it is. */
import { useState } from "react";

import { search, useEnrich } from "../../state/enrich";
import { isActive } from "../../state/jobs";
import { useSelection } from "../../state/selection";
import { useSession } from "../../state/session";

export function Search() {
  const busy = useEnrich((enriching) => enriching.busy);
  const job = useSession((session) => session.jobs.find((each) => each.kind === "transplant" && isActive(each)));
  const selected = useSelection((selection) => selection.clips);
  const [applications, setApplications] = useState(60);
  const [adaptive, setAdaptive] = useState(true);
  const [depth, setDepth] = useState(1);
  return (
    <section aria-label="Search">
      <h3>Search</h3>
      <p className="soft">
        Tries parts of clips on others by chance.{" "}
        {selected.size > 1 ? `Among the ${selected.size} selected clips.` : "Among all performed clips; select some to search among those."}
      </p>
      <div className="enrich-numbers">
        <label className="soft">
          Tries
          <input
            aria-label="Tries"
            title="A try gives up to twelve candidates; about every second one finds some"
            className="field numbers"
            type="number"
            min={1}
            max={100000}
            value={applications}
            onChange={(event) => setApplications(Math.max(1, Number(event.target.value)))}
          />
        </label>
        <label className="soft">
          Parts a clip
          <input
            aria-label="Parts a clip"
            title="How many parts of others one clip may get, one after the other"
            className="field numbers"
            type="number"
            min={1}
            max={4}
            value={depth}
            onChange={(event) => setDepth(Math.min(4, Math.max(1, Number(event.target.value))))}
          />
        </label>
      </div>
      <label className="check-line">
        <input type="checkbox" checked={adaptive} onChange={(event) => setAdaptive(event.target.checked)} /> Favour rules that give more
      </label>
      <button
        type="button"
        className="button primary enrich-go"
        disabled={busy || job !== undefined}
        onClick={() => void search([...selected], applications, adaptive, depth)}
      >
        {job ? "Searching…" : "Search for transplants"}
      </button>
      {job && (
        <>
          <progress className="wide" max={Math.max(1, job.total)} {...(job.total > 0 ? { value: job.done } : {})} aria-label={job.title} />
          <p className="faint">What it finds comes up below, to be looked at.</p>
        </>
      )}
    </section>
  );
}
