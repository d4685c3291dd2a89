/** What a workspace is: a named arrangement of panels for one kind of work. Panels say which workspaces they belong to. */
import type { IconName } from "../app/icons";

export interface Workspace {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** What it is for, in one line. */
  readonly says: string;
  /** In the bar it is a menu of its own panels. */
  readonly menu?: boolean;
}
