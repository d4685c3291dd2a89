/** Check: what gravity says about the clip's rate, flight by flight, and the remedy. */
import { useEffect, useState } from "react";

import { Empty } from "../app/controls";
import { useActiveState } from "../commands/views";
import { panelApi } from "../protocol/api";
import type { CheckReport, FlightInfo } from "../protocol/types";
import { sendCommand } from "../state/session";
import { toastError } from "../state/toasts";
import { seekFrame } from "../state/transport";
import type { Panel } from "./panel";

function CheckPanel() {
  const row = useActiveState()?.row;
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
  if (!report) return <Empty icon="check" title="Looking for flights…" />;
  const { implied_fps: implied } = report;
  return (
    <div className="clip-panel scroll">
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

export const checkPanel: Panel = { id: "check", title: "Check", icon: "check", dock: "right", Component: CheckPanel };
