/** Edits of clips: the palette, the menus of a clip and of the timeline say the same. A new one is a line here. */
import type { Action } from "../../app/actions";
import type { IconName } from "../../app/icons";
import { clipRows } from "../../commands/views";
import { askAbout } from "../../state/asking";
import { checkClips, editClips, guessPlants } from "../../state/editing";
import { exportAgain } from "../../state/exporting";
import { useLive } from "../../state/live";
import type { MenuItem } from "../../state/menu";
import { useSelection } from "../../state/selection";
import { useStage } from "../../state/stage";
import { currentFrame, useTransport } from "../../state/transport";

interface EditAction {
  readonly label: string;
  readonly icon: IconName;
  readonly keys?: readonly string[];
  readonly possible?: (clips: readonly string[]) => boolean;
  readonly run: (clips: readonly string[]) => void;
  /** It is about a moment of the open clip: that, or the selection it is part of, is edited. */
  readonly ofOpen?: boolean;
  /** Begins another kind of thing: a line before it in the menu. */
  readonly apart?: boolean;
}

/** The marks, seconds; null where neither is set. */
function marks(): { start: number; end: number | null } | null {
  const { markIn, markOut } = useTransport.getState();
  return markIn === null && markOut === null ? null : { start: markIn ?? 0, end: markOut };
}

/** The moment of the frame that is shown, seconds. */
const moment = (): number => currentFrame() / useTransport.getState().fps;
const length = (): number => useTransport.getState().frames / useTransport.getState().fps;
const marked = (): boolean => marks() !== null;

export const EDIT_ACTIONS: readonly EditAction[] = [
  {
    label: "Trim to the marks",
    icon: "fit",
    keys: ["Shift+C"],
    ofOpen: true,
    possible: marked,
    run: (clips) => void editClips(clips, { kind: "trim", ...(marks() ?? { start: 0 }) }),
  },
  { label: "Cut out what is between the marks", icon: "scissors", keys: ["Shift+X"], ofOpen: true, possible: marked, run: cutOut },
  {
    label: "Fill what is between the marks from captures…",
    icon: "keys",
    keys: ["Shift+I"],
    ofOpen: true,
    possible: () => marks() !== null && marks()?.end !== null,
    run: () => askAbout("fill", [useStage.getState().active ?? ""]),
  },
  {
    label: "Split the clip at the playhead",
    icon: "scissors",
    keys: ["Shift+S"],
    ofOpen: true,
    possible: () => currentFrame() > 0,
    run: (clips) => void editClips(clips, { kind: "split", at: moment() }),
  },
  { label: "Crop to a loop", icon: "loop", keys: ["Shift+L"], run: (clips) => void editClips(clips, { kind: "loop", ...(holdsOpen(clips) ? marks() : null) }) },
  {
    label: "Join the selected clips",
    icon: "plus",
    keys: ["Shift+J"],
    possible: (clips) => clips.length > 1,
    run: (clips) => void editClips(clips, { kind: "join" }),
  },
  { label: "Mirror", icon: "compare", keys: ["Shift+M"], apart: true, run: (clips) => void editClips(clips, { kind: "mirror" }) },
  { label: "Move and turn…", icon: "follow", keys: ["Shift+G"], run: (clips) => askAbout("move", clips) },
  { label: "Put on the floor", icon: "foot", run: (clips) => void editClips(clips, { kind: "move", to_floor: true }) },
  { label: "In place", icon: "frame", run: (clips) => void editClips(clips, { kind: "in_place" }) },
  { label: "In place, keeping its turning", icon: "frame", run: (clips) => void editClips(clips, { kind: "in_place", keep_turning: true }) },
  { label: "Change the rate…", icon: "timeline", run: (clips) => askAbout("rate", clips) },
  { label: "Guess foot plants", icon: "foot", apart: true, run: (clips) => void guessPlants(clips) },
  { label: "Hold planted feet still", icon: "foot", run: (clips) => void editClips(clips, { kind: "clean" }) },
  { label: "Check for problems", icon: "check", run: (clips) => void checkClips(clips) },
];

function cutOut(clips: readonly string[]): void {
  const { start, end } = marks() ?? { start: 0, end: null };
  void editClips(clips, { kind: "cut", start, end: end ?? length() });
}

const holdsOpen = (clips: readonly string[]): boolean => clips.includes(useStage.getState().active ?? "");

/** What is edited: the selected clips in the order they were picked. An edit at a moment is of the open one, where that is not among them. */
function editedClips({ ofOpen }: Pick<EditAction, "ofOpen">): string[] {
  const { active } = useStage.getState();
  const present = new Set(clipRows().map((row) => row.id));
  const selected = [...useSelection.getState().clips].filter((clip) => present.has(clip));
  const open = active !== null && present.has(active) ? [active] : [];
  return selected.length === 0 || (ofOpen && !holdsOpen(selected)) ? open : selected;
}

function isPossible({ ofOpen, possible }: EditAction, clips: readonly string[]): boolean {
  return clips.length > 0 && (!ofOpen || holdsOpen(clips)) && (possible?.(clips) ?? true);
}

/** The menu of edits of these clips. */
export function editMenu(clips: readonly string[]): MenuItem[] {
  return EDIT_ACTIONS.map((edit) => ({
    label: edit.label,
    icon: edit.icon,
    action: edit.label,
    apart: edit.apart ?? false,
    disabled: !isPossible(edit, clips),
    run: () => edit.run(clips),
  }));
}

/** Ways out: files and films. */
const outActions: readonly Action[] = [
  { keys: ["Ctrl+E"], label: "Export…", group: "Clips", run: () => askAbout("export", chosenClips()), when: () => chosenClips().length > 0 },
  {
    keys: ["Ctrl+Shift+E"],
    label: "Export as last time",
    group: "Clips",
    run: () => void exportAgain(chosenClips()),
    when: () => chosenClips().length > 0,
  },
  {
    keys: ["Shift+V"],
    label: "Film…",
    group: "Clips",
    run: () => askAbout("film", ["stage"]),
    when: () => useStage.getState().active !== null && useLive.getState().owner === null,
  },
];

/** The selected clips in the order they were picked, or the open one. */
export function chosenClips(): string[] {
  return editedClips({ ofOpen: false });
}

/** An item that trims a clip to a span of it, seconds. */
export function trimTo(clip: string, start: number, end: number): MenuItem {
  return { label: "Trim the clip to it", icon: "fit", apart: true, run: () => void editClips([clip], { kind: "trim", start, end }) };
}

/** The same as actions of the studio, with their keys. */
const ofEdits = EDIT_ACTIONS.map(
  (edit): Action => ({
    keys: edit.keys ?? [],
    label: edit.label,
    group: "Edit clips",
    run: () => edit.run(editedClips(edit)),
    when: () => isPossible(edit, editedClips(edit)),
  }),
);

export const editActions: readonly Action[] = [...ofEdits, ...outActions];
