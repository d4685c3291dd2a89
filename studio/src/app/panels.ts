/** The panels there are: ours, and behind them those of other packages; and which of them the workspace that is shown holds. */
import { useEffect, useMemo } from "react";

import { useAddedPanels } from "../panels/added";
import type { Dock, Panel } from "../panels/panel";
import { PANELS } from "../panels/registry";
import { useOwnWindows } from "../state/ownWindows";
import { useSettings, type Settings } from "../state/settings";
import { arrangementOf, belongs, isHome, isInUse, showWorkspace, usePlaces } from "../state/workspaces";
import { WORKSPACES } from "../workspaces/registry";
import type { Workspace } from "../workspaces/workspace";
import { isHere } from "./later";

/** All of them; makes their places known, so that each can be opened by its name. */
export function usePanels(): readonly Panel[] {
  const added = useAddedPanels((state) => state.panels);
  const panels = useMemo(() => [...PANELS, ...added], [added]);
  useEffect(() => {
    usePlaces.setState({ places: panels });
    showWorkspace(workspaceOf(panels, useSettings.getState()).id);
  }, [panels]);
  return panels;
}

/** Workspaces that have panels, in the order of the bar. */
export function workspacesOf(panels: readonly Panel[]): readonly Workspace[] {
  return WORKSPACES.filter(({ id }) => isInUse(id, panels));
}

/** The workspace that is shown; the first where the stored one is not there any more. */
export function workspaceOf(panels: readonly Panel[], settings: Pick<Settings, "workspace">): Workspace {
  const there = workspacesOf(panels);
  return there.find(({ id }) => id === settings.workspace) ?? there[0];
}

/** The panels that a dock holds, the workspace's own first, and the one in front: the chosen one, else the first. */
export function dockOf(panels: readonly Panel[], dock: Dock, settings: Settings): { held: readonly Panel[]; front: Panel | undefined } {
  const { id } = workspaceOf(panels, settings);
  const inDock = panels.filter((panel) => panel.dock === dock && belongs(panel, id));
  const held = [...inDock.filter((panel) => isHome(panel, id)), ...inDock.filter((panel) => !isHome(panel, id))];
  const chosen = arrangementOf(settings, id).front[dock];
  return { held, front: held.find((panel) => panel.id === chosen) ?? held[0] };
}

/** Whether a panel is in sight: it has come, its dock is not folded and it is in front, or it has a window of its own. */
export function isShown(panel: Panel, panels: readonly Panel[], settings: Settings = useSettings.getState()): boolean {
  if (!isHere(panel.Component)) return false;
  if (useOwnWindows.getState().windows.has(panel.id)) return true;
  if (panel.dock === "tray") return usePlaces.getState().tray === panel.id;
  const { folded } = arrangementOf(settings, workspaceOf(panels, settings).id);
  return folded[panel.dock] !== true && dockOf(panels, panel.dock, settings).front === panel;
}
