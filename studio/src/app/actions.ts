/** Actions: what can be done in the studio, by key, from the palette and from menus. Panels say theirs. */
import { create } from "zustand";

import { chordText } from "./keys";

export interface Action {
  /** As `chordOf` spells it: "Space", "Ctrl+Z", "Shift+ArrowLeft", "?". Several do the same; none: it is found in the palette. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: string;
  readonly run: (chord: string) => void;
  /** Where it answers only at times: while it does, it comes before those that always do. A panel's key never answers while the panel is out of sight. */
  readonly when?: () => boolean;
  /** Whether its key answers now; the palette and menus do not ask. */
  readonly heard?: () => boolean;
  /** Answers while a field is typed in, too. */
  readonly everywhere?: boolean;
  /** What it does on one of its keys, where that differs from key to key. */
  readonly labelOf?: (chord: string) => string;
}

/** An action and whose it is: a panel's keys answer only while the panel is seen. */
export interface OwnedAction extends Action {
  readonly panel: string | null;
  readonly seen: () => boolean;
  /** Resolves when the panel can be shown: some come later than the page. */
  readonly ready: () => Promise<void>;
}

const AT_ONCE = (): Promise<void> => Promise.resolve();

/** Actions as a panel's own; `seen` says whether the panel is in sight, `ready` waits until it can be. */
export function ownedBy(panel: string, actions: readonly Action[], seen: () => boolean, ready = AT_ONCE): OwnedAction[] {
  return actions.map((action) => ({ ...action, panel, seen, ready }));
}

/** Actions that belong to no panel. */
export function ownedByAll(actions: readonly Action[]): OwnedAction[] {
  return actions.map((action) => ({ ...action, panel: null, seen: () => true, ready: AT_ONCE }));
}

/** The action that answers to a chord now: of the panel that has the focus, else one whose time it is, else the first that always answers. */
export function answering(actions: readonly OwnedAction[], chord: string, focused: string | null): OwnedAction | undefined {
  const ready = actions.filter((action) => action.keys.includes(chord) && action.seen() && (action.heard?.() ?? true) && (action.when?.() ?? true));
  return ready.find((action) => action.panel !== null && action.panel === focused) ?? ready.find((action) => action.when) ?? ready[0];
}

/** What an action is called where its keys are kept. */
export function nameOf({ panel, label }: Pick<OwnedAction, "panel" | "label">): string {
  return `${panel ?? "studio"}: ${label}`;
}

/** A key for each digit and the like: such a row is not changed one by one. */
export const isRow = ({ keys }: Pick<Action, "keys">): boolean => keys.length > 4;

/** The actions with the keys that a person gave them. Pure. */
export function withKeys(actions: readonly OwnedAction[], chosen: Readonly<Record<string, readonly string[]>>): OwnedAction[] {
  return actions.map((action) => {
    const keys = chosen[nameOf(action)];
    return Array.isArray(keys) && keys.every((key) => typeof key === "string") ? { ...action, keys } : action;
  });
}

/** The chosen keys after an action was given a chord: whoever else would answer to it at the same time loses it. Pure. */
export function giveKey(
  actions: readonly OwnedAction[],
  chosen: Readonly<Record<string, readonly string[]>>,
  given: OwnedAction,
  chord: string,
): { chosen: Readonly<Record<string, readonly string[]>>; lost: readonly string[] } {
  const rivals = actions.filter(
    (other) => nameOf(other) !== nameOf(given) && other.keys.includes(chord) && (other.panel === given.panel || other.panel === null || given.panel === null),
  );
  const changes = Object.fromEntries(rivals.map((other) => [nameOf(other), other.keys.filter((key) => key !== chord)]));
  return { chosen: { ...chosen, ...changes, [nameOf(given)]: [chord] }, lost: rivals.map(({ label }) => label) };
}

/** All there are now, with the keys that they answer to. */
export const useActions = create<{ readonly actions: readonly OwnedAction[] }>(() => ({ actions: [] }));

/** The key of an action for people, by its label; undefined where it has none. */
export function useKeyText(label: string | undefined): string | undefined {
  return useActions(({ actions }) => {
    const chord = label === undefined ? undefined : actions.find((action) => action.label === label)?.keys[0];
    return chord === undefined ? undefined : chordText(chord);
  });
}
