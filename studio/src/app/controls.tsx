/** The controls that panels share. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";

import { useKeyText } from "./actions";
import { Icon, type IconName } from "./icons";
import { placeBeside } from "./placing";
import { useClosing } from "./useClosing";

export function IconButton(props: {
  icon: IconName;
  label: string;
  /** The label of the action that does the same: its key is shown. */
  action?: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  className?: string;
}) {
  const keys = useKeyText(props.action);
  const title = keys ? `${props.label} (${keys})` : props.label;
  return (
    <button
      type="button"
      className={`icon-button ${props.className ?? ""}`}
      title={title}
      aria-label={props.label}
      {...(props.pressed === undefined ? {} : { "aria-pressed": props.pressed })}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** A button that opens a small sheet; Escape or a click elsewhere closes it. */
export function Popover(props: {
  icon?: IconName;
  label: string;
  text?: string;
  pressed?: boolean;
  disabled?: boolean;
  align?: "left" | "right";
  upwards?: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const holder = useRef<HTMLDivElement>(null);
  useClosing(
    open,
    holder,
    useCallback(() => setOpen(false), []),
  );
  return (
    <div className="popover" ref={holder}>
      <button
        type="button"
        className={props.text ? "button" : "icon-button"}
        title={props.label}
        aria-label={props.label}
        aria-expanded={open}
        aria-haspopup="dialog"
        disabled={props.disabled ?? false}
        {...(props.pressed === undefined ? {} : { "aria-pressed": props.pressed })}
        onClick={() => setOpen(!open)}
      >
        {props.icon && <Icon name={props.icon} />}
        {props.text}
        {props.text && <Icon name="chevron" size={12} />}
      </button>
      {open && (
        <Sheet holder={holder} label={props.label} align={props.align ?? "left"} upwards={props.upwards ?? false}>
          {props.children(() => setOpen(false))}
        </Sheet>
      )}
    </div>
  );
}

/** Beside its button and whole in the window. */
function Sheet(props: { holder: RefObject<HTMLElement | null>; label: string; align: "left" | "right"; upwards: boolean; children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = sheet.current;
    const button = props.holder.current;
    if (!element || !button) return;
    const place = (): void => {
      const room = { width: window.innerWidth, height: window.innerHeight };
      const { left, top } = placeBeside(button.getBoundingClientRect(), element.getBoundingClientRect(), room, props.align, props.upwards);
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener("resize", place);
    window.addEventListener("scroll", place, true);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", place, true);
    };
  }, [props.holder, props.align, props.upwards]);
  return (
    <div className="sheet" role="dialog" aria-label={props.label} ref={sheet}>
      {props.children}
    </div>
  );
}

/** A dialog over everything, with the focus inside it. `aside`: in a corner, so that what it changes is seen. */
export function Dialog(props: { title: string; narrow?: boolean; aside?: boolean; onClose: () => void; children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement); // asked before a field in it takes the focus
  useEffect(() => {
    (
      holder.current?.querySelector<HTMLElement>("[data-first]") ??
      holder.current?.querySelector<HTMLElement>("input, select, button.primary") ??
      holder.current
    )?.focus();
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => (event.key === "Escape" ? props.onClose() : undefined); // wherever the focus has gone
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  return (
    <div className={`veil ${props.aside ? "aside" : ""}`} onPointerDown={(event) => event.target === event.currentTarget && props.onClose()}>
      <div className={`dialog ${props.narrow ? "narrow" : ""}`} role="dialog" aria-modal="true" aria-label={props.title} tabIndex={-1} ref={holder}>
        <header>
          <h2>{props.title}</h2>
          <IconButton icon="close" label="Close" onClick={props.onClose} />
        </header>
        {props.children}
      </div>
    </div>
  );
}

/** An empty place that says what could be here. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Icon name={icon} size={28} />
      <strong>{title}</strong>
      {children}
    </div>
  );
}
