/** What a first-time user sees: two ways to begin. */
import { useEffect, useState } from "react";

import { Logo } from "../../app/icons";
import { ImportButton } from "../../app/TopBar";
import { api } from "../../protocol/api";
import { windowId } from "../../state/identity";
import { isActive } from "../../state/jobs";
import { receiveJob, useSession } from "../../state/session";
import { changeSettings } from "../../state/settings";
import { toastError } from "../../state/toasts";
import { FIRST_STEP } from "./FirstSteps";

export function Welcome() {
  const [asked, setAsked] = useState(false);
  useEffect(() => changeSettings({ firstStep: FIRST_STEP }), []);
  const job = useSession((session) => session.jobs.find((entry) => entry.kind === "sample" && isActive(entry)));
  const formats = useSession((session) => session.info?.formats);
  const readable = [...new Set((formats ?? []).filter((format) => format.reads).map((format) => format.suffix.slice(1).toUpperCase()))];
  const loadSample = async (): Promise<void> => {
    setAsked(true);
    try {
      receiveJob(await api.startJob({ kind: "sample", window: windowId() }));
    } catch (error) {
      toastError(error);
      setAsked(false);
    }
  };
  const busy = asked || job !== undefined;
  return (
    <div className="welcome">
      <div className="welcome-card">
        <Logo size={40} />
        <h2>Begin with some motion</h2>
        <div className="ways">
          <section>
            <h3>Try the sample</h3>
            <p className="soft">Performers who walk, run, jump, turn and stand, with their foot plants known exactly.</p>
            {busy ? (
              <Progress done={job?.done ?? 0} total={job?.total ?? 0} />
            ) : (
              <button type="button" className="button primary big" onClick={() => void loadSample()}>
                Load the sample
              </button>
            )}
          </section>
          <section className="drop-here">
            <h3>Drop files here</h3>
            <p className="soft">{readable.length > 0 ? readable.join(", ") : "Motion capture files"}. Whole folders too.</p>
            <ImportButton big />
          </section>
        </div>
      </div>
    </div>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div className="progress-line" role="status">
      <progress max={Math.max(total, 1)} {...(total > 0 ? { value: done } : {})} aria-label="Making the sample" />
      <span className="soft numbers">{total > 0 ? `Making the sample, ${done} of ${total}` : "Making the sample…"}</span>
    </div>
  );
}
