/** Export: which program it is for, and what is done to the clips on the way. What was chosen is there again next time. */
import { useState } from "react";

import { Dialog } from "../../app/controls";
import { countClips } from "../../commands/edit";
import type { PresetInfo } from "../../protocol/types";
import { stopAsking } from "../../state/asking";
import { changesOf, exportWith, ownSettings, presetOf, withChanges, type ExportSettings } from "../../state/exporting";
import { useSession } from "../../state/session";
import { useSettings } from "../../state/settings";

const RATES = [24, 25, 30, 50, 60, 120];
const UNITS = ["", "m", "cm", "mm", "in"];

export function ExportDialog({ clips }: { clips: readonly string[] }) {
  const presets = useSession((session) => session.info?.presets) ?? [];
  const kept = useSettings((settings) => settings.exportSettings);
  const [name, setName] = useState(() => presetOf(useSettings.getState().exportPreset)?.name ?? presets[0]?.name ?? "");
  const preset = presets.find((each) => each.name === name) ?? presets[0];
  const [all, setAll] = useState<Readonly<Record<string, ExportSettings>>>({});
  const [wantsOne, setWantsOne] = useState(false);
  if (!preset) return null;
  const settings = all[preset.name] ?? withChanges(preset, kept[preset.name]);
  const change = (part: Partial<ExportSettings>): void => setAll((old) => ({ ...old, [preset.name]: { ...settings, ...part } }));
  const one = wantsOne && clips.length > 1 && holdsClips(settings.suffix);
  const changed = Object.keys(changesOf(preset, settings)).length > 0;
  return (
    <Dialog title={`Export ${countClips(clips)}`} onClose={stopAsking}>
      <form
        className="export-form"
        onSubmit={(event) => {
          event.preventDefault();
          stopAsking();
          void exportWith(clips, preset, settings, one);
        }}
      >
        <fieldset>
          <legend>For</legend>
          {presets.map((each) => (
            <label key={each.name} className="check">
              <input type="radio" name="preset" checked={each === preset} onChange={() => setName(each.name)} /> {each.title}
            </label>
          ))}
        </fieldset>
        <div className="options">
          <p className="soft">{preset.says}.</p>
          <Settings preset={preset} settings={settings} onChange={change} />
          {clips.length > 1 && holdsClips(settings.suffix) && <Check on={one} name="All in one file, an animation a clip" onChange={setWantsOne} />}
          <footer>
            <button type="button" className="button quiet" disabled={!changed} onClick={() => change(ownSettings(preset))}>
              As it comes
            </button>
            <button type="submit" className="button primary">
              {clips.length === 1 ? "Export the file" : one ? "Export one file" : "Export a zip"}
            </button>
          </footer>
        </div>
      </form>
    </Dialog>
  );
}

/** Formats that say their unit and up axis; others have theirs by a standard. */
const saysUnit = (suffix: string): boolean => /^\.(usd[ac]?|bvh)$/.test(suffix);
const saysAxis = (suffix: string): boolean => /^\.usd[ac]?$/.test(suffix);
const holdsClips = (suffix: string): boolean => /^\.(usd[ac]?|glb|gltf)$/.test(suffix);
const hasBody = (suffix: string): boolean => /^\.(usd[ac]?|glb|gltf|fbx)$/.test(suffix);

function Settings({ preset, settings, onChange }: { preset: PresetInfo; settings: ExportSettings; onChange: (part: Partial<ExportSettings>) => void }) {
  const formats = useSession((session) => session.info?.formats) ?? [];
  const presets = useSession((session) => session.info?.presets) ?? [];
  const { suffix, fps, root, root_bone, mesh, to_floor, unit, up, bones, events } = settings;
  const bone = preset.root_bone || "root";
  return (
    <>
      <Choice name="Format" value={suffix} onChange={(value) => onChange({ suffix: value })}>
        {formats.filter((format) => format.writes).map((format) => [format.suffix, `${format.suffix.slice(1).toUpperCase()} (${format.name})`])}
      </Choice>
      <Choice name="Rate" value={String(fps ?? "")} onChange={(value) => onChange({ fps: value === "" ? null : Number(value) })}>
        {[["", "The clip’s own"], ...RATES.map((rate): [string, string] => [String(rate), `${rate} Hz`])]}
      </Choice>
      <Choice name="Root" value={root} onChange={(value) => onChange({ root: value === "in_place" ? "in_place" : "motion" })}>
        {[
          ["motion", "Root motion: it goes its way"],
          ["in_place", "In place, facing +z"],
        ]}
      </Choice>
      {hasBody(suffix) && (
        <>
          <Choice name="Root bone" value={root_bone === "" ? "" : bone} onChange={(value) => onChange({ root_bone: value })}>
            {[
              ["", "None: the hips are the root"],
              [bone, `“${bone}” at the ground`],
            ]}
          </Choice>
          <Choice name="Body" value={mesh ? "mesh" : ""} onChange={(value) => onChange({ mesh: value !== "" })}>
            {[
              ["mesh", "A simple mesh"],
              ["", "Bare joints"],
            ]}
          </Choice>
        </>
      )}
      <Choice name="Bone names" value={bones} onChange={(value) => onChange({ bones: value })}>
        {[["", "The clip’s own"], ...presets.filter((each) => each.bones).map((each): [string, string] => [each.bones, each.title.replace(" names", "")])]}
      </Choice>
      {saysUnit(suffix) ? (
        <Choice name="Unit" value={unit} onChange={(value) => onChange({ unit: value })}>
          {UNITS.map((each): [string, string] => [each, each === "" ? "The format’s usual" : each])}
        </Choice>
      ) : null}
      {saysAxis(suffix) ? (
        <Choice name="Up" value={up} onChange={(value) => onChange({ up: value === "z" ? "z" : value === "y" ? "y" : "" })}>
          {[
            ["", "The format’s usual"],
            ["y", "y"],
            ["z", "z"],
          ]}
        </Choice>
      ) : null}
      {!saysUnit(suffix) && hasBody(suffix) && <p className="faint">Metres and y up, as the format has it; importers turn that to their own.</p>}
      <Check on={to_floor} name="Put on the floor" onChange={(value) => onChange({ to_floor: value })} />
      <Check on={events} name="Events beside: plants, annotations, loop (JSON)" onChange={(value) => onChange({ events: value })} />
    </>
  );
}

function Check({ on, name, onChange }: { on: boolean; name: string; onChange: (value: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} /> {name}
    </label>
  );
}

export function Choice(props: { name: string; value: string; onChange: (value: string) => void; children: readonly (readonly string[])[] }) {
  return (
    <label>
      <span>{props.name}</span>
      <select className="field" value={props.value} aria-label={props.name} onChange={(event) => props.onChange(event.target.value)}>
        {props.children.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
