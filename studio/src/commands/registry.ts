/** Every edit the client can show at once. A new one is a file beside this one and a line here. */
import type { ClipState, Command, Simple } from "../protocol/types";
import { addAnnotation } from "./addAnnotation";
import { addLabel } from "./addLabel";
import { changeAnnotation } from "./changeAnnotation";
import { deleteClips } from "./deleteClips";
import type { Edit } from "./edit";
import { judge } from "./judge";
import { removeAnnotation } from "./removeAnnotation";
import { removeLabel } from "./removeLabel";
import { renameClip } from "./renameClip";
import { setNote } from "./setNote";
import { setPlants } from "./setPlants";
import { setSubject } from "./setSubject";
import { splitAnnotation } from "./splitAnnotation";

const EDITS = [
  renameClip,
  deleteClips,
  addLabel,
  removeLabel,
  setNote,
  setSubject,
  judge,
  addAnnotation,
  changeAnnotation,
  splitAnnotation,
  removeAnnotation,
  setPlants,
] as const;

const byKind = new Map<string, Edit<Simple>>(EDITS.map((edit) => [edit.kind, edit as unknown as Edit<Simple>]));

function parts(command: Command): readonly Simple[] {
  return command.kind === "batch" ? command.commands : [command];
}

/** The clips a command touches; none for a kind that only the server knows. */
export function clipsOf(command: Command): readonly string[] {
  return [...new Set(parts(command).flatMap((part) => byKind.get(part.kind)?.clips(part) ?? []))];
}

/** The clip after a command that touches it. */
export function applyCommand(state: ClipState, command: Command): ClipState {
  return parts(command).reduce((current, part) => {
    const edit = byKind.get(part.kind);
    return edit?.clips(part).includes(current.id) ? edit.apply(current, part) : current;
  }, state);
}
