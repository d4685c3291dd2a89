/** Review: what machines propose and what was made wait for a verdict, one key each; who learns from the verdicts is taught by them. */
import { useEffect, useState } from "react";

import { Empty } from "../app/controls";
import { Icon } from "../app/icons";
import type { ReviewItem } from "../protocol/types";
import { answer, answerAll, back, begin, countsOf, itemsOf, leave, open, skip, takeBack, toggleBeside, useReview } from "../state/review";
import { useSession } from "../state/session";
import { openPanel } from "../state/workspaces";
import { Agreement } from "./review/Agreement";
import { Filter } from "./review/Filter";

/** Items of the list that are shown. */
const LISTED = 50;

export function ReviewPanel() {
  const review = useReview();
  const items = itemsOf(review);
  const [waiting, answered] = countsOf(review);
  useEffect(() => leave, []);
  if (review.questions === null) return <Empty icon="review" title="Looking for proposals…" />;
  if (waiting + answered === 0 && review.question === null) {
    return (
      <Empty icon="review" title="Nothing to judge yet">
        <p>
          Motion that is made or proposed here waits for your eye. Keep a transition, hold a clip&apos;s feet still, or let{" "}
          <code>motionloom propose loops</code> look for loops, to begin.
        </p>
        <button type="button" className="button" onClick={() => openPanel("transitions")}>
          Make transitions
        </button>
      </Empty>
    );
  }
  return (
    <div className="clip-panel scroll">
      <Filter />
      <Verdict waiting={waiting} answered={answered} />
      <List items={items.slice(0, LISTED)} />
      <Agreement judged={answered} />
    </div>
  );
}

function Verdict({ waiting, answered }: { waiting: number; answered: number }) {
  const { current, detail, trail, beside, questions } = useReview();
  const undone = useSession((session) => session.history.undo);
  const question = questions?.find(({ name }) => name === current?.question);
  const [why, setWhy] = useState("");
  const say = (yes: boolean): void => {
    void answer(yes, yes ? "" : why);
    setWhy("");
  };
  return (
    <section aria-label="Verdict" className="made-empty">
      <div>
        <p className="soft" data-testid="waiting">
          {waiting === 0 ? `All ${answered} are answered.` : `${answered} of ${waiting + answered} answered`}
        </p>
        <progress className="wide" max={Math.max(1, waiting + answered)} value={answered} aria-label="How many are answered" />
      </div>
      {current ? (
        <>
          <p className="soft">{question?.text ?? current.question}</p>
          <strong data-testid="item">{current.name}</strong>
          <Why item={current} words={detail?.words ?? ""} />
          <div className="two-way">
            <button type="button" className="button big" aria-pressed={current.state === "accepted"} onClick={() => say(true)}>
              {question?.yes ?? "Yes"} <kbd>Y</kbd>
            </button>
            <button type="button" className="button big" aria-pressed={current.state === "rejected"} onClick={() => say(false)}>
              {question?.no ?? "No"} <kbd>N</kbd>
            </button>
          </div>
          <input
            className="field"
            aria-label="Why not"
            placeholder="Why not (may be left empty)"
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
        </>
      ) : (
        waiting > 0 && (
          <button type="button" className="button primary" onClick={() => void begin()}>
            Begin
          </button>
        )
      )}
      <div className="title-line review-keys">
        <button type="button" className="button quiet" disabled={trail.length < 2} onClick={() => void back()}>
          Back <kbd>B</kbd>
        </button>
        <button type="button" className="button quiet" disabled={!current || waiting < 2} onClick={() => void skip()}>
          Skip <kbd>S</kbd>
        </button>
        <button type="button" className="button quiet" disabled={undone === null} title={undone ?? ""} onClick={() => void takeBack()}>
          <Icon name="undo" size={14} /> Undo <kbd>U</kbd>
        </button>
      </div>
      {current?.item.startsWith("proposal:") && detail?.original && (
        <label className="check">
          <input type="checkbox" checked={beside} onChange={toggleBeside} /> Original at its side, not as a ghost
        </label>
      )}
    </section>
  );
}

/** Who proposes it and why, and the score beside it. */
function Why({ item, words }: { item: ReviewItem; words: string }) {
  return (
    <div className="faint">
      <p>
        {item.what}
        {item.score !== null && <span className="numbers">, score {item.score.toFixed(3)}</span>}
        {item.confidence !== null && <span className="numbers">, {Math.round(100 * item.confidence)} % sure</span>}
      </p>
      {item.reason && <p>{item.reason}</p>}
      {words && <p className="numbers">{words}</p>}
      {item.why && <p>Rejected: {item.why}</p>}
    </div>
  );
}

function List({ items }: { items: readonly ReviewItem[] }) {
  const current = useReview((review) => review.current?.item);
  const pending = useReview((review) => review.state === "pending");
  if (items.length === 0) return null;
  return (
    <section aria-label="Queue">
      <h3>Queue</h3>
      {pending && items.length > 1 && (
        <div className="two-way">
          <button type="button" className="button quiet" onClick={() => void answerAll(true)}>
            Yes to all listed
          </button>
          <button type="button" className="button quiet" onClick={() => void answerAll(false)}>
            No to all listed
          </button>
        </div>
      )}
      <ul className="spans">
        {items.map((item) => (
          <li key={item.item} className={item.item === current ? "selected" : ""}>
            <button type="button" className="span-button" onClick={() => void open(item)}>
              <span className="name">{item.name}</span>
              <span className="faint">{item.what}</span>
              <span className="faint numbers">{item.score === null ? "" : item.score.toFixed(3)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
