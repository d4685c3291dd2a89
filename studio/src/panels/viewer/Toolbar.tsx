/** What the viewer shows: follow, plants, ghosts and trails. */
import { IconButton, Popover } from "../../app/controls";
import { askAbout } from "../../state/asking";
import { useLive } from "../../state/live";
import { changeSettings, useSettings } from "../../state/settings";
import { useStage } from "../../state/stage";
import type { Side } from "../../scene/sides";
import { LookOptions } from "./LookOptions";
import { PropsOptions } from "./PropsOptions";

export function Toolbar({ onFrame, onLook, onAddBox }: { onFrame: () => void; onLook: (side: Side) => void; onAddBox: () => void }) {
  const settings = useSettings();
  const live = useLive((now) => now.owner !== null);
  const several = useStage((stage) => stage.cast.length > 0);
  return (
    <div className="viewer-tools" role="toolbar" aria-label="Viewer">
      <IconButton icon="frame" label="Frame the characters" action="Frame the selected joint, or the characters" onClick={onFrame} />
      <IconButton
        icon="follow"
        label="Camera follows"
        action="Camera follows on or off"
        pressed={settings.follow}
        onClick={() => changeSettings({ follow: !settings.follow })}
      />
      <IconButton
        icon="foot"
        label="Mark planted feet"
        action="Plant marks on or off"
        pressed={settings.plants}
        onClick={() => changeSettings({ plants: !settings.plants })}
      />
      <Popover icon="ghost" label="Onion skin" pressed={settings.onionCount > 0} align="right">
        {() => <OnionOptions />}
      </Popover>
      <Popover icon="trail" label="Joint trails" pressed={settings.trailJoints.length > 0} align="right">
        {() => <TrailOptions />}
      </Popover>
      <Popover icon="cube" label="Props on the floor" align="right">
        {() => <PropsOptions onAdd={onAddBox} />}
      </Popover>
      <Popover icon="camera" label="Camera and stage" align="right">
        {() => <LookOptions onLook={onLook} />}
      </Popover>
      <IconButton icon="film" label="Film what is seen" action="Film…" disabled={live} onClick={() => askAbout("film", ["stage"])} />
      {several && <IconButton icon="people" label="Side by side" pressed={settings.apart} onClick={() => changeSettings({ apart: !settings.apart })} />}
    </div>
  );
}

function OnionOptions() {
  const count = useSettings((settings) => settings.onionCount);
  const seconds = useSettings((settings) => settings.onionSeconds);
  return (
    <div className="options">
      <label>
        <span>Ghosts</span>
        <input
          type="range"
          min={0}
          max={6}
          value={count}
          aria-label="Ghosts before and after"
          onChange={(event) => changeSettings({ onionCount: Number(event.target.value) })}
        />
      </label>
      <label>
        <span>Every</span>
        <select className="field" value={seconds} onChange={(event) => changeSettings({ onionSeconds: Number(event.target.value) })}>
          {[0.05, 0.1, 0.2, 0.3, 0.5, 1].map((value) => (
            <option key={value} value={value}>
              {value} s
            </option>
          ))}
        </select>
      </label>
      <p className="faint">{count === 0 ? "No onion skin" : `${count} before in blue, ${count} after in pink`}</p>
    </div>
  );
}

function TrailOptions() {
  const chosen = useSettings((settings) => settings.trailJoints);
  const seconds = useSettings((settings) => settings.trailSeconds);
  const names = useStage((stage) => (stage.active ? stage.loaded.get(stage.active)?.detail.skeleton.names : undefined)) ?? [];
  const toggle = (name: string): void => changeSettings({ trailJoints: chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name] });
  return (
    <div className="options">
      <label>
        <span>Reach</span>
        <select className="field" value={seconds} onChange={(event) => changeSettings({ trailSeconds: Number(event.target.value) })}>
          {[0.25, 0.5, 0.75, 1, 2, 4].map((value) => (
            <option key={value} value={value}>
              {value} s either way
            </option>
          ))}
        </select>
      </label>
      <ul className="joints scroll" aria-label="Joints with a trail">
        {names.map((name) => (
          <li key={name}>
            <label className="check">
              <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {name}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" className="button" disabled={chosen.length === 0} onClick={() => changeSettings({ trailJoints: [] })}>
        No trails
      </button>
    </div>
  );
}
