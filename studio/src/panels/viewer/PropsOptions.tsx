/** The boxes on the clip's floor: sizes and places in metres. */
import { useEffect, useState } from "react";

import { IconButton } from "../../app/controls";
import type { PropBox } from "../../protocol/types";
import { changeBox, removeBox, useProps } from "../../state/props";

const FIELDS = [
  ["width", "Width"],
  ["height", "Height"],
  ["depth", "Depth"],
  ["x", "X"],
  ["y", "Up"],
  ["z", "Z"],
  ["turn_degrees", "Turn"],
] as const;
type Field = (typeof FIELDS)[number][0];

export function PropsOptions({ onAdd }: { onAdd: () => void }) {
  const boxes = useProps((props) => props.boxes);
  const clip = useProps((props) => props.clip);
  return (
    <div className="options props">
      {boxes.length === 0 && <p className="faint">Boxes stand for what is sat on, climbed or leaned against. They are saved with the clip.</p>}
      <ul>
        {boxes.map((box, index) => (
          <BoxFields key={box.id} box={box} number={index + 1} />
        ))}
      </ul>
      <button type="button" className="button" disabled={clip === null} onClick={onAdd}>
        Add a box beside the character
      </button>
    </div>
  );
}

function BoxFields({ box, number }: { box: PropBox; number: number }) {
  return (
    <li aria-label={`Box ${number}`}>
      <div className="row">
        <strong>Box {number}</strong>
        <span className="spring" />
        <IconButton icon="trash" label={`Delete box ${number}`} className="danger" onClick={() => removeBox(box.id)} />
      </div>
      <div className="fields">
        {FIELDS.map(([field, title]) => (
          <Measure key={field} field={field} title={title} value={box[field] ?? 0} onGiven={(value) => changeBox(box.id, { [field]: value })} />
        ))}
      </div>
    </li>
  );
}

/** A number that is sent when it is left or Enter is pressed. */
function Measure({ field, title, value, onGiven }: { field: Field; title: string; value: number; onGiven: (value: number) => void }) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const size = field === "width" || field === "height" || field === "depth";
  const turn = field === "turn_degrees";
  const [least, most] = size ? [0.01, 100] : turn ? [-360, 360] : [-10_000, 10_000];
  const save = (): void => {
    const given = Number(text);
    if (text.trim() === "" || !Number.isFinite(given)) return setText(String(value));
    const kept = Math.min(most, Math.max(least, given));
    setText(String(kept));
    if (kept !== value) onGiven(kept);
  };
  return (
    <label>
      <span>{title}</span>
      <input
        className="field numbers"
        type="number"
        step={turn ? 5 : 0.05}
        min={least}
        max={most}
        value={text}
        aria-label={`${title}, ${turn ? "degrees" : "metres"}`}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => (event.key === "Enter" ? save() : undefined)}
      />
    </label>
  );
}
