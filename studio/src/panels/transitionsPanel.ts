/** Transitions: where it stands and what can be done in it; the rest is in transitions.tsx. */
import { later } from "../app/later";
import { panelApi } from "../protocol/api";
import type { TransitionStatus } from "../protocol/types";
import type { Entry } from "../state/finding";
import { loopClip, openTable, startPerformance, usePerformance } from "../state/performance";
import { openPanel } from "../state/workspaces";
import type { Panel } from "./panel";

/** The tables there are, for the palette. */
async function keptTables(): Promise<Entry[]> {
  const { tables } = await panelApi.get<TransitionStatus>("transitions", "status");
  return tables.map(({ id, name, body }) => ({
    key: `table ${id}`,
    title: name,
    group: `Table of transitions, ${body}`,
    run: () => {
      openPanel("transitions");
      void openTable(id);
    },
  }));
}

export const transitionsPanel: Panel = {
  id: "transitions",
  title: "Transitions",
  icon: "transition",
  dock: "right",
  workspaces: ["perform"],
  Component: later(() => import("./views").then(({ TransitionsPanel }) => TransitionsPanel)),
  kept: keptTables,
  actions: [
    { keys: [], label: "Make the open clip loop", group: "Transitions", run: () => void loopClip() },
    {
      keys: [],
      label: "Put a character on stage",
      group: "Transitions",
      run: () => void startPerformance(),
      when: () => usePerformance.getState().table !== null,
    },
  ],
};
