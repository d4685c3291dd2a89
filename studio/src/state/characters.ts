/** The user's own characters: which are on the shelf, which one wears the open clip, and its mesh. Edits are the server's, undo the library's. */
import type * as THREE from "three";
import { create } from "zustand";

import { panelApi, sendCharacter } from "../protocol/api";
import { floats } from "../protocol/arrays";
import type { CharacterList, CharacterRow, KeptWorn, WornClip } from "../protocol/types";
import { loadMesh } from "../scene/loadMesh";
import type { Frames } from "../scene/pose";
import { windowId } from "./identity";
import { selectJoint } from "./selection";
import { sendPanelEdit, useSession } from "./session";
import { openClip, useStage } from "./stage";
import { toast, toastError } from "./toasts";

const PANEL = "characters";
const CALM_MS = 120;

/** A character's file as the scene has it: its objects by joint, parents first. */
export interface WornMesh {
  readonly root: THREE.Group;
  /** The object of each joint of the skeleton. */
  readonly joints: readonly THREE.Object3D[];
  /** The joints in the order in which the file's tree has them. */
  readonly order: readonly number[];
  /** The scale of each joint's object in the world, at rest. */
  readonly scales: readonly THREE.Vector3[];
  readonly unit: number;
}

/** The open clip on the chosen character. */
export interface Worn {
  readonly clip: string;
  readonly detail: WornClip;
  readonly frames: Frames;
  readonly mesh: WornMesh;
}

export interface Characters {
  readonly list: CharacterList | null;
  /** The character that wears what is open; null for our mannequin. */
  readonly chosen: string | null;
  readonly worn: Worn | null;
  /** The role that the next joint that is picked on stage plays. */
  readonly role: string | null;
  readonly busy: boolean;
}

export const useCharacters = create<Characters>(() => ({ list: null, chosen: null, worn: null, role: null, busy: false }));
const set = useCharacters.setState;
const get = useCharacters.getState;
let asked = 0;
let looking: ReturnType<typeof setTimeout> | undefined;
let inSight = 0;

export const chosenRow = ({ list, chosen }: Characters): CharacterRow | null => list?.characters.find(({ id }) => id === chosen) ?? null;

export async function loadCharacters(): Promise<void> {
  const list = await panelApi.get<CharacterList>(PANEL, "characters");
  const before = JSON.stringify(chosenRow(get()));
  set(({ chosen }) => ({ list, chosen: list.characters.some(({ id }) => id === chosen) ? chosen : null }));
  const same = JSON.stringify(chosenRow(get())) === before && get().worn?.clip === useStage.getState().active;
  if (!same) await dress(); // most edits of a library say nothing of characters
}

export function chooseCharacter(chosen: string | null): void {
  set({ chosen, role: null });
  selectJoint(null);
  void dress();
}

/** Puts a file on the shelf and chooses it. */
export async function addCharacter(file: File): Promise<void> {
  set({ busy: true });
  try {
    const row = await sendCharacter(file, windowId());
    set({ chosen: row.id });
    await loadCharacters();
    toast(
      row.missing.length > 0 ? "info" : "success",
      row.missing.length > 0 ? `${row.name}: map ${row.missing.length} more roles` : `${row.name} is on the shelf`,
    );
  } catch (error) {
    toastError(error);
  } finally {
    set({ busy: false });
  }
}

/** Files that are dropped while the panel is in sight become characters, where all of them can be. */
export function takeDropped(files: readonly File[]): boolean {
  if (inSight === 0 || files.length === 0 || !files.every(({ name }) => /\.(glb|vrm|fbx|usd[acz]?)$/i.test(name))) return false;
  void (async () => {
    for (const file of files) await addCharacter(file);
  })();
  return true;
}

export function pickRole(role: string | null): void {
  set({ role });
}

export function mapRole(role: string, joint: string): void {
  const row = chosenRow(get());
  if (!row) return;
  set({ role: null });
  sendPanelEdit(PANEL, `characters/${row.id}/map`, { role, joint });
}

export async function dropCharacter(): Promise<void> {
  const row = chosenRow(get());
  if (row) await panelApi.post(PANEL, `characters/${row.id}/delete`, { window: windowId() });
}

/** Keeps the open clip on the character as a clip of its own, and opens it. */
export async function keepWorn(): Promise<void> {
  const row = chosenRow(get());
  const { active } = useStage.getState();
  if (!row || !active) return;
  const { clips } = await panelApi.post<KeptWorn>(PANEL, `characters/${row.id}/keep`, { window: windowId(), clips: [active] });
  if (clips[0]) await openClip(clips[0]);
}

/** Where the character's file with these clips comes from. */
export function exportAddress(character: string, clips: readonly string[], inPlace: boolean): string {
  return `/api/panels/${PANEL}/characters/${encodeURIComponent(character)}/export?clips=${clips.map(encodeURIComponent).join(",")}&in_place=${inPlace}`;
}

/** Asks for the open clip on the chosen character. */
async function dress(): Promise<void> {
  const row = chosenRow(get());
  const { active } = useStage.getState();
  const mine = ++asked;
  if (!row || !active) return set({ worn: null });
  set({ busy: true });
  try {
    const answer = await panelApi.arrays(PANEL, `characters/${row.id}/clips/${active}`);
    const detail = answer.meta as unknown as WornClip;
    const mesh = await loadMesh(`/api/panels/${PANEL}/characters/${encodeURIComponent(row.id)}/file`, row.content, detail.nodes, detail.unit);
    if (mine !== asked) return;
    const [frames, joints] = answer.arrays.get("positions")?.info.shape ?? [0, 0];
    set({
      worn: {
        clip: active,
        detail,
        frames: { frames, joints, fps: detail.fps, positions: floats(answer, "positions"), rotations: floats(answer, "rotations") },
        mesh,
      },
    });
  } catch (error) {
    if (mine !== asked) return;
    set({ worn: null });
    toastError(error);
  } finally {
    if (mine === asked) set({ busy: false });
  }
}

/** Begins to follow the open clip and edits of any window; a character stays on while other panels are in sight. */
export function followCharacters(): () => void {
  inSight += 1;
  return () => void (inSight -= 1);
}

useStage.subscribe((now, before) => {
  if (now.active !== before.active && get().chosen) void dress();
});

useSession.subscribe((now, before) => {
  if (!get().list || now.documents.seq === before.documents.seq) return;
  clearTimeout(looking);
  looking = setTimeout(() => void loadCharacters().catch(() => undefined), CALM_MS);
});
