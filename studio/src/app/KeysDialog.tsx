/** Every key there is, by what it is for; a press on one changes it. */
import { useEffect, useState } from "react";

import { changeSettings, useSettings } from "../state/settings";
import { toast } from "../state/toasts";
import { giveKey, isRow, nameOf, type OwnedAction } from "./actions";
import { Dialog } from "./controls";
import { chordOf, chordText } from "./keys";

const MODIFIERS = ["Control", "Shift", "Alt", "Meta"];

export function KeysDialog({ actions, onClose }: { actions: readonly OwnedAction[]; onClose: () => void }) {
  const [changing, setChanging] = useState<OwnedAction | null>(null);
  const changed = useSettings((settings) => Object.keys(settings.keys).length > 0);
  const shown = actions.filter((action) => action.keys.length > 0 || changed);
  const groups = [...new Set(shown.map((action) => action.group))];
  useNextKey(actions, changing, () => setChanging(null));
  return (
    <Dialog title="Keys" onClose={onClose}>
      <p className="soft">
        {changing ? `Press the key for “${changing.label}”; Esc leaves it as it is.` : "Press a key here to change it. Your keys are kept in this browser."}{" "}
        {changed && (
          <button type="button" className="button quiet" onClick={() => changeSettings({ keys: {} })}>
            All as they came
          </button>
        )}
      </p>
      <div className="key-groups scroll">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {shown
                .filter((action) => action.group === group)
                .map((action) => (
                  <li key={nameOf(action)}>
                    <span>{action.label}</span>
                    <KeyButton action={action} waiting={changing !== null && nameOf(changing) === nameOf(action)} onPress={() => setChanging(action)} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function KeyButton({ action, waiting, onPress }: { action: OwnedAction; waiting: boolean; onPress: () => void }) {
  const keys = shownKeys(action);
  return (
    <button
      type="button"
      className="keys"
      disabled={isRow(action)}
      aria-label={`Change the key of ${action.label}`}
      title={isRow(action) ? "" : "Change"}
      onClick={onPress}
    >
      {waiting ? <kbd>…</kbd> : keys.length === 0 ? <kbd>none</kbd> : keys.map((key) => <kbd key={key}>{key}</kbd>)}
    </button>
  );
}

/** Gives the next key that is pressed to the action. */
function useNextKey(actions: readonly OwnedAction[], changing: OwnedAction | null, onDone: () => void): void {
  useEffect(() => {
    if (!changing) return;
    const onKey = (event: KeyboardEvent): void => {
      if (MODIFIERS.includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onDone();
      if (event.key === "Escape") return;
      const { chosen, lost } = giveKey(actions, useSettings.getState().keys, changing, chordOf(event));
      changeSettings({ keys: chosen });
      if (lost.length > 0) toast("info", `${chordText(chordOf(event))} was the key of “${lost.join("” and “")}”, which has none now.`);
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [actions, changing, onDone]);
}

/** Two at most, and a row of digits as "1 – 9". */
function shownKeys(action: OwnedAction): string[] {
  if (isRow(action)) return [`${chordText(action.keys[0])} – ${chordText(action.keys[action.keys.length - 1])}`];
  return action.keys.slice(0, 2).map(chordText);
}
