/** Building a machine: one press for a good first one, or a choice of states. */
import { useState } from "react";

import type { MachineProposal, MachineSubject } from "../../protocol/types";
import { isActive } from "../../state/jobs";
import { buildMachine, forgetProposal, proposeMachine, useMachines } from "../../state/machines";
import { useSession } from "../../state/session";

export function Build({ first, subjects }: { first: boolean; subjects: readonly MachineSubject[] }) {
  const job = useSession((session) => session.jobs.find((each) => each.kind === "machine" && isActive(each)));
  const busy = useMachines((machines) => machines.busy);
  if (job) {
    return (
      <section aria-label="Building" className="made-empty">
        <h3>{job.title}</h3>
        <progress max={job.total || 1} value={job.done} />
        <p className="soft">{job.message || "Waiting…"}</p>
      </section>
    );
  }
  if (!first) {
    return (
      <details>
        <summary className="soft">Build another</summary>
        <Choice subjects={subjects} />
      </details>
    );
  }
  return (
    <section aria-label="First machine" className="made-empty">
      <h2>Drive your clips</h2>
      <p className="soft">
        A behaviour machine finds out which of your clips can follow which, and plays them: you say walk, turn, run or jump, it finds the way.
      </p>
      {subjects.length === 0 ? (
        <p className="notice">It needs captured clips in which somebody stands and walks, say. Import some, then come back.</p>
      ) : (
        <>
          <button type="button" className="button primary big" disabled={busy} onClick={() => void buildMachine()}>
            Build a machine
          </button>
          <p className="faint">
            From {subjects[0].clips} clips{subjects[0].name && ` of ${subjects[0].name}`}. What each clip does is put on the timeline, track behaviours, where
            you can correct it.
          </p>
          <details>
            <summary className="soft">Choose what goes in</summary>
            <Choice subjects={subjects} />
          </details>
        </>
      )}
    </section>
  );
}

function Choice({ subjects }: { subjects: readonly MachineSubject[] }) {
  const proposal = useMachines((machines) => machines.proposal);
  const busy = useMachines((machines) => machines.busy);
  const [chosen, setSubject] = useState("");
  const subject = subjects.some((each) => each.name === chosen) ? chosen : (subjects[0]?.name ?? "");
  if (subjects.length === 0) return <p className="soft">Import captured clips first.</p>;
  return (
    <div className="made-empty">
      <label className="pairs">
        <span className="soft">Whose clips</span>
        <select
          className="field"
          value={subject}
          onChange={(event) => {
            setSubject(event.target.value);
            forgetProposal();
          }}
        >
          {subjects.map((each) => (
            <option key={each.name} value={each.name}>
              {each.name || "nobody in particular"}, {each.clips} clips
            </option>
          ))}
        </select>
      </label>
      {proposal?.subject === subject ? (
        <States key={subject} proposal={proposal} />
      ) : (
        <button type="button" className="button" disabled={busy} onClick={() => void proposeMachine(subject)}>
          {busy ? "Looking at the clips…" : "Propose states"}
        </button>
      )}
    </div>
  );
}

function States({ proposal }: { proposal: MachineProposal }) {
  const busy = useMachines((machines) => machines.busy);
  const [wanted, setWanted] = useState(() => new Set(proposal.states.filter((state) => state.chosen).map((state) => state.name)));
  const toggle = (name: string): void => {
    const next = new Set(wanted);
    if (!next.delete(name)) next.add(name);
    setWanted(next);
  };
  return (
    <>
      <ul className="state-choice scroll" aria-label="States">
        {proposal.states.map((state) => (
          <li key={state.name}>
            <label title={state.clips.join(", ")}>
              <input type="checkbox" checked={wanted.has(state.name)} onChange={() => toggle(state.name)} />
              <span className="name">{state.name}</span>
              <span className="faint">
                {state.cyclic ? (state.clips.length > 1 ? `${state.clips.length} clips, goes on` : "goes on") : `ends in ${state.default}`}
              </span>
            </label>
          </li>
        ))}
        {proposal.left_out.map(({ label, reason }) => (
          <li key={label} className="faint" title={reason}>
            <span className="name">{label}</span>
            <span>cannot be part of it</span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button primary"
        disabled={busy || wanted.size < 2}
        onClick={() => void buildMachine({ subject: proposal.subject, states: [...wanted] })}
      >
        Build {wanted.size} states
      </button>
    </>
  );
}
