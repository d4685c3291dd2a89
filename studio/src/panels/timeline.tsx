/** The timeline: ruler, plants, annotations, labels and curves of the active clip, edited with mouse and keys. */
import { useEffect, useMemo, useRef, useState, type PointerEvent } from "react";

import { Empty, IconButton } from "../app/controls";
import { activeState, useActiveState } from "../commands/views";
import type { ClipState } from "../protocol/types";
import { useConfidence } from "../state/confidence";
import { useCurveData } from "../state/curves";
import { cancelDraw, requestDraw } from "../state/frameLoop";
import { useLayers } from "../state/layers";
import { useLive } from "../state/live";
import { askAbout } from "../state/asking";
import { openMenu } from "../state/menu";
import { bookmark, jumpToNote } from "../state/notes";
import { selectSpan, useSelection } from "../state/selection";
import { sendCommand } from "../state/session";
import { useSettings } from "../state/settings";
import { useStage, type LoadedClip } from "../state/stage";
import { pause, seekFrame, useTransport } from "../state/transport";
import { readColours } from "../timeline/colours";
import { drawRuler, drawTracks, prepareCanvas, type DrawInput } from "../timeline/draw";
import { hitTest } from "../timeline/gesture";
import { heightOf, layTracks, LANE_HEIGHT, type SpanTrack, type TrackSpan } from "../timeline/tracks";
import { frameToX, xToFrame } from "../timeline/view";
import { editMenu, trimTo } from "./library/editActions";
import type { Panel } from "./panel";
import {
  annotateMarked,
  applyBrush,
  jump,
  nudge,
  removeSelected,
  selectedKey,
  selectionOf,
  selectNext,
  spanMenu,
  sayBrush,
  splitHere,
  stretch,
  trim,
} from "./timeline/actions";
import { AddCurve, Heads } from "./timeline/Heads";
import { OnStage } from "./timeline/OnStage";
import { useKeyDrag } from "./timeline/useKeyDrag";
import { useSpanDrag } from "./timeline/useSpanDrag";
import { useTimeView, type TimeViewControl } from "./timeline/useTimeView";

const RULER_HEIGHT = 32;
const NO_LAYERS: readonly never[] = [];

/** The open timeline's view, for keys. */
let control: TimeViewControl | null = null;

function TimelinePanel() {
  const state = useActiveState();
  const clip = useStage((stage) => (stage.active ? (stage.loaded.get(stage.active) ?? null) : null));
  const live = useLive((now) => now.owner !== null);
  const box = useRef<HTMLDivElement>(null);
  const time = useTimeView(box, clip?.id ?? null);
  useEffect(() => {
    control = time;
    return () => {
      control = null;
    };
  });
  return (
    <div className="timeline">
      <div className="time-area">
        <div className="time-box" ref={box} />
        {live ? (
          <OnStage />
        ) : state && clip ? (
          <Tracks state={state} clip={clip} time={time} />
        ) : (
          <Empty icon="timeline" title="No clip open">
            <p>Its plants, annotations and curves appear here.</p>
          </Empty>
        )}
      </div>
    </div>
  );
}

