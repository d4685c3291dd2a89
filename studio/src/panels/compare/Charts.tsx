/** The traces of the compared clips as charts under one playhead; pressing them scrubs. */
import { useEffect, useRef, type PointerEvent } from "react";

import { useSize } from "../../app/useSize";
import { cancelDraw, requestDraw } from "../../state/frameLoop";
import { useSettings } from "../../state/settings";
import { extentOf, type Trace } from "../../state/traces";
import { pause, seek, useTransport } from "../../state/transport";
import { readColours } from "../../timeline/colours";
import { prepareCanvas } from "../../timeline/draw";
import { drawTraces } from "../../timeline/drawTraces";

const CHARTS = [
  { curve: "feet", title: "Planted feet stray", line: 0.028, least: 0.04 },
  { curve: "error", title: "Zero moment point outside the support", line: 0.05, least: 0.08 },
] as const;

/** The open clip, and the one beside it. */
export const TONES = ["--accent", "--warn"] as const;

export function Charts({ traces }: { traces: readonly Trace[] }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const seconds = extentOf(traces, "feet", 0).seconds;
  const scrub = (event: PointerEvent<HTMLDivElement>): void => {
    const area = event.currentTarget.getBoundingClientRect();
    seek(((event.clientX - area.left) / Math.max(1, area.width)) * seconds);
  };
  return (
    <div
      className="charts"
      ref={box}
      data-testid="charts"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pause();
        scrub(event);
      }}
      onPointerMove={(event) => (event.buttons & 1 ? scrub(event) : undefined)}
    >
      {CHARTS.map((chart) => (
        <Chart key={chart.curve} {...chart} traces={traces} width={size[0]} height={Math.max(0, (size[1] - 6) / CHARTS.length)} />
      ))}
      <Playhead seconds={seconds} width={size[0]} />
    </div>
  );
}

function Chart(props: (typeof CHARTS)[number] & { traces: readonly Trace[]; width: number; height: number }) {
  const { traces, width, height, curve, title, line, least } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useSettings((settings) => settings.theme);
  useEffect(() => {
    const draw = (): void => {
      const context = canvas.current && prepareCanvas(canvas.current, width, height);
      if (!context) return;
      const style = getComputedStyle(document.documentElement);
      const tones = TONES.map((name) => style.getPropertyValue(name).trim());
      const chart = { traces, curve, title, line, ...extentOf(traces, curve, least) };
      drawTraces(context, width, height, chart, tones, readColours(document.documentElement, theme));
    };
    requestDraw(draw);
    return () => cancelDraw(draw);
  }, [traces, width, height, theme]);
  return <canvas ref={canvas} role="img" aria-label={title} />;
}

function Playhead({ seconds, width }: { seconds: number; width: number }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = (): void => {
      if (line.current) line.current.style.transform = `translateX(${seconds > 0 ? (useTransport.getState().time / seconds) * width : 0}px)`;
    };
    place();
    return useTransport.subscribe(place);
  }, [seconds, width]);
  return <div className="chart-playhead" ref={line} />;
}
