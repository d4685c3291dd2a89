/** The workspaces in the top bar. */
import type { Panel } from "../panels/panel";
import { useSettings } from "../state/settings";
import { isHome, openPanel, showWorkspace } from "../state/workspaces";
import type { Workspace } from "../workspaces/workspace";
import { Popover } from "./controls";
import { Count } from "./Docks";
import { Icon } from "./icons";
import { workspaceOf, workspacesOf } from "./panels";

export function WorkspaceBar({ panels }: { panels: readonly Panel[] }) {
  const shown = useSettings((settings) => workspaceOf(panels, settings));
  return (
    <nav className="workspaces" aria-label="Workspaces">
      {workspacesOf(panels).map((workspace, index) =>
        workspace.menu ? (
          <Menu key={workspace.id} workspace={workspace} panels={panels} current={workspace === shown} />
        ) : (
          <button
            key={workspace.id}
            type="button"
            aria-current={workspace === shown ? "page" : undefined}
            title={`${workspace.says} (Ctrl ${index + 1})`}
            onClick={() => showWorkspace(workspace.id)}
          >
            <Icon name={workspace.icon} size={14} />
            <span className="name">{workspace.title}</span>
            {countedIn(panels, workspace).map((panel) => (
              <Count key={panel.id} useCount={panel.useCount} />
            ))}
          </button>
        ),
      )}
    </nav>
  );
}

/** Panels that count something, whose own workspace this is. */
function countedIn(panels: readonly Panel[], { id }: Workspace): (Panel & Required<Pick<Panel, "useCount">>)[] {
  return panels.filter((panel): panel is Panel & Required<Pick<Panel, "useCount">> => panel.useCount !== undefined && isHome(panel, id));
}

/** A workspace whose panels are chosen one at a time. */
function Menu({ workspace, panels, current }: { workspace: Workspace; panels: readonly Panel[]; current: boolean }) {
  const own = panels.filter((panel) => isHome(panel, workspace.id));
  return (
    <Popover text={workspace.title} icon={workspace.icon} label={`${workspace.title}: ${workspace.says}`} pressed={current} align="right">
      {(close) => (
        <ul className="menu" aria-label={workspace.title}>
          {own.map((panel) => (
            <li key={panel.id}>
              <button
                type="button"
                onClick={() => {
                  close();
                  openPanel(panel.id);
                }}
              >
                <Icon name={panel.icon} size={14} /> {panel.title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
