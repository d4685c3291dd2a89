/** Keys: the dope sheet and the curves of the open sketch. */
import { later } from "../app/later";
import { alignKeys, copyChosen, cutChosen, deleteChosen, keyCurves, pasteChosen, selectAllKeys, setTangents, stepKeys, toNextKey } from "../state/keyEdits";
import { useSketching } from "../state/sketching";
import type { Panel } from "./panel";

const isOpen = (): boolean => useSketching.getState().detail !== null;
const hasKeys = (): boolean => isOpen() && useSketching.getState().chosen.length > 0;

export const keysPanel: Panel = {
  id: "keys",
  title: "Keys",
  icon: "keys",
  dock: "bottom",
  workspaces: ["sketch"],
  Component: later(() => import("./views").then(({ KeysPanel }) => KeysPanel)),
  actions: [
    { keys: ["K"], label: "Key the drawn curves at this frame", group: "Keys", run: keyCurves, when: isOpen },
    { keys: ["Ctrl+A"], label: "Choose all keys", group: "Keys", run: selectAllKeys, when: isOpen },
    { keys: ["Ctrl+C"], label: "Copy the keys", group: "Keys", run: copyChosen, when: hasKeys },
    { keys: ["Ctrl+X"], label: "Cut the keys", group: "Keys", run: cutChosen, when: hasKeys },
    { keys: ["Ctrl+V"], label: "Paste keys at this frame", group: "Keys", run: pasteChosen, when: isOpen },
    { keys: ["Delete", "Backspace"], label: "Delete the keys", group: "Keys", run: deleteChosen, when: hasKeys },
    { keys: ["Alt+ArrowRight"], label: "Move the keys a frame later", group: "Keys", run: () => stepKeys(1), when: hasKeys },
    { keys: ["Alt+ArrowLeft"], label: "Move the keys a frame earlier", group: "Keys", run: () => stepKeys(-1), when: hasKeys },
    { keys: ["Shift+S"], label: "Snap the keys to the playhead", group: "Keys", run: alignKeys, when: hasKeys },
    { keys: ["PageDown"], label: "To the next key", group: "Keys", run: () => toNextKey(1), when: isOpen },
    { keys: ["PageUp"], label: "To the key before", group: "Keys", run: () => toNextKey(-1), when: isOpen },
    { keys: [], label: "Tangents: auto", group: "Keys", run: () => setTangents("auto"), when: hasKeys },
    { keys: [], label: "Tangents: linear", group: "Keys", run: () => setTangents("linear"), when: hasKeys },
    { keys: [], label: "Tangents: step", group: "Keys", run: () => setTangents("step"), when: hasKeys },
    { keys: [], label: "Tangents: free", group: "Keys", run: () => setTangents("free"), when: hasKeys },
  ],
};
