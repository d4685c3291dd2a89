/** Sketch: choose or begin a sketch, the style and the channels that drive, are textured and filled in; flip through the paths, accept. */
import { useEffect, useState } from "react";

import { Empty, IconButton } from "../app/controls";
import { useRows } from "../commands/views";
import type { SketchNew } from "../protocol/types";
import { useSelection } from "../state/selection";
import { channelWords } from "../state/sketchKeys";
import {
  acceptSketch,
  closeSketch,
  completeSketch,
  editSketch,
  flipPath,
  followSketches,
  newSketch,
  openSketch,
  proposeSketch,
  showKeys,
  useSketching,
} from "../state/sketching";
import { useStage } from "../state/stage";
import "../styles/sketch.css";

export function SketchPanel() {
  const detail = useSketching((sketching) => sketching.detail);
  useEffect(followSketches, []);
  return <div className="sketch-panel scroll">{detail ? <Open /> : <Begin />}</div>;
}

const KINDS: readonly { readonly what: SketchNew["what"]; readonly words: string }[] = [
  { what: "walk", words: "A walk of eight steps" },
  { what: "feet", words: "This clip's root and feet" },
  { what: "legs", words: "This clip's legs" },
  { what: "all", words: "All of this clip, to restyle" },
  { what: "empty", words: "Nothing yet" },
];

