/** Which rows of a long list are in sight: only these are put on the page. */
import { useEffect, useState, type RefObject } from "react";

export interface VisibleWindow {
  readonly columns: number;
  readonly first: number;
  readonly last: number;
  readonly height: number;
}

/** Rows beyond the edges, ready before they are scrolled to. */
const AHEAD = 4;

/** Items [first, last) of `count` to show in a scrolling box, in `columns` as wide as fit. Pure. */
export function windowOf(count: number, itemHeight: number, columns: number, scrollTop: number, boxHeight: number): VisibleWindow {
  const rows = Math.ceil(count / columns);
  const firstRow = Math.max(0, Math.min(rows, Math.floor(scrollTop / itemHeight) - AHEAD));
  const lastRow = Math.min(rows, Math.ceil((scrollTop + boxHeight) / itemHeight) + AHEAD);
  return { columns, first: firstRow * columns, last: Math.min(count, lastRow * columns), height: rows * itemHeight };
}

export function useWindow(box: RefObject<HTMLElement | null>, count: number, itemHeight: number, itemWidth: number | null): VisibleWindow {
  const [view, setView] = useState({ top: 0, height: 800, width: 300 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let asked = 0;
    const look = (): void => {
      asked = 0;
      setView((old) => {
        const top = Math.floor(element.scrollTop / itemHeight) * itemHeight; // a new view only when another row comes in
        const next = { top, height: element.clientHeight, width: element.clientWidth };
        return old.top === next.top && old.height === next.height && old.width === next.width ? old : next;
      });
    };
    const ask = (): void => {
      asked ||= requestAnimationFrame(look);
    };
    const observer = new ResizeObserver(ask);
    observer.observe(element);
    element.addEventListener("scroll", ask, { passive: true });
    look();
    return () => {
      cancelAnimationFrame(asked);
      observer.disconnect();
      element.removeEventListener("scroll", ask);
    };
  }, [box, itemHeight]);
  const columns = itemWidth === null ? 1 : Math.max(1, Math.floor(view.width / itemWidth));
  return windowOf(count, itemHeight, columns, view.top, view.height + itemHeight);
}
