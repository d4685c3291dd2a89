/** Notes at a moment: a press goes there, the text can be changed in place. */
import { useEffect, useState } from "react";

import { IconButton } from "../../app/controls";
import type { Annotation, ClipState } from "../../protocol/types";
import { askAbout } from "../../state/asking";
import { changeNote, notesOf, removeNote, showNote } from "../../state/notes";

export function Notes({ state }: { state: ClipState }) {
  const notes = notesOf(state);
  const fps = state.row?.fps ?? 30;
  return (
    <section aria-label="Notes at a moment">
      <h3>Notes at a moment</h3>
      <ul className="notes-at">
        {notes.map((note) => (
          <Line key={note.id} clip={state.id} note={note} seconds={note.start / fps} />
        ))}
      </ul>
      <button type="button" className="button" title="Note at the moment shown (Alt M)" onClick={() => askAbout("note", [state.id])}>
        Note here…
      </button>
    </section>
  );
}

function Line({ clip, note, seconds }: { clip: string; note: Annotation; seconds: number }) {
  const [text, setText] = useState(note.name);
  useEffect(() => setText(note.name), [note.name]);
  const save = (): void => {
    if (text.trim() && text.trim() !== note.name) changeNote(clip, note.id, text.trim());
    else setText(note.name);
  };
  return (
    <li>
      <button type="button" className="button time numbers" title="Go there" onClick={() => showNote(note)}>
        {seconds.toFixed(2)} s
      </button>
      <input
        className="field"
        value={text}
        aria-label={`Note at ${seconds.toFixed(2)} seconds`}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setText(note.name);
        }}
      />
      <IconButton icon="close" label={`Delete the note ${note.name}`} onClick={() => removeNote(clip, note.id)} />
    </li>
  );
}
