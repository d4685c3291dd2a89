import { useEffect, type RefObject } from "react";

/** While something is open, Escape closes it, and so does a press on anything else that is not a message about it. */
export function useClosing(open: boolean, holder: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const onDown = (event: PointerEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (!holder.current?.contains(target) && !target?.closest(".toasts")) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
      holder.current?.querySelector("button")?.focus();
    };
    window.addEventListener("pointerdown", onDown);
    window.addEventListener("keydown", onKey, true);
    return () => {
      window.removeEventListener("pointerdown", onDown);
      window.removeEventListener("keydown", onKey, true);
    };
  }, [open, holder, close]);
}
