/** Says what holds the stage, and leads back from it: a clip, several, a pair, or somebody live. */
import { useActiveState } from "../commands/views";
import { endLive, useLive } from "../state/live";
import { closeSketch, sketchOnStage, useSketching } from "../state/sketching";
import { isShared, showAlone, useStage } from "../state/stage";
import { IconButton } from "./controls";
import { Icon } from "./icons";

export function StageChip() {
  const live = useLive((now) => now.owner !== null);
  const sketch = useSketching(sketchOnStage);
  return live ? <LiveChip /> : sketch === null ? <ClipChip /> : <SketchChip name={sketch} />;
}

function SketchChip({ name }: { name: string }) {
  return (
    <div className="stage-chip live" role="status" aria-label="On stage" title={`Sketch: ${name}`}>
      <Icon name="keys" size={14} />
      <strong>Sketch</strong>
      <span className="who">{name}</span>
      <IconButton icon="close" label="From the sketch back to the clip" onClick={closeSketch} />
    </div>
  );
}

function LiveChip() {
  const what = useLive((live) => live.what);
  const who = useLive(({ characters }) => (characters.length === 1 ? (characters[0]?.name ?? "") : `${characters.length} characters`));
  return (
    <div className="stage-chip live" role="status" aria-label="On stage" title={`${what}: ${who}`}>
      <Icon name="people" size={14} />
      <strong>{what}</strong>
      <span className="who">{who}</span>
      <IconButton icon="close" label="Back to the clip" action="From a performance back to the clip" onClick={endLive} />
    </div>
  );
}

function ClipChip() {
  const name = useActiveState()?.row?.name ?? "";
  const shared = useStage(isShared);
  const pair = useStage((stage) => stage.cast.length === 0);
  const what = name === "" ? "Nobody" : !shared ? "Clip" : pair ? "Pair" : "Clips";
  return (
    <div className="stage-chip" role="status" aria-label="On stage" title={name === "" ? "No clip is open" : `${what}: ${name}`}>
      <Icon name={shared ? "people" : "clip"} size={14} />
      <strong>{what}</strong>
      <span className="who">{name}</span>
      {shared && <IconButton icon="close" label="Only the open clip" action="From several clips back to the open one" onClick={showAlone} />}
    </div>
  );
}
