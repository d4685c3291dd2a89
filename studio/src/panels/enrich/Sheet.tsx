/** What waits for a verdict as a contact sheet that moves; the way to the review, and what is learnt from it. */
import { orderBy, QUESTION, reviewFrom, useEnrich, type Order } from "../../state/enrich";
import { isActive } from "../../state/jobs";
import { teach } from "../../state/review";
import { useSession } from "../../state/session";
import { Tile } from "./Tile";

const ORDERS: readonly (readonly [Order, string])[] = [
  ["best", "Most human first"],
  ["unsure", "Least sure first"],
  ["worst", "Least human first"],
];

export function Sheet() {
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
      {candidates.length > 0 && (
        <button type="button" className="button primary" onClick={() => void reviewFrom(candidates[0].item)}>
          Review by keys: Y human, N not
        </button>
      )}
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
      <p className="soft">Your answers teach the judge: it then puts what waits in a new order.</p>
      <button type="button" className="button" disabled={answered === 0 || teaching} onClick={() => void teach(QUESTION, QUESTION)}>
        {teaching ? "Learning…" : `Learn from ${answered} answers`}
      </button>
    </section>
  );
}
