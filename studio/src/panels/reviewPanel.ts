/** Review: where it stands, how many wait and what its keys say; the rest is in review.tsx. */
import { useEffect } from "react";

import { later } from "../app/later";
import { answer, back, loadQueue, skip, takeBack, useReview } from "../state/review";
import { useSession } from "../state/session";
import type { Panel } from "./panel";

/** Edits come in storms; the queue is read again when one has passed. */
const SETTLE_MS = 400;

/** How many wait; keeps the queue current for as long as the studio is open. */
function useWaiting(): number {
  const library = useSession((session) => session.info?.library ?? null);
  const seq = useSession((session) => session.documents.seq);
  const questions = useReview((review) => review.questions);
  useEffect(() => {
    if (!library) return;
    const timer = setTimeout(() => void loadQueue(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [library, seq]);
  return (questions ?? []).reduce((sum, { pending }) => sum + pending, 0);
}

/** While the panel is in sight its keys come before those that always answer. */
const inSight = (): boolean => true;
const GROUP = "Review, while it is open";

export const reviewPanel: Panel = {
  id: "review",
  title: "Review",
  icon: "review",
  dock: "right",
  workspaces: ["review", "enrich"],
  Component: later(() => import("./views").then(({ ReviewPanel }) => ReviewPanel)),
  useCount: useWaiting,
  actions: [
    { keys: ["Y"], label: "Yes", group: GROUP, run: () => void answer(true), when: inSight },
    { keys: ["N"], label: "No", group: GROUP, run: () => void answer(false), when: inSight },
    { keys: ["S"], label: "Skip", group: GROUP, run: () => void skip(), when: inSight },
    { keys: ["B"], label: "Back to the one before", group: GROUP, run: () => void back(), when: inSight },
    { keys: ["U"], label: "Undo", group: GROUP, run: () => void takeBack(), when: inSight },
  ],
};
