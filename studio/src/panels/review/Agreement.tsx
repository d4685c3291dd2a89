/** How well a scorer says what the person says: measured on their verdicts, retrained with them. */
import { useEffect, useState } from "react";

import type { Job, ReviewAgreement } from "../../protocol/types";
import { isActive } from "../../state/jobs";
import { measureAgreement, openItem, retrain, useReview } from "../../state/review";
import { useSession } from "../../state/session";

const SCORERS = [
  { id: "physics", scorer: "physics", trained: false, text: "physics" },
  { id: "sum", scorer: "sum", trained: false, text: "the paper's sum" },
  { id: "physics*", scorer: "physics", trained: true, text: "physics, retrained here" },
  { id: "svm*", scorer: "svm", trained: true, text: "svm, retrained here" },
  { id: "hmm*", scorer: "hmm", trained: true, text: "hmm, retrained here" },
] as const;

const isTraining = (job: Job): boolean => job.kind === "review_retrain" && isActive(job);

export function Agreement({ judged }: { judged: number }) {
  const [chosen, setChosen] = useState<(typeof SCORERS)[number]>(SCORERS[0]);
  const agreement = useReview((review) => review.agreement);
  const measuring = useReview((review) => review.measuring);
  const job = useSession((session) => session.jobs.find(isTraining));
  const trained = useSession((session) => session.jobs.filter((other) => other.kind === "review_retrain" && other.state === "done").length);
  useEffect(() => {
    if (chosen.trained && trained > 0) void measureAgreement(chosen.scorer, true);
  }, [trained]);
  const shown = agreement?.scorer === chosen.scorer && agreement.trained === chosen.trained ? agreement : null;
  return (
    <section aria-label="Agreement" className="made-empty">
      <h3>Does a scorer agree?</h3>
      <select
        className="field"
        aria-label="Scorer"
        value={chosen.id}
        onChange={(event) => setChosen(SCORERS.find(({ id }) => id === event.target.value) ?? SCORERS[0])}
      >
        {SCORERS.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
      <div className="two-way">
        <button
          type="button"
          className="button"
          disabled={measuring || judged === 0}
          onClick={() => void measureAgreement(chosen.scorer, chosen.trained)}
        >
          {measuring ? "Measuring…" : "Measure"}
        </button>
        <button
          type="button"
          className="button"
          disabled={job !== undefined || judged < 4 || chosen.scorer === "sum"}
          title={judged < 4 ? "Judge at least two natural and two unnatural clips first" : "Learn from the captures and your verdicts"}
          onClick={() => (chosen.scorer === "sum" ? undefined : void retrain(chosen.scorer))}
        >
          {job ? "Learning…" : "Retrain"}
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
            <li key={call.clip}>
              <button type="button" className="span-button" onClick={() => void openItem(call.clip)}>
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
