/** Compare: two clips side by side, their scores as curves under one playhead, their balance drawn on the ground. */
import { Empty, IconButton } from "../app/controls";
import { Icon } from "../app/icons";
import { useActiveState, useClipState, useRows } from "../commands/views";
import type { ClipRow, ClipState, Json } from "../protocol/types";
import { useStage } from "../state/stage";
import { makeRival, setBeside, useTraces, useTracesOf, type Trace } from "../state/traces";
import { togglePlay, useTransport } from "../state/transport";
import { Charts } from "./compare/Charts";

/** Made clips that are offered; any other clip is shown together with the library's own button. */
const OFFERED = 40;

export function ComparePanel() {
  const active = useStage((stage) => stage.active);
  const beside = useStage((stage) => stage.cast[0] ?? stage.compare);
  const states = [useActiveState(), useClipState(beside ?? null)];
  const traces = useTracesOf(states.filter((state): state is ClipState => state?.row !== undefined && state.row !== null));
  const rows = useRows();
  if (!active) {
    return (
      <Empty icon="compare" title="No clip open">
        <p>Open two clips to see which of them stands more firmly.</p>
      </Empty>
    );
  }
  return (
    <div className="compare">
      <div className="compare-facts scroll">
        <Play />
        <Totals traces={traces} rows={rows} />
        <Beside active={active} beside={beside ?? null} rows={rows} />
      </div>
      <Charts traces={traces} />
    </div>
  );
}

const LINES = [
  {
    title: "Unnatural",
    hint: "How rare its worst seconds are in captures. Up to 1 is natural: one captured second in ten is as bad; 2 is one in a hundred.",
    unit: "",
    value: (trace: Trace) => trace.rarity,
  },
  { title: "Both", hint: "Metres: the sum of feet and balance.", unit: "m", value: (trace: Trace) => trace.score },
  { title: "Feet", hint: "Metres that planted feet stray, on average.", unit: "m", value: (trace: Trace) => trace.plant },
  {
    title: "Balance",
    hint: "Metres: how far the zero moment point leaves what stands, at worst. In flight: how far the body is off free fall.",
    unit: "m",
    value: (trace: Trace) => trace.worst,
  },
] as const;

function Totals({ traces, rows }: { traces: readonly Trace[]; rows: readonly ClipRow[] }) {
  const best = Math.min(...traces.map((trace) => trace.rarity ?? Infinity));
  const kept = traces.some((trace) => trace.made !== null);
  if (traces.length === 0) {
    return (
      <p className="faint" role="status">
        Measuring…
      </p>
    );
  }
  return (
    <>
      <ul className="compared" aria-label="Compared">
        {traces.map((trace, index) => (
          <li key={trace.clip} className={`tone-${index}`}>
            <span>{rows.find((row) => row.id === trace.clip)?.name ?? ""}</span>
            {trace.detected && <span className="faint"> plants guessed</span>}
          </li>
        ))}
      </ul>
      <table className="totals" aria-label="Scores">
        <tbody>
          {LINES.map(({ title, hint, unit, value }, line) => (
            <tr key={title} title={hint}>
              <th scope="row" className="soft">
                {title}
              </th>
              {traces.map((trace, index) => (
                <td key={trace.clip} className={`numbers tone-${index}`} title={line === 0 ? trace.words : undefined}>
                  {line === 0 && traces.length > 1 && trace.rarity === best && <Icon name="check" size={11} />}
                  {value(trace)?.toFixed(line === 0 ? 2 : 3) ?? "–"}
                </td>
              ))}
              <td className="faint">{unit}</td>
            </tr>
          ))}
          {kept && (
            <tr title="Metres: the score that the transition was made with. It counts the plants that were given up, too; the rows above know only those it has.">
              <th scope="row" className="soft">
                As made
              </th>
              {traces.map((trace, index) => (
                <td key={trace.clip} className={`numbers tone-${index}`}>
                  {trace.made === null ? "" : trace.made.toFixed(3)}
                </td>
              ))}
              <td className="faint">m</td>
            </tr>
          )}
        </tbody>
      </table>
      {kept && <p className="faint">A transition is measured without the captured motion on both sides.</p>}
    </>
  );
}

/** Play and the moment: the timeline's own bar is behind the other tab. */
function Play() {
  const playing = useTransport((transport) => transport.playing);
  const time = useTransport((transport) => transport.time.toFixed(2));
  return (
    <div className="title-line">
      <IconButton icon={playing ? "pause" : "play"} label={playing ? "Pause" : "Play"} action="Play or pause" onClick={togglePlay} />
      <span className="numbers compare-time">{time} s</span>
    </div>
  );
}

/** What the open clip is held against: where it came from, its plain blend, or something else that was made. */
function Beside({ active, beside, rows }: { active: string; beside: string | null; rows: readonly ClipRow[] }) {
  const recipe = useStage((stage) => stage.loaded.get(active)?.detail.recipe) ?? {};
  const sources = sourcesOf(recipe).filter((id) => id !== active);
  const name = (id: string): string => rows.find((row) => row.id === id)?.name ?? id;
  const made = rows
    .filter((row) => row.made && row.source !== "sample" && row.id !== active && !sources.includes(row.id))
    .sort((a, b) => b.added - a.added)
    .slice(0, OFFERED);
  const known = beside === null || sources.includes(beside) || made.some((row) => row.id === beside);
  const roundabout = useTraces((state) => state.traces.get(active)?.roundabout ?? false);
  return (
    <div className="made-empty">
      <select className="field" aria-label="Beside it" value={beside ?? ""} onChange={(event) => setBeside(event.target.value || null)}>
        <option value="">Nothing beside it</option>
        {!known && beside !== null && <option value={beside}>{name(beside)}</option>}
        {sources.length > 0 && (
          <optgroup label="What it was made of">
            {sources.map((id) => (
              <option key={id} value={id}>
                {name(id)}
              </option>
            ))}
          </optgroup>
        )}
        {made.length > 0 && (
          <optgroup label="Made here">
            {made.map((row) => (
              <option key={row.id} value={row.id}>
                {row.name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {roundabout && beside === null && (
        <button type="button" className="button" onClick={() => void makeRival(active)}>
          Make its plain blend
        </button>
      )}
      {beside === null && <p className="faint">Or select two clips in the library and show them together.</p>}
    </div>
  );
}

/** The clips a recipe starts from, those of the recipes within it among them. */
export function sourcesOf(recipe: { readonly [key: string]: Json }): string[] {
  const sources = (Array.isArray(recipe["sources"]) ? recipe["sources"] : []) as { clip?: Json; recipe?: { [key: string]: Json } }[];
  const ids = sources.flatMap((source) => (typeof source.clip === "string" ? [source.clip] : source.recipe ? sourcesOf(source.recipe) : []));
  return [...new Set(ids)];
}
