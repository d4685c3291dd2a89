/** The open clip: its name, labels, annotations, note, and where it came from. */
import { useEffect, useState } from "react";

import { Empty, IconButton } from "../app/controls";
import { Icon } from "../app/icons";
import { useActiveState } from "../commands/views";
import { api } from "../protocol/api";
import type { Annotation, ClipDetail, ClipState, Json, LineageLine, ReadAs } from "../protocol/types";
import { annotationColour } from "../timeline/colours";
import { NOTES } from "../timeline/tracks";
import { selectSpan, useSelection } from "../state/selection";
import { windowId } from "../state/identity";
import { receiveJob, sendCommand, useSession } from "../state/session";
import { openClip, useStage } from "../state/stage";
import { toastError } from "../state/toasts";
import { seekFrame } from "../state/transport";
import { Note } from "./clip/Note";
import { Notes } from "./clip/Notes";
import { ExportButton } from "./library/SelectionBar";
import type { Panel } from "./panel";
import { ReadAgain } from "./reading";

function ClipPanel() {
  const state = useActiveState();
  const detail = useStage((stage) => (stage.active ? stage.loaded.get(stage.active)?.detail : undefined));
  // Whoever picked another clip means that one: nothing typed while it comes may go to the one still shown.
  const leaving = useStage((stage) => stage.loading !== null && stage.loading !== stage.active);
  if (!state?.row || !detail) {
    return (
      <Empty icon="clip" title="No clip open">
        <p>Pick one from the library.</p>
      </Empty>
    );
  }
  return (
    <div className="clip-panel scroll" key={state.id} aria-busy={leaving}>
      <fieldset disabled={leaving}>
        <NameField state={state} />
        <Facts state={state} detail={detail} />
        <Performer state={state} />
        <Labels state={state} />
        <Judgement state={state} />
        <Annotations state={state} />
        <Notes state={state} />
        <Note state={state} />
        <Origin detail={detail} clip={state.id} />
      </fieldset>
    </div>
  );
}

function NameField({ state }: { state: ClipState }) {
  const current = state.row?.name ?? "";
  const [name, setName] = useState(current);
  useEffect(() => setName(current), [current]);
  const save = (): void => {
    if (name.trim() && name.trim() !== current) sendCommand({ kind: "rename_clip", clip: state.id, name: name.trim() });
    else setName(current);
  };
  return (
    <div className="title-line">
      <input
        className="field title"
        value={name}
        aria-label="Name of the clip"
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setName(current);
        }}
      />
      <ExportButton clips={[state.id]} />
    </div>
  );
}

function Facts({ state, detail }: { state: ClipState; detail: ClipDetail }) {
  const row = state.row;
  if (!row) return null;
  const facts: [string, string][] = [
    ["Length", `${(row.frames / row.fps).toFixed(2)} s`],
    ["Frames", row.frames.toLocaleString("en")],
    ["Rate", `${Number(row.fps.toFixed(2))} Hz`],
    detail.skeleton.markers > 0 ? ["Markers", String(detail.skeleton.markers)] : ["Joints", String(row.joints)],
  ];
  return (
    <>
      <dl className="facts-grid numbers">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {detail.body === null && (
        <p className="notice">
          <Icon name="warning" size={14} /> Drawn as plain bones: {detail.body_problem}
        </p>
      )}
    </>
  );
}

/** Who performed it: clips of one performer are judged, chosen and built together. */
function Performer({ state }: { state: ClipState }) {
  const current = state.row?.subject ?? "";
  const [subject, setSubject] = useState(current);
  useEffect(() => setSubject(current), [current]);
  const save = (): void => {
    if (subject.trim() !== current) sendCommand({ kind: "set_subject", clips: [state.id], subject: subject.trim() });
  };
  return (
    <section aria-label="Performer">
      <h3>Performer</h3>
      <input
        className="field wide"
        value={subject}
        aria-label="Performer"
        placeholder="Who performed it"
        maxLength={200}
        onChange={(event) => setSubject(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setSubject(current);
        }}
      />
    </section>
  );
}

