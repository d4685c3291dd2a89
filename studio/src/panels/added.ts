/** Panels of other packages: the server names their modules, and each is given what our own panels use. */
import * as react from "react";
import { create } from "zustand";

import { Empty } from "../app/controls";
import { useActiveState } from "../commands/views";
import { api, panelApi } from "../protocol/api";
import { firstFrame } from "../state/firstFrame";
import { sendCommand, useSession } from "../state/session";
import { toast, toastError } from "../state/toasts";
import { WORKSPACES } from "../workspaces/registry";
import type { Panel } from "./panel";

const OFFERS = { react, panelApi, sendCommand, useActiveState, useSession, toast, toastError, Empty };
export type Offers = typeof OFFERS;

export const useAddedPanels = create<{ readonly panels: readonly Panel[] }>(() => ({ panels: [] }));

/** What a module calls, as `window.motionloom.addPanel`: the panel that it makes of what the studio offers becomes a tab. */
export function addPanel(make: (offers: Offers) => Panel): void {
  try {
    const panel = checked(make(OFFERS));
    useAddedPanels.setState(({ panels }) => ({ panels: [...panels.filter((other) => other.id !== panel.id), panel] }));
  } catch (error) {
    toastError(new Error(`a panel of another package cannot be shown: ${error instanceof Error ? error.message : String(error)}`));
  }
}

/** A panel must say where it belongs: of a script nobody has checked the types. */
function checked(panel: Panel): Panel {
  const named: unknown = panel.workspaces;
  const known = WORKSPACES.map(({ id }) => id);
  if (named === "all" || (Array.isArray(named) && named.length > 0 && named.every((id) => known.includes(id)))) return panel;
  throw new Error(`its workspaces are ${JSON.stringify(named)}; name some of ${known.join(", ")}, or "all"`);
}

/** Asks which modules there are and loads them, after the first frame; one that cannot be had is said and leaves the others be. */
export async function loadAddedPanels(): Promise<void> {
  await firstFrame();
  for (const address of (await api.addedPanels()).modules) {
    const script = document.createElement("script");
    script.type = "module";
    script.src = address;
    script.onerror = () => toastError(new Error(`a panel of another package cannot be loaded from ${address}`));
    document.head.append(script);
  }
}
