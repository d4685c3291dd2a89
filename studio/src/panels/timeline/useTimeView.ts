/** The timeline's view of time: fitted to a new clip or to what is to be looked at closely, zoomed, panned, and turning its page with the playhead. */
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";

import { useTransport } from "../../state/transport";
import { fitAll, fitRange, panBy, resize, turnTo, zoomAt, type TimeView } from "../../timeline/view";

export interface TimeViewControl {
  readonly view: TimeView;
  /** The same, for handlers that must not wait for a render. */
  readonly current: RefObject<TimeView>;
  zoom(factor: number, x?: number): void;
  pan(pixels: number): void;
  fit(): void;
}

export function useTimeView(box: RefObject<HTMLElement | null>, clip: string | null): TimeViewControl {
  const [view, setView] = useState<TimeView>({ start: 0, scale: 1, width: 0 });
  const current = useRef(view);
  const change = useCallback((make: (old: TimeView, frames: number) => TimeView) => {
    const next = make(current.current, Math.max(1, useTransport.getState().frames));
    if (next === current.current) return;
    current.current = next;
    setView(next);
  }, []);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => change((old, frames) => resize(old, element.clientWidth, frames)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, change]);

  const frames = useTransport((transport) => transport.frames);
  const fit = useCallback(() => change((old, count) => fitAll(count, old.width)), [change]);
  const closeUp = useTransport((transport) => transport.closeUp);
  useEffect(() => {
    const { fps } = useTransport.getState();
    if (closeUp) change((old, count) => fitRange(closeUp[0] * fps, closeUp[1] * fps, count, old.width));
    else fit();
  }, [clip, frames, closeUp, change, fit]);
  useEffect(
    () => useTransport.subscribe((now, before) => (now.time !== before.time ? change((old, count) => turnTo(old, now.time * now.fps, count)) : undefined)),
    [change],
  );

  return {
    view,
    current,
    zoom: (factor, x) => change((old, count) => zoomAt(old, x ?? old.width / 2, factor, count)),
    pan: (pixels) => change((old, count) => panBy(old, pixels, count)),
    fit,
  };
}
