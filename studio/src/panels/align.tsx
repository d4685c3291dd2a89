/** Alignment: the cost matrix of two states, the warps over it, and both characters with the blend on stage (paper 001, section 5.2). */
import { useEffect } from "react";

import { Empty, IconButton } from "../app/controls";
import type { MachineDetail } from "../protocol/types";
import {
  addWarp,
  findAgain,
  moveSelected,
  openPair,
  removeLastKey,
  removeSelected,
  revertWarps,
  saveWarps,
  selectWarp,
  sizeOf,
  togglePlaying,
  useAlignment,
  watchRehearsal,
} from "../state/alignment";
import { loadMachines, useMachines } from "../state/machines";
import { useSession } from "../state/session";
import { blendOf, enterOf, jerkOf, type Warp } from "../state/warps";
import { openPanel } from "../state/workspaces";
import { MatrixView } from "./align/Matrix";

export function AlignPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const list = useMachines((machines) => machines.list);
  const machine = useMachines((machines) => machines.open);
  const pair = useAlignment((alignment) => alignment.pair);
  const matrix = useAlignment((alignment) => alignment.matrix);
  useEffect(() => {
    if (library && !list) void loadMachines();
  }, [library, list]);
  useEffect(() => {
    if (machine && !pair) void openPair(...firstPair(machine));
  }, [machine, pair]);
  useEffect(watchRehearsal, []);
  if (!machine) {
    return (
      <Empty icon="align" title="No machine yet">
        <p>Where one behaviour can switch to another is set here.</p>
        <button type="button" className="button" onClick={() => openPanel("machine")}>
          To the machines
        </button>
      </Empty>
    );
  }
  return (
    <div className="align">
      {matrix ? <MatrixView matrix={matrix} /> : <Empty icon="align" title="Comparing frames…" />}
      <div className="align-side scroll">
        <Pair machine={machine} />
        <Warps />
      </div>
    </div>
  );
}

/** A way out of a gait to begin with: there most can be seen. */
function firstPair({ states, edges }: MachineDetail): [string, string] {
  const gaits = states.filter((state) => state.cyclic).sort((a, b) => b.pace - a.pace);
  const slow = gaits[Math.min(1, gaits.length - 1)] ?? states[0];
  const edge = edges.find(({ source }) => source === slow.name) ?? edges[0];
  return [edge.source, edge.target];
}

/** Marks a clip of the state among the states that one can align with; no state's name begins so. */
const CLIP = "clip \u2192 ";

