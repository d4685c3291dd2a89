/** What a panel is on the client's side; its server side, where it has one, is a file of motionloom/studio/panels. */
import type { ComponentType } from "react";

import type { KeyBinding } from "../app/keys";
import type { IconName } from "../app/icons";

/** Where a panel lives. Several panels of one dock become tabs. */
export type Dock = "left" | "centre" | "right" | "bottom";

export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly dock: Dock;
  readonly Component: ComponentType;
  /** A number for its tab, such as of running jobs; a hook. 0 shows nothing. */
  readonly useCount?: () => number;
  /** Keys that work while the panel is in sight; shown by `?`. */
  readonly keys?: readonly KeyBinding[];
}
