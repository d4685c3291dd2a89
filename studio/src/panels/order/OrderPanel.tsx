/** Words painted on a timeline, what came of them below, and what to do with it. */
import { useEffect, useRef, useState } from "react";

import { Empty, IconButton } from "../../app/controls";
import { useLive } from "../../state/live";
import {
  addTrack,
  allowAll,
  anotherTake,
  chooseBrush,
  editDemand,
  endOrder,
  forbidClip,
  keepOrder,
  loadOrdering,
  newDemand,
  openDemand,
  playOrder,
  togglePin,
  useOrdering,
  wordsOf,
} from "../../state/ordering";
import { lengthen, paint, type Brush, type PaintedDemand } from "../../state/paintedDemand";
import { useSession } from "../../state/session";
import { toastError } from "../../state/toasts";
import "./order.css";

const BRUSHES: readonly (readonly [Brush, string, string])[] = [
  ["must", "Must", "Paint where it must be done"],
  ["not", "Must not", "Paint where it must not be done"],
  ["erase", "Don't care", "Wipe away what is asked"],
];

export function OrderPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const words = useOrdering((ordering) => ordering.words);
  useEffect(() => {
    if (library) void loadOrdering();
    return endOrder;
  }, [library]);
  if (!library) return <Empty icon="flag" title="No library yet" />;
  if (!words) return <Empty icon="flag" title="Looking what the clips show…" />;
  return (
    <div className="order-panel">
      <Head />
      <Tracks />
      <Told />
    </div>
  );
}

function Head() {
  const { demands, id, brush, demand, words, tracks } = useOrdering();
  return (
    <div className="order-head">
      <select
        className="field"
        aria-label="Demand"
        value={id ?? ""}
        onChange={(event) => (event.target.value ? void openDemand(event.target.value).catch(toastError) : newDemand())}
      >
        <option value="">New demand</option>
        {demands.map((row) => (
          <option key={row.id} value={row.id}>
            {row.name}
          </option>
        ))}
      </select>
      <div role="radiogroup" aria-label="Brush" className="order-brushes">
        {BRUSHES.map(([kind, title, says]) => (
          <button
            key={kind}
            type="button"
            role="radio"
            aria-checked={brush === kind}
            className={`button small brush-${kind}`}
            title={says}
            onClick={() => chooseBrush(kind)}
          >
            {title}
          </button>
        ))}
      </div>
      <label className="order-seconds">
        <input
          className="field numbers"
          type="number"
          min={1}
          max={120}
          step={0.5}
          aria-label="Seconds"
          value={demand.seconds}
          onChange={(event) => editDemand("Change the length of a demand", lengthen(demand, Number(event.target.value) || 1))}
        />{" "}
        s
      </label>
      <select className="field" aria-label="Add a track" value="" onChange={(event) => event.target.value && addTrack(event.target.value)}>
        <option value="">Add a word…</option>
        {(words ?? [])
          .filter((row) => !tracks.includes(row.word))
          .map((row) => (
            <option key={row.word} value={row.word} title={row.says}>
              {row.word} ({row.seconds.toFixed(0)} s)
            </option>
          ))}
      </select>
    </div>
  );
}

function Tracks() {
  const { tracks, demand, brush } = useOrdering();
  const area = useRef<HTMLDivElement>(null);
  return (
    <div className="order-tracks" ref={area}>
      {tracks.map((word) => (
        <Track key={word} word={word} demand={demand} brush={brush} />
      ))}
      <Held />
      <Pieces />
      <Playhead seconds={demand.seconds} />
    </div>
  );
}

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

