/** Play, step, loop, speed and zoom, and where we are. */
import { useEffect, useRef } from "react";

import { IconButton } from "../../app/controls";
import {
  endOf,
  play,
  pause,
  seek,
  setMark,
  setSpeed,
  SPEEDS,
  step,
  toggleLoop,
  useTransport,
  currentFrame,
  type Transport,
} from "../../state/transport";

export function TransportBar({ onZoom, onFit }: { onZoom: (factor: number) => void; onFit: () => void }) {
  const playing = useTransport((transport) => transport.playing);
  const looping = useTransport((transport) => transport.looping);
  const speed = useTransport((transport) => Math.abs(transport.speed));
  const empty = useTransport((transport) => transport.frames === 0);
  const marked = useTransport((transport) => transport.markIn !== null || transport.markOut !== null);
  const clearMarks = (): void => {
    setMark("in", null);
    setMark("out", null);
  };
  return (
    <div className="transport" role="toolbar" aria-label="Transport">
      <Readout />
      <span className="spring" />
      <IconButton icon="back" label="To the start" keys="Home" disabled={empty} onClick={() => seek(0)} />
      <IconButton icon="stepBack" label="One frame back" keys="←" disabled={empty} onClick={() => step(-1)} />
      <IconButton
        className="play"
        icon={playing ? "pause" : "play"}
        label={playing ? "Pause" : "Play"}
        keys="Space"
        disabled={empty}
        onClick={() => (playing ? pause() : play())}
      />
      <IconButton icon="stepForward" label="One frame on" keys="→" disabled={empty} onClick={() => step(1)} />
      <IconButton icon="forward" label="To the end" keys="End" disabled={empty} onClick={() => seek(endOf(useTransport.getState()))} />
      <IconButton icon="loop" label="Loop" keys="R" pressed={looping} onClick={toggleLoop} />
      <select
        className="field speed numbers"
        aria-label="Speed"
        title="Speed"
        value={speed}
        onChange={(event) => setSpeed(Number(event.target.value))}
      >
        {[...new Set([...SPEEDS, speed])]
          .sort((a, b) => a - b)
          .map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
      </select>
      <span className="spring" />
      {marked && (
        <button type="button" className="button quiet" title="Clear the in and out marks (X)" onClick={clearMarks}>
          Clear marks
        </button>
      )}
      <IconButton icon="minus" label="Zoom out" keys="-" onClick={() => onZoom(1 / 1.6)} />
      <IconButton icon="plus" label="Zoom in" keys="=" onClick={() => onZoom(1.6)} />
      <IconButton icon="fit" label="Show the whole clip" keys="0" onClick={onFit} />
    </div>
  );
}

/** Seconds and frame, written without React: it changes with every drawn frame. */
function Readout() {
  const seconds = useRef<HTMLElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (transport: Transport): void => {
      if (seconds.current) seconds.current.textContent = transport.time.toFixed(2);
      if (frame.current) frame.current.textContent = transport.frames === 0 ? "–" : `${currentFrame(transport)} / ${transport.frames - 1}`;
    };
    write(useTransport.getState());
    return useTransport.subscribe(write);
  }, []);
  return (
    <div className="readout numbers" aria-label="Moment shown">
      <strong ref={seconds} />
      <span className="faint">s</span>
      <span ref={frame} className="soft" data-testid="frame" />
    </div>
  );
}