function Tracks({ state, clip, time }: { state: ClipState; clip: LoadedClip; time: TimeViewControl }) {
  const choices = useSettings((settings) => settings.curves);
  const theme = useSettings((settings) => settings.theme);
  const names = clip.detail.skeleton.names;
  const curves = useCurveData(clip, choices);
  const confidence = useConfidence(state);
  const layers = useLayers(({ open, clip: of, stack }) => (open && of === state.id ? stack.layers : NO_LAYERS));
  const chosenKey = useLayers((now) => now.key);
  const tracks = useMemo(
    () =>
      layTracks(
        state,
        choices.map(({ joint, kind }) => ({ title: `${joint} ${kind}` })),
        layers,
      ),
    [state, choices, layers],
  );
  const height = heightOf(tracks);
  const selected = useSelection((selection) => selection.span);
  const markIn = useTransport((transport) => transport.markIn);
  const markOut = useTransport((transport) => transport.markOut);
  const { drag, handlers: spanHandlers } = useSpanDrag(state.id, tracks, time.current);
  const handlers = useKeyDrag(tracks, time.current, spanHandlers);
  const [renaming, setRenaming] = useState<{ id: string; left: number; top: number; name: string } | null>(null);
  const ruler = useRef<HTMLCanvasElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { frames, fps } = clip.frames;
  const spanTracks = tracks.filter((track): track is SpanTrack => track.kind === "plant" || track.kind === "annotation");
  const key = selectedKey(selected, spanTracks);

  useEffect(() => {
    const draw = (): void => {
      if (!ruler.current || !canvas.current) return;
      const marks: [number | null, number | null] = [markIn === null ? null : markIn * fps, markOut === null ? null : markOut * fps];
      const colours = readColours(document.documentElement, theme);
      const input: DrawInput = { view: time.view, tracks, fps, frames, colours, curves, confidence, selected: key, drag, marks, chosenKey };
      const top = prepareCanvas(ruler.current, time.view.width, RULER_HEIGHT);
      const below = prepareCanvas(canvas.current, time.view.width, height);
      if (top) drawRuler(top, RULER_HEIGHT, input);
      if (below) drawTracks(below, height, input);
    };
    requestDraw(draw);
    return () => cancelDraw(draw);
  }, [time.view, tracks, curves, confidence, theme, key, chosenKey, drag, markIn, markOut, frames, fps, height]);

  const rename = (event: { clientX: number; clientY: number; currentTarget: HTMLElement }): void => {
    const area = event.currentTarget.getBoundingClientRect();
    const hit = hitTest(tracks, time.view, event.clientX - area.left, event.clientY - area.top);
    if (hit?.track.kind !== "annotation" || !hit.span) return;
    setRenaming({
      id: hit.span.key,
      name: hit.span.text,
      left: Math.max(0, frameToX(time.view, hit.span.start)),
      top: hit.track.top + 4 + hit.span.lane * LANE_HEIGHT,
    });
  };

  const menu = (event: React.MouseEvent<HTMLElement>): void => {
    const area = event.currentTarget.getBoundingClientRect();
    const hit = hitTest(tracks, time.view, event.clientX - area.left, event.clientY - area.top);
    if (!hit?.span || (hit.track.kind !== "annotation" && hit.track.kind !== "plant")) return openMenu(event, state.row?.name ?? "", editMenu([state.id]));
    const where = { clientX: event.clientX, clientY: event.clientY, currentTarget: event.currentTarget };
    selectSpan(selectionOf(hit.track, hit.span));
    openMenu(event, `${hit.track.title} ${hit.span.text}`.trim(), [
      ...spanMenu(hit.span, hit.track.kind === "annotation" ? () => rename(where) : null),
      trimTo(state.id, hit.span.start / fps, hit.span.stop / fps),
      { label: "Edit the clip", icon: "scissors", run: () => undefined, items: editMenu([state.id]) },
    ]);
  };

  return (
    <>
      <div className="track-corner">
        <span>Tracks</span>
        <AddCurve names={names} />
      </div>
      <Ruler canvas={ruler} time={time} onMenu={(event) => openMenu(event, state.row?.name ?? "", editMenu([state.id]))} />
      <div className="tracks scroll" tabIndex={0} role="group" aria-label="Tracks">
        <Heads tracks={tracks} names={names} curves={curves} />
        <div className="track-canvas" onWheel={(event) => onWheel(event, time)}>
          <canvas ref={canvas} {...handlers} onDoubleClick={rename} onContextMenu={menu} aria-hidden="true" data-testid="tracks" />
          {renaming && (
            <input
              className="field rename"
              style={{ left: renaming.left, top: renaming.top }}
              defaultValue={renaming.name}
              autoFocus
              maxLength={200}
              aria-label="Name of the annotation"
              onFocus={(event) => event.target.select()}
              onBlur={(event) => {
                const name = event.target.value.trim();
                if (name && name !== renaming.name) sendCommand({ kind: "change_annotation", clip: state.id, annotation: renaming.id, name });
                setRenaming(null);
              }}
              onKeyDown={(event) => {
                if (event.key === "Escape") event.currentTarget.value = renaming.name;
                if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
              }}
            />
          )}
        </div>
      </div>
      <Playhead time={time} />
      <SpokenSpans tracks={spanTracks} fps={fps} selected={key} />
    </>
  );
}

/** Frames and seconds; pressing it scrubs. */
function Ruler({
  canvas,
  time,
  onMenu,
}: {
  canvas: React.RefObject<HTMLCanvasElement | null>;
  time: TimeViewControl;
  onMenu: (event: React.MouseEvent) => void;
}) {
  const scrub = (event: PointerEvent<HTMLCanvasElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    seekFrame(xToFrame(time.current.current, x));
  };
  return (
    <div className="ruler" onWheel={(event) => onWheel(event, time, true)}>
      <canvas
        ref={canvas}
        data-testid="ruler"
        onContextMenu={onMenu}
        aria-hidden="true"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          pause();
          scrub(event);
        }}
        onPointerMove={(event) => (event.buttons & 1 ? scrub(event) : undefined)}
      />
    </div>
  );
}

/** A line over everything, moved without React. */
function Playhead({ time }: { time: TimeViewControl }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = (): void => {
      if (!line.current) return;
      const { time: seconds, fps } = useTransport.getState();
      const x = frameToX(time.current.current, seconds * fps);
      line.current.style.transform = `translateX(${x}px)`;
      line.current.style.visibility = x < -1 || x > time.current.current.width + 1 ? "hidden" : "visible";
    };
    place();
    return useTransport.subscribe(place);
  });
  return (
    <div className="playhead-area" aria-hidden="true">
      <div className="playhead" ref={line} />
    </div>
  );
}

