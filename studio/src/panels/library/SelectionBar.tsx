/** What can be done with the selected clips. */
import { IconButton, Popover } from "../../app/controls";
import { countClips } from "../../commands/edit";
import type { ClipRow, FormatInfo } from "../../protocol/types";
import { askAbout } from "../../state/asking";
import { exportFor } from "../../state/exporting";
import { mendClips } from "../../state/mending";
import { sendCommand, useSession } from "../../state/session";
import { compareWith, MAX_CAST, showClips, useStage } from "../../state/stage";
import { canMend, deleteWithUndo, exportClips } from "./clipActions";

export function SelectionBar({ rows }: { rows: readonly ClipRow[] }) {
  const ids = rows.map((row) => row.id);
  const compare = useStage((stage) => stage.compare);
  const active = useStage((stage) => stage.active);
  const single = rows.length === 1 ? rows[0] : null;
  const ghost = single !== null && single.id === compare;
  return (
    <div className="selection-bar" role="toolbar" aria-label={`${countClips(ids)} selected`}>
      <span className="numbers">{rows.length} selected</span>
      <span className="spring" />
      <IconButton icon="people" label={`Show together (at most ${MAX_CAST})`} disabled={rows.length < 2} onClick={() => void showClips(ids)} />
      <IconButton
        icon="ghost"
        label={ghost ? "Take the ghost away" : "Show as a ghost over the open clip"}
        pressed={ghost}
        disabled={!single || !active || single.id === active}
        onClick={() => void compareWith(ghost ? null : ids[0])}
      />
      <LabelButton clips={ids} />
      <IconButton icon="mend" label={sayMend(rows)} disabled={!canMend(rows)} onClick={() => void mendClips(ids)} />
      <IconButton icon="pencil" label="Rename" action="Rename the clip" disabled={!single} onClick={() => askAbout("rename", ids)} />
      <ExportButton clips={ids} />
      <IconButton icon="trash" label="Delete" action="Delete the clips" className="danger" onClick={() => deleteWithUndo(ids)} />
    </div>
  );
}

function sayMend(rows: readonly ClipRow[]): string {
  return canMend(rows) ? "Mend: a new clip without the problems" : "Mend (nothing found that can be mended)";
}

function LabelButton({ clips }: { clips: readonly string[] }) {
  const known = useSession((session) => session.info?.labels);
  return (
    <Popover icon="tag" label="Label" align="right">
      {(close) => (
        <form
          className="label-form"
          onSubmit={(event) => {
            event.preventDefault();
            const label = String(new FormData(event.currentTarget).get("label") ?? "").trim();
            if (label) sendCommand({ kind: "add_label", clips: [...clips], label });
            close();
          }}
        >
          <input
            className="field"
            name="label"
            list="known-labels"
            placeholder={`Label for ${countClips(clips)}`}
            aria-label="Label"
            autoFocus
            maxLength={200}
          />
          <datalist id="known-labels">
            {(known ?? []).map((label) => (
              <option key={label.name} value={label.name} />
            ))}
          </datalist>
          <button type="submit" className="button primary">
            Add
          </button>
        </form>
      )}
    </Popover>
  );
}

export function ExportButton({ clips }: { clips: readonly string[] }) {
  const formats = useSession((session) => session.info?.formats);
  const presets = useSession((session) => session.info?.presets);
  return (
    <Popover icon="export" label="Export" align="right">
      {(close) => (
        <ul className="menu" aria-label={`Export ${countClips(clips)} as`}>
          {(presets ?? [])
            .filter(({ name }) => name !== "plain")
            .map(({ name, title, says }) => (
              <li key={name}>
                <button
                  type="button"
                  title={says}
                  onClick={() => {
                    close();
                    void exportFor(clips, name);
                  }}
                >
                  For <strong>{title}</strong>
                </button>
              </li>
            ))}
          <li className="apart">
            <button
              type="button"
              onClick={() => {
                close();
                askAbout("export", clips);
              }}
            >
              Export…
            </button>
          </li>
          {(formats ?? [])
            .filter((format) => format.writes)
            .map((format) => (
              <li key={format.suffix}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    void exportClips(clips, format.suffix);
                  }}
                >
                  <strong>{format.suffix.slice(1).toUpperCase()}</strong> <span className="faint">{format.name}</span>
                </button>
              </li>
            ))}
          <li className="faint">{sayUnwritten(formats ?? [])}</li>
        </ul>
      )}
    </Popover>
  );
}

function sayUnwritten(formats: readonly FormatInfo[]): string {
  const unwritten = formats.filter((format) => !format.writes).map((format) => format.suffix.slice(1).toUpperCase());
  const names = unwritten.filter((name) => name !== "FBX");
  const missing = names.length > 0 ? `${names.join(" and ")}: no writer, only read. ` : "";
  return unwritten.includes("FBX") ? `${missing}FBX is written where Blender’s module (bpy) is installed; it is not here.` : missing;
}
