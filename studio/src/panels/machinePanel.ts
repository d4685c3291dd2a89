/** Machine: where it stands and what can be done in it; the rest is in machine.tsx. */
import { later } from "../app/later";
import { panelApi } from "../protocol/api";
import type { MachineList } from "../protocol/types";
import { startDriving } from "../state/driving";
import type { Entry } from "../state/finding";
import { buildMachine, exportMachine, openMachine, useMachines } from "../state/machines";
import { openPanel } from "../state/workspaces";
import type { Panel } from "./panel";

/** The machines there are, for the palette. */
async function keptMachines(): Promise<Entry[]> {
  const { machines } = await panelApi.get<MachineList>("machine", "machines");
  return machines.map(({ id, name, states }) => ({
    key: `machine ${id}`,
    title: name,
    group: `Machine, ${states} states`,
    run: () => {
      openPanel("machine");
      void openMachine(id);
    },
  }));
}

/** Drives the machine that is open. */
function driveOpen(): void {
  const { open } = useMachines.getState();
  if (open) startDriving(open);
}

export const machinePanel: Panel = {
  id: "machine",
  title: "Machine",
  icon: "machine",
  dock: "right",
  workspaces: ["machine"],
  Component: later(() => import("./views").then(({ MachinePanel }) => MachinePanel)),
  kept: keptMachines,
  actions: [
    { keys: [], label: "Build a machine of the captured clips", group: "Machine", run: () => void buildMachine() },
    { keys: [], label: "Drive the open machine", group: "Machine", run: driveOpen, when: () => useMachines.getState().open !== null },
    {
      keys: [],
      label: "Export the open machine for engines",
      group: "Machine",
      run: () => void exportMachine(),
      when: () => useMachines.getState().open !== null,
    },
  ],
};
