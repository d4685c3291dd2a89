/** Which items the review lists: of which question, answered how, in what order. */
import { choose, useReview, type Answered, type Order } from "../../state/review";

const ORDERS: readonly (readonly [Order, string])[] = [
  ["raised", "as they came"],
  ["best", "best first"],
  ["worst", "worst first"],
  ["unsure", "least sure first"],
];
const STATES: readonly (readonly [Answered, string])[] = [
  ["pending", "waiting"],
  ["accepted", "answered yes"],
  ["rejected", "answered no"],
];

export function Filter() {
  const { questions, question, order, state } = useReview();
  return (
    <section aria-label="Which" className="made-empty">
      <select className="field" aria-label="Question" value={question ?? ""} onChange={(event) => choose({ question: event.target.value || null })}>
        <option value="">Every question</option>
        {(questions ?? []).map(({ name, text, pending }) => (
          <option key={name} value={name}>
            {text} ({pending})
          </option>
        ))}
      </select>
      <div className="two-way">
        <select className="field" aria-label="Answered" value={state} onChange={(event) => choose({ state: event.target.value as Answered })}>
          {STATES.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <select className="field" aria-label="Order" value={order} onChange={(event) => choose({ order: event.target.value as Order })}>
          {ORDERS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </section>
  );
}