function Track({ word, demand, brush }: { word: string; demand: PaintedDemand; brush: Brush }) {
  const bar = useRef<HTMLDivElement>(null);
  const [stroke, setStroke] = useState<readonly [number, number] | null>(null);
  const held = useRef<number | null>(null);
  const says = useOrdering((ordering) => ordering.words?.find((row) => row.word === word)?.says ?? "");
  const secondAt = (event: React.PointerEvent): number => {
    const box = bar.current?.getBoundingClientRect();
    return box ? Math.min(demand.seconds, Math.max(0, ((event.clientX - box.left) / box.width) * demand.seconds)) : 0;
  };
  const apply = (from: number, to: number): void => {
    const verb = brush === "erase" ? "Wipe" : brush === "must" ? "Ask for" : "Forbid";
    editDemand(`${verb} ${word}`, paint(demand, word, from, to, brush));
  };
  // Held down while it plays, the name paints along with the playhead.
  const begin = (): void => {
    held.current = Math.min(useLive.getState().time, demand.seconds);
  };
  const finish = (): void => {
    const from = held.current;
    held.current = null;
    const to = Math.min(useLive.getState().time, demand.seconds);
    if (from !== null && to - from > 0.1) apply(from, to);
  };
  return (
    <div className="order-row">
      <button
        type="button"
        className="order-word"
        title={`${says}\nHold it down while it plays to paint along`}
        onPointerDown={begin}
        onPointerUp={finish}
        onPointerLeave={finish}
      >
        {word}
      </button>
      <div
        ref={bar}
        className="order-bar"
        role="application"
        aria-label={`Track ${word}: drag to paint`}
        data-word={word}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setStroke([secondAt(event), secondAt(event)]);
        }}
        onPointerMove={(event) => stroke && setStroke([stroke[0], secondAt(event)])}
        onPointerUp={(event) => {
          if (!stroke) return;
          setStroke(null);
          apply(stroke[0], secondAt(event));
        }}
      >
        {demand.spans
          .filter(([name]) => name === word)
          .map(([, start, stop, must]) => (
            <span
              key={start}
              className={`order-span ${must ? "must" : "not"}`}
              style={{ left: percent(start, demand.seconds), width: percent(stop - start, demand.seconds) }}
            >
              {must ? "" : "not"}
            </span>
          ))}
        {stroke && (
          <span
            className={`order-span stroke ${brush}`}
            style={{ left: percent(Math.min(...stroke), demand.seconds), width: percent(Math.abs(stroke[1] - stroke[0]), demand.seconds) }}
          />
        )}
      </div>
    </div>
  );
}

/** Frame by frame whether what was asked for is done. */
function Held() {
  const answer = useOrdering((ordering) => ordering.answer);
  if (!answer) return null;
  return (
    <div className="order-row">
      <span className="order-word soft">as asked</span>
      <div className="order-bar thin" role="img" aria-label={wordsOf(answer)}>
        {answer.held.map((share, k) => (
          <span
            key={k}
            className={share < 0 ? "free" : share >= 1 ? "kept" : share > 0 ? "partly" : "missed"}
            style={{ left: percent(k, answer.held.length), width: percent(1.02, answer.held.length) }}
          />
        ))}
      </div>
    </div>
  );
}

function Pieces() {
  const { answer, pins, demand } = useOrdering();
  if (!answer) return null;
  const pinned = (start: number, stop: number): boolean => pins.some(([a, b]) => a <= start + 1e-6 && b >= stop - 1e-6);
  return (
    <div className="order-row">
      <span className="order-word soft">pieces</span>
      <div className="order-bar pieces">
        {answer.pieces.map((piece, k) => (
          <span
            key={k}
            className={`order-piece ${pinned(piece.start, piece.stop) ? "pinned" : ""}`}
            style={{ left: percent(piece.start, demand.seconds), width: percent(piece.stop - piece.start, demand.seconds) }}
          >
            <button
              type="button"
              aria-pressed={pinned(piece.start, piece.stop)}
              title={`${piece.name}${piece.mirrored ? ", mirrored" : ""}: press to pin it`}
              onClick={() => togglePin(piece.start, piece.stop)}
            >
              {piece.name}
            </button>
            <button
              type="button"
              className="never"
              aria-label={`Never ${piece.name} again`}
              title={`Never ${piece.name} again`}
              onClick={() => forbidClip(piece.clip)}
            >
              ×
            </button>
          </span>
        ))}
      </div>
    </div>
  );
}

function Playhead({ seconds }: { seconds: number }) {
  const time = useLive((live) => (live.owner === "order" ? live.time : null));
  if (time === null) return null;
  return (
    <div
      className="order-playhead"
      aria-hidden="true"
      style={{ left: `calc(var(--order-names) + (100% - var(--order-names)) * ${Math.min(time, seconds) / seconds})` }}
    />
  );
}

function Told() {
  const { answer, searching, problem, without, pins } = useOrdering();
  return (
    <div className="order-told">
      {problem ? (
        <p className="bad" role="alert">
          {problem}
        </p>
      ) : (
        <p className="soft" role="status">
          {answer
            ? `${wordsOf(answer)}; ${searching ? `still looking, ${answer.iteration} of ${answer.iterations}` : "done"}`
            : searching
              ? "Looking…"
              : "Paint a word on a track, or drop an end on the floor."}
        </p>
      )}
      <span className="spring" />
      {without.length > 0 && (
        <button type="button" className="button small" onClick={allowAll}>
          Allow {without.length === 1 ? "the clip" : `${without.length} clips`} again
        </button>
      )}
      <IconButton icon="play" label="Play from the beginning" disabled={!answer} onClick={playOrder} />
      <button type="button" className="button small" disabled={!answer} onClick={anotherTake}>
        {pins.length > 0 ? "Order the rest anew" : "Another take"}
      </button>
      <button type="button" className="button small primary" disabled={!answer} onClick={() => void keepOrder()}>
        Keep as a clip
      </button>
    </div>
  );
}
