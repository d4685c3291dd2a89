/** Keeps the open clip in sight in the list, until the person scrolls elsewhere. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** Scrolls `box` as little as shows the item that begins at `top`. */
export function bringIntoSight(box: HTMLElement | null, top: number, height: number): void {
  if (!box) return;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
}

/** What a person scrolls with; a scroll event alone may be the list's own doing. */
const BY_HAND = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** `top`: where the active clip's item begins, null where it is not listed; `sought`: what the list is filtered by. */
export function useActiveInSight(box: RefObject<HTMLElement | null>, active: string | null, top: number | null, height: number, sought: unknown): void {
  const scrolled = useRef(false);
  const wanted = useRef({ top, height });
  wanted.current = { top, height };
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onHand = (): void => {
      scrolled.current = true;
    };
    const observer = new ResizeObserver(() => show(element, wanted.current, scrolled.current));
    observer.observe(element);
    for (const name of BY_HAND) element.addEventListener(name, onHand, { passive: true });
    return () => {
      observer.disconnect();
      for (const name of BY_HAND) element.removeEventListener(name, onHand);
    };
  }, [box]);
  // Another clip, or another search: the person looks for something new.
  useLayoutEffect(() => {
    scrolled.current = false;
  }, [active, sought]);
  useLayoutEffect(() => show(box.current, wanted.current, scrolled.current), [active, sought, top, height]);
}

function show(box: HTMLElement | null, { top, height }: { top: number | null; height: number }, scrolled: boolean): void {
  if (top !== null && !scrolled) bringIntoSight(box, top, height);
}
