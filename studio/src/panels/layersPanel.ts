/** Layers: where it stands and what its keys do; the rest is in layers.tsx. */
import { later } from "../app/later";
import { addLayer, applyLayers, deleteKey, holdMoment, nextKey, useLayers } from "../state/layers";
import { keyPose, pinFeet, setBrush, togglePin, undoDrag, usePosing } from "../state/posing";
import { useStage } from "../state/stage";
import { seek } from "../state/transport";
import type { Panel } from "./panel";
import { jointInHand } from "./viewer/posing";

const rolesNow = (): Readonly<Record<string, number>> => {
  const { active, loaded } = useStage.getState();
  return (active === null ? undefined : loaded.get(active)?.detail.body?.roles) ?? {};
};
const isOpen = (): boolean => useLayers.getState().open && useLayers.getState().clip !== null;
const toKey = (step: 1 | -1): void => {
  const at = nextKey(step);
  if (at !== null) seek(at);
};

export const layersPanel: Panel = {
  id: "layers",
  title: "Layers",
  icon: "pencil",
  dock: "right",
  workspaces: ["animate"],
  Component: later(() => import("./views").then(({ LayersPanel }) => LayersPanel)),
  actions: [
    { keys: ["K"], label: "Key the pose", group: "Pose", run: keyPose, when: isOpen },
    { keys: ["Ctrl+Z"], label: "Undo the last drag of a pose", group: "Pose", run: () => undoDrag(), when: () => isOpen() && usePosing.getState().drags > 0 },
    { keys: ["Escape"], label: "Give the pose up", group: "Pose", run: () => undoDrag(true), when: () => isOpen() && usePosing.getState().drags > 0 },
    {
      keys: ["Q"],
      label: "Pin or unpin the joint",
      group: "Pose",
      run: () => {
        const joint = jointInHand();
        if (joint !== null) togglePin(joint);
      },
      when: isOpen,
    },
    { keys: ["Shift+Q"], label: "Pin the feet, or unpin them", group: "Pose", run: () => pinFeet(rolesNow()), when: isOpen },
    { keys: ["Shift+B"], label: "Brush off", group: "Pose", run: () => setBrush(0), when: isOpen },
    { keys: ["T"], label: "Hold this moment, to drag it in time", group: "Layers", run: holdMoment, when: isOpen },
    { keys: ["Delete", "Backspace"], label: "Delete the key", group: "Layers", run: deleteKey, when: () => isOpen() && useLayers.getState().key !== null },
    { keys: ["PageDown"], label: "To the next key", group: "Layers", run: () => toKey(1), when: isOpen },
    { keys: ["PageUp"], label: "To the key before", group: "Layers", run: () => toKey(-1), when: isOpen },
    { keys: [], label: "Add a layer", group: "Layers", run: addLayer },
    { keys: [], label: "Apply the layers as a new clip", group: "Layers", run: () => void applyLayers() },
  ],
};
