/** How the stage is looked at: from which side, through which lens, on what ground. */
import { useKeyText } from "../../app/actions";
import { BACKGROUNDS, GROUNDS, SHAPES } from "../../scene/layer";
import { SIDES, type Side } from "../../scene/sides";
import { changeSettings, useSettings } from "../../state/settings";
import { sayLook, setTurntable, useTurntable } from "./lookActions";

const SHAPE_WORDS = { body: "Body", both: "Bones over the body", bones: "Bones only" } as const;
const GROUND_WORDS = { grid: "Grid", plain: "Plain", none: "None" } as const;
const BACKGROUND_WORDS = { theme: "As the theme", white: "White", grey: "Grey", black: "Black", green: "Green screen" } as const;

export function LookOptions({ onLook }: { onLook: (side: Side) => void }) {
  const { parallel, shape, ground, background } = useSettings();
  const turning = useTurntable((turntable) => turntable.on);
  return (
    <div className="options look">
      <div className="sides" role="group" aria-label="Look from">
        {SIDES.map((side) => (
          <SideButton key={side} side={side} onLook={onLook} />
        ))}
      </div>
      <label className="check">
        <input type="checkbox" checked={parallel} onChange={(event) => changeSettings({ parallel: event.target.checked })} /> Orthographic
      </label>
      <label className="check">
        <input type="checkbox" checked={turning} onChange={(event) => setTurntable(event.target.checked)} /> Turntable
      </label>
      <Choice name="Character" value={shape} values={SHAPES} words={SHAPE_WORDS} onChange={(value) => changeSettings({ shape: value })} />
      <Choice name="Ground" value={ground} values={GROUNDS} words={GROUND_WORDS} onChange={(value) => changeSettings({ ground: value })} />
      <Choice name="Background" value={background} values={BACKGROUNDS} words={BACKGROUND_WORDS} onChange={(value) => changeSettings({ background: value })} />
    </div>
  );
}

function SideButton({ side, onLook }: { side: Side; onLook: (side: Side) => void }) {
  const key = useKeyText(sayLook(side));
  return (
    <button type="button" className="button" title={key ? `${sayLook(side)} (${key})` : sayLook(side)} onClick={() => onLook(side)}>
      {side === "three-quarter" ? "¾" : side[0].toUpperCase() + side.slice(1)}
    </button>
  );
}

function Choice<V extends string>(props: { name: string; value: V; values: readonly V[]; words: Readonly<Record<V, string>>; onChange: (value: V) => void }) {
  return (
    <label>
      <span>{props.name}</span>
      <select className="field" value={props.value} onChange={(event) => props.onChange(event.target.value as V)}>
        {props.values.map((value) => (
          <option key={value} value={value}>
            {props.words[value]}
          </option>
        ))}
      </select>
    </label>
  );
}
