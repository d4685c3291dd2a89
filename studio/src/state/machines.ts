/** The library's behaviour machines, and the one that the machine panels work with. The server keeps them; undo is the library's. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import type { Job, MachineBuild, MachineDetail, MachineList, MachineProposal } from "../protocol/types";
import { busily } from "./busily";
import { windowId } from "./identity";
import { receiveJob, useSession } from "./session";
import { toastError } from "./toasts";

export interface Machines {
  readonly list: MachineList | null;
  readonly open: MachineDetail | null;
  /** What could be built, while a person chooses. */
  readonly proposal: MachineProposal | null;
  readonly busy: boolean;
}

const NONE: Machines = { list: null, open: null, proposal: null, busy: false };

export const useMachines = create<Machines>(() => NONE);

const set = useMachines.setState;
const get = useMachines.getState;
let asked = 0;
let opening = 0;

/** Does one thing at a time, and says what went wrong; whether it went well. */
export async function during(work: () => Promise<unknown>): Promise<boolean> {
  return (await busily(useMachines, () => work().then(() => true))) ?? false;
}

/** Loads the list, and the open machine where it has changed. The newest machine opens by itself when none is open. */
export async function loadMachines(): Promise<void> {
  const mine = ++asked;
  try {
    const before = get();
    const list = await panelApi.get<MachineList>("machine", "machines");
    if (mine !== asked) return;
    const fresh = list.machines.find((row) => !before.list?.machines.some((known) => known.id === row.id));
    const wanted = before.list && fresh ? fresh : (list.machines.find((row) => row.id === before.open?.id) ?? list.machines[0]);
    set({ list, ...(wanted ? {} : { open: null }) });
    const { open } = get();
    if (wanted && (wanted.id !== open?.id || wanted.content !== open.content || wanted.name !== open.name)) await openMachine(wanted.id);
  } catch (error) {
    if (useSession.getState().connected) toastError(error);
  }
}

export async function openMachine(id: string): Promise<void> {
  const mine = ++opening;
  try {
    const open = await panelApi.get<MachineDetail>("machine", `machines/${id}`);
    if (mine !== opening) return; // answers may overtake each other; what was asked last is newest
    const old = get().open;
    // The body of a machine never changes: the same object stays, so that the scene need not build it again.
    set({ open: old?.id === id ? { ...open, skeleton: old.skeleton, body: old.body, parts: old.parts } : open });
  } catch (error) {
    toastError(error);
  }
}

export async function proposeMachine(subject: string): Promise<void> {
  await during(async () => set({ proposal: await panelApi.get<MachineProposal>("machine", `proposal?subject=${encodeURIComponent(subject)}`) }));
}

export function forgetProposal(): void {
  set({ proposal: null });
}

/** Mines and builds; without any choice the library's first proposal. */
export async function buildMachine(choice: Omit<MachineBuild, "window"> = {}): Promise<void> {
  const request: MachineBuild = { window: windowId(), ...choice };
  const started = await during(async () => receiveJob(await panelApi.post<Job>("machine", "build", request)));
  if (started) forgetProposal();
}

export async function renameMachine(name: string): Promise<void> {
  const { open } = get();
  if (open && name && name !== open.name) await edit("rename", { name });
}

export async function deleteMachine(): Promise<void> {
  await edit("delete", {});
}

/** The open machine for engines, as a job with a file to save. */
export async function exportMachine(): Promise<void> {
  const { open } = get();
  if (open) await during(async () => receiveJob(await panelApi.post<Job>("machine", `machines/${open.id}/export`, {})));
}

/** An edit of the open machine; the library's undo takes it back. What comes of it is shown when it is saved. */
export async function edit(path: string, body: object): Promise<boolean> {
  const { open } = get();
  if (!open) return false;
  const done = await during(() => panelApi.post("machine", `machines/${open.id}/${path}`, { window: windowId(), ...body }));
  if (done) await loadMachines();
  return done;
}

/** After a storm of edits machines are looked for once. */
const CALM_MS = 200;
let looking: ReturnType<typeof setTimeout> | undefined;

/** Somebody edited something, perhaps a machine; an undo did, perhaps. */
useSession.subscribe((now, before) => {
  if (now.info?.library !== before.info?.library) set(NONE);
  else if (now.documents.seq !== before.documents.seq && get().list !== null) {
    clearTimeout(looking);
    looking = setTimeout(() => void loadMachines(), CALM_MS);
  }
});
