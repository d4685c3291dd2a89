/** Collections and saved searches: a press shows their clips. */
import { IconButton } from "../../app/controls";
import { askAbout } from "../../state/asking";
import { forgetKept, useCollections } from "../../state/collections";
import { isFiltered, showFilter, type Filter } from "../../state/filter";
import type { Entry } from "../../state/finding";
import { exportFor, MAX_SHARED, sharePage } from "../../state/exporting";
import { useSession } from "../../state/session";
import { openPanel } from "../../state/workspaces";
import { chosenClips } from "./editActions";

const count = (clips: number): string => (clips === 1 ? "a clip" : `${clips} clips`);

export function Gathered({ onShown }: { onShown: () => void }) {
  const { collections, searches } = useCollections();
  const show = (wanted: Partial<Filter>): void => {
    showFilter(wanted);
    onShown();
  };
  if (collections.length + searches.length === 0) return null;
  return (
    <ul className="menu kept-list" aria-label="Collections and searches">
      {collections.map(({ id, name, clips }) => (
        <Line key={id} id={id} name={name} about={count(clips.length)} onShow={() => show({ collection: id })} />
      ))}
      {searches.map(({ id, name, words }) => (
        <Line key={id} id={id} name={name} about="search" onShow={() => show(words)} />
      ))}
    </ul>
  );
}

export function SaveSearchButton({ filter, onAsked }: { filter: Filter; onAsked: () => void }) {
  return (
    <button
      type="button"
      className="button"
      disabled={!isFiltered(filter)}
      title={isFiltered(filter) ? "Keep what the list is narrowed by, under a name" : "Search or filter first"}
      onClick={() => {
        onAsked();
        askAbout("search", []);
      }}
    >
      Save this search…
    </button>
  );
}

function Line({ id, name, about, onShow }: { id: string; name: string; about: string; onShow: () => void }) {
  return (
    <li>
      <button type="button" onClick={onShow}>
        {name} <span className="faint">{about}</span>
      </button>
      <IconButton icon="close" label={`Delete ${name} (its clips stay)`} onClick={() => forgetKept(id)} />
    </li>
  );
}

/** One press to the file, for each program that there is a preset for. */
function exportEntries(): Entry[] {
  const presets = useSession.getState().info?.presets ?? [];
  const page: Entry = { key: "share", title: "Share as a page (HTML)", group: "Clips", run: () => void sharePage(chosenClips().slice(0, MAX_SHARED)) };
  return [
    page,
    ...presets.map(({ name, title }) => ({
      key: `export ${name}`,
      title: `Export for ${title}`,
      group: "Clips",
      run: () => void exportFor(chosenClips(), name),
    })),
  ];
}

/** For the palette. */
export function keptEntries(): Entry[] {
  const { collections, searches } = useCollections.getState();
  const entry = (id: string, title: string, group: string, wanted: Partial<Filter>): Entry => ({
    key: id,
    title,
    group,
    run: () => {
      openPanel("library");
      showFilter(wanted);
    },
  });
  return [
    ...collections.map(({ id, name, clips }) => entry(id, name, `Collection, ${count(clips.length)}`, { collection: id })),
    ...searches.map(({ id, name, words }) => entry(id, name, "Search", words)),
    ...exportEntries(),
  ];
}
