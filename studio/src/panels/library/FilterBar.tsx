/** Search, filters, order and the choice of list or grid. */
import { useMemo } from "react";

import { Icon } from "../../app/icons";
import { IconButton, Popover } from "../../app/controls";
import type { ClipRow } from "../../protocol/types";
import { useCollections } from "../../state/collections";
import { countWords, isFiltered, NO_FILTER, type Filter } from "../../state/filter";
import { examineAll } from "../../state/mending";
import { mendedClips, problemsOf } from "../../state/problems";
import { changeSettings, useSettings } from "../../state/settings";
import { Gathered, SaveSearchButton } from "./Gathered";

const countClips = (count: number): string => (count === 1 ? "a clip" : `${count} clips`);

interface FilterProps {
  readonly rows: readonly ClipRow[];
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** Gives the list of clips the keys. */
export function toList(): void {
  document.querySelector<HTMLElement>("[data-panel=library] .clips")?.focus();
}

/** Gives the search its keys, with what is in it selected. */
export function toSearch(): void {
  document.querySelector<HTMLInputElement>("[data-panel=library] input[type=search]")?.select();
}

export function FilterBar({ rows, filter, onChange }: FilterProps) {
  const view = useSettings((settings) => settings.libraryView);
  const { label, annotation, source, made, collection, made_of } = filter;
  const chosen =
    [label, annotation, source, made, collection, made_of].filter((value) => value !== null).length + Number(filter.problems) + Number(filter.unlabelled);
  return (
    <div className="filter-bar">
      <div className="search">
        <Icon name="search" size={14} />
        <input
          className="field"
          type="search"
          placeholder="Search clips"
          aria-label="Search clips"
          value={filter.search}
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" && event.key !== "Enter") return;
            event.preventDefault();
            toList();
          }}
        />
      </div>
      <Popover icon="filter" label={chosen > 0 ? `Filters, ${chosen} set` : "Filters and order"} pressed={chosen > 0} align="right">
        {(close) => <Choices close={close} rows={rows} filter={filter} onChange={onChange} />}
      </Popover>
      <IconButton
        icon={view === "list" ? "grid" : "list"}
        label={view === "list" ? "Show as a grid" : "Show as a list"}
        onClick={() => changeSettings({ libraryView: view === "list" ? "grid" : "list" })}
      />
      {chosen > 0 && <Chosen rows={rows} filter={filter} onChange={onChange} />}
    </div>
  );
}

function Choices({ rows, filter, onChange, close }: FilterProps & { close: () => void }) {
  const labels = useMemo(() => countWords(rows, (row) => row.labels), [rows]);
  const annotations = useMemo(() => countWords(rows, (row) => row.annotations), [rows]);
  const sources = useMemo(() => countWords(rows, (row) => (row.source ? [row.source] : [])), [rows]);
  const mended = useMemo(() => mendedClips(rows), [rows]);
  const withProblems = useMemo(() => rows.filter((row) => problemsOf(row, mended).length > 0).length, [rows, mended]);
  const unseen = useMemo(() => rows.filter((row) => row.problems === null).length, [rows]);
  const made = filter.made === null ? "" : filter.made ? "made" : "captured";
  return (
    <div className="choices">
      <Gathered onShown={close} />
      <Choice title="Label" value={filter.label} options={labels} onChange={(label) => onChange({ ...filter, label })} />
      <Choice title="Annotation" value={filter.annotation} options={annotations} onChange={(annotation) => onChange({ ...filter, annotation })} />
      <Choice title="Source" value={filter.source} options={sources} onChange={(source) => onChange({ ...filter, source })} />
      <label>
        <span>Kind</span>
        <select
          className="field"
          value={made}
          onChange={(event) => onChange({ ...filter, made: event.target.value === "" ? null : event.target.value === "made" })}
        >
          <option value="">Made or captured</option>
          <option value="captured">Captured</option>
          <option value="made">Made</option>
        </select>
      </label>
      <label className="tick">
        <input type="checkbox" checked={filter.problems} onChange={(event) => onChange({ ...filter, problems: event.target.checked })} />
        <span>Has problems ({withProblems})</span>
      </label>
      <label className="tick">
        <input type="checkbox" checked={filter.unlabelled} onChange={(event) => onChange({ ...filter, unlabelled: event.target.checked })} />
        <span>Without a label ({rows.filter((row) => row.labels.length === 0).length})</span>
      </label>
      {unseen > 0 && (
        <button type="button" className="button" onClick={() => void examineAll()}>
          Look for problems in {countClips(unseen)}
        </button>
      )}
      <label>
        <span>Order</span>
        <select className="field" value={filter.sort} onChange={(event) => onChange({ ...filter, sort: event.target.value as Filter["sort"] })}>
          <option value="name">Name</option>
          <option value="added">Newest first</option>
          <option value="length">Longest first</option>
        </select>
      </label>
      <SaveSearchButton filter={filter} onAsked={close} />
      <button type="button" className="button" disabled={!isFiltered(filter)} onClick={() => onChange({ ...NO_FILTER, sort: filter.sort })}>
        Show all
      </button>
    </div>
  );
}

function Choice(props: { title: string; value: string | null; options: readonly { name: string; clips: number }[]; onChange: (value: string | null) => void }) {
  return (
    <label>
      <span>{props.title}</span>
      <select
        className="field"
        value={props.value ?? ""}
        disabled={props.options.length === 0}
        onChange={(event) => props.onChange(event.target.value || null)}
      >
        <option value="">{props.options.length === 0 ? "None yet" : "Any"}</option>
        {props.options.map((option) => (
          <option key={option.name} value={option.name}>
            {option.name} ({option.clips})
          </option>
        ))}
      </select>
    </label>
  );
}

function Chosen({ rows, filter, onChange }: FilterProps) {
  const collections = useCollections((kept) => kept.collections);
  const chips: [string, Partial<Filter>][] = [];
  if (filter.label !== null) chips.push([`label: ${filter.label}`, { label: null }]);
  if (filter.annotation !== null) chips.push([`annotation: ${filter.annotation}`, { annotation: null }]);
  if (filter.source !== null) chips.push([`source: ${filter.source}`, { source: null }]);
  if (filter.made !== null) chips.push([filter.made ? "made" : "captured", { made: null }]);
  if (filter.problems) chips.push(["has problems", { problems: false }]);
  if (filter.unlabelled) chips.push(["no label", { unlabelled: false }]);
  if (filter.collection !== null)
    chips.push([`collection: ${collections.find(({ id }) => id === filter.collection)?.name ?? "deleted"}`, { collection: null }]);
  if (filter.made_of !== null) chips.push([`made from ${rows.find(({ id }) => id === filter.made_of)?.name ?? "a deleted clip"}`, { made_of: null }]);
  return (
    <div className="chosen">
      {chips.map(([text, without]) => (
        <span className="chip" key={text} title={text}>
          <span className="word">{text}</span>
          <button type="button" aria-label={`Remove the filter ${text}`} onClick={() => onChange({ ...filter, ...without })}>
            <Icon name="close" size={10} />
          </button>
        </span>
      ))}
    </div>
  );
}
