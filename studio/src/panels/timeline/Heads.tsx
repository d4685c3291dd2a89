/** The left column: what each track is, and its choices. */
import { useEffect, useRef } from "react";

import { IconButton, Popover } from "../../app/controls";
import { Icon } from "../../app/icons";
import { addCurve, CURVE_KINDS, removeCurve, setCurve, type CurveData } from "../../state/curves";
import { useSelection } from "../../state/selection";
import { changeSettings, useSettings, type CurveChoice } from "../../state/settings";
import { useTransport } from "../../state/transport";
import { annotationColour } from "../../timeline/colours";
import { NOTES, type Track } from "../../timeline/tracks";

export function Heads({ tracks, names, curves }: { tracks: readonly Track[]; names: readonly string[]; curves: readonly (CurveData | null)[] }) {
  return (
    <div className="track-heads">
      {tracks.map((track) => (
        <div key={track.id} className={`track-head ${track.kind} ${track.kind === "plant" ? track.foot.split("_")[0] : ""}`} style={{ height: track.height }}>
          {track.kind === "curve" ? (
            <CurveHead index={track.curve} names={names} data={curves[track.curve] ?? null} />
          ) : (
            <>
              <span className="track-title">{track.title}</span>
              {track.kind === "annotation" && track.track !== NOTES && <BrushButton />}
            </>
          )}
        </div>
      ))}
    </div>
  );
}

export function AddCurve({ names }: { names: readonly string[] }) {
  const joint = useSelection((selection) => selection.joint);
  return (
    <IconButton icon="plus" label="Add a curve" disabled={names.length === 0} onClick={() => addCurve({ joint: names[joint ?? 0] ?? "", kind: "position" })} />
  );
}

function CurveHead({ index, names, data }: { index: number; names: readonly string[]; data: CurveData | null }) {
  const choice = useSettings((settings) => settings.curves[index]);
  if (!choice) return null;
  const change = (changes: Partial<CurveChoice>): void => setCurve(index, { ...choice, ...changes });
  const joint = names.includes(choice.joint) ? choice.joint : (names[0] ?? "");
  return (
    <>
      <div className="curve-line">
        <select className="field" aria-label="Joint of the curve" title="Joint" value={joint} onChange={(event) => change({ joint: event.target.value })}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <IconButton icon="close" label="Remove this curve" onClick={() => removeCurve(index)} />
      </div>
      <select
        className="field"
        aria-label="What the curve shows"
        value={choice.kind}
        onChange={(event) => change({ kind: event.target.value as CurveChoice["kind"] })}
      >
        {CURVE_KINDS.map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </select>
      <CurveValues data={data} />
    </>
  );
}

/** The values under the playhead. */
function CurveValues({ data }: { data: CurveData | null }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (): void => {
      if (!text.current) return;
      const { time, fps } = useTransport.getState();
      const frame = Math.min(Math.max(Math.round(time * fps), 0), (data?.frames ?? 1) - 1);
      text.current.textContent = data ? `${data.channels.map((_, c) => data.values[c * data.frames + frame].toFixed(2)).join("  ")} ${data.unit}` : "";
    };
    write();
    return useTransport.subscribe(write);
  }, [data]);
  return <span ref={text} className="curve-values numbers" />;
}

/** The name that the next painted annotation gets, and the names on the keys 1 to 9. */
function BrushButton() {
  const brush = useSettings((settings) => settings.brush);
  const brushes = useSettings((settings) => settings.brushes);
  return (
    <Popover text={brush} label={`New annotations are named ${brush}`} upwards>
      {(close) => (
        <div className="brushes">
          <ul className="menu" aria-label="Names for annotations">
            {brushes.map((name, index) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => {
                    changeSettings({ brush: name });
                    close();
                  }}
                >
                  <i style={{ background: annotationColour(name) }} />
                  <span>{name}</span>
                  {index < 9 && <kbd>{index + 1}</kbd>}
                </button>
                <button
                  type="button"
                  className="remove"
                  aria-label={`Forget the name ${name}`}
                  onClick={() => changeSettings({ brushes: brushes.filter((other) => other !== name) })}
                >
                  <Icon name="close" size={10} />
                </button>
              </li>
            ))}
          </ul>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
              if (!name) return;
              changeSettings({ brush: name, brushes: brushes.includes(name) ? brushes : [...brushes, name] });
              close();
            }}
          >
            <input className="field" name="name" placeholder="Another name" aria-label="Another name" maxLength={200} autoComplete="off" />
          </form>
        </div>
      )}
    </Popover>
  );
}
