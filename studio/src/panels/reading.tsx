/** Read again: what a person can say about a file that the file does not say, or says wrongly. */
import { useState, type ReactNode } from "react";

import type { ReadAs } from "../protocol/types";

const UNITS: readonly [NonNullable<ReadAs["unit"]>, string][] = [
  ["m", "metres"],
  ["cm", "centimetres"],
  ["mm", "millimetres"],
  ["in", "inches"],
  ["ft", "feet"],
  ["cmu", "CMU’s 5.64 cm"],
];

export function ReadAgain({ what, onRead }: { what: string; onRead: (readAs: ReadAs) => void }) {
  const [said, setSaid] = useState<ReadAs>({});
  return (
    <details className="read-again">
      <summary>Read again…</summary>
      <form
        aria-label={`Read ${what} again`}
        onChange={(event) => setSaid(readForm(new FormData(event.currentTarget)))}
        onSubmit={(event) => {
          event.preventDefault();
          onRead(said);
        }}
      >
        <Row label="Unit">
          <select className="field" name="unit">
            <option value="">as the file says, or guessed</option>
            {UNITS.map(([unit, name]) => (
              <option key={unit} value={unit}>
                {name}
              </option>
            ))}
          </select>
        </Row>
        <Row label="Frame rate">
          <input className="field" name="fps" type="number" min={1} max={10000} step="any" placeholder="as the file says" />
        </Row>
        <Row label="Up">
          <select className="field" name="up">
            <option value="">as the file says, or guessed</option>
            <option value="y">y</option>
            <option value="z">z</option>
            <option value="x">x</option>
          </select>
        </Row>
        <Row label="Animation">
          <input className="field" name="clip" maxLength={200} placeholder="the longest" />
        </Row>
        <Tick name="drop_bad_frames" label="Skip bad frames" />
        <Tick name="keep_rest_frame" label="Keep the T-pose" />
        <button type="submit" className="button" disabled={Object.keys(said).length === 0}>
          Read again
        </button>
      </form>
    </details>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="read-row">
      <span>{label}</span>
      {children}
    </label>
  );
}

function Tick({ name, label }: { name: string; label: string }) {
  return (
    <label className="read-tick">
      <input type="checkbox" name={name} /> {label}
    </label>
  );
}

/** What was filled in; the rest is left to the file. */
export function readForm(form: { get(name: string): FormDataEntryValue | null }): ReadAs {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const fps = Number(text("fps"));
  return {
    ...(text("unit") && { unit: text("unit") as NonNullable<ReadAs["unit"]> }),
    ...(fps > 0 && { fps }),
    ...(text("up") && { up: text("up") as NonNullable<ReadAs["up"]> }),
    ...(text("clip") && { clip: text("clip") }),
    ...(text("drop_bad_frames") && { drop_bad_frames: true }),
    ...(text("keep_rest_frame") && { keep_rest_frame: true }),
  };
}
