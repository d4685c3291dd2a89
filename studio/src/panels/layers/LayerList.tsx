/** The layers of a clip, the top one first; what planted feet do. */
import { IconButton } from "../../app/controls";
import { useRows } from "../../commands/views";
import type { LayerInfo, LayerStackInfo } from "../../protocol/types";
import { addLayer, chooseLayer, copyLayer, editStack, saveStack, setLayer, useLayers } from "../../state/layers";
import { moveLayer, removeLayer } from "../../state/layerStack";
import { useSelection } from "../../state/selection";

export function LayerList() {
  const stack = useLayers((layers) => layers.stack);
  const chosen = useLayers((layers) => layers.layer);
  return (
    <section aria-label="Layers">
      <div className="title-line">
        <h3>Layers</h3>
        <span className="spring" />
        <IconButton icon="plus" label="Add a layer" onClick={addLayer} />
      </div>
      {stack.layers.length === 0 && <p className="soft">The first key makes one.</p>}
      <ul className="layer-list">
        {stack.layers
          .map((layer, index) => (
            <Row key={index} layer={layer} index={index} last={index === stack.layers.length - 1} chosen={index === chosen} stack={stack} />
          ))
          .reverse()}
      </ul>
      {stack.layers[chosen] && <Fades layer={stack.layers[chosen]} index={chosen} />}
    </section>
  );
}

function Row({ layer, index, last, chosen, stack }: { layer: LayerInfo; index: number; last: boolean; chosen: boolean; stack: LayerStackInfo }) {
  const keys = layer.poses.length + layer.times.length;
  return (
    <li className={`layer-row ${chosen ? "chosen" : ""} ${layer.muted ? "muted" : ""}`} aria-current={chosen} onPointerDown={() => chooseLayer(index)}>
      <div className="layer-line">
        <IconButton
          icon="eye"
          label={layer.muted ? `Let ${layer.name} count` : `Mute ${layer.name}`}
          pressed={!layer.muted}
          onClick={() => setLayer(index, { muted: !layer.muted }, layer.muted ? "Let a layer count" : "Mute a layer")}
        />
        <input
          key={layer.name}
          className="field title"
          aria-label="Name of the layer"
          defaultValue={layer.name}
          maxLength={200}
          onBlur={(event) => {
            const name = event.target.value.trim();
            if (name && name !== layer.name) setLayer(index, { name }, "Rename a layer");
          }}
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
        <span className="faint numbers">{keys === 1 ? "1 key" : `${keys} keys`}</span>
      </div>
      <div className="layer-line">
        <input
          type="range"
          aria-label={`Weight of ${layer.name}`}
          title="How much of it counts"
          min={0}
          max={2}
          step={0.01}
          value={layer.weight}
          onChange={(event) => setLayer(index, { weight: Number(event.target.value) }, null)}
          onPointerUp={() => saveStack("Weigh a layer")}
          onKeyUp={() => saveStack("Weigh a layer")}
        />
        <span className="numbers weight">{Math.round(100 * layer.weight)} %</span>
        <IconButton
          icon="chevron"
          className="upwards"
          label="Move up"
          disabled={last}
          onClick={() => editStack(moveLayer(stack, index, 1), "Move a layer up", { layer: index + 1, key: null })}
        />
        <IconButton
          icon="chevron"
          label="Move down"
          disabled={index === 0}
          onClick={() => editStack(moveLayer(stack, index, -1), "Move a layer down", { layer: index - 1, key: null })}
        />
        <CopyButton index={index} />
        <IconButton
          icon="trash"
          label={`Delete ${layer.name}`}
          onClick={() => editStack(removeLayer(stack, index), "Delete a layer", { layer: Math.max(0, index - 1), key: null })}
        />
      </div>
    </li>
  );
}

/** Copies the layer to the other clips that are selected in the library. */
function CopyButton({ index }: { index: number }) {
  const clip = useLayers((layers) => layers.clip);
  const selected = useSelection((selection) => selection.clips);
  const rows = useRows();
  const others = rows.filter(({ id }) => id !== clip && selected.has(id)).map(({ id }) => id);
  const label =
    others.length === 0
      ? "Copy to other clips: select them in the library"
      : `Copy to ${others.length === 1 ? "the other selected clip" : `${others.length} selected clips`}`;
  return <IconButton icon="copy" label={label} disabled={others.length === 0} onClick={() => copyLayer(index, others)} />;
}

/** How a layer comes and goes. */
function Fades({ layer, index }: { layer: LayerInfo; index: number }) {
  const fade = (side: "fade_in" | "fade_out", words: string) => (
    <label className="fade" title={`${words}, seconds; empty: it is held to the clip's ${side === "fade_in" ? "beginning" : "end"}`}>
      <span>{words}</span>
      <input
        key={`${index} ${layer[side]}`}
        className="field numbers"
        aria-label={words}
        defaultValue={layer[side] ?? ""}
        placeholder="held"
        inputMode="decimal"
        onBlur={(event) => {
          const text = event.target.value.trim().replace(",", ".");
          const value = text === "" ? null : Number(text);
          if (value !== null && (!Number.isFinite(value) || value < 0)) event.target.value = String(layer[side] ?? "");
          else if (value !== layer[side]) setLayer(index, { [side]: value }, "Change how a layer fades");
        }}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
      <span className="faint">s</span>
    </label>
  );
  return (
    <div className="fades">
      {fade("fade_in", "Fade in")}
      {fade("fade_out", "Fade out")}
    </div>
  );
}

const FEET = [
  ["keep", "kept where they stood"],
  ["move", "moved with the pose, and held"],
  ["free", "as the pose says"],
] as const;

export function FeetChoice() {
  const stack = useLayers((layers) => layers.stack);
  return (
    <label className="feet-choice">
      <span>Planted feet</span>
      <select
        className="field"
        aria-label="Planted feet"
        value={stack.feet}
        onChange={(event) => editStack({ ...stack, feet: event.target.value as LayerStackInfo["feet"] }, "Change what planted feet do")}
      >
        {FEET.map(([feet, words]) => (
          <option key={feet} value={feet}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
