/** The library: every clip, found by search and filters, as a list or a grid. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";

import type { Action } from "../app/actions";
import { Empty } from "../app/controls";
import { countClips } from "../commands/edit";
import { clipRows, useRows } from "../commands/views";
import { api } from "../protocol/api";
import type { ClipRow } from "../protocol/types";
import { useCollections } from "../state/collections";
import { filterRows, isFiltered, showFilter, sortRows, useFilter, type Filter } from "../state/filter";
import { askAbout } from "../state/asking";
import { sourceOf } from "../state/editing";
import { openMenu } from "../state/menu";
import { mendedClips, problemsOf, sayProblems } from "../state/problems";
import { neighbourOf, placeAfter, selectClip, selectClips, useSelection } from "../state/selection";
import { useSession, wasDeletedElsewhere } from "../state/session";
import { useSettings } from "../state/settings";
import { followLibrary, openClip, useStage } from "../state/stage";
import { toast } from "../state/toasts";
import { ClipItem } from "./library/ClipItem";
import { FilterBar, toList, toSearch } from "./library/FilterBar";
import { keptEntries } from "./library/Gathered";
import { CLIP_ACTIONS, clipMenu, selectedRows } from "./library/clipActions";
import { SelectionBar } from "./library/SelectionBar";
import { bringIntoSight, useActiveInSight } from "./library/useActiveInSight";
import { useWindow } from "./library/useWindow";
import type { Panel } from "./panel";

const ROW_HEIGHT = 64;
const CARD_HEIGHT = 148;
const CARD_WIDTH = 136;

function LibraryPanel() {
  const rows = useRows();
  const listed = useSession((session) => session.listed);
  const filter = useFilter();
  const settled = useDeferredValue(filter); // typing stays smooth while a long list catches up
  const sorted = useMemo(() => sortRows(rows, settled.sort), [rows, settled.sort]);
  const gathered = useCollections(({ collections }) => collections.find(({ id }) => id === settled.collection)?.clips);
  const shown = useMemo(() => filterRows(sorted, settled, new Set(gathered)), [sorted, settled, gathered]);
  const mended = useMemo(() => mendedClips(rows), [rows]);
  const selected = useSelection((selection) => selection.clips);
  const chosen = useMemo(() => rows.filter((row) => selected.has(row.id)), [rows, selected]);
  useGoneClips(rows, shown, listed);
  const frames = useMemo(() => shown.reduce((sum, row) => sum + row.frames / row.fps, 0), [shown]);
  return (
    <>
      <FilterBar rows={rows} filter={filter} onChange={useFilter.setState} />
      {shown.length > 0 ? (
        <Clips rows={shown} mended={mended} sought={settled} />
      ) : isFiltered(filter) ? (
        <Empty icon="search" title="No clip matches">
          <button type="button" className="button" onClick={() => showFilter({})}>
            Show all
          </button>
        </Empty>
      ) : (
        <Empty icon="film" title={listed ? "No clips yet" : "Loading…"}>
          {listed && <p>Drop motion files here, or press Import.</p>}
        </Empty>
      )}
      {chosen.length > 0 && <SelectionBar rows={chosen} />}
      <footer className="list-foot numbers">
        <span>
          {shown.length === rows.length
            ? `${rows.length.toLocaleString("en")} clips`
            : `${shown.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")} clips`}
        </span>
        <span>{duration(frames)}</span>
      </footer>
    </>
  );
}

interface ClipsProps {
  readonly rows: readonly ClipRow[];
  readonly mended: ReadonlySet<string>;
  readonly sought: Filter;
}

function Clips({ rows, mended, sought }: ClipsProps) {
  const grid = useSettings((settings) => settings.libraryView === "grid");
  const box = useRef<HTMLDivElement>(null);
  const height = grid ? CARD_HEIGHT : ROW_HEIGHT;
  const view = useWindow(box, rows.length, height, grid ? CARD_WIDTH : null);
  const selected = useSelection((selection) => selection.clips);
  const active = useStage((stage) => stage.active);
  const [focused, setFocused] = useState<string | null>(null);
  const order = useRef<readonly string[]>([]);
  order.current = useMemo(() => rows.map((row) => row.id), [rows]);
  const visible = rows.slice(view.first, view.last);
  useWantedThumbnails(visible);

  const at = active === null ? -1 : order.current.indexOf(active);
  useActiveInSight(box, active, at < 0 ? null : Math.floor(at / view.columns) * height, height, sought);

  const open = useCallback((clip: string) => void openClip(clip), []);
  const pick = useCallback((clip: string, event: MouseEvent) => {
    const how = event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "only";
    setFocused(clip);
    if (how === "only") void openClip(clip);
    else selectClip(order.current, clip, how);
  }, []);

  const menu = useCallback((clip: string, event: MouseEvent) => {
    if (!useSelection.getState().clips.has(clip)) selectClip(order.current, clip, "only");
    const rows = selectedRows();
    openMenu(event, rows.length === 1 ? rows[0].name : countClips(rows.map((row) => row.id)), clipMenu(rows));
  }, []);

  const onKey = (event: KeyboardEvent): void => {
    const columns = view.columns;
    const from = focused !== null && order.current.includes(focused) ? focused : active; // a clip that was deleted leads on from the open one
    const at = from === null ? -1 : order.current.indexOf(from);
    const rowsInSight = Math.floor((box.current?.clientHeight ?? 0) / height);
    const place = event.ctrlKey || event.metaKey || event.altKey ? null : placeAfter(event.key, at, order.current.length, columns, rowsInSight, grid);
    if (place !== null) {
      const next = order.current[place];
      setFocused(next);
      selectClip(order.current, next, event.shiftKey ? "range" : "only");
      bringIntoSight(box.current, Math.floor(order.current.indexOf(next) / columns) * height, height);
    } else if (event.key === "Enter" && focused) open(focused);
    else if (event.key === "Escape") selectClips([]);
    else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) selectClips(order.current);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={box}
      className="clips scroll"
      role="listbox"
      aria-label="Clips"
      aria-multiselectable="true"
      {...(focused ? { "aria-activedescendant": `clip-${focused}` } : {})}
      tabIndex={0}
      onKeyDown={onKey}
    >
      <div style={{ height: view.height, position: "relative" }} role="presentation">
        <div
          className={grid ? "window cards" : "window"}
          role="presentation"
          style={{
            transform: `translateY(${Math.floor(view.first / view.columns) * height}px)`,
            ...(grid ? { gridTemplateColumns: `repeat(${view.columns}, minmax(0, 1fr))` } : {}),
          }}
        >
          {visible.map((row) => (
            <ClipItem
              key={row.id}
              row={row}
              grid={grid}
              selected={selected.has(row.id)}
              active={row.id === active}
              focused={row.id === focused}
              problems={sayProblems(problemsOf(row, mended))}
              onPick={pick}
              onOpen={open}
              onMenu={menu}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Asks for the thumbnails in sight that are not made yet. */
