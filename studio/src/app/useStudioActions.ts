/** Every action of the studio and of its panels, with the keys that this person gave them. */
import { useEffect, useMemo } from "react";

import type { Panel } from "../panels/panel";
import { useSettings } from "../state/settings";
import { foldAll, foldDock, openPanel, showWorkspace } from "../state/workspaces";
import { ownedBy, ownedByAll, useActions, withKeys, type Action, type OwnedAction } from "./actions";
import { FOLDING } from "./Docks";
import { listenForKeys } from "./keys";
import { whenHere } from "./later";
import { isShown, workspacesOf } from "./panels";
import { studioActions } from "./studioActions";

const FOLD_ACTIONS: readonly Action[] = [
  ...FOLDING.map(({ dock, title, key }) => ({ keys: [key], label: `${title}: show or hide`, group: "Studio", run: () => foldDock(dock) })),
  { keys: ["Shift+F"], label: "Only the viewer, or everything", group: "Studio", run: foldAll },
];

/** Ctrl 1 to 9, in the order of the bar. */
function workspaceActions(panels: readonly Panel[]): Action[] {
  return workspacesOf(panels).map(({ id, title }, index) => ({
    keys: index < 9 ? [`Ctrl+${index + 1}`] : [],
    label: `Workspace ${title}`,
    group: "Workspaces",
    run: () => showWorkspace(id),
    everywhere: true,
  }));
}

function panelActions(panels: readonly Panel[]): Action[] {
  return panels.map(({ id, title }) => ({ keys: [], label: `Panel ${title}`, group: "Panels", run: () => openPanel(id) }));
}

/** Makes them known, and listens for their keys. `overlays` are what the page itself opens. */
export function useStudioActions(panels: readonly Panel[], overlays: readonly Action[]): readonly OwnedAction[] {
  const chosen = useSettings((settings) => settings.keys);
  const actions = useMemo(() => {
    const all = [
      ...ownedByAll(studioActions),
      ...panels.flatMap((panel) =>
        ownedBy(
          panel.id,
          panel.actions ?? [],
          () => isShown(panel, panels),
          () => whenHere(panel.Component),
        ),
      ),
      ...ownedByAll([...workspaceActions(panels), ...panelActions(panels), ...FOLD_ACTIONS, ...overlays]),
    ];
    return withKeys(all, chosen);
  }, [panels, overlays, chosen]);
  useEffect(() => useActions.setState({ actions }), [actions]);
  useEffect(() => listenForKeys(actions), [actions]);
  return actions;
}
