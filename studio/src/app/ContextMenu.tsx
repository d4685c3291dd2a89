/** A menu where it was asked for; arrows, Enter and Escape work it. */
import { Fragment, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";

import { closeMenu, enterMenu, useMenu, type Menu, type MenuItem } from "../state/menu";
import { useKeyText } from "./actions";
import { Icon } from "./icons";
import { placeBeside } from "./placing";

export function ContextMenu() {
  const menu = useMenu((state) => state.menu);
  return menu && <OpenMenu menu={menu} />;
}

function OpenMenu({ menu }: { menu: Menu }) {
  const box = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    if (!box.current) return;
    const room = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = placeBeside({ left: menu.x, top: menu.y - 6, width: 0, height: 0 }, box.current.getBoundingClientRect(), room, "left", false);
    Object.assign(box.current.style, { left: `${left}px`, top: `${top}px` });
    box.current.querySelector<HTMLElement>("button:enabled")?.focus();
  }, [menu]);
  useEffect(() => {
    const onDown = (event: PointerEvent): void => (box.current?.contains(event.target as Node) ? undefined : closeMenu());
    window.addEventListener("pointerdown", onDown, true);
    window.addEventListener("blur", closeMenu);
    return () => {
      window.removeEventListener("pointerdown", onDown, true);
      window.removeEventListener("blur", closeMenu);
    };
  }, []);
  const close = (): void => {
    closeMenu();
    if (before instanceof HTMLElement) before.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const items = [...(box.current?.querySelectorAll<HTMLElement>("button:enabled") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) items[next % items.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
  };
  return (
    <div className="context-menu scroll" role="menu" aria-label={menu.of} ref={box} onKeyDown={onKey}>
      <div className="of">{menu.of}</div>
      {menu.items.map((item) => (
        <Fragment key={item.label}>
          {item.apart && <hr />}
          <Item item={item} onClose={close} />
        </Fragment>
      ))}
    </div>
  );
}

function Item({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const keys = useKeyText(item.action);
  const run = (): void => {
    if (item.items) return enterMenu(item);
    onClose();
    item.run();
  };
  return (
    <button type="button" role="menuitem" disabled={item.disabled ?? false} onClick={run}>
      {item.icon && <Icon name={item.icon} size={14} />}
      <span>{item.label}</span>
      {keys && <kbd>{keys}</kbd>}
      {item.items && <Icon name="chevron" size={12} />}
    </button>
  );
}
