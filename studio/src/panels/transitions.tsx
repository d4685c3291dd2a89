/** Transitions: characters that do what is asked within a transition's length, with the score that says how natural it will look. */
import { useEffect, useState } from "react";

import { Empty, IconButton } from "../app/controls";
import { Icon } from "../app/icons";
import { useActiveState } from "../commands/views";
import type { TransitionActivity } from "../protocol/types";
import { useSession } from "../state/session";
import { toggleLive, useLive } from "../state/live";
import {
  chooseCharacter,
  deleteTable,
  joinPerformance,
  keepPerformance,
  keepTransition,
  leavePerformance,
  loopClip,
  loadTransitions,
  MOST_CHARACTERS,
  openTable,
  renameTable,
  request,
  requestAll,
  startPerformance,
  usePerformance,
  type LogEntry,
} from "../state/performance";
import { BuildTable } from "./transitions/BuildTable";

export function TransitionsPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const edits = useSession((session) => session.documents.seq);
  const built = useSession((session) => session.jobs.filter((job) => job.kind === "transition_table" && job.state === "done").length);
  const status = usePerformance((performance) => performance.status);
  const table = usePerformance((performance) => performance.table);
  const problem = usePerformance((performance) => performance.problem);
  const live = useLive((now) => now.owner === "transitions");
  useEffect(() => {
    if (library) void loadTransitions();
  }, [library, built, edits]);
  if (!library || !status) return <Empty icon="transition" title={library ? "Looking for tables…" : "No library yet"} />;
  return (
    <div className="clip-panel scroll">
      {status.tables.length === 0 ? (
        <BuildTable first />
      ) : (
        <>
          <ChosenTable />
          {problem && <p className="notice">{problem}</p>}
          {table && <Stage />}
          {table && <Log />}
          {table && live && <Labels />}
          <BuildTable first={false} />
        </>
      )}
      {!live && <ThisClip />}
    </div>
  );
}

function ThisClip() {
  const name = useActiveState()?.row?.name;
  if (name === undefined) return null;
  return (
    <section aria-label="This clip">
      <h3>This clip</h3>
      <button type="button" className="button" title={`Cut ${name} where it leads into itself best`} onClick={() => void loopClip()}>
        <Icon name="loop" size={14} /> Make it loop
      </button>
    </section>
  );
}

function ChosenTable() {
  const tables = usePerformance((performance) => performance.status?.tables ?? []);
  const table = usePerformance((performance) => performance.table);
  const busy = usePerformance((performance) => performance.busy);
  return (
    <section aria-label="Table" className="pairs">
      <label className="soft" htmlFor="transition-table">
        Table
      </label>
      <select id="transition-table" className="field" disabled={busy} value={table?.id ?? ""} onChange={(event) => void openTable(event.target.value)}>
        {!table && <option value="">Choose one</option>}
        {tables.map((row) => (
          <option key={row.id} value={row.id}>
            {row.name}: {row.body}, {row.seconds} s, {row.representatives} windows
          </option>
        ))}
      </select>
      {table && <OpenTable key={table.id} id={table.id} />}
    </section>
  );
}

/** The open table's name, to be changed; what is to be said of it; and its end. */
function OpenTable({ id }: { id: string }) {
  const row = usePerformance((performance) => performance.status?.tables.find((other) => other.id === id));
  const [name, setName] = useState<string | null>(null);
  if (!row) return null;
  return (
    <>
      <label className="soft" htmlFor="transition-table-name">
        Name
      </label>
      <span className="title-line">
        <input
          id="transition-table-name"
          className="field grow"
          value={name ?? row.name}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => {
            if (name !== null) void renameTable(id, name.trim()).then(() => setName(null));
          }}
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
        <IconButton icon="trash" label="Delete this table" onClick={() => void deleteTable(id)} />
      </span>
      {row.note && <p className="notice across">{row.note}</p>}
    </>
  );
}

