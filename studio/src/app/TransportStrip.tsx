/** The strip under the viewer, always: what holds the stage, the moment shown, play, and what is wrong with the clip. */
import { useEffect, useRef } from "react";

import { toggleLive, useLive } from "../state/live";
import { currentFrame, endOf, pause, play, seek, setMark, setSpeed, SPEEDS, step, toggleLoop, useTransport, type Transport } from "../state/transport";
import { IconButton } from "./controls";
import { ProblemBadge } from "./ProblemBadge";
import { StageChip } from "./StageChip";

export function TransportStrip() {
  const live = useLive((now) => now.owner !== null);
  return (
    <div className="transport" role="toolbar" aria-label="Transport">
      <div className="row">
        <StageChip />
        {live ? <LiveControls /> : <ClipControls />}
      </div>
    </div>
  );
}

/** What is live has a clock of its own, and no frames to step by. */
function LiveControls() {
  const running = useLive((live) => live.running);
  const seconds = useRef<HTMLElement>(null);
  useEffect(() => {
    const write = ({ time }: { readonly time: number }): void => {
      if (seconds.current) seconds.current.textContent = time.toFixed(2);
    };
    write(useLive.getState());
    return useLive.subscribe(write);
  }, []);
  return (
    <>
      <div className="readout numbers" role="group" aria-label="Moment shown">
        <strong ref={seconds} />
        <span className="faint">s</span>
        <span className="soft" data-testid="frame">
          live
        </span>
      </div>
      <span className="spring" />
      <IconButton className="play" icon={running ? "pause" : "play"} label={running ? "Pause" : "Play"} action="Play or pause" onClick={toggleLive} />
      <span className="spring" />
    </>
  );
}

function ClipControls() {
  const playing = useTransport((transport) => transport.playing);
  const looping = useTransport((transport) => transport.looping);
  const empty = useTransport((transport) => transport.frames === 0);
  return (
    <>
      <Readout />
      <span className="spring" />
      <IconButton className="wide" icon="back" label="To the start" action="To the start" disabled={empty} onClick={() => seek(0)} />
      <IconButton icon="stepBack" label="One frame back" action="One frame back" disabled={empty} onClick={() => step(-1)} />
      <IconButton
        className="play"
        icon={playing ? "pause" : "play"}
        label={playing ? "Pause" : "Play"}
        action="Play or pause"
        disabled={empty}
        onClick={() => (playing ? pause() : play())}
      />
      <IconButton icon="stepForward" label="One frame on" action="One frame on" disabled={empty} onClick={() => step(1)} />
      <IconButton
        className="wide"
        icon="forward"
        label="To the end"
        action="To the end"
        disabled={empty}
        onClick={() => seek(endOf(useTransport.getState()))}
      />
      <IconButton icon="loop" label="Loop" action="Loop on or off" pressed={looping} onClick={toggleLoop} />
      <Speed />
      <span className="spring" />
      <Marks />
      <ProblemBadge />
    </>
  );
}

function Speed() {
  const speed = useTransport((transport) => Math.abs(transport.speed));
  return (
    <select className="field speed numbers" aria-label="Speed" title="Speed" value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
      {[...new Set([...SPEEDS, speed])]
        .sort((a, b) => a - b)
        .map((value) => (
          <option key={value} value={value}>
            {value}×
          </option>
        ))}
    </select>
  );
}

function Marks() {
  const marked = useTransport((transport) => transport.markIn !== null || transport.markOut !== null);
  if (!marked) return null;
  const clear = (): void => {
    setMark("in", null);
    setMark("out", null);
  };
  return <IconButton icon="close" label="Clear the in and out marks" action="Clear the marks" onClick={clear} />;
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
    <div className="readout numbers" role="group" aria-label="Moment shown">
      <strong ref={seconds} />
      <span className="faint">s</span>
      <span ref={frame} className="soft" data-testid="frame" />
    </div>
  );
}