function Begin() {
  const list = useSketching((sketching) => sketching.list);
  const busy = useSketching((sketching) => sketching.busy);
  const clip = useStage((stage) => stage.active);
  const [what, setWhat] = useState<SketchNew["what"]>("walk");
  const [name, setName] = useState("");
  return (
    <>
      <section aria-label="New sketch">
        <h3>New sketch</h3>
        {clip === null ? (
          <Empty icon="keys" title="No clip open">
            <p>A sketch is drawn on the body of a clip: pick one from the library.</p>
          </Empty>
        ) : (
          <form
            className="sketch-new"
            onSubmit={(event) => {
              event.preventDefault();
              void newSketch({ clip, what, name: name.trim() || "sketch" });
            }}
          >
            <select className="field" aria-label="What to begin with" value={what} onChange={(event) => setWhat(event.target.value as SketchNew["what"])}>
              {KINDS.map((kind) => (
                <option key={kind.what} value={kind.what}>
                  {kind.words}
                </option>
              ))}
            </select>
            <input className="field" aria-label="Name of the sketch" placeholder="sketch" value={name} onChange={(event) => setName(event.target.value)} />
            <button type="submit" className="button primary" disabled={busy}>
              Begin
            </button>
          </form>
        )}
      </section>
      <section aria-label="Sketches">
        <h3>Sketches</h3>
        {list?.length === 0 && <p className="soft">None yet.</p>}
        <ul className="spans">
          {list?.map((row) => (
            <li key={row.id}>
              <button type="button" className="span-button" onClick={() => void openSketch(row.id)}>
                <span className="name">{row.name}</span>
                <span className="soft numbers">{row.keys} keys</span>
                <span className="faint numbers">{(row.frames / row.fps).toFixed(1)} s</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Open() {
  const detail = useSketching((sketching) => sketching.detail);
  const problem = useSketching((sketching) => sketching.problem);
  const notes = useSketching((sketching) => sketching.notes);
  return (
    <>
      <header className="sketch-head">
        <strong>{detail?.name}</strong>
        <IconButton icon="close" label="Close the sketch" onClick={closeSketch} />
      </header>
      <StyleChoice />
      <Paths />
      {problem && <p className="bad">{problem}</p>}
      {notes.map((note) => (
        <p className="warn" key={note}>
          {note}
        </p>
      ))}
      <ChannelRoles />
    </>
  );
}

/** The captures that the rest comes from: clips of a label, or chosen ones. */
function StyleChoice() {
  const rows = useRows();
  const style = useSketching((sketching) => sketching.style);
  const chosen = useSelection((selection) => selection.clips);
  const captured = rows.filter((row) => !row.made);
  const labels = [...new Set(captured.flatMap((row) => row.labels))].sort();
  const take = (clips: readonly string[]): void => useSketching.setState({ style: clips });
  const names = style.map((clip) => rows.find((row) => row.id === clip)?.name ?? "?");
  return (
    <section aria-label="Style">
      <h3>Style</h3>
      <select
        className="field"
        aria-label="Captures of a label"
        value=""
        onChange={(event) => take(captured.filter((row) => row.labels.includes(event.target.value)).map((row) => row.id))}
      >
        <option value="">Captures of a label…</option>
        {labels.map((label) => (
          <option key={label} value={label}>
            {label}
          </option>
        ))}
      </select>
      <button type="button" className="button" disabled={chosen.size === 0} onClick={() => take([...chosen])}>
        {chosen.size === 1 ? "The selected clip" : `The ${chosen.size} selected clips`}
      </button>
      <p className="soft">
        {style.length === 0
          ? "Which captures? Choose a label, or clips in the library."
          : `${style.length}: ${names.slice(0, 3).join(", ")}${names.length > 3 ? "…" : ""}`}
      </p>
    </section>
  );
}

/** Drivers, textured and synthesised channels of the joint that is chosen on the body, or of all that are keyed. */
function ChannelRoles() {
  const detail = useSketching((sketching) => sketching.detail);
  const channels = useSketching((sketching) => sketching.channels);
  const options = useSketching((sketching) => sketching.options);
  const frames = useSketching((sketching) => sketching.frames);
  const joint = useSelection((selection) => selection.joint);
  if (!detail) return null;
  const role = joint === null ? undefined : (Object.entries(detail.body?.roles ?? {}).find(([, each]) => each === joint)?.[0] ?? detail.skeleton.names[joint]);
  const own =
    role === undefined
      ? []
      : detail.all_channels.filter(
          (name) =>
            name.startsWith(`${role}.`) ||
            (role.endsWith("ankle") && name.startsWith(`${role.split("_")[0]}_foot.`)) ||
            (role === "hips" && name.startsWith("root.")),
        );
  const drivers = options.drivers.length > 0 ? [...new Set(options.drivers.flatMap((span) => span.channels))] : detail.drivers;
  const shown = own.length > 0 ? own : [...new Set([...drivers, ...Object.keys(channels)])];
  const seconds = frames / detail.fps;
  const drive = (name: string): void => {
    const next = drivers.includes(name) ? drivers.filter((each) => each !== name) : [...drivers, name];
    editSketch(
      { options: { ...options, drivers: next.length === 0 ? [] : [{ start: 0, stop: seconds, channels: next }] } },
      `Drivers: ${next.join(", ") || "proposed"}`,
    );
  };
  const texture = (name: string): void => {
    const next = options.textured.includes(name) ? options.textured.filter((each) => each !== name) : [...options.textured, name];
    editSketch({ options: { ...options, textured: next } }, `Texture: ${next.join(", ") || "none"}`);
  };
  const free = detail.all_channels.filter((name) => !(name in channels));
  const synthesise = (name: string): void => {
    const now = options.synthesised ?? free;
    const label = name.replace(/\.[^.]*$/, ".");
    const next = now.includes(name) ? now.filter((each) => !each.startsWith(label)) : [...now, ...free.filter((each) => each.startsWith(label))];
    editSketch({ options: { ...options, synthesised: next } }, `Fill in ${name}`);
  };
  return (
    <section aria-label="Channels">
      <h3>{role === undefined ? "Channels" : channelWords(role)}</h3>
      {role === undefined && <p className="soft">Press a joint on the body for its channels.</p>}
      <table className="sketch-channels">
        <thead>
          <tr>
            <th />
            <th title="Drives the matching">drives</th>
            <th title="Keyed, and gets the captures' detail">textured</th>
            <th title="Not keyed: filled in from captures">filled in</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, 40).map((name) => {
            const keyed = name in channels;
            return (
              <tr key={name}>
                <td>{channelWords(name)}</td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${name} drives`}
                    checked={drivers.includes(name)}
                    disabled={/^(root\.[xz]|root\.turn|.*_foot\.)/.test(name)}
                    onChange={() => drive(name)}
                  />
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${name} is textured`}
                    checked={options.textured.includes(name)}
                    disabled={!keyed}
                    onChange={() => texture(name)}
                  />
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${name} is filled in`}
                    checked={!keyed && (options.synthesised === null || options.synthesised.includes(name))}
                    disabled={keyed}
                    onChange={() => synthesise(name)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {options.drivers.length === 0 && <p className="faint">Drivers are proposed.</p>}
    </section>
  );
}

function Paths() {
  const completed = useSketching((sketching) => sketching.completed);
  const style = useSketching((sketching) => sketching.style);
  const busy = useSketching((sketching) => sketching.busy);
  const ghosts = useSketching((sketching) => sketching.ghosts);
  return (
    <section aria-label="Complete">
      <button type="button" className="button primary" disabled={busy || style.length === 0} onClick={() => void completeSketch()}>
        Complete
      </button>
      {completed && (
        <>
          <div className="sketch-flip">
            <IconButton icon="stepBack" label="Path before" action="To the path before" onClick={() => flipPath(-1)} />
            <strong className="numbers" data-testid="sketch-path">
              Path {completed.path + 1} of {completed.paths.length}
            </strong>
            <IconButton icon="stepForward" label="Next path" action="To the next path" onClick={() => flipPath(1)} />
            <label>
              <input type="checkbox" checked={ghosts} onChange={() => useSketching.setState({ ghosts: !ghosts })} /> ghost
            </label>
          </div>
          <p className="soft">{completed.paths[completed.path]}</p>
          <div className="sketch-end">
            <button type="button" className="button primary" disabled={busy} onClick={() => void acceptSketch()}>
              Accept
            </button>
            <button type="button" className="button" disabled={busy} onClick={() => void proposeSketch()}>
              All to Review
            </button>
            <button type="button" className="button" onClick={showKeys}>
              Keys alone
            </button>
          </div>
        </>
      )}
    </section>
  );
}
