/** The whole studio: a bar, the docks of the workspace that is shown, and what lies over them. */
import { useEffect, useMemo, useState } from "react";

import { loadAddedPanels } from "../panels/added";
import { ClipDialogs } from "../panels/library/ClipDialogs";
import type { Panel } from "../panels/panel";
import { useSession } from "../state/session";
import { useSettings } from "../state/settings";
import { toastError } from "../state/toasts";
import type { Action } from "./actions";
import { Banner } from "./Banner";
import { ContextMenu } from "./ContextMenu";
import { Dock } from "./Docks";
import { DropZone } from "./DropZone";
import { KeysDialog } from "./KeysDialog";
import { loadTheRest } from "./later";
import { OwnWindows } from "./OwnWindows";
import { Palette } from "./Palette";
import { usePanels } from "./panels";
import { Toasts } from "./Toasts";
import { TopBar } from "./TopBar";
import { TransportStrip } from "./TransportStrip";
import { useStudioActions } from "./useStudioActions";

export function App() {
  const theme = useSettings((settings) => settings.theme);
  const [over, setOver] = useState<"keys" | "palette" | null>(null);
  const panels = usePanels();
  const overlays = useMemo<Action[]>(
    () => [
      { keys: ["Ctrl+K"], label: "Find an action, clip or workspace", group: "Studio", run: () => setOver("palette"), everywhere: true },
      { keys: ["?"], label: "Show and change keys", group: "Studio", run: () => setOver("keys") },
    ],
    [],
  );
  const actions = useStudioActions(panels, overlays);
  useEffect(() => void loadAddedPanels().catch(toastError), []);
  const connected = useSession((session) => session.connected);
  useEffect(() => void loadTheRest(), [connected]); // again when the server is back: what could not be had then can be now
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const close = (): void => setOver(null);
  return (
    <div className="studio">
      <TopBar panels={panels} onHelp={() => setOver("keys")} onFind={() => setOver("palette")} />
      <Workspace panels={panels} />
      <Banner />
      <DropZone />
      <Toasts />
      <ContextMenu />
      <OwnWindows panels={panels} actions={actions} />
      <ClipDialogs />
      {over === "keys" && <KeysDialog actions={actions} onClose={close} />}
      {over === "palette" && <Palette actions={actions} panels={panels} onClose={close} />}
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
