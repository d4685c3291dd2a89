/** Spread: an edit of seconds on minutes. Examples teach it, predictions say how sure they are, fixes join the examples. */
import { useEffect, useState, type MouseEvent } from "react";

import { Empty, IconButton } from "../app/controls";
import { useActiveState } from "../commands/views";
import type { SpreadPair, SpreadSet } from "../protocol/types";
import { useSelection } from "../state/selection";
import { useSession } from "../state/session";
import {
  addExample,
  chooseSet,
  chosenSet,
  columnsOf,
  followMoment,
  loadSets,
  lookHowSure,
  predict,
  removeExample,
  setStrength,
  setWeights,
  USUAL_WEIGHTS,
  useSpread,
} from "../state/spread";
import { openClip } from "../state/stage";
import { seekFrame, useTransport } from "../state/transport";

const COLUMNS = 96;
const WEIGHTS = [
  ["pose", "Learned poses", 2, 0.05],
  ["dynamics", "Learned motion", 0.1, 0.001],
  ["source_pose", "Source poses", 2, 0.05],
  ["source_dynamics", "Source motion", 0.1, 0.001],
] as const;

export function SpreadPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const connected = useSession((session) => session.connected);
  const { undo, redo } = useSession((session) => session.history); // examples are undone with everything else
  const sets = useSpread((spreading) => spreading.sets);
  useEffect(() => {
    if (library && connected) void loadSets();
  }, [library, connected, undo, redo]);
  useEffect(followMoment, []);
  if (!library) return <Empty icon="spread" title="No library yet" />;
  if (!sets) return <Empty icon="spread" title="Looking for examples…" />;
  return (
    <div className="clip-panel scroll">
      <Examples />
      <Predict />
      <Sure />
    </div>
  );
}