function Labels({ state }: { state: ClipState }) {
  const known = useSession((session) => session.info?.labels);
  const labels = state.row?.labels ?? [];
  return (
    <section aria-label="Labels">
      <h3>Labels</h3>
      <div className="chips">
        {labels.map((label) => (
          <span className="chip" key={label} title={label}>
            <span className="word">{label}</span>
            <button type="button" aria-label={`Remove the label ${label}`} onClick={() => sendCommand({ kind: "remove_label", clips: [state.id], label })}>
              <Icon name="close" size={10} />
            </button>
          </span>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const input = event.currentTarget.elements.namedItem("label") as HTMLInputElement;
            const label = input.value.trim();
            if (label && !labels.includes(label)) sendCommand({ kind: "add_label", clips: [state.id], label });
            input.value = "";
          }}
        >
          <input className="field add" name="label" list="all-labels" placeholder="Add a label" aria-label="Add a label" maxLength={200} autoComplete="off" />
          <datalist id="all-labels">
            {(known ?? []).map((label) => (
              <option key={label.name} value={label.name} />
            ))}
          </datalist>
        </form>
      </div>
    </section>
  );
}

function Judgement({ state }: { state: ClipState }) {
  const judge = (natural: boolean): void => sendCommand({ kind: "judge", clip: state.id, natural: state.natural === natural ? null : natural });
  return (
    <section aria-label="Judgement">
      <h3>Looks</h3>
      <div className="two-way" role="group" aria-label="Judgement">
        <button type="button" className="button" aria-pressed={state.natural === true} onClick={() => judge(true)}>
          Natural
        </button>
        <button type="button" className="button" aria-pressed={state.natural === false} onClick={() => judge(false)}>
          Unnatural
        </button>
      </div>
    </section>
  );
}

function Annotations({ state }: { state: ClipState }) {
  const selected = useSelection((selection) => selection.span);
  const fps = state.row?.fps ?? 30;
  const spans = state.annotations.filter(({ track }) => track !== NOTES);
  const show = (annotation: Annotation): void => {
    selectSpan({ kind: "annotation", id: annotation.id });
    seekFrame(annotation.start);
  };
  return (
    <section aria-label="Annotations">
      <h3>Annotations</h3>
      {spans.length === 0 && <p className="faint">Drag on the annotation track to paint one.</p>}
      <ul className="spans">
        {spans.map((annotation) => (
          <li key={annotation.id} className={selected?.kind === "annotation" && selected.id === annotation.id ? "selected" : ""}>
            <button type="button" className="span-button" onClick={() => show(annotation)}>
              <i style={{ background: annotationColour(annotation.name) }} />
              <span className="name">{annotation.name}</span>
              {annotation.by !== "person" && <span className="chip">{annotation.by}</span>}
              <span className="faint numbers">
                {(annotation.start / fps).toFixed(2)} – {(annotation.stop / fps).toFixed(2)} s
              </span>
            </button>
            <IconButton
              icon="close"
              label={`Delete the annotation ${annotation.name}`}
              onClick={() => sendCommand({ kind: "remove_annotation", clip: state.id, annotation: annotation.id })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Origin({ detail, clip }: { detail: ClipDetail; clip: string }) {
  const made = detail.lineage.length > 0;
  const entries: [string, Json][] = [
    ...(detail.source_file ? [["file", detail.source_file.split(/[\\/]/).at(-1) ?? ""] as [string, Json]] : []),
    ...Object.entries(detail.details),
  ];
  return (
    <section aria-label="Origin">
      <h3>{made ? "How it was made" : "Where it came from"}</h3>
      {made && <Lineage lines={detail.lineage} />}
      <dl className="origin">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name.replaceAll("_", " ")}</dt>
            <dd>{say(value)}</dd>
          </div>
        ))}
      </dl>
      {detail.made_from_it.length > 0 && (
        <div className="made-from" role="group" aria-label="Made from this clip">
          <h3>Made from this clip</h3>
          {detail.made_from_it.map((made) => (
            <ClipLink key={made.clip} clip={made.clip} words={made.name} />
          ))}
        </div>
      )}
      {detail.source_file && <ReadAgain what="its file" onRead={(readAs) => void readClipAgain(clip, readAs)} />}
    </section>
  );
}

/** How the clip was made, a few lines; the clips it was made of open when they are clicked. */
function Lineage({ lines }: { lines: readonly LineageLine[] }) {
  return (
    <ul className="lineage">
      {lines.map((line, index) => (
        <li key={index} style={{ marginLeft: `${line.indent}em` }}>
          {line.clip ? <ClipLink clip={line.clip} words={line.words} /> : line.words}
        </li>
      ))}
    </ul>
  );
}

function ClipLink({ clip, words }: { clip: string; words: string }) {
  return (
    <button type="button" className="link" onClick={() => void openClip(clip).catch(toastError)}>
      {words}
    </button>
  );
}

async function readClipAgain(clip: string, read_as: ReadAs): Promise<void> {
  try {
    receiveJob(await api.startJob({ kind: "reading", clips: [clip], read_as, window: windowId() }));
  } catch (error) {
    toastError(error);
  }
}

function say(value: Json): string {
  if (typeof value === "number") return String(Number(value.toPrecision(4)));
  if (Array.isArray(value)) return value.map(say).join(", ");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => `${name.replaceAll("_", " ")} ${say(inner)}`)
      .join(", ");
  return String(value);
}

export const clipPanel: Panel = {
  id: "clip",
  title: "Clip",
  icon: "clip",
  dock: "right",
  workspaces: ["browse", "clean", "perform", "review", "lab"],
  Component: ClipPanel,
};
