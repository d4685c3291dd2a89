/** The command palette: every action, clip, label, kept thing and workspace, by typing a part of its name. */
import { useDeferredValue, useEffect, useId, useRef, useState, type KeyboardEvent } from "react";

import type { Panel } from "../panels/panel";
import { find, type Entry } from "../state/finding";
import type { OwnedAction } from "./actions";
import { useEntries } from "./paletteEntries";

/** More are not looked through. */
const MOST = 60;

interface PaletteProps {
  readonly actions: readonly OwnedAction[];
  readonly panels: readonly Panel[];
  readonly onClose: () => void;
}

export function Palette({ actions, panels, onClose }: PaletteProps) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [before] = useState(() => document.activeElement);
  const base = useId();
  const list = useRef<HTMLUListElement>(null);
  const entries = useEntries(actions, panels);
  const found = find(entries, useDeferredValue(text), MOST);
  const chosen = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const close = (): void => {
    onClose();
    if (before instanceof HTMLElement) before.focus();
  };
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    close();
    entry.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) setAt(Math.max(0, Math.min(found.length - 1, chosen + step)));
    else if (event.key === "Enter")
      choose(find(entries, text, MOST)[Math.max(0, chosen)]); // of what is typed: the list may be a moment behind
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="veil palette-veil" onPointerDown={(event) => event.target === event.currentTarget && close()}>
      <div className="palette" role="dialog" aria-modal="true" aria-label="Find" onKeyDown={onKey}>
        <input
          className="field"
          role="combobox"
          aria-label="Find an action, clip or workspace"
          aria-expanded="true"
          aria-controls={base}
          aria-activedescendant={found.length > 0 ? `${base}-${chosen}` : undefined}
          placeholder="Find an action, clip, label or workspace"
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
        />
        <ul className="scroll" id={base} role="listbox" aria-label="Found" ref={list}>
          {found.map((entry, index) => (
            <li
              key={entry.key}
              id={`${base}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onPointerMove={() => setAt(index)}
              onClick={() => choose(entry)}
            >
              <span className="title">{entry.title}</span>
              <span className="faint">{entry.group}</span>
              {entry.keys && <kbd>{entry.keys}</kbd>}
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="soft">Nothing is called that.</p>}
      </div>
    </div>
  );
}
