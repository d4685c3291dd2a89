/** The note of a clip: what is typed is kept over a reload, and sent when the person leaves the field. */
import { useEffect } from "react";

import { clipState } from "../../commands/views";
import type { ClipState } from "../../protocol/types";
import { dropDraft, keepDraft, useDrafts } from "../../state/drafts";
import { sendCommand } from "../../state/session";

/** Sends what was typed, if it is something new. */
function sendDraft(clip: string): void {
  const draft = useDrafts.getState()[clip];
  if (!draft) return;
  if (draft.text !== clipState(clip)?.note) sendCommand({ kind: "set_note", clip, text: draft.text });
  dropDraft(clip); // after the edit is on its way: "All saved" must not show in between
}

export function Note({ state }: { state: ClipState }) {
  const draft = useDrafts((drafts) => drafts[state.id]);
  // A field that goes away while it is written in does not say that it lost the focus.
  useEffect(() => () => sendDraft(state.id), [state.id]);
  const overtaken = draft !== undefined && draft.base !== state.note;
  return (
    <section aria-label="Note">
      <h3>Note</h3>
      <textarea
        className="field note"
        rows={2}
        value={draft?.text ?? state.note}
        aria-label="Note"
        placeholder="Anything worth knowing about this clip"
        onChange={(event) => keepDraft(state.id, event.target.value, state.note)}
        onBlur={() => sendDraft(state.id)}
      />
      {overtaken && (
        <p className="notice">
          <span>
            Another window wrote “{state.note || "nothing"}” meanwhile. Yours replaces it when you leave the field.{" "}
            <button type="button" className="button quiet" onPointerDown={() => dropDraft(state.id)}>
              Take theirs
            </button>
          </span>
        </p>
      )}
    </section>
  );
}
