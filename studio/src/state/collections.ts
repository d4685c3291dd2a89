/** Collections of clips and saved searches. The server keeps them; undo is the library's. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import type { CollectionInfo, CollectionList, SearchInfo } from "../protocol/types";
import { firstFrame } from "./firstFrame";
import { showFilter, useFilter, wordsOf } from "./filter";
import { makeId } from "./identity";
import { sendPanelEdit, useSession } from "./session";
import { toast } from "./toasts";

export interface Collections {
  readonly collections: readonly CollectionInfo[];
  readonly searches: readonly SearchInfo[];
}

const NONE: Collections = { collections: [], searches: [] };
const CALM_MS = 150;
export const useCollections = create<Collections>(() => NONE);

const get = useCollections.getState;
let looking: ReturnType<typeof setTimeout> | undefined;

async function loadCollections(): Promise<void> {
  if (useSession.getState().info?.state !== "open") return useCollections.setState(NONE);
  try {
    const found = await panelApi.get<CollectionList>("collections", "all");
    if (useSession.getState().unsent > 0) return; // what is on its way is newer
    if (JSON.stringify(found) !== JSON.stringify(get())) useCollections.setState(found);
  } catch {
    // The server is away: what is known stays.
  }
}

const named = (name: string): CollectionInfo | undefined => get().collections.find((each) => each.name.toLowerCase() === name.toLowerCase());

/** Puts clips into the collection of this name, a new one where there is none. */
export function collectClips(name: string, clips: readonly string[]): void {
  const known = named(name);
  const collection: CollectionInfo = { id: known?.id ?? makeId(), name: known?.name ?? name, clips: [...new Set([...(known?.clips ?? []), ...clips])] };
  const others = get().collections.filter((each) => each.id !== collection.id);
  useCollections.setState({ collections: [...others, collection].sort((a, b) => a.name.localeCompare(b.name)) });
  sendPanelEdit("collections", "collect", { collection: collection.id, name: collection.name, clips });
  toast("info", `In “${collection.name}” ${collection.clips.length === 1 ? "is a clip" : `are ${collection.clips.length} clips`} now.`, {
    label: "Show",
    run: () => showFilter({ collection: collection.id }),
  });
}

/** Takes clips out of the collection that is shown. */
export function takeOut(clips: readonly string[]): void {
  const { collection } = useFilter.getState();
  if (collection === null) return;
  useCollections.setState(({ collections }) => ({
    collections: collections.map((each) => (each.id === collection ? { ...each, clips: each.clips.filter((clip) => !clips.includes(clip)) } : each)),
  }));
  sendPanelEdit("collections", "take-out", { collection, clips });
}

/** Keeps what the list is narrowed by, under a name. */
export function saveSearch(name: string): void {
  const known = get().searches.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const search = { id: known?.id ?? makeId(), name, words: wordsOf(useFilter.getState()) };
  useCollections.setState(({ searches }) => ({ searches: [...searches.filter((each) => each.id !== search.id), search] }));
  sendPanelEdit("collections", "searches", { search: search.id, name, words: search.words });
}

export function forgetKept(id: string): void {
  useCollections.setState(({ collections, searches }) => ({
    collections: collections.filter((each) => each.id !== id),
    searches: searches.filter((each) => each.id !== id),
  }));
  if (useFilter.getState().collection === id) showFilter({});
  sendPanelEdit("collections", "forget", { document: id });
}

/** Somebody edited something, perhaps a collection; after a storm of edits they are looked for once. */
useSession.subscribe((now, before) => {
  const changed = now.documents.seq !== before.documents.seq || now.info?.library !== before.info?.library || (now.unsent === 0 && before.unsent > 0);
  if (!changed) return;
  clearTimeout(looking);
  looking = setTimeout(() => void firstFrame().then(loadCollections), CALM_MS);
});
