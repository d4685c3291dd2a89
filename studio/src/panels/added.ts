/** Panels of other packages: the server names their modules, and each is given what our own panels use. */
import * as react from "react";
import { create } from "zustand";

import { Empty } from "../app/controls";
import { useActiveState } from "../commands/views";
import { api, panelApi } from "../protocol/api";
import { firstFrame } from "../state/firstFrame";
import { sendCommand, useSession } from "../state/session";
import { toast, toastError } from "../state/toasts";
import type { Panel } from "./panel";

const OFFERS = { react, panelApi, sendCommand, useActiveState, useSession, toast, toastError, Empty };
export type Offers = typeof OFFERS;
type Module = { readonly default: (offers: Offers) => Panel };

export const useAddedPanels = create<{ readonly panels: readonly Panel[] }>(() => ({ panels: [] }));

/** Asks which there are and loads them, after the first frame; one that fails is said and leaves the others be. */
export async function loadAddedPanels(load = (address: string): Promise<Module> => import(/* @vite-ignore */ address)): Promise<void> {
  await firstFrame();
  const { modules } = await api.addedPanels();
  for (const address of modules) {
    try {
      const panel = (await load(address)).default(OFFERS);
      useAddedPanels.setState(({ panels }) => ({ panels: [...panels.filter((other) => other.id !== panel.id), panel] }));
    } catch (error) {
      toastError(new Error(`a panel of another package cannot be shown (${address}): ${error instanceof Error ? error.message : String(error)}`));
    }
  }
}
