/** The whole studio: a bar, the docks, and what lies over them. */
import { useEffect, useMemo, useState } from "react";

import { loadAddedPanels, useAddedPanels } from "../panels/added";
import { PANELS } from "../panels/registry";
import type { Dock as DockName, Panel } from "../panels/panel";
import { useSession } from "../state/session";
import { useSettings } from "../state/settings";
import { toastError } from "../state/toasts";
import { Banner } from "./Banner";
import { Dock, foldAll, foldDock, FOLDING, isShown } from "./Docks";
import { DropZone } from "./DropZone";
import { listenForKeys, ownedBy, ownedByAll, type KeyBinding, type OwnedBinding } from "./keys";
import { KeysDialog } from "./KeysDialog";
import { studioKeys } from "./studioKeys";
import { Toasts } from "./Toasts";
import { TopBar } from "./TopBar";

/** Our panels, and behind them those of other packages. */
function usePanels(): readonly Panel[] {
  const added = useAddedPanels((state) => state.panels);
  return useMemo(() => [...PANELS, ...added], [added]);
}

const FOLD_KEYS: readonly KeyBinding[] = [
  ...FOLDING.map(({ dock, title, key }) => ({ keys: [key], label: `${title}: show or hide`, group: "Studio", run: () => foldDock(dock) })),
  { keys: ["Shift+F"], label: "Only the viewer, or everything", group: "Studio", run: foldAll },
];

export function App() {
  const theme = useSettings((settings) => settings.theme);
  const [help, setHelp] = useState(false);
  const panels = usePanels();
  const bindings = useMemo<OwnedBinding[]>(
    () => [
      ...ownedByAll(studioKeys),
      ...panels.flatMap((panel) => ownedBy(panel.id, panel.keys ?? [], () => isShown(panel, panels))),
      ...ownedByAll([...FOLD_KEYS, { keys: ["?"], label: "Show these keys", group: "Studio", run: () => setHelp(true) }]),
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
      <TopBar onHelp={() => setHelp(true)} />
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
  const inDock = (dock: DockName): readonly Panel[] => panels.filter((panel) => panel.dock === dock);
  const centre = <Dock name="centre" panels={inDock("centre")} />;
  if (empty) return <main className="workspace">{centre}</main>;
  return (
    <main className="workspace">
      <Dock name="left" panels={inDock("left")} sizing={{ key: "libraryWidth", edge: "right", least: 240, most: 640 }} />
      <div className="column">
        {centre}
        <Dock name="bottom" panels={inDock("bottom")} sizing={{ key: "timelineHeight", edge: "top", least: 140, most: 520 }} />
      </div>
      <Dock name="right" panels={inDock("right")} sizing={{ key: "sideWidth", edge: "left", least: 220, most: 480 }} />
    </main>
  );
}
