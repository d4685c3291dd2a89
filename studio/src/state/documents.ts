/** What this window knows of the library: what the server confirmed, and on top of it the edits that it has not confirmed yet.
 *
 * Plain data and pure functions. The view is always `pending edits applied to confirmed states`, so when newer states
 * arrive the pending edits are simply applied again on top of them.
 */
import type { ClipList, ClipRow, ClipState, CommandRequest } from "../protocol/types";

export interface Documents {
  /** The newest change that is in here. */
  readonly seq: number;
  /** Confirmed rows of every clip, with the change each is as of; null for a deleted clip. */
  readonly rows: ReadonlyMap<string, { readonly seq: number; readonly row: ClipRow | null }>;
  /** Confirmed states of the clips that were opened. */
  readonly states: ReadonlyMap<string, ClipState>;
  readonly pending: readonly CommandRequest[];
  /** Clips whose pictures are ready; told apart from the rows, and in any order with them. */
  readonly pictured: ReadonlySet<string>;
}

/** How edits act; given by `commands/registry`. */
export interface Edits {
  clipsOf(command: CommandRequest["command"]): readonly string[];
  applyCommand(state: ClipState, command: CommandRequest["command"]): ClipState;
}

export const NO_DOCUMENTS: Documents = { seq: 0, rows: new Map(), states: new Map(), pending: [], pictured: new Set() };

/** The whole list as of its `seq`; what is newer here stays. */
export function receiveList(documents: Documents, list: ClipList): Documents {
  const rows = new Map<string, { seq: number; row: ClipRow | null }>();
  for (const row of list.clips) rows.set(row.id, { seq: list.seq, row });
  for (const [id, known] of documents.rows) if (known.seq > list.seq) rows.set(id, known);
  return { ...documents, rows, seq: Math.max(documents.seq, list.seq) };
}

/** New states of clips; older than what is known they are ignored. `opened` says which to keep in full. */
export function receiveStates(documents: Documents, states: readonly ClipState[], opened: (clip: string) => boolean): Documents {
  if (states.length === 0) return documents;
  const rows = new Map(documents.rows);
  const kept = new Map(documents.states);
  let seq = documents.seq;
  for (const state of states) {
    const known = rows.get(state.id);
    if (!known || known.seq <= state.seq) rows.set(state.id, { seq: state.seq, row: state.row });
    const full = kept.get(state.id);
    if ((full || opened(state.id)) && (!full || full.seq <= state.seq)) kept.set(state.id, state);
    seq = Math.max(seq, state.seq);
  }
  return { ...documents, rows, states: kept, seq };
}

/** Notes whose pictures can be asked for. */
export function markThumbnails(documents: Documents, clips: readonly string[]): Documents {
  return { ...documents, pictured: new Set([...documents.pictured, ...clips]) };
}

/** Without the full state of clips that are no longer open. */
export function forgetStates(documents: Documents, opened: (clip: string) => boolean): Documents {
  const states = new Map([...documents.states].filter(([id]) => opened(id)));
  return states.size === documents.states.size ? documents : { ...documents, states };
}

/** The open clip as the person sees it; null where it is not loaded. */
export function viewState(documents: Documents, clip: string, edits: Edits): ClipState | null {
  const confirmed = documents.states.get(clip);
  return confirmed ? withPending(documents, confirmed, edits) : null;
}

/** Every clip that is not deleted, as the person sees it, in no order. */
export function viewRows(documents: Documents, edits: Edits): ClipRow[] {
  const touched = new Set(documents.pending.flatMap((request) => edits.clipsOf(request.command)));
  const rows: ClipRow[] = [];
  for (const [id, { row, seq }] of documents.rows) {
    const shown = touched.has(id) ? withPending(documents, documents.states.get(id) ?? bareState(id, row, seq), edits).row : row;
    if (shown) rows.push(shown.thumbnail || !documents.pictured.has(id) ? shown : { ...shown, thumbnail: true });
  }
  return rows;
}

function withPending(documents: Documents, state: ClipState, edits: Edits): ClipState {
  return documents.pending.reduce(
    (current, request) => (edits.clipsOf(request.command).includes(state.id) ? edits.applyCommand(current, request.command) : current),
    state,
  );
}

/** A clip of which only the row is known. */
function bareState(id: string, row: ClipRow | null, seq: number): ClipState {
  return {
    id,
    seq,
    row,
    annotations: [],
    plants: { known: false, spans: [[], [], [], []], by: "machine", person: [[], [], [], []] },
    note: "",
    natural: null,
  };
}
