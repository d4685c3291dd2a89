/** Graph: the states of a machine and the ways between them; costs, missing ways, and paths that should be natural (paper 001, chapter 4). */
import { useEffect } from "react";

import { Empty } from "../app/controls";
import { loadMachines, useMachines } from "../state/machines";
import { useSession } from "../state/session";
import { openPanel } from "../state/workspaces";
import { Picture } from "./graph/Picture";
import { Side } from "./graph/Side";

export function GraphPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const list = useMachines((machines) => machines.list);
  const machine = useMachines((machines) => machines.open);
  useEffect(() => {
    if (library && !list) void loadMachines();
  }, [library, list]);
  if (!machine) {
    return (
      <Empty icon="graph" title="No machine yet">
        <p>Which behaviour can follow which is shown here.</p>
        <button type="button" className="button" onClick={() => openPanel("machine")}>
          To the machines
        </button>
      </Empty>
    );
  }
  return (
    <div className="graph">
      <Picture machine={machine} />
      <Side machine={machine} />
    </div>
  );
}