function useWantedThumbnails(visible: readonly ClipRow[]): void {
  const missing = visible.filter((row) => !row.thumbnail).map((row) => row.id);
  const key = missing.join(" ");
  useEffect(() => {
    if (!key) return;
    const timer = setTimeout(() => void api.wantThumbnails({ clips: key.split(" ") }).catch(() => undefined), 150);
    return () => clearTimeout(timer);
  }, [key]);
}

/** Clips that were deleted, here or elsewhere, leave the selection and the stage; undone they come back to it. */
function useGoneClips(rows: readonly ClipRow[], shown: readonly ClipRow[], listed: boolean): void {
  const present = useMemo(() => new Map(rows.map((row) => [row.id, row.name])), [rows]);
  const before = useRef(present);
  const order = useRef<readonly string[]>([]);
  useEffect(() => {
    const names = before.current;
    const listedBefore = order.current;
    before.current = present;
    order.current = shown.map((row) => row.id);
    if (!listed) return;
    const { active } = useStage.getState();
    if (active && !present.has(active) && wasDeletedElsewhere(active)) toast("info", `${names.get(active) ?? "The open clip"} was deleted in another window.`);
    const isPresent = (clip: string): boolean => present.has(clip);
    followLibrary(isPresent, (gone) => {
      const source = sourceOf(gone); // an edit that is undone shows again what it was made of
      return source !== null && isPresent(source) ? source : neighbourOf(listedBefore, gone, isPresent);
    });
    const { clips } = useSelection.getState();
    if ([...clips].some((clip) => !present.has(clip))) selectClips([...clips].filter((clip) => present.has(clip)));
  }, [present, shown, listed]);
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds.toFixed(0)} s`;
  return seconds < 5400 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Keys of the list answer only while it has the focus; of a selected span and the clips, Delete takes the span first. */
const inList = (): boolean => document.activeElement?.closest(".clips") != null;
const KEYS: Readonly<Record<string, Pick<Action, "keys" | "heard">>> = {
  "Rename the clip": { keys: ["F2"], heard: inList },
  "Delete the clips": { keys: ["Delete"], heard: () => inList() && useSelection.getState().span === null },
};

/** The clips that the list shows now. */
function shownClips(): string[] {
  const filter = useFilter.getState();
  const gathered = useCollections.getState().collections.find(({ id }) => id === filter.collection)?.clips;
  return filterRows(sortRows(clipRows(), filter.sort), filter, new Set(gathered)).map((row) => row.id);
}

export const libraryPanel: Panel = {
  id: "library",
  title: "Library",
  icon: "film",
  dock: "left",
  workspaces: "all",
  Component: LibraryPanel,
  actions: [
    ...CLIP_ACTIONS.map(({ label, possible, run }) => ({
      ...(KEYS[label] ?? { keys: [] }),
      label,
      group: "Clips",
      run: () => run(selectedRows().map((row) => row.id)),
      when: () => selectedRows().length > 0 && (possible?.(selectedRows()) ?? true),
    })),
    { keys: ["Ctrl+F"], label: "Search clips", group: "Clips", run: toSearch, everywhere: true },
    { keys: [], label: "To the list of clips", group: "Clips", run: toList },
    { keys: [], label: "Show clips with problems", group: "Clips", run: () => showFilter({ problems: true }) },
    { keys: [], label: "Show clips without a label", group: "Clips", run: () => showFilter({ unlabelled: true }) },
    {
      keys: [],
      label: "Show what was made from the open clip",
      group: "Clips",
      run: () => showFilter({ made_of: useStage.getState().active }),
      when: () => useStage.getState().active !== null,
    },
    { keys: [], label: "Show all clips", group: "Clips", run: () => showFilter({}) },
    { keys: [], label: "Select all clips that are shown", group: "Clips", run: () => selectClips(shownClips()) },
    { keys: [], label: "Save this search…", group: "Clips", run: () => askAbout("search", []), when: () => isFiltered(useFilter.getState()) },
  ],
  kept: () => Promise.resolve(keptEntries()),
};
