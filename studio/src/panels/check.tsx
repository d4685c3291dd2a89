/** Check: what is wrong with the clip's frames, and mending it; what gravity says about its rate, flight by flight, and the remedy. */
import { useEffect, useState } from "react";

import { Empty } from "../app/controls";
import { useActiveState, useRows } from "../commands/views";
import { panelApi } from "../protocol/api";
import type { CheckReport, FlightInfo, GlitchInfo } from "../protocol/types";
import { mendClips } from "../state/mending";
import { sendCommand } from "../state/session";
import { openClip } from "../state/stage";
import { toastError } from "../state/toasts";
import { seekFrame } from "../state/transport";

export function CheckPanel() {
  const row = useActiveState()?.row;
  const mended = useRows().find((other) => other.mends !== "" && other.mends === row?.id);
  const [report, setReport] = useState<CheckReport | null>(null);
  useEffect(() => {
    setReport(null);
    if (!row) return;
    const asked = new AbortController();
    panelApi
      .get<CheckReport>("check", `clips/${row.id}`, asked.signal)
      .then(setReport)
      .catch((error) => (asked.signal.aborted ? undefined : toastError(error)));
    return () => asked.abort();
  }, [row?.id, row?.content, row?.fps]);

  if (!row) return <Empty icon="check" title="No clip open" />;
  if (!report) return <Empty icon="check" title="Looking for problems…" />;
  const { implied_fps: implied } = report;
  return (
    <div className="clip-panel scroll">
      <section aria-label="Problems">
        <h3>Problems</h3>
        {report.glitches.length === 0 && <p className="good">No pops, jumps, freezes, flips or trembling found.</p>}
        {report.glitches.length > 0 && (
          <ul className="spans">
            {report.glitches.map((glitch) => (
              <Glitch key={`${glitch.kind} ${glitch.start} ${glitch.joint}`} glitch={glitch} fps={report.fps} />
            ))}
          </ul>
        )}
        {mended && (
          <p className="soft">
            Mended:{" "}
            <button type="button" className="link" onClick={() => void openClip(mended.id)}>
              {mended.name}
            </button>{" "}
            stands in for it.
          </p>
        )}
        {!mended && report.glitches.some((glitch) => glitch.mendable) && (
          <button type="button" className="button primary" onClick={() => void mendClips([row.id])}>
            Mend
          </button>
        )}
      </section>
      <section aria-label="Verdict">
        <h3>Gravity</h3>
        <p className={report.suspicious ? "bad" : report.fall === null ? "soft" : "good"}>{verdict(report)}</p>
      </section>
      {report.suspicious && implied !== null && (
        <button type="button" className="button primary" onClick={() => sendCommand({ kind: "set_rate", clips: [row.id], fps: implied })}>
          Play it at {implied} Hz
        </button>
      )}
      {report.flights.length > 0 && (
        <section aria-label="Flights">
          <h3>Flights</h3>
          <ul className="spans">
            {report.flights.map((flight) => (
              <Flight key={flight.start} flight={flight} fps={report.fps} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Glitch({ glitch, fps }: { glitch: GlitchInfo; fps: number }) {
  return (
    <li>
      <button type="button" className="span-button glitch" onClick={() => seekFrame(glitch.start)}>
        <span className="name">
          <strong>{glitch.title}</strong> <span className="numbers faint">{(glitch.start / fps).toFixed(2)} s</span>
          <br />
          {glitch.words}
          {!glitch.mendable && <span className="soft"> (cannot be mended here)</span>}
        </span>
      </button>
    </li>
  );
}

function Flight({ flight, fps }: { flight: FlightInfo; fps: number }) {
  return (
    <li>
      <button type="button" className="span-button" onClick={() => seekFrame(flight.start)}>
        <span className="name numbers">
          {(flight.start / fps).toFixed(2)} – {(flight.stop / fps).toFixed(2)} s
        </span>
        <span className="soft numbers column">{flight.fall.toFixed(1)} m/s²</span>
        <span className="faint numbers column">{(100 * flight.arc).toFixed(0)} cm</span>
      </button>
    </li>
  );
}

function verdict(report: CheckReport): string {
  if (report.fall === null && report.suspicious) {
    return `The weight is over the feet as it should be at ${report.implied_fps} Hz, not at ${report.fps} Hz.`;
  }
  if (report.fall === null) return `${report.words.charAt(0).toUpperCase()}${report.words.slice(1)}.`;
  const fall = `The body falls at ${report.fall.toFixed(1)} m/s²`;
  return report.suspicious ? `${fall}: ${report.fps} Hz cannot be right.` : `${fall}: the rate and the unit agree with gravity.`;
}
