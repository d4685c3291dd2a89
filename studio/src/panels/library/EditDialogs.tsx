/** Edits that need a number: how far to move and turn, which rate. A move is shown before it is made. */
import { useEffect, useState, type ReactNode } from "react";

import { Dialog } from "../../app/controls";
import { countClips } from "../../commands/edit";
import { clipRows } from "../../commands/views";
import { stopAsking } from "../../state/asking";
import { editClips, previewMove, type Edit } from "../../state/editing";
import { useStage } from "../../state/stage";

const RATES = [24, 25, 30, 50, 60, 120];

/** The clip's name, or how many they are. */
function say(clips: readonly string[]): string {
  return (clips.length === 1 ? clipRows().find((row) => row.id === clips[0])?.name : undefined) ?? countClips(clips);
}

export function MoveDialog({ clips }: { clips: readonly string[] }) {
  const [move, setMove] = useState({ x: 0, z: 0, up: 0, turn: 0 });
  const [toFloor, setToFloor] = useState(false);
  const shown = useStage((stage) => stage.active);
  const floor = useStage((stage) => (clips.length === 1 ? (stage.loaded.get(clips[0])?.detail.body?.ground ?? null) : null));
  useEffect(() => {
    const { x, z, up, turn } = move;
    if (shown !== null && clips.includes(shown)) previewMove({ clip: shown, x, z, up, turnDegrees: turn });
    return () => previewMove(null);
  }, [move, shown, clips]);
  const change = (part: Partial<typeof move>): void => setMove((old) => ({ ...old, ...part }));
  const still = !toFloor && Object.values(move).every((value) => value === 0);
  const { x, z, up, turn } = move;
  return (
    <EditForm
      title={`Move and turn ${say(clips)}`}
      clips={clips}
      verb="Move"
      disabled={still}
      edit={{ kind: "move", x, z, up, turn_degrees: turn, to_floor: toFloor }}
      aside
    >
      <NumberField name="Along x" unit="m" value={x} step={0.1} onChange={(value) => change({ x: value })} />
      <NumberField name="Along z" unit="m" value={z} step={0.1} onChange={(value) => change({ z: value })} />
      <NumberField name="Turn left" unit="°" value={turn} step={15} onChange={(value) => change({ turn: value })} />
      <NumberField name="Up" unit="m" value={up} step={0.01} onChange={(value) => change({ up: value })} />
      <label className="check">
        <input type="checkbox" checked={toFloor} onChange={(event) => setToFloor(event.target.checked)} /> First put its floor to height 0
        {floor !== null && <span className="faint numbers"> (it is at {(Math.round(1000 * floor) / 10 + 0).toFixed(1)} cm)</span>}
      </label>
    </EditForm>
  );
}

export function RateDialog({ clips }: { clips: readonly string[] }) {
  const [current] = useState(() => clipRows().find((row) => row.id === clips[0])?.fps ?? 60);
  const [fps, setFps] = useState(current === 30 ? 60 : 30);
  return (
    <EditForm title={`Change the rate of ${say(clips)}`} clips={clips} verb="Change" disabled={fps < 1 || fps > 1000} edit={{ kind: "resample", fps }}>
      <NumberField name="Frames a second" unit="Hz" value={fps} step={1} known={RATES} onChange={setFps} />
      <p className="faint">Now {current} Hz. The performance stays as fast as it is; frames in between are interpolated.</p>
    </EditForm>
  );
}

function EditForm(props: { title: string; clips: readonly string[]; verb: string; disabled: boolean; edit: Edit; aside?: boolean; children: ReactNode }) {
  return (
    <Dialog title={props.title} narrow aside={props.aside ?? false} onClose={stopAsking}>
      <form
        className="numbers-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (props.disabled) return;
          stopAsking();
          void editClips(props.clips, props.edit);
        }}
      >
        {props.children}
        <footer>
          <button type="button" className="button" onClick={stopAsking}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={props.disabled}>
            {props.verb}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** A number with its unit; what is not a number yet counts as 0. */
export function NumberField(props: { name: string; unit: string; value: number; step: number; known?: readonly number[]; onChange: (value: number) => void }) {
  const [text, setText] = useState(String(props.value));
  const list = props.known ? `known-${props.name.replaceAll(" ", "-")}` : undefined;
  useEffect(() => setText((old) => (Number(old) === props.value ? old : String(props.value))), [props.value]);
  return (
    <label className="number">
      <span>{props.name}</span>
      <input
        className="field numbers"
        type="number"
        step="any"
        value={text}
        list={list}
        aria-label={props.name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          props.onChange(Number.isFinite(event.target.valueAsNumber) ? event.target.valueAsNumber : 0);
        }}
        onKeyDown={(event) => {
          const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          props.onChange(Math.round((props.value + by * props.step * (event.shiftKey ? 10 : 1)) * 1e6) / 1e6);
        }}
      />
      <span className="faint">{props.unit}</span>
      {props.known && (
        <datalist id={list}>
          {props.known.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </label>
  );
}