function Stage() {
  const live = useLive((now) => now.owner === "transitions");
  const running = useLive((now) => now.running);
  const seconds = usePerformance((performance) => performance.table?.seconds ?? 1);
  if (!live) {
    return (
      <section aria-label="Performance" className="made-empty">
        <p className="soft">Put a character on stage and press what it should do: within {seconds} s it is doing it, from whatever pose it is in.</p>
        <button type="button" className="button primary" onClick={() => void startPerformance()}>
          Put a character on stage
        </button>
      </section>
    );
  }
  return (
    <>
      <section aria-label="Characters">
        <div className="title-line">
          <h3 className="grow">Characters</h3>
          <IconButton icon={running ? "pause" : "play"} label={running ? "Pause" : "Play"} action="Play or pause" onClick={toggleLive} />
        </div>
        <Performers />
        <button
          type="button"
          className="button"
          title="Make one clip of all that this character has done"
          onClick={(event) => {
            if (event.detail > 0) event.currentTarget.blur();
            void keepPerformance();
          }}
        >
          Record as one clip
        </button>
      </section>
      <Activities />
    </>
  );
}

function Performers() {
  const characters = useLive((live) => live.characters);
  const active = useLive((live) => live.active);
  return (
    <div className="performers">
      {characters.map(({ id, name }) => (
        <span key={id} className={`chip ${id === active ? "active" : ""}`}>
          <button type="button" className="name" aria-pressed={id === active} onClick={() => chooseCharacter(id)}>
            {name}
          </button>
          {characters.length > 1 && (
            <button type="button" aria-label={`${name} leaves`} title={`${name} leaves`} onClick={() => leavePerformance(id)}>
              ×
            </button>
          )}
        </span>
      ))}
      {characters.length < MOST_CHARACTERS && (
        <button type="button" className="chip" onClick={() => void joinPerformance()}>
          + One more
        </button>
      )}
    </div>
  );
}

/** A button for every annotation; Shift asks everybody. */
function Activities() {
  const activities = usePerformance((performance) => performance.table?.activities ?? []);
  const several = useLive((live) => live.characters.length > 1);
  const annotated = activities.filter((activity) => activity.annotated);
  return (
    <section aria-label="Activities">
      <h3>Do{several && <span className="faint"> (Shift: all of them)</span>}</h3>
      <Buttons activities={annotated.length > 0 ? annotated : activities} />
    </section>
  );
}

/** Labels are of whole clips: where there are annotations they come second. */
function Labels() {
  const activities = usePerformance((performance) => performance.table?.activities ?? []);
  const labels = activities.filter((activity) => !activity.annotated);
  if (labels.length === 0 || labels.length === activities.length) return null;
  return (
    <details>
      <summary className="soft">By clip label ({labels.length})</summary>
      <Buttons activities={labels} />
    </details>
  );
}

function Buttons({ activities }: { activities: readonly TransitionActivity[] }) {
  const doing = useLive((live) => live.characters.find((character) => character.id === live.active)?.doing);
  return (
    <div className="activities">
      {activities.map(({ name, annotated, count }) => (
        <button
          key={name}
          type="button"
          className="button"
          disabled={count === 0}
          aria-pressed={name === doing}
          title={count === 0 ? `nothing leads into ${name} for as long as a transition lasts` : `${name} (${annotated ? "annotation" : "label"})`}
          onClick={(event) => {
            if (event.detail > 0) event.currentTarget.blur(); // pressed with a pointer: Space is to pause, not to press it again
            void (event.shiftKey ? requestAll(name) : request(name));
          }}
        >
          <span>{name}</span>
        </button>
      ))}
    </div>
  );
}

function Log() {
  const log = usePerformance((performance) => performance.log);
  const natural = usePerformance((performance) => performance.table?.natural ?? 0);
  if (log.length === 0) return null;
  return (
    <section aria-label="Made transitions">
      <h3>How natural</h3>
      <p className="faint">How rare it is in captures. Up to {natural} is natural: one captured second in ten is as bad.</p>
      <ul className="log">
        {log.map((entry) => (
          <li key={entry.id} title={explain(entry)}>
            <span className="name">
              {entry.from} → {entry.to}
            </span>
            <span className={`numbers ${entry.natural ? "good" : "bad"}`}>
              {!entry.natural && entry.rarity <= natural ? `eased ${(100 * entry.hop).toFixed(0)} cm` : entry.rarity.toFixed(2)}
            </span>
            <button type="button" className="button" disabled={entry.clip !== null} onClick={() => void keepTransition(entry)}>
              {entry.clip ? "Kept" : "Keep"}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function explain({ character, plant, balance, hop }: LogEntry): string {
  const score = `${character}: feet ${plant.toFixed(3)} m, balance ${balance.toFixed(3)} m`;
  return hop > 0 ? `${score}; its clip ended too soon, a pose ${(100 * hop).toFixed(0)} cm away stood in` : score;
}
