/** This window's connection to the library: documents, history and jobs, kept current by the live socket and edited through the outbox. */
import { create } from "zustand";

import { api, panelApi } from "../protocol/api";
import { connectLive } from "../protocol/socket";
import type { Changes, Command, CommandResult, History, Job, LibraryInfo, ServerMessage } from "../protocol/types";
import { forgetStates, markThumbnails, NO_DOCUMENTS, receiveList, receiveStates, type Documents } from "./documents";
import { makeId, windowId } from "./identity";
import { mergeJob, sortJobs } from "./jobs";
import { Outbox, type Letter } from "./outbox";
import { toast, toastError } from "./toasts";

export interface Session {
  readonly info: LibraryInfo | null;
  readonly connected: boolean;
  /** The list of clips has arrived. */
  readonly listed: boolean;
  readonly documents: Documents;
  readonly history: History;
  readonly unsent: number;
  readonly jobs: readonly Job[];
}

export const useSession = create<Session>(() => ({
  info: null,
  connected: false,
  listed: false,
  documents: NO_DOCUMENTS,
  history: { undo: null, redo: null },
  unsent: 0,
  jobs: [],
}));

const set = useSession.setState;
const get = useSession.getState;
/** Clips that another window deleted. */
const takenAway = new Set<string>();
let opened: ReadonlySet<string> = new Set();
let outbox: Outbox | null = null;
let me = "";
let firstLoad: Promise<void> | null = null;

/** Connects this window; call the answer to end it. */
export function startSession(): () => void {
  me = windowId();
  outbox = new Outbox(
    sendLetter,
    { onQueue: showQueue, onResult: (_, result) => receiveResult(result), onRefused: (_, error) => toastError(error) },
    sessionStorage,
  );
  outbox.start();
  firstLoad = reload(); // need not wait for the socket
  return connectLive({
    hello: () => {
      const { info, documents } = get();
      return { type: "hello", window: me, library: info?.library ?? null, seq: info ? documents.seq : null };
    },
    onMessage: receiveMessage,
    onConnection: (connected) => {
      set({ connected });
      if (connected) outbox?.retryNow();
    },
  });
}

/** Sends an edit; it is shown at once. */
export function sendCommand(command: Command): void {
  outbox?.push({ what: "command", request: { id: makeId(), window: me, command } });
}

/** Sends an edit that a panel's server side makes, in turn with all others of this window; `body` is its request but for id and window. */
export function sendPanelEdit(panel: string, path: string, body: Readonly<Record<string, unknown>>): void {
  outbox?.push({ what: "panel", panel, path, request: { ...body, id: makeId(), window: me } });
}

export function undo(): void {
  outbox?.push({ what: "undo", request: { id: makeId(), window: me } });
}

export function redo(): void {
  outbox?.push({ what: "redo", request: { id: makeId(), window: me } });
}

/** Resolves once every edit of this window is on the server's disk. */
export function allSent(): Promise<void> {
  return new Promise((resolve) => {
    if (get().unsent === 0) return resolve();
    const stop = useSession.subscribe(({ unsent }) => {
      if (unsent > 0) return;
      stop();
      resolve();
    });
  });
}

/** Says which clips are open: their full states are kept current, others' are forgotten. */
export function setOpened(clips: ReadonlySet<string>): void {
  opened = clips;
  set(({ documents }) => ({ documents: forgetStates(documents, (clip) => opened.has(clip)) }));
}

export function receiveState(state: Parameters<typeof receiveStates>[1][number]): void {
  set(({ documents }) => ({ documents: receiveStates(documents, [state], (clip) => opened.has(clip)) }));
}

/** Whether a clip that is gone was deleted in another window. */
export function wasDeletedElsewhere(clip: string): boolean {
  return takenAway.has(clip);
}

export function receiveJob(job: Job): void {
  set(({ jobs }) => ({ jobs: mergeJob(jobs, job) }));
}

export function removeJob(id: string): void {
  set(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) }));
}

/** Loads the list, and the states of open clips, anew. */
export async function reload(): Promise<void> {
  try {
    const info = await api.library();
    if (info.state === "none") return set({ info }); // nothing to list yet
    const details = Promise.all([...opened].map((clip) => api.clip(clip).catch(() => null)));
    const list = await api.clips();
    set(({ documents }) => ({ info, listed: true, documents: receiveList(documents, list) }));
    for (const detail of await details) if (detail) receiveState(detail.state);
  } catch (error) {
    if (get().connected) toastError(error); // otherwise the banner says it already
  }
}

function sendLetter(letter: Letter): Promise<CommandResult> {
  if (letter.what === "command") return api.command(letter.request);
  if (letter.what === "panel") return panelApi.post<CommandResult>(letter.panel, letter.path, letter.request);
  return letter.what === "undo" ? api.undo(letter.request) : api.redo(letter.request);
}

function showQueue(letters: readonly Letter[]): void {
  const pending = letters.flatMap((letter) => (letter.what === "command" ? [letter.request] : []));
  set(({ documents }) => ({ unsent: letters.length, documents: { ...documents, pending } }));
}

function receiveResult(result: CommandResult): void {
  set(({ documents }) => ({ history: result.history, documents: receiveStates(documents, result.clips, (clip) => opened.has(clip)) }));
  if (result.reload) void reload();
  if (result.kept.length > 0) toast("info", "Some of it was left as it is, because it has been changed since.");
}

function receiveMessage(message: ServerMessage): void {
  switch (message.type) {
    case "welcome":
      return receiveWelcome(message.library, message.reload, message.jobs, message.history);
    case "changes": {
      noteWhoDeleted(message);
      set(({ documents }) => ({
        history: message.history,
        documents: { ...receiveStates(documents, message.clips, (clip) => opened.has(clip)), seq: Math.max(documents.seq, message.seq) },
      }));
      outbox?.confirm(new Set(message.changes.map((change) => change.command)));
      if (message.reload) void reload();
      return;
    }
    case "library":
      return receiveLibrary(message.library);
    case "job":
      return receiveJob(message.job);
    case "job_removed":
      return removeJob(message.id);
    case "thumbnails":
      return set(({ documents }) => ({ documents: markThumbnails(documents, message.clips) }));
    case "error":
      return toast("error", message.error);
    case "panel": // no panel of this client has news beyond its jobs
    case "pong":
      return;
  }
}

function noteWhoDeleted({ changes, clips }: Changes): void {
  for (const { id, row } of clips) {
    const last = changes.findLast((change) => change.clips.includes(id));
    if (row === null && last && last.window !== me) takenAway.add(id);
    else if (row !== null) takenAway.delete(id);
  }
}

function receiveWelcome(info: LibraryInfo, again: boolean, jobs: readonly Job[], history: History): void {
  set({ history, jobs: sortJobs(jobs) });
  receiveLibrary(info);
  if (firstLoad) void catchUp(firstLoad, info.seq);
  else if (again || !get().listed) void reload();
  firstLoad = null;
}

/** After the first load: what changed between it and the socket's first word was told to nobody. */
async function catchUp(loading: Promise<void>, seq: number): Promise<void> {
  await loading;
  const { listed, documents } = get();
  if (!listed || documents.seq < seq) await reload();
}

function receiveLibrary(info: LibraryInfo): void {
  const before = get().info;
  set({ info });
  if (before && before.library !== info.library) {
    set(({ documents }) => ({ listed: false, documents: { ...NO_DOCUMENTS, pending: documents.pending } }));
    void reload();
  }
}