function Pair({ machine }: { machine: MachineDetail }) {
  const pair = useAlignment((alignment) => alignment.pair);
  const clip = useAlignment((alignment) => alignment.clip);
  if (!pair) return null;
  const [source, target] = pair;
  const clips = machine.states.find(({ name }) => name === source)?.clips ?? [];
  const targets = (from: string): string[] => machine.edges.filter((edge) => edge.source === from).map((edge) => edge.target);
  return (
    <section aria-label="Pair" className="align-pair">
      <select
        className="field"
        aria-label="From"
        value={source}
        onChange={({ target: { value } }) => void openPair(value, targets(value).includes(target) ? target : (targets(value)[0] ?? target))}
      >
        {machine.states.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <span className="soft">→</span>
      <select
        className="field"
        aria-label="To"
        value={clip === null ? target : `${CLIP}${clip}`}
        onChange={({ target: { value } }) =>
          void (value.startsWith(CLIP) ? openPair(source, source, Number(value.slice(CLIP.length))) : openPair(source, value))
        }
      >
        {machine.states.map(({ name, cyclic }) => (
          <option key={name} value={name}>
            {name === source ? `itself (${cyclic ? "its loop" : "no loop"})` : targets(source).includes(name) ? name : `${name} (no way)`}
          </option>
        ))}
        {clips.slice(1).map((name, k) => (
          <option key={`${CLIP}${k + 1}`} value={`${CLIP}${k + 1}`}>
            its clip {name}
          </option>
        ))}
      </select>
    </section>
  );
}

function Warps() {
  const warps = useAlignment((alignment) => alignment.warps);
  const selected = useAlignment((alignment) => alignment.selected);
  const edited = useAlignment((alignment) => alignment.edited);
  const problem = useAlignment((alignment) => alignment.problem);
  const playing = useAlignment((alignment) => alignment.playing);
  const matrix = useAlignment((alignment) => alignment.matrix);
  const clip = useAlignment((alignment) => alignment.clip);
  const keys = useAlignment((alignment) => alignment.keys);
  const busy = useMachines((machines) => machines.busy);
  if (!matrix) return null;
  const [across, down] = sizeOf(matrix);
  const { leave, enter } = matrix.about;
  const warp = selected === null ? undefined : warps[selected];
  return (
    <>
      <div className="align-tools" role="toolbar" aria-label="Warps">
        <IconButton icon={playing ? "pause" : "play"} label={playing ? "Pause the preview" : "Play the preview"} onClick={togglePlaying} />
        {clip === null ? (
          <>
            <IconButton
              icon="plus"
              label="Add a switch point"
              onClick={() => addWarp(Math.min((leave[0] + leave[1]) / 2, across), Math.min((enter[0] + enter[1]) / 2, down))}
            />
            <IconButton icon="trash" label="Remove this switch point" disabled={!warp} onClick={removeSelected} />
            <IconButton icon="refresh" label="Find the switch points again" onClick={() => void findAgain()} />
          </>
        ) : (
          <IconButton icon="trash" label="Remove the last key" disabled={keys.length === 0} onClick={removeLastKey} />
        )}
        <span className="grow" />
        <button type="button" className="button" disabled={!edited} onClick={() => void revertWarps()}>
          Revert
        </button>
        <button type="button" className="button primary" disabled={!edited || busy || problem !== ""} onClick={() => void saveWarps()}>
          Save
        </button>
      </div>
      {clip !== null ? (
        <p className="soft numbers">
          Drag the line where the two do not do the same at once: every press is a key. {keys.length} {keys.length === 1 ? "key" : "keys"},{" "}
          {(100 * (warps[0]?.cost ?? 0)).toFixed(1)} cm apart.
        </p>
      ) : warps.length === 0 ? (
        <p className="soft">No switch point. Double-click into a dark place of the matrix, inside the dashed box, to put one there.</p>
      ) : (
        <ul className="spans" aria-label="Switch points">
          {warps.map((each, index) => (
            <li key={index} className={index === selected ? "selected" : ""}>
              <button type="button" className="span-button numbers" aria-pressed={index === selected} onClick={() => selectWarp(index)}>
                <span>{each.start.toFixed(2)} s</span>
                <span className={`name ${jerkOf(each) ? "warn" : "soft"}`} title={jerkOf(each)}>
                  {jerkOf(each).replace(" m/s²", "") || (each.index === null ? "moved" : "")}
                </span>
                <span className={each.cost > 0.15 ? "warn" : "good"}>{(100 * each.cost).toFixed(1)} cm</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="notice" role="alert">
          {problem}
        </p>
      )}
      {warp && clip === null && <Fields warp={warp} />}
    </>
  );
}

function Fields({ warp }: { warp: Warp }) {
  const fields = [
    ["leaves", "start", warp.start],
    ["enters", "enter", enterOf(warp)],
    ["lasts", "blend", blendOf(warp)],
  ] as const;
  return (
    <div className="align-fields">
      {fields.map(([text, name, value]) => (
        <label key={name}>
          <span className="soft">{text}</span>
          <input
            type="number"
            className="field numbers"
            aria-label={`${text} (s)`}
            step={0.0167}
            min={0}
            value={value.toFixed(2)}
            onChange={(event) => event.target.value !== "" && moveSelected({ [name]: Number(event.target.value) })}
          />
        </label>
      ))}
    </div>
  );
}
