/** Machine: behaviour machines of the library; build one, drive it. */
import { useEffect, useState } from "react";

import { Empty, IconButton } from "../app/controls";
import { Icon } from "../app/icons";
import { startDriving, stopDriving, useDriving } from "../state/driving";
import { buildMachine, deleteMachine, exportMachine, loadMachines, openMachine, renameMachine, useMachines } from "../state/machines";
import { isActive } from "../state/jobs";
import { useSession } from "../state/session";
import { openPanel } from "../state/workspaces";
import type { MachineDetail } from "../protocol/types";
import { Build } from "./machine/Build";
import { Drive } from "./machine/Drive";

export function MachinePanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const built = useSession((session) => session.jobs.filter((job) => job.kind === "machine" && job.state === "done").length);
  const list = useMachines((machines) => machines.list);
  const open = useMachines((machines) => machines.open);
  useEffect(() => {
    if (library) void loadMachines();
  }, [library, built]);
  if (!library || !list) return <Empty icon="machine" title={library ? "Looking for machines…" : "No library yet"} />;
  if (!open) {
    return (
      <div className="clip-panel scroll">
        <Build first subjects={list.subjects} />
      </div>
    );
  }
  return (
    <div className="clip-panel scroll">
      <Chosen open={open} />
      <Drive machine={open} />
      <LeftOut machine={open} />
      <Build first={false} subjects={list.subjects} />
    </div>
  );
}

function Chosen({ open }: { open: MachineDetail }) {
  const machines = useMachines((state) => state.list?.machines ?? []);
  const busy = useMachines((state) => state.busy);
  const driven = useDriving((driving) => driving.machine?.id === open.id);
  const building = useSession((session) => session.jobs.some((job) => job.kind === "machine" && isActive(job)));
  const [name, setName] = useState(open.name);
  useEffect(() => setName(open.name), [open.id, open.name]);
  return (
    <section aria-label="Chosen machine" className="machine-head">
      {machines.length > 1 && (
        <select className="field" aria-label="Machine" value={open.id} disabled={busy} onChange={(event) => void openMachine(event.target.value)}>
          {machines.map((row) => (
            <option key={row.id} value={row.id}>
              {row.name}, {row.states} states
            </option>
          ))}
        </select>
      )}
      <div className="title-line">
        <input
          className="field title"
          aria-label="Name of the machine"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => void renameMachine(name.trim())}
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
        <a className="icon-button" title="Save as a file" aria-label="Save as a file" href={`/api/panels/machine/machines/${open.id}/file`} download>
          <Icon name="download" />
        </a>
        <IconButton icon="trash" label="Delete this machine" disabled={busy} onClick={() => void deleteMachine()} />
      </div>
      <p className="soft">
        {open.states.length} states, {open.edges.length} links between them, {open.edges.reduce((sum, edge) => sum + edge.points, 0)} switch points
      </p>
      <button type="button" className={`button big ${driven ? "" : "primary"}`} onClick={() => (driven ? stopDriving() : startDriving(open))}>
        {driven ? "Stop driving" : "Drive"}
      </button>
      <button
        type="button"
        className="button"
        disabled={busy || building}
        title="After you corrected what clips do (timeline, track behaviours): only what that touches is made again"
        onClick={() => void buildMachine({ machine: open.id })}
      >
        Build again
      </button>
      <div className="two-way">
        <button type="button" className="button" onClick={() => openPanel("graph")}>
          States
        </button>
        <button type="button" className="button" onClick={() => openPanel("align")}>
          Alignment
        </button>
      </div>
      <button
        type="button"
        className="button"
        disabled={busy}
        title="Its clips as glTF and a file that says how they belong together, for a game engine"
        onClick={() => void exportMachine()}
      >
        Export for engines
      </button>
    </section>
  );
}

function LeftOut({ machine }: { machine: MachineDetail }) {
  if (machine.left_out.length === 0) return null;
  return (
    <details>
      <summary className="soft">{machine.left_out.length === 1 ? "1 thing is" : `${machine.left_out.length} things are`} not in it</summary>
      <ul className="reasons">
        {machine.left_out.map(({ label, reason }) => (
          <li key={label}>
            <strong>{label}</strong> <span className="soft">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
