/** Keys: the open sketch as a dope sheet or as curves. Drag keys, box them, scale with Alt, bend tangents, break down, type values. */
import { useEffect, useMemo, useRef, useState, type PointerEvent, type WheelEvent } from "react";

import { Empty } from "../app/controls";
import { breakDown, keyCurves, setTangents, typeValue } from "../state/keyEdits";
import { channelWords, setValue, valueAt, type Tangent } from "../state/sketchKeys";
import { editSketch, followSketches, saveSketch, useSketching } from "../state/sketching";
import { useTransport } from "../state/transport";
import { openPanel } from "../state/workspaces";
import { drawSheet, hueOf } from "./keys/draw";
import { Gestures } from "./keys/gestures";
import { rangeOf, ROW, RULER, secondsAt, type Sheet } from "./keys/sheet";
import { useTimeView } from "./timeline/useTimeView";
import "../styles/sketch.css";

const TANGENTS: readonly Tangent[] = ["auto", "linear", "step", "free"];

export function KeysPanel() {
  const detail = useSketching((sketching) => sketching.detail);
  useEffect(followSketches, []);
  if (!detail)
    return (
      <Empty icon="keys" title="No sketch open">
        <p>Begin one in the panel Sketch.</p>
        <button type="button" className="button" onClick={() => openPanel("sketch")}>
          To the sketches
        </button>
      </Empty>
    );
  return <OpenSheet />;
}

function OpenSheet() {
  const [mode, setMode] = useState<Sheet["mode"]>("dope");
  const [scrolled, setScrolled] = useState(0);
  const detail = useSketching((sketching) => sketching.detail);
  const channels = useSketching((sketching) => sketching.channels);
  const curves = useSketching((sketching) => sketching.curves);
  const rows = useMemo(() => {
    const known = detail?.all_channels ?? [];
    return known.filter((name) => name in channels || curves.includes(name));
  }, [detail, channels, curves]);
  return (
    <div className="keys-panel">
      <Tools mode={mode} setMode={setMode} />
      <div className="keys-body">
        <Names rows={rows} scrolled={scrolled} setScrolled={setScrolled} />
        <SheetCanvas mode={mode} rows={rows} scrolled={mode === "dope" ? scrolled : 0} setScrolled={setScrolled} />
      </div>
    </div>
  );
}

function Tools({ mode, setMode }: { mode: Sheet["mode"]; setMode: (mode: Sheet["mode"]) => void }) {
  const chosen = useSketching((sketching) => sketching.chosen.length);
  const curves = useSketching((sketching) => sketching.curves.length);
  return (
    <div className="keys-tools">
      <div className="keys-modes" role="group" aria-label="View">
        <button type="button" className="button" aria-pressed={mode === "dope"} onClick={() => setMode("dope")}>
          Dope sheet
        </button>
        <button type="button" className="button" aria-pressed={mode === "curves"} onClick={() => setMode("curves")}>
          Curves
        </button>
      </div>
      <div role="group" aria-label="Tangents">
        {TANGENTS.map((tangent) => (
          <button key={tangent} type="button" className="button" disabled={chosen === 0} onClick={() => setTangents(tangent)}>
            {tangent}
          </button>
        ))}
      </div>
      <button type="button" className="button" disabled={curves === 0} onClick={keyCurves} title="A key on every drawn curve at this frame (K)">
        Key
      </button>
      <Breakdown disabled={curves === 0} />
      <span className="soft numbers">{chosen > 0 ? `${chosen} keys chosen` : ""}</span>
    </div>
  );
}

/** How far the drawn curves are, at this frame, on the way from the key before to the key after. */
function Breakdown({ disabled }: { disabled: boolean }) {
  const [share, setShare] = useState(50);
  return (
    <label className="keys-breakdown" title="Breakdown of the drawn curves at this frame: between the key before and the key after">
      Breakdown
      <input
        type="range"
        min={-25}
        max={125}
        value={share}
        disabled={disabled}
        onChange={(event) => {
          setShare(Number(event.target.value));
          breakDown(Number(event.target.value) / 100, null);
        }}
        onPointerUp={() => saveSketch(`Breakdown at ${share} %`)}
        onKeyUp={() => saveSketch(`Breakdown at ${share} %`)}
      />
      <span className="numbers">{share} %</span>
    </label>
  );
}

function Names({ rows, scrolled, setScrolled }: { rows: readonly string[]; scrolled: number; setScrolled: (pixels: number) => void }) {
  const detail = useSketching((sketching) => sketching.detail);
  const channels = useSketching((sketching) => sketching.channels);
  const curves = useSketching((sketching) => sketching.curves);
  const time = useTransport((transport) => transport.time);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current && Math.abs(box.current.scrollTop - scrolled) > 1) box.current.scrollTop = scrolled;
  }, [scrolled]);
  const others = detail?.all_channels.filter((name) => !rows.includes(name)) ?? [];
  return (
    <div className="keys-names" ref={box} onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}>
      <div style={{ height: RULER }}>
        <select className="field" aria-label="Add a channel" value="" onChange={(event) => addChannel(event.target.value)}>
          <option value="">+ channel</option>
          {others.map((name) => (
            <option key={name} value={name}>
              {channelWords(name)}
            </option>
          ))}
        </select>
      </div>
      {rows.map((name, n) => (
        <div className="keys-name" key={name} style={{ height: ROW }}>
          <input
            type="checkbox"
            aria-label={`Curve of ${name}`}
            checked={curves.includes(name)}
            onChange={() => toggleCurve(name)}
            style={{ accentColor: hueOf(name, n) }}
          />
          <span title={channelWords(name)}>{channelWords(name)}</span>
          <NumberField name={name} value={channels[name] ? valueAt(channels[name], time) : 0} />
        </div>
      ))}
    </div>
  );
}