/** The spans for those who hear the page: the canvas says nothing to them. */
function SpokenSpans({ tracks, fps, selected }: { tracks: readonly SpanTrack[]; fps: number; selected: string | null }) {
  const say = (track: SpanTrack, span: TrackSpan): string =>
    `${track.title}: ${span.text} ${(span.start / fps).toFixed(2)} to ${(span.stop / fps).toFixed(2)} seconds`;
  const chosen = tracks.flatMap((track) => track.spans.filter((span) => `${track.id}/${span.key}` === selected).map((span) => say(track, span)))[0];
  const counts = tracks.map((track) => `${track.title}: ${track.spans.length} ${track.spans.length === 1 ? "span" : "spans"}`).join(". ");
  return (
    <div className="visually-hidden">
      <p>{counts}. Press N for the next span, Shift N for the one before.</p>
      <p aria-live="polite">{chosen ? `Selected ${chosen}` : ""}</p>
    </div>
  );
}

/** Ctrl or the ruler zooms, Shift or a sideways wheel pans; otherwise the tracks scroll. */
function onWheel(event: React.WheelEvent, time: TimeViewControl, zooms = false): void {
  if (event.ctrlKey || event.metaKey || (zooms && !event.shiftKey && Math.abs(event.deltaY) > Math.abs(event.deltaX))) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    time.zoom(Math.exp(-event.deltaY * 0.002), x);
  } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    time.pan(event.deltaX || event.deltaY);
  }
}

/** How closely it is looked at. */
function ZoomTools() {
  return (
    <>
      <IconButton icon="minus" label="Zoom out" action="Zoom the timeline out" onClick={() => control?.zoom(1 / 1.6)} />
      <IconButton icon="plus" label="Zoom in" action="Zoom the timeline in" onClick={() => control?.zoom(1.6)} />
      <IconButton icon="fit" label="Show the whole clip" action="Show the whole clip" onClick={() => control?.fit()} />
    </>
  );
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

export const timelinePanel: Panel = {
  id: "timeline",
  title: "Timeline",
  icon: "timeline",
  dock: "bottom",
  workspaces: "all",
  Component: TimelinePanel,
  Tools: ZoomTools,
  actions: [
    { keys: ["A"], label: "Annotate from in to out mark", group: "Spans", run: annotateMarked },
    { keys: DIGITS, label: "Name a span, or annotate between the marks", group: "Spans", run: (chord) => applyBrush(Number(chord) - 1), labelOf: sayBrush },
    { keys: ["N"], label: "Select the next span", group: "Spans", run: () => selectNext(1) },
    { keys: ["Shift+N"], label: "Select the span before", group: "Spans", run: () => selectNext(-1) },
    { keys: ["ArrowDown"], label: "To the next border", group: "Spans", run: () => jump(1) },
    { keys: ["ArrowUp"], label: "To the border before", group: "Spans", run: () => jump(-1) },
    { keys: ["S"], label: "Split at the playhead", group: "Spans", run: splitHere },
    { keys: ["["], label: "Start the span here", group: "Spans", run: () => trim("start") },
    { keys: ["]"], label: "End the span here", group: "Spans", run: () => trim("stop") },
    { keys: ["Alt+ArrowLeft"], label: "Move the span a frame back", group: "Spans", run: () => nudge(-1) },
    { keys: ["Alt+ArrowRight"], label: "Move the span a frame on", group: "Spans", run: () => nudge(1) },
    { keys: ["Alt+Shift+ArrowLeft"], label: "Make the span a frame shorter", group: "Spans", run: () => stretch(-1) },
    { keys: ["Alt+Shift+ArrowRight"], label: "Make the span a frame longer", group: "Spans", run: () => stretch(1) },
    { keys: ["Delete", "Backspace"], label: "Delete the span", group: "Spans", run: removeSelected },
    { keys: ["M"], label: "Bookmark this moment", group: "Notes", run: bookmark },
    { keys: ["Alt+M"], label: "Note at this moment…", group: "Notes", run: () => askAbout("note", activeState()?.row ? [activeState()?.id ?? ""] : []) },
    { keys: ["."], label: "To the next note", group: "Notes", run: () => jumpToNote(1) },
    { keys: [","], label: "To the note before", group: "Notes", run: () => jumpToNote(-1) },
    { keys: ["=", "+"], label: "Zoom the timeline in", group: "View", run: () => control?.zoom(1.6) },
    { keys: ["-"], label: "Zoom the timeline out", group: "View", run: () => control?.zoom(1 / 1.6) },
    { keys: ["0"], label: "Show the whole clip", group: "View", run: () => control?.fit() },
  ],
};
