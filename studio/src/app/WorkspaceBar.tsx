/** The workspaces in the top bar; those that do not fit beside everything else wait in a menu at its end. */
import { useLayoutEffect, useRef, useState, type RefObject } from "react";

import type { Panel } from "../panels/panel";
import { useSettings } from "../state/settings";
import { isHome, openPanel, showWorkspace } from "../state/workspaces";
import type { Workspace } from "../workspaces/workspace";
import { Popover } from "./controls";
import { Count } from "./Docks";
import { Icon, type IconName } from "./icons";
import { workspaceOf, workspacesOf } from "./panels";

/** Pixels between two of them, as in styles/shell.css. */
const GAP = 2;

export function WorkspaceBar({ panels }: { panels: readonly Panel[] }) {
  const shown = useSettings((settings) => workspaceOf(panels, settings));
  const workspaces = workspacesOf(panels);
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row, workspaces.length);
  const rest = workspaces.slice(fitting);
  return (
    <nav className="workspaces" aria-label="Workspaces">
      <div className="row" ref={row}>
        {workspaces.map((workspace, index) => (
          <div key={workspace.id} className="one" aria-hidden={index >= fitting} inert={index >= fitting}>
            {workspace.menu ? (
              <Menu text={workspace.title} icon={workspace.icon} says={workspace.says} current={workspace === shown} items={panelItems(panels, workspace)} />
            ) : (
              <Chooser workspace={workspace} index={index} current={workspace === shown} panels={panels} />
            )}
          </div>
        ))}
      </div>
      {rest.length > 0 && (
        <Menu
          text={rest.includes(shown) ? shown.title : "More"}
          says="workspaces for which there is no room here"
          current={rest.includes(shown)}
          items={rest.flatMap((workspace) => (workspace.menu ? panelItems(panels, workspace) : [workspaceItem(workspace)]))}
        />
      )}
    </nav>
  );
}

function Chooser({ workspace, index, current, panels }: { workspace: Workspace; index: number; current: boolean; panels: readonly Panel[] }) {
  return (
    <button
      type="button"
      aria-current={current ? "page" : undefined}
      title={index < 9 ? `${workspace.says} (Ctrl ${index + 1})` : workspace.says}
      onClick={() => showWorkspace(workspace.id)}
    >
      <Icon name={workspace.icon} size={14} />
      <span className="name">{workspace.title}</span>
      {countedIn(panels, workspace).map((panel) => (
        <Count key={panel.id} useCount={panel.useCount} />
      ))}
    </button>
  );
}

/** How many of the first things in a row that wraps stand in its first line; all of them where they fit without the menu. */
function useFitting(row: RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const bar = element.parentElement ?? element;
    const look = (): void => {
      const all = [...element.children] as HTMLElement[];
      const room = bar.clientWidth - parseFloat(getComputedStyle(bar).paddingLeft);
      const wide = all.reduce((sum, one) => sum + one.offsetWidth + GAP, -GAP);
      const first = all[0]?.offsetTop ?? 0;
      setFitting(wide <= room ? all.length : all.filter(({ offsetTop }) => offsetTop === first).length);
    };
    look();
    const observer = new ResizeObserver(look);
    for (const one of [bar, element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [row, count]);
  return fitting;
}

/** Panels that count something, whose own workspace this is. */
function countedIn(panels: readonly Panel[], { id }: Workspace): (Panel & Required<Pick<Panel, "useCount">>)[] {
  return panels.filter((panel): panel is Panel & Required<Pick<Panel, "useCount">> => panel.useCount !== undefined && isHome(panel, id));
}

interface Item {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly run: () => void;
}

const workspaceItem = ({ id, title, icon }: Workspace): Item => ({ id, title, icon, run: () => showWorkspace(id) });

/** The panels of a workspace that is a menu: they are chosen one at a time. */
function panelItems(panels: readonly Panel[], { id: workspace }: Workspace): Item[] {
  return panels.filter((panel) => isHome(panel, workspace)).map(({ id, title, icon }) => ({ id, title, icon, run: () => openPanel(id) }));
}

function Menu({ text, icon, says, current, items }: { text: string; icon?: IconName; says: string; current: boolean; items: readonly Item[] }) {
  return (
    <Popover text={text} {...(icon ? { icon } : {})} label={`${text}: ${says}`} pressed={current} align="right">
      {(close) => (
        <ul className="menu" aria-label={text}>
          {items.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => {
                  close();
                  item.run();
                }}
              >
                <Icon name={item.icon} size={14} /> {item.title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
