/** Workspaces, name of the library, jobs, undo and redo, import, theme and help. */
import { useRef } from "react";

import type { Panel } from "../panels/panel";
import { useUnsentDrafts } from "../state/drafts";
import { redo, undo, useSession } from "../state/session";
import { changeSettings, useSettings } from "../state/settings";
import { arrangementOf, foldDock } from "../state/workspaces";
import { IconButton } from "./controls";
import { FOLDING } from "./Docks";
import { Icon, Logo } from "./icons";
import { importFiles } from "./importFiles";
import { Tray } from "./Tray";
import { WorkspaceBar } from "./WorkspaceBar";

export function TopBar({ panels, onHelp, onFind }: { panels: readonly Panel[]; onHelp: () => void; onFind: () => void }) {
  const info = useSession((session) => session.info);
  const history = useSession((session) => session.history);
  const theme = useSettings((settings) => settings.theme);
  const open = info?.state === "open";
  return (
    <header className="top-bar">
      <h1 className="brand" title={open ? info.path : undefined}>
        <Logo /> Motionloom
      </h1>
      {open && <WorkspaceBar panels={panels} />}
      <span className="spring" />
      {open && (
        <span className="library-name" title={info.path}>
          <strong>{info.name}</strong>
        </span>
      )}
      {open && (
        <>
          <Connection />
          <IconButton icon="search" label="Find an action, clip or workspace" action="Find an action, clip or workspace" onClick={onFind} />
          <Tray panels={panels} />
          <span className="divider" />
          <IconButton icon="undo" label={history.undo ? `Undo: ${history.undo}` : "Nothing to undo"} action="Undo" disabled={!history.undo} onClick={undo} />
          <IconButton icon="redo" label={history.redo ? `Redo: ${history.redo}` : "Nothing to redo"} action="Redo" disabled={!history.redo} onClick={redo} />
          <span className="divider" />
          <Folding />
          <span className="divider" />
          <ImportButton />
        </>
      )}
      <IconButton
        icon={theme === "dark" ? "sun" : "moon"}
        label={theme === "dark" ? "Light theme" : "Dark theme"}
        onClick={() => changeSettings({ theme: theme === "dark" ? "light" : "dark" })}
      />
      <IconButton icon="help" label="Keys" action="Show and change keys" onClick={onHelp} />
    </header>
  );
}

/** Panels in sight or folded away. */
function Folding() {
  const folded = useSettings((settings) => arrangementOf(settings, settings.workspace).folded);
  return (
    <span className="folding" role="group" aria-label="Panels in sight">
      {FOLDING.map(({ dock, title, icon }) => (
        <IconButton
          key={dock}
          icon={icon}
          label={folded[dock] ? `Show: ${title}` : `Hide: ${title}`}
          action={`${title}: show or hide`}
          pressed={folded[dock] !== true}
          onClick={() => foldDock(dock)}
        />
      ))}
    </span>
  );
}

function Connection() {
  const connected = useSession((session) => session.connected);
  const unsent = useSession((session) => session.unsent);
  const drafts = useUnsentDrafts();
  const state = !connected ? "offline" : unsent > 0 ? "saving" : drafts > 0 ? "typing" : "saved";
  const text = { offline: unsent > 0 ? `Offline, ${unsent} waiting` : "Offline", saving: "Saving…", typing: "A note is not saved yet", saved: "All saved" }[
    state
  ];
  return (
    <span className="connection" data-state={state} role="status">
      {text}
    </span>
  );
}

export function ImportButton({ big = false, primary = false }: { big?: boolean; primary?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const formats = useSession((session) => session.info?.formats);
  const accept = [...(formats ?? []).filter((format) => format.reads).map((format) => format.suffix), ".asf", ".csv"];
  return (
    <>
      <button type="button" className={`button ${big ? "big" : ""} ${primary ? "primary" : ""}`} onClick={() => input.current?.click()}>
        <Icon name="import" /> {big ? "Choose files…" : "Import"}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept.join(",")}
        aria-label="Files to import"
        data-import
        onChange={(event) => {
          void importFiles([...(event.target.files ?? [])].map((file) => ({ file, path: file.name })));
          event.target.value = "";
        }}
      />
    </>
  );
}
