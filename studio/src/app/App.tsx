/** The whole studio: a bar, the docks of the workspace that is shown, and what lies over them. */
import { useEffect, useMemo, useState } from "react";

import { loadAddedPanels } from "../panels/added";
import type { Panel } from "../panels/panel";
import { useSession } from "../state/session";
import { useSettings } from "../state/settings";
import { toastError } from "../state/toasts";
import { foldAll, foldDock, showWorkspace } from "../state/workspaces";
import { Banner } from "./Banner";
import { Dock, FOLDING } from "./Docks";
import { DropZone } from "./DropZone";
import { listenForKeys, ownedBy, ownedByAll, type KeyBinding, type OwnedBinding } from "./keys";
import { KeysDialog } from "./KeysDialog";
import { isShown, usePanels, workspacesOf } from "./panels";
import { studioKeys } from "./studioKeys";
import { Toasts } from "./Toasts";
import { TopBar } from "./TopBar";
import { TransportStrip } from "./TransportStrip";

const FOLD_KEYS: readonly KeyBinding[] = [
  ...FOLDING.map(({ dock, title, key }) => ({ keys: [key], label: `${title}: show or hide`, group: "Studio", run: () => foldDock(dock) })),
  { keys: ["Shift+F"], label: "Only the viewer, or everything", group: "Studio", run: foldAll },
];

/** Ctrl 1 to 9, in the order of the bar. */
function workspaceKeys(panels: readonly Panel[]): KeyBinding[] {
  return workspacesOf(panels)
    .slice(0, 9)
    .map(({ id, title }, index) => ({ keys: [`Ctrl+${index + 1}`], label: `Workspace ${title}`, group: "Workspaces", run: () => showWorkspace(id) }));
}

export function App() {
  const theme = useSettings((settings) => settings.theme);
  const [help, setHelp] = useState(false);
  const panels = usePanels();
  const bindings = useMemo<OwnedBinding[]>(
    () => [
      ...ownedByAll(studioKeys),
      ...panels.flatMap((panel) => ownedBy(panel.id, panel.keys ?? [], () => isShown(panel, panels))),
      ...ownedByAll([...workspaceKeys(panels), ...FOLD_KEYS, { keys: ["?"], label: "Show these keys", group: "Studio", run: () => setHelp(true) }]),
    ],
    [panels],
  );
  useEffect(() => listenForKeys(bindings), [bindings]);
  useEffect(() => void loadAddedPanels().catch(toastError), []);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <div className="studio">
      <TopBar panels={panels} onHelp={() => setHelp(true)} />
      <Workspace panels={panels} />
      <Banner />
      <DropZone />
      <Toasts />
      {help && <KeysDialog bindings={bindings} onClose={() => setHelp(false)} />}
    </div>
  );
}

/** Without a library the studio has one thing to do, and the centre does it. */
function Workspace({ panels }: { panels: readonly Panel[] }) {
  const empty = useSession((session) => session.info?.state === "none");
  const centre = <Dock name="centre" panels={panels} />;
  if (empty) return <main className="workspace">{centre}</main>;
  return (
    <main className="workspace">
      <Dock name="left" panels={panels} sizing={{ usual: 312, edge: "right", least: 240, most: 640 }} />
      <div className="column">
        {centre}
        <TransportStrip />
        <Dock name="bottom" panels={panels} sizing={{ usual: 300, edge: "top", least: 140, most: 520 }} />
      </div>
      <Dock name="right" panels={panels} sizing={{ usual: 304, edge: "left", least: 220, most: 480 }} />
    </main>
  );
}
