/** How well a scorer says what the person says: measured on their verdicts, taught by them. */
import { useEffect, useState } from "react";

import type { Job, ReviewAgreement } from "../../protocol/types";
import { isActive } from "../../state/jobs";
import { loadScorers, measureAgreement, openKey, teach, useReview } from "../../state/review";
import { useSession } from "../../state/session";

/** The question that scorers answer. */
const QUESTION = "natural";
const FEWEST = 4;

const isTeaching = (job: Job): boolean => job.kind === "teach" && isActive(job);

export function Agreement({ judged }: { judged: number }) {
  const scorers = useReview((review) => review.scorers);
  const [chosen, setChosen] = useState("");
  const agreement = useReview((review) => review.agreement);
  const measuring = useReview((review) => review.measuring);
  const job = useSession((session) => session.jobs.find(isTeaching));
  const taught = useSession((session) => session.jobs.filter((other) => other.kind === "teach" && other.state === "done").length);
  const scorer = scorers.find(({ name }) => name === chosen) ?? scorers[0];
  useEffect(() => void loadScorers(), [taught]);
  useEffect(() => {
    if (taught > 0 && scorer?.learns) void measureAgreement(scorer.name, true);
  }, [taught]);
  if (!scorer) return null;
  const shown = agreement?.scorer === scorer.name ? agreement : null;
  return (
    <section aria-label="Agreement" className="made-empty">
      <h3>Does a scorer agree?</h3>
      <select className="field" aria-label="Scorer" value={scorer.name} onChange={(event) => setChosen(event.target.value)}>
        {scorers.map(({ name, title, fitted }) => (
          <option key={name} value={name}>
            {title}
            {fitted ? ", taught here" : ""}
          </option>
        ))}
      </select>
      <div className="two-way">
        <button
          type="button"
          className="button"
          disabled={measuring || judged === 0 || (scorer.needs_fitting && !scorer.fitted)}
          onClick={() => void measureAgreement(scorer.name, scorer.fitted)}
        >
          {measuring ? "Measuring…" : "Measure"}
        </button>
        <button
          type="button"
          className="button"
          disabled={job !== undefined || judged < FEWEST || !scorer.learns}
          title={judged < FEWEST ? "Judge at least two natural and two unnatural motions first" : "Learn from the captures and your verdicts"}
          onClick={() => void teach(QUESTION, scorer.name)}
        >
          {job ? "Learning…" : "Teach it"}
        </button>
      </div>
      {job && <progress className="wide" max={Math.max(1, job.total)} value={job.done} aria-label={job.title} />}
      {shown && <Found agreement={shown} />}
    </section>
  );
}

function Found({ agreement }: { agreement: ReviewAgreement }) {
  const { calls, agree, area, note } = agreement;
  const apart = calls.filter((call) => call.called !== call.natural);
  return (
    <>
      <p data-testid="agreement">
        Agrees with you on <strong className="numbers">{agree}</strong> of <strong className="numbers">{calls.length}</strong>
        {area !== null && <span className="soft numbers">, area {area.toFixed(2)}</span>}
      </p>
      {note && <p className="faint">{note}</p>}
      {apart.length > 0 && (
        <ul className="spans" aria-label="Where you differ">
          {apart.map((call) => (
            <li key={call.item}>
              <button type="button" className="span-button" onClick={() => void openKey(call.item)}>
                <span className="name">{call.name}</span>
                <span className="numbers faint">{call.score.toFixed(2)}</span>
                <span className="soft">it says {call.called ? "natural" : "not"}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
