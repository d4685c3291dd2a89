/** Fill what is between the marks from captures: from which. */
import { useState } from "react";

import { Dialog } from "../../app/controls";
import { countClips } from "../../commands/edit";
import { clipRows } from "../../commands/views";
import { stopAsking } from "../../state/asking";
import { fillGap } from "../../state/editing";
import { captureChoices } from "../../state/filling";
import { useSelection } from "../../state/selection";
import { useTransport } from "../../state/transport";

export function FillDialog({ clip }: { clip: string }) {
  const start = useTransport((transport) => transport.markIn) ?? 0;
  const end = useTransport((transport) => transport.markOut);
  const [choices] = useState(() => captureChoices(clipRows(), clip, useSelection.getState().clips));
  const [chosen, setChosen] = useState(0);
  const captures = choices.at(chosen)?.clips ?? [];
  const name = clipRows().find((row) => row.id === clip)?.name ?? "";
  const gap = end !== null && end > start;
  return (
    <Dialog title={`Fill a gap of ${name}`} narrow aside onClose={stopAsking}>
      <form
        className="numbers-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!gap || captures.length === 0) return;
          stopAsking();
          void fillGap(clip, start, end, captures);
        }}
      >
        <select className="field" aria-label="Captures" value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
          {choices.map(({ words, clips }, index) => (
            <option key={words} value={index}>
              {words} ({clips.length})
            </option>
          ))}
        </select>
        <p className="faint">
          {gap ? `${start.toFixed(2)} to ${end.toFixed(2)} s` : "Nothing"} is made anew from {countClips(captures)} that began and ended alike. What is there
          now is not looked at; all else stays as it is.
        </p>
        <footer>
          <button type="button" className="button" onClick={stopAsking}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={!gap || captures.length === 0}>
            Fill
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