function NumberField({ name, value }: { name: string; value: number }) {
  const [typed, setTyped] = useState<string | null>(null);
  const done = (): void => {
    if (typed !== null && typed.trim() !== "" && Number.isFinite(Number(typed))) typeValue(name, Number(typed));
    setTyped(null);
  };
  return (
    <input
      className="field numbers"
      aria-label={`Value of ${name}`}
      value={typed ?? value.toFixed(3)}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={done}
      onKeyDown={(event) => (event.key === "Enter" ? done() : event.key === "Escape" ? setTyped(null) : undefined)}
    />
  );
}

const toggleCurve = (name: string): void =>
  useSketching.setState(({ curves }) => ({ curves: curves.includes(name) ? curves.filter((each) => each !== name) : [...curves, name] }));

function addChannel(name: string): void {
  if (name) useSketching.setState(({ curves }) => ({ curves: [...curves, name] }));
}

function SheetCanvas({ mode, rows, scrolled, setScrolled }: Pick<Sheet, "mode" | "rows" | "scrolled"> & { setScrolled: (pixels: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const gestures = useRef(new Gestures());
  const [, setDrawn] = useState(0);
  const [height, setHeight] = useState(160);
  const detail = useSketching((sketching) => sketching.detail);
  const channels = useSketching((sketching) => sketching.channels);
  const curves = useSketching((sketching) => sketching.curves);
  const chosen = useSketching((sketching) => sketching.chosen);
  const frames = useSketching((sketching) => sketching.frames);
  const completed = useSketching((sketching) => sketching.completed);
  const time = useTransport((transport) => transport.time);
  const { view, zoom, pan } = useTimeView(box, detail?.id ?? null);
  const held = useRef<readonly [number, number] | null>(null);
  const range = held.current ?? rangeOf(channels, curves, frames, detail?.fps ?? 24);
  const sheet: Sheet = { view, fps: detail?.fps ?? 24, height, mode, rows, scrolled, channels, curves, chosen, range };
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current && view.width > 0)
      drawSheet(canvas.current, sheet, { playhead: time, frames, box: gestures.current.box, cuts: completed?.cuts ?? [], joins: completed?.joins ?? [] });
  });
  const at = (event: PointerEvent | WheelEvent): [number, number] => {
    const around = event.currentTarget.getBoundingClientRect();
    return [event.clientX - around.left, event.clientY - around.top];
  };
  const end = (): void => {
    gestures.current.up();
    held.current = null;
    setDrawn((n) => n + 1);
  };
  return (
    <div className="keys-sheet" ref={box}>
      <canvas
        ref={canvas}
        aria-label="Keys of the sketch"
        style={{ width: view.width, height }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = range;
          gestures.current.down(sheet, ...at(event), event.shiftKey || event.ctrlKey || event.metaKey, event.altKey, time);
          setDrawn((n) => n + 1);
        }}
        onPointerMove={(event) => {
          if (gestures.current.move(...at(event), event.shiftKey)) setDrawn((n) => n + 1);
        }}
        onPointerUp={end}
        onPointerCancel={end}
        onDoubleClick={(event) => {
          const around = event.currentTarget.getBoundingClientRect();
          insertKey(sheet, event.clientX - around.left, event.clientY - around.top);
        }}
        onWheel={(event) => {
          if (event.ctrlKey || event.metaKey || mode === "curves") zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, at(event)[0]);
          else if (event.shiftKey) pan(event.deltaY || event.deltaX);
          else setScrolled(Math.min(Math.max(0, scrolled + event.deltaY), Math.max(0, rows.length * ROW + RULER - height)));
        }}
      />
    </div>
  );
}

/** A key where a row or a curve was pressed twice. */
function insertKey(sheet: Sheet, x: number, y: number): void {
  const { frames, channels } = useSketching.getState();
  const name = sheet.mode === "dope" ? sheet.rows[Math.floor((y - RULER + sheet.scrolled) / ROW)] : sheet.curves[0];
  if (!name) return;
  const moment = Math.min(Math.max(Math.round(secondsAt(sheet, x) * sheet.fps), 0), frames - 1) / sheet.fps;
  const value = channels[name] ? valueAt(channels[name], moment) : 0;
  editSketch({ channels: setValue(channels, name, moment, value), chosen: [{ channel: name, at: moment }] }, `Key ${name}`);
}
