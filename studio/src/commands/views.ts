/** What the person sees of clips: confirmed by the server, with the edits on their way applied. */
import { useMemo } from "react";

import type { ClipRow, ClipState } from "../protocol/types";
import { viewRows, viewState } from "../state/documents";
import { useSession } from "../state/session";
import { useStage } from "../state/stage";
import { applyCommand, clipsOf } from "./registry";

const EDITS = { applyCommand, clipsOf };

/** Every clip of the library, in no order. */
export function useRows(): ClipRow[] {
  const documents = useSession((session) => session.documents);
  return useMemo(() => viewRows(documents, EDITS), [documents.rows, documents.states, documents.pending, documents.pictured]);
}

/** An open clip's state; null while it is not loaded. */
export function useClipState(clip: string | null): ClipState | null {
  const confirmed = useSession((session) => (clip ? session.documents.states.get(clip) : undefined));
  const pending = useSession((session) => session.documents.pending);
  return useMemo(() => (clip ? clipState(clip) : null), [clip, confirmed, pending]);
}

export function useActiveState(): ClipState | null {
  return useClipState(useStage((stage) => stage.active));
}

/** The same outside of React. */
export function clipRows(): ClipRow[] {
  return viewRows(useSession.getState().documents, EDITS);
}

export function clipState(clip: string): ClipState | null {
  return viewState(useSession.getState().documents, clip, EDITS);
}

export function activeState(): ClipState | null {
  const { active } = useStage.getState();
  return active ? clipState(active) : null;
}
