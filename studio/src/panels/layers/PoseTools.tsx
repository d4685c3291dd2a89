/** What is done to the pose: pins, the brush, keying it. */
import { IconButton } from "../../app/controls";
import { keyPose, MOST_BRUSH, pinFeet, setBrush, setKeying, setNatural, setPins, undoDrag, usePosing } from "../../state/posing";
import { useStage } from "../../state/stage";

export function PoseTools() {
  const { pins, brush, natural, keying, drags, grabbed, miss } = usePosing();
  const detail = useStage((stage) => (stage.active ? stage.loaded.get(stage.active)?.detail : undefined));
  const roles = detail?.body?.roles ?? {};
  return (
    <section aria-label="Pose">
      <h3>Pose</h3>
      <p className="soft hint">{hint(drags, grabbed === null ? null : (detail?.skeleton.names[grabbed] ?? null), miss)}</p>
      <div className="pose-row">
        <button type="button" className="button primary" onClick={keyPose} title="Key the pose that is seen (K)">
          Key
        </button>
        <button type="button" className="button" disabled={drags === 0} onClick={() => undoDrag(true)} title="Give up what was dragged and is not keyed (Esc)">
          Give up
        </button>
        <label className="check" title="Every drag is keyed as soon as it is let go">
          <input type="checkbox" checked={keying} onChange={(event) => setKeying(event.target.checked)} /> Key on release
        </label>
      </div>
      <label className="slider-line" title="Joints this far along the bones go along (Alt and the wheel)">
        <span>Brush</span>
        <input type="range" aria-label="Brush" min={0} max={MOST_BRUSH} step={0.01} value={brush} onChange={(event) => setBrush(Number(event.target.value))} />
        <span className="numbers">{brush < 0.005 ? "off" : `${Math.round(100 * brush)} cm`}</span>
      </label>
      <div className="pose-row">
        <button type="button" className="button" onClick={() => pinFeet(roles)} title="Pin the feet where they are, or unpin them (Shift Q)">
          Pin feet
        </button>
        <span className="soft numbers spring">{pins.size === 0 ? "no pins" : `${pins.size} pinned`}</span>
        <IconButton icon="close" label="Unpin all" disabled={pins.size === 0} onClick={() => setPins([])} />
        <label className="check" title="Joints turn as far as this library's captures show, and hardly farther">
          <input type="checkbox" checked={natural} onChange={(event) => setNatural(event.target.checked)} /> Limits
        </label>
      </div>
    </section>
  );
}

/** A line on what to do, or on what is being done. */
function hint(drags: number, grabbed: string | null, miss: number): string {
  if (grabbed !== null) return miss > 0.01 ? `${grabbed} is ${Math.round(100 * miss)} cm short: out of reach.` : grabbed;
  if (drags > 0) return `${drags === 1 ? "One drag" : `${drags} drags`}, not keyed yet.`;
  return "Drag any joint. Click it for a ring to twist it, Ctrl-click pins it.";
}
