/** How large an element is on the page, now and whenever that changes. */
import { useEffect, useState, type RefObject } from "react";

/** Width and height in pixels, both 0 until the element has been laid out. */
export function useSize(box: RefObject<HTMLElement | null>): readonly [number, number] {
  const [size, setSize] = useState<readonly [number, number]>([0, 0]);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setSize([entry.contentRect.width, entry.contentRect.height]));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return size;
}
