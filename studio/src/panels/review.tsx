/** Review: made motion waits for a verdict, one key each; scorers are measured on what was said, and retrained with it. */
import { useEffect } from "react";

import { Empty } from "../app/controls";
import { openPanel } from "../app/Docks";
import { Icon } from "../app/icons";
import type { ReviewItem } from "../protocol/types";
import { countWaiting, itemsOf, judge, loadQueue, nextWaiting, openItem, skip, takeBack, useReview } from "../state/review";
import { useSession } from "../state/session";
import { useSettings } from "../state/settings";
import { useStage } from "../state/stage";
import { Agreement } from "./review/Agreement";
import type { Panel } from "./panel";

/** Edits come in storms; the queue is read again when one has passed. */
const SETTLE_MS = 400;

function ReviewPanel() {
  const review = useReview();
  const items = itemsOf(review);
  if (review.items === null) return <Empty icon="review" title="Looking for made motion…" />;
  if (items.length === 0) {
    return (
      <Empty icon="review" title="Nothing to judge yet">
        <p>Motion that is made here waits for your eye: is it natural? Keep a transition, or hold a clip&apos;s feet still, to begin.</p>
        <button type="button" className="button" onClick={() => openPanel("right", "transitions")}>
          Make transitions
        </button>
      </Empty>
    );
  }
  return (
    <div className="clip-panel scroll">
      <Verdict items={items} />
      <Agreement judged={items.length - countWaiting(items)} />
      <List items={items} />
    </div>
  );
}

function Verdict({ items }: { items: readonly ReviewItem[] }) {
  const active = useStage((stage) => stage.active);
  const done = useReview((review) => review.done.length);
  const waiting = countWaiting(items);
  const item = items.find((other) => other.clip === active);
  const first = nextWaiting(items, null);
  return (
    <section aria-label="Verdict" className="made-empty">
      <div>
        <p className="soft" data-testid="waiting">
          {waiting === 0 ? `All ${items.length} are judged.` : `${items.length - waiting} of ${items.length} judged`}
        </p>
        <progress className="wide" max={items.length} value={items.length - waiting} aria-label="Judged" />
      </div>
      {item ? (
        <>
          <strong>{item.name}</strong>
          <div className="two-way">
            <button type="button" className="button big" aria-pressed={item.natural === true} onClick={() => void judge(true)}>
              Natural <kbd>Y</kbd>
            </button>
            <button type="button" className="button big" aria-pressed={item.natural === false} onClick={() => void judge(false)}>
              Not <kbd>N</kbd>
            </button>
          </div>
        </>
      ) : (
        first !== null && (
          <button type="button" className="button primary" onClick={() => void openItem(first)}>
            Begin
          </button>
        )
      )}
      <div className="title-line">
        <button type="button" className="button quiet" disabled={done === 0} onClick={() => void takeBack()}>
          <Icon name="undo" size={14} /> Take back <kbd>U</kbd>
        </button>
        <button type="button" className="button quiet" disabled={waiting < 2 || !item} onClick={() => void skip()}>
          Later
        </button>
      </div>
    </section>
  );
}

function List({ items }: { items: readonly ReviewItem[] }) {
  const active = useStage((stage) => stage.active);
  return (
    <section aria-label="Queue">
      <h3>Queue</h3>
      <ul className="spans">
        {items.map((item) => (
          <li key={item.clip} className={item.clip === active ? "selected" : ""}>
            <button type="button" className="span-button" onClick={() => void openItem(item.clip)}>
              <span className="name">{item.name}</span>
              <span className="faint">{item.made_by}</span>
              <span className={item.natural === null ? "faint" : item.natural ? "good" : "bad"}>
                {item.natural === null ? "waits" : item.natural ? "natural" : "not"}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many wait; keeps the queue current for as long as the studio is open. */
function useWaiting(): number {
  const library = useSession((session) => session.info?.library ?? null);
  const seq = useSession((session) => session.documents.seq);
  const review = useReview();
  useEffect(() => {
    if (!library) return;
    const timer = setTimeout(() => void loadQueue(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [library, seq]);
  return countWaiting(itemsOf(review));
}

const isOpen = (): boolean => useSettings.getState().openPanels["right"] === "review";
const GROUP = "Review, while it is open";

export const reviewPanel: Panel = {
  id: "review",
  title: "Review",
  icon: "review",
  dock: "right",
  Component: ReviewPanel,
  useCount: useWaiting,
  keys: [
    { keys: ["Y"], label: "It looks natural", group: GROUP, run: () => void judge(true), when: isOpen },
    { keys: ["N"], label: "It does not", group: GROUP, run: () => void judge(false), when: isOpen },
    { keys: ["U"], label: "Take the last verdict back", group: GROUP, run: () => void takeBack(), when: isOpen },
  ],
};
