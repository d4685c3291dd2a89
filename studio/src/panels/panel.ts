/** What a panel is on the client's side; its server side, where it has one, is a file of motionloom/studio/panels. */
import type { ComponentType } from "react";

import type { Action } from "../app/actions";
import type { IconName } from "../app/icons";
import type { Entry } from "../state/finding";
import type { WorkspaceId } from "../workspaces/registry";

/** Where a panel lives. Several panels of one dock become tabs; the tray is a button in the top bar. */
export type Dock = "left" | "centre" | "right" | "bottom" | "tray";

/** A dock of one workspace holds at most so many. */
export const MOST_PANELS = 3;

export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly dock: Dock;
  /** The workspaces that it is part of, its own first: that is where it is opened from elsewhere. */
  readonly workspaces: readonly WorkspaceId[] | "all";
  readonly Component: ComponentType;
  /** Controls at the end of its row of tabs. */
  readonly Tools?: ComponentType;
  /** A number for its tab, such as of running jobs; a hook. 0 shows nothing. */
  readonly useCount?: () => number;
  /** What can be done in it: its keys work while it is in sight, the palette finds them all. */
  readonly actions?: readonly Action[];
  /** What it keeps on the library's shelf, for the palette. */
  readonly kept?: () => Promise<readonly Entry[]>;
}
