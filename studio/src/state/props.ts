/** The boxes on the open clip's floor. The server keeps them with the clip; undo is the library's. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import type { ClipProps, PropBox } from "../protocol/types";
import { makeId } from "./identity";
import { sendPanelEdit, useSession } from "./session";
import { useStage } from "./stage";

export interface Props {
  readonly clip: string | null;
  readonly boxes: readonly PropBox[];
}

export const useProps = create<Props>(() => ({ clip: null, boxes: [] }));

/** A chair's seat, metres. */
const USUAL = { width: 0.45, height: 0.45, depth: 0.45 } as const;
const CALM_MS = 150;
let asked = 0;
let looking: ReturnType<typeof setTimeout> | undefined;

async function loadProps(): Promise<void> {
  const { active } = useStage.getState();
  const mine = ++asked;
  if (active === null) return useProps.setState({ clip: null, boxes: [] });
  try {
    const { boxes } = await panelApi.get<ClipProps>("props", `clips/${active}`);
    if (mine === asked && useSession.getState().unsent === 0) useProps.setState({ clip: active, boxes });
  } catch {
    // The clip is gone, or the server is away: what is seen stays.
  }
}

/** Shows the boxes at once, and saves them as one step of undo. */
export function setBoxes(title: string, boxes: readonly PropBox[]): void {
  const { clip } = useProps.getState();
  if (clip === null) return;
  asked += 1; // an answer under way is older than this
  useProps.setState({ boxes });
  sendPanelEdit("props", `clips/${clip}`, { title, boxes });
}

/** A new box with the middle of its base at a place. */
export function addBox([x, z]: readonly [number, number]): void {
  const place = { x: Math.round(x * 100) / 100, z: Math.round(z * 100) / 100 };
  setBoxes("Add a box", [...useProps.getState().boxes, { id: makeId(), ...USUAL, ...place, y: 0, turn_degrees: 0 }]);
}

export function changeBox(id: string, changes: Partial<PropBox>): void {
  setBoxes(
    "Change a box",
    useProps.getState().boxes.map((box) => (box.id === id ? { ...box, ...changes } : box)),
  );
}

export function removeBox(id: string): void {
  setBoxes(
    "Delete a box",
    useProps.getState().boxes.filter((box) => box.id !== id),
  );
}

/** Begins to follow the open clip and edits of any window. Nobody waits for boxes: first the clip is drawn. */
export function followProps(): () => void {
  const soon = (): void => {
    clearTimeout(looking);
    looking = setTimeout(() => void loadProps(), CALM_MS);
  };
  soon();
  const stops = [
    useStage.subscribe((now, before) => {
      if (now.active === before.active) return;
      useProps.setState({ clip: now.active, boxes: [] });
      soon();
    }),
    useSession.subscribe((now, before) => {
      if (now.documents.seq !== before.documents.seq || (now.unsent === 0 && before.unsent > 0)) soon();
    }),
  ];
  return () => {
    clearTimeout(looking);
    stops.forEach((stop) => stop());
  };
}
