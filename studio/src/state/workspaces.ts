/** Which workspace is shown, and how each is arranged: which panels are in front, what is folded away, how wide. Kept in the browser. */
import { create } from "zustand";

import { focusPanel } from "./focus";
import { changeSettings, useSettings, type Settings } from "./settings";

/** Where a panel can be found. */
export interface Place {
  readonly id: string;
  readonly dock: string;
  readonly workspaces: readonly string[] | "all";
}

/** How a person has arranged a workspace; all by dock, and only what differs from how it comes. */
export interface Arrangement {
  readonly front: Readonly<Record<string, string>>;
  readonly folded: Readonly<Record<string, boolean>>;
  readonly sizes: Readonly<Record<string, number>>;
  /** What was folded before only the viewer was shown. */
  readonly before: Readonly<Record<string, boolean>>;
}

const AS_IT_COMES: Arrangement = { front: {}, folded: {}, sizes: {}, before: {} };

/** Docks that can be folded away. */
export const FOLDING_DOCKS = ["left", "bottom", "right"] as const;

/** Every panel's place, and the tray that is open. Panels of other packages come later. */
export const usePlaces = create<{ readonly places: readonly Place[]; readonly tray: string | null }>(() => ({ places: [], tray: null }));

/** Whether a panel is part of a workspace. */
export function belongs({ workspaces }: Pick<Place, "workspaces">, workspace: string): boolean {
  return workspaces === "all" || workspaces.includes(workspace);
}

/** Whether a workspace is a panel's own. */
export function isHome({ workspaces }: Pick<Place, "workspaces">, workspace: string): boolean {
  return workspaces !== "all" && workspaces[0] === workspace;
}

/** Whether a workspace has a panel of its own; one without is not shown. */
export function isInUse(workspace: string, places: readonly Pick<Place, "workspaces">[]): boolean {
  return places.some((place) => place.workspaces !== "all" && belongs(place, workspace));
}

/** How a workspace is arranged now. What was stored by somebody else's hand is taken as far as it fits. */
export function arrangementOf({ arrangements }: Pick<Settings, "arrangements">, workspace: string): Arrangement {
  const stored: unknown = arrangements[workspace];
  if (typeof stored !== "object" || stored === null) return AS_IT_COMES;
  const good = Object.entries(stored).filter(([key, value]) => key in AS_IT_COMES && typeof value === "object" && value !== null);
  return { ...AS_IT_COMES, ...(Object.fromEntries(good) as Partial<Arrangement>) };
}

/** Where a panel is opened: here where it is part of what is shown, else in its own workspace. Pure. */
export function workspaceFor(place: Pick<Place, "workspaces">, current: string): string {
  return place.workspaces === "all" || place.workspaces.includes(current) ? current : (place.workspaces[0] ?? current);
}

/** Only the viewer; again: what was there before, or everything where nothing was. Pure. */
export function foldedAll({ folded, before }: Arrangement): Pick<Arrangement, "folded" | "before"> {
  if (!FOLDING_DOCKS.every((dock) => folded[dock])) return { folded: Object.fromEntries(FOLDING_DOCKS.map((dock) => [dock, true])), before: folded };
  return { folded: FOLDING_DOCKS.every((dock) => before[dock]) ? {} : before, before: {} };
}

/** Arranges the workspace that is shown. */
export function arrange(change: (now: Arrangement) => Partial<Arrangement>, workspace = useSettings.getState().workspace): void {
  const { arrangements } = useSettings.getState();
  const now = arrangementOf({ arrangements }, workspace);
  changeSettings({ arrangements: { ...arrangements, [workspace]: { ...now, ...change(now) } } });
}

export function showWorkspace(workspace: string): void {
  changeSettings({ workspace });
}

/** Shows a panel by its name, in this workspace or in its own, and gives it the keys. */
export function openPanel(id: string): void {
  const place = usePlaces.getState().places.find((other) => other.id === id);
  if (!place) return;
  if (place.dock === "tray") return showTray(id);
  const workspace = workspaceFor(place, useSettings.getState().workspace);
  showWorkspace(workspace);
  arrange(({ front, folded }) => ({ front: { ...front, [place.dock]: id }, folded: { ...folded, [place.dock]: false } }));
  focusPanel(id);
}

export function showTray(tray: string | null): void {
  usePlaces.setState({ tray });
}

/** Folds a dock away, or brings it back. */
export function foldDock(dock: string): void {
  arrange(({ folded }) => ({ folded: { ...folded, [dock]: folded[dock] !== true } }));
}

/** Only the viewer; again: everything as it was. */
export function foldAll(): void {
  arrange(foldedAll);
}

export function resizeDock(dock: string, size: number): void {
  arrange(({ sizes }) => ({ sizes: { ...sizes, [dock]: size } }));
}