function Examples() {
  const sets = useSpread((spreading) => spreading.sets) ?? [];
  const set = useSpread(chosenSet);
  return (
    <section aria-label="Examples">
      <h3>Examples</h3>
      {sets.length > 1 && (
        <select className="field" aria-label="Edit" value={set?.id ?? ""} onChange={(event) => chooseSet(event.target.value)}>
          {sets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {set ? (
        <>
          <p className="soft">
            <strong>{set.name}</strong>: <span className="numbers">{set.seconds.toFixed(1)} s</span> of examples.
          </p>
          <ol className="spans">
            {set.pairs.map((pair, number) => (
              <Example key={number} set={set} pair={pair} number={number} />
            ))}
          </ol>
        </>
      ) : (
        <p className="soft">Edit a few seconds of a clip, open what you made, mark them with I and O, and add them: that is what teaches.</p>
      )}
      <AddExample set={set} />
    </section>
  );
}

function Example({ set, pair, number }: { set: SpreadSet; pair: SpreadPair; number: number }) {
  const busy = useSpread((spreading) => spreading.busy);
  const span = useMarked();
  const show = async (): Promise<void> => {
    await openClip(pair.edited);
    seekFrame(pair.edited_start);
  };
  return (
    <li className="example-row">
      <button type="button" className="span-button" disabled={!pair.edited_name} onClick={() => void show()}>
        <span className="name">{pair.edited_name || "a clip that is gone"}</span>
        <span className="faint numbers column">{pair.seconds.toFixed(1)} s</span>
      </button>
      <IconButton
        icon="refresh"
        label={`Put the open clip in place of example ${number + 1}`}
        disabled={busy || !span?.made}
        onClick={() => span && void addExample(span.clip, span.start, span.stop, null, number)}
      />
      <IconButton icon="trash" label={`Remove example ${number + 1}`} disabled={busy} onClick={() => void removeExample(set.id, number)} />
    </li>
  );
}

function AddExample({ set }: { set: SpreadSet | null }) {
  const busy = useSpread((spreading) => spreading.busy);
  const span = useMarked();
  const [name, setName] = useState("");
  if (!span) return null;
  const seconds = `${(span.start / span.fps).toFixed(1)} – ${(span.stop / span.fps).toFixed(1)} s`;
  if (!span.made) return <p className="faint">{span.name} was not edited here: open a clip that was made of another to add it.</p>;
  return (
    <>
      <p className="soft">
        {span.name}, <span className="numbers">{seconds}</span>
      </p>
      <div className="two-way">
        {set && (
          <button type="button" className="button" disabled={busy} onClick={() => void addExample(span.clip, span.start, span.stop, null)}>
            Add to {set.name}
          </button>
        )}
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => void addExample(span.clip, span.start, span.stop, name.trim() || "edit").then(() => setName(""))}
        >
          Begin a new edit
        </button>
      </div>
      <input
        className="field"
        aria-label="Name of a new edit"
        placeholder="Name of a new edit"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </>
  );
}

/** The open clip's marked frames, all of them where none are. */
function useMarked(): { clip: string; name: string; made: boolean; start: number; stop: number; fps: number } | null {
  const row = useActiveState()?.row;
  const markIn = useTransport((transport) => transport.markIn);
  const markOut = useTransport((transport) => transport.markOut);
  if (!row) return null;
  const start = markIn === null ? 0 : Math.round(markIn * row.fps);
  const stop = markOut === null ? row.frames : Math.min(row.frames, Math.round(markOut * row.fps) + 1);
  return { clip: row.id, name: row.name, made: row.made, start, stop: Math.max(stop, start + 1), fps: row.fps };
}

function Predict() {
  const set = useSpread(chosenSet);
  const busy = useSpread((spreading) => spreading.busy);
  const strength = useSpread((spreading) => spreading.strength);
  const weights = useSpread((spreading) => spreading.weights);
  const shown = useSpread((spreading) => spreading.shown !== null);
  const active = useActiveState()?.row;
  const selected = useSelection((selection) => selection.clips);
  if (!set || set.pairs.length === 0) return null;
  const many = selected.size > 1;
  const clips = many ? [...selected] : active ? [active.id] : [];
  return (
    <section aria-label="Predict">
      <h3>Predict</h3>
      <Slider label="Strength" value={strength} most={1.5} step={0.05} onChange={setStrength} />
      <label className="check-line">
        <input type="checkbox" checked={weights === null} onChange={(event) => setWeights(event.target.checked ? null : { ...USUAL_WEIGHTS })} />
        Weights that suit the examples
      </label>
      {weights &&
        WEIGHTS.map(([key, label, most, step]) => (
          <Slider key={key} label={label} value={weights[key]} most={most} step={step} onChange={(value) => setWeights({ ...weights, [key]: value })} />
        ))}
      {shown && <p className="faint">Shown about this moment. Feet and the way follow when it is predicted.</p>}
      <button type="button" className="button primary" disabled={busy || clips.length === 0} onClick={() => void predict(clips)}>
        {busy ? "Predicting…" : many ? `Predict ${clips.length} clips` : "Predict this clip"}
      </button>
    </section>
  );
}

function Slider(props: { label: string; value: number; most: number; step: number; onChange: (value: number) => void }) {
  return (
    <label className="weight-line">
      <span>{props.label}</span>
      <input type="range" min={0} max={props.most} step={props.step} value={props.value} onChange={(event) => props.onChange(Number(event.target.value))} />
      <span className="numbers faint">{props.value.toFixed(props.step < 0.01 ? 3 : 2)}</span>
    </label>
  );
}

/** How sure each moment of the open clip is; pressing it goes there. */
function Sure() {
  const row = useActiveState()?.row;
  const set = useSpread(chosenSet);
  const found = useSpread((spreading) => spreading.sureness);
  useEffect(() => {
    if (!row || (!set && !row.made)) return;
    const asked = new AbortController();
    void lookHowSure(row.id, asked.signal);
    return () => asked.abort();
  }, [row?.id, row?.content, set?.id, set?.pairs.length, set?.seconds]);
  if (!row || !found || found.clip !== row.id) return null;
  const columns = columnsOf(found.values, COLUMNS);
  const go = (event: MouseEvent<HTMLButtonElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    seekFrame(Math.round(((event.clientX - box.left) / box.width) * (found.values.length - 1)));
  };
  return (
    <section aria-label="Confidence">
      <h3>Confidence</h3>
      <button type="button" className="sure-strip" aria-label="Confidence along the clip" onClick={go}>
        <svg viewBox={`0 0 ${columns.length} 1`} preserveAspectRatio="none" aria-hidden="true">
          {columns.map((value, column) => (
            <rect key={column} x={column} y={1 - value} width={1.02} height={value} className={value < 0.5 ? "unsure" : ""} />
          ))}
        </svg>
      </button>
      <p className="soft">
        Least sure at <span className="numbers">{(found.least / row.fps).toFixed(2)} s</span>:{" "}
        <span className="numbers">{(100 * found.values[found.least]).toFixed(0)} %</span>
        {found.predicted ? ". Put it right and add it as an example." : ", would it be predicted now."}
      </p>
      <button type="button" className="button" onClick={() => seekFrame(found.least)}>
        Go to the least certain moment
      </button>
    </section>
  );
}
