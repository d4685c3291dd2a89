/** Questions about clips, over everything. */
import { useState } from "react";

import { Dialog } from "../../app/controls";
import { countClips } from "../../commands/edit";
import { clipRows } from "../../commands/views";
import { stopAsking, useAsking } from "../../state/asking";
import { collectClips, saveSearch, useCollections } from "../../state/collections";
import { addNote } from "../../state/notes";
import { sendCommand, useSession } from "../../state/session";
import { currentFrame, useTransport } from "../../state/transport";
import { FilmDialog } from "../viewer/FilmDialog";
import { MoveDialog, RateDialog } from "./EditDialogs";
import { ExportDialog } from "./ExportDialog";
import { FillDialog } from "./FillDialog";

export function ClipDialogs() {
  const { what, clips } = useAsking();
  if (what === "label") return <LabelDialog clips={clips} />;
  if (what === "collect") return <CollectDialog clips={clips} />;
  if (what === "search") return <SearchDialog />;
  if (what === "note") return <NoteDialog clip={clips[0]} />;
  if (what === "export") return <ExportDialog clips={clips} />;
  if (what === "film") return <FilmDialog />;
  if (what === "move") return <MoveDialog clips={clips} />;
  if (what === "rate") return <RateDialog clips={clips} />;
  if (what === "fill") return <FillDialog clip={clips[0]} />;
  return what === "rename" ? <RenameDialog clip={clips[0]} /> : null;
}

function RenameDialog({ clip }: { clip: string }) {
  const [current] = useState(() => clipRows().find((row) => row.id === clip)?.name ?? "");
  return (
    <FieldDialog
      title="Rename clip"
      name="New name"
      first={current}
      verb="Rename"
      onGiven={(name) => name !== current && sendCommand({ kind: "rename_clip", clip, name })}
    />
  );
}

function CollectDialog({ clips }: { clips: readonly string[] }) {
  const known = useCollections((kept) => kept.collections);
  return (
    <FieldDialog
      title={`Collect ${countClips(clips)}`}
      name="Name of the collection"
      first=""
      verb="Collect"
      known={known.map(({ name }) => name)}
      onGiven={(name) => collectClips(name, clips)}
    />
  );
}

function SearchDialog() {
  const known = useCollections((kept) => kept.searches);
  return <FieldDialog title="Save this search" name="Name of the search" first="" verb="Save" known={known.map(({ name }) => name)} onGiven={saveSearch} />;
}

/** A remark at the moment that is shown. */
function NoteDialog({ clip }: { clip: string }) {
  const [frame] = useState(() => currentFrame());
  const [seconds] = useState(() => useTransport.getState().time);
  return <FieldDialog title={`Note at ${seconds.toFixed(2)} s`} name="Note" first="" verb="Add" onGiven={(text) => addNote(clip, frame, text)} />;
}

function LabelDialog({ clips }: { clips: readonly string[] }) {
  const known = useSession((session) => session.info?.labels);
  return (
    <FieldDialog
      title={`Label ${countClips(clips)}`}
      name="Label"
      first=""
      verb="Add"
      known={(known ?? []).map(({ name }) => name)}
      onGiven={(label) => sendCommand({ kind: "add_label", clips: [...clips], label })}
    />
  );
}

function FieldDialog(props: { title: string; name: string; first: string; verb: string; known?: readonly string[]; onGiven: (text: string) => unknown }) {
  const [text, setText] = useState(props.first);
  return (
    <Dialog title={props.title} narrow onClose={stopAsking}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) props.onGiven(text.trim());
          stopAsking();
        }}
      >
        <input
          className="field wide"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={props.name}
          list={props.known ? "asked-words" : undefined}
          maxLength={200}
          autoFocus
          onFocus={(event) => event.target.select()}
        />
        <datalist id="asked-words">
          {props.known?.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
        <footer>
          <button type="button" className="button" onClick={stopAsking}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={!text.trim()}>
            {props.verb}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
