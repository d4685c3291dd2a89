/** Layers: pose the character by dragging its joints, key it, and lay edits over the clip that come and go, are weighed and undone. */
import { useEffect } from "react";

import { Empty } from "../app/controls";
import { useActiveState } from "../commands/views";
import { applyLayers, followLayers, useLayers } from "../state/layers";
import { followPosing } from "../state/posing";
import { FeetChoice, LayerList } from "./layers/LayerList";
import { PoseTools } from "./layers/PoseTools";

export function LayersPanel() {
  const row = useActiveState()?.row;
  const clip = useLayers((layers) => layers.clip);
  const problem = useLayers((layers) => layers.problem);
  useEffect(() => {
    const stops = [followLayers(), followPosing()];
    return () => stops.forEach((stop) => stop());
  }, []);
  if (!row)
    return (
      <Empty icon="pencil" title="No clip open">
        <p>Pick one from the library, and drag its joints.</p>
      </Empty>
    );
  if (clip !== row.id) return <Empty icon="pencil" title="Looking for layers…" />;
  return (
    <div className="layers-panel scroll">
      <PoseTools />
      <LayerList />
      <FeetChoice />
      {problem && <p className="bad">{problem}</p>}
      <Apply />
    </div>
  );
}

function Apply() {
  const counts = useLayers(({ stack }) => stack.layers.some(({ muted, weight, poses, times }) => !muted && weight !== 0 && poses.length + times.length > 0));
  const busy = useLayers((layers) => layers.busy);
  return (
    <button
      type="button"
      className="button primary"
      disabled={!counts || busy}
      onClick={() => void applyLayers()}
      title="Make a new clip of what the layers make of this one"
    >
      Apply as a new clip
    </button>
  );
}
