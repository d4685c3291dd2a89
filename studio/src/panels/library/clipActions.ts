/** What can be done to clips: the menu of a clip, the palette and the bar below the list say the same. A new one is a line here. */
import type { IconName } from "../../app/icons";
import { countClips } from "../../commands/edit";
import { clipRows } from "../../commands/views";
import { api } from "../../protocol/api";
import type { ClipRow } from "../../protocol/types";
import { askAbout } from "../../state/asking";
import { takeOut } from "../../state/collections";
import { showFilter, useFilter } from "../../state/filter";
import type { MenuItem } from "../../state/menu";
import { mendClips } from "../../state/mending";
import { useSelection } from "../../state/selection";
import { receiveJob, sendCommand, undo, useSession } from "../../state/session";
import { compareWith, MAX_CAST, openClip, showClips, useStage } from "../../state/stage";
import { toast, toastError } from "../../state/toasts";
import { openPanel } from "../../state/workspaces";
import { exportFor, MAX_SHARED, sharePage } from "../../state/exporting";
import { editMenu } from "./editActions";

export interface ClipAction {
  readonly label: string;
  readonly icon: IconName;
  readonly possible?: (rows: readonly ClipRow[]) => boolean;
  readonly run: (clips: readonly string[]) => void;
  /** Begins another kind of thing: a line before it in the menu. */
  readonly apart?: boolean;
}

const single = (rows: readonly ClipRow[]): boolean => rows.length === 1;

export const CLIP_ACTIONS: readonly ClipAction[] = [
  { label: "Open the clip", icon: "eye", possible: single, run: ([clip]) => void openClip(clip) },
  { label: `Show together (at most ${MAX_CAST})`, icon: "people", possible: (rows) => rows.length > 1, run: (clips) => void showClips(clips) },
  {
    label: "Show as a ghost over the open clip",
    icon: "ghost",
    possible: (rows) => single(rows) && useStage.getState().active !== null && rows[0].id !== useStage.getState().active,
    run: ([clip]) => void compareWith(clip),
  },
  { label: "Label the clips…", icon: "tag", apart: true, run: (clips) => askAbout("label", clips) },
  { label: "Collect the clips…", icon: "folder", run: (clips) => askAbout("collect", clips) },
  { label: "Take out of the collection", icon: "minus", possible: () => useFilter.getState().collection !== null, run: takeOut },
  { label: "Show what was made from it", icon: "film", possible: single, run: ([clip]) => showFilter({ made_of: clip }) },
  { label: "Rename the clip", icon: "pencil", possible: single, run: (clips) => askAbout("rename", clips) },
  { label: "Check the clip", icon: "check", possible: single, apart: true, run: ([clip]) => void openClip(clip).then(() => openPanel("check")) },
  { label: "Mend: a new clip without the problems", icon: "mend", possible: canMend, run: (clips) => void mendClips(clips) },
  { label: "Delete the clips", icon: "trash", apart: true, run: deleteWithUndo },
];

/** The menu of these clips, ways out among them. */
export function clipMenu(rows: readonly ClipRow[]): MenuItem[] {
  const ids = rows.map((row) => row.id);
  const items = CLIP_ACTIONS.map(({ label, icon, possible, run, apart }) => ({
    label,
    icon,
    action: label,
    apart: apart ?? false,
    disabled: !(possible?.(rows) ?? true),
    run: () => run(ids),
  }));
  const edits: MenuItem = { label: "Edit", icon: "scissors", apart: true, run: () => undefined, items: editMenu(ids) };
  const ways: MenuItem = { label: "Export", icon: "export", run: () => undefined, items: exportMenu(ids) };
  return [...items.slice(0, -1), edits, ways, ...items.slice(-1)];
}

/** Ways out for these clips: for a program, or merely in a format. */
function exportMenu(clips: readonly string[]): MenuItem[] {
  const { presets = [], formats = [] } = useSession.getState().info ?? {};
  const written = formats.filter((format) => format.writes);
  return [
    ...presets
      .filter(({ name }) => name !== "plain")
      .map(({ name, title }) => ({ label: `For ${title}`, icon: "export" as const, run: () => void exportFor(clips, name) })),
    { label: "Export…", icon: "export", action: "Export…", run: () => askAbout("export", clips) },
    { label: "Share as a page (HTML)", icon: "export", disabled: clips.length > MAX_SHARED, run: () => void sharePage(clips) },
    ...written.map(({ suffix }, index) => ({
      label: `As ${suffix.slice(1).toUpperCase()}`,
      icon: "export" as const,
      apart: index === 0,
      run: () => void exportClips(clips, suffix),
    })),
  ];
}

/** The selected clips, as they are in the library now. */
export function selectedRows(): ClipRow[] {
  const { clips } = useSelection.getState();
  return clipRows().filter((row) => clips.has(row.id));
}

export function canMend(rows: readonly ClipRow[]): boolean {
  return rows.some((row) => row.problems === null || row.problems.some((kind) => kind !== "rate" && kind !== "floor"));
}

/** Deletes at once; the message offers to bring them back. */
export function deleteWithUndo(clips: readonly string[]): void {
  if (clips.length === 0) return;
  const only = clips.length === 1 ? clipRows().find((row) => row.id === clips[0]) : undefined;
  sendCommand({ kind: "delete_clips", clips: [...clips] });
  toast("info", `Deleted ${only?.name ?? countClips(clips)}.`, { label: "Undo", run: undo });
}

/** Starts the job, and shows it: there the file is to be had. */
export async function exportClips(clips: readonly string[], suffix: string): Promise<void> {
  try {
    receiveJob(await api.startJob({ kind: "export", clips: [...clips], suffix }));
    openPanel("jobs");
  } catch (error) {
    toastError(error);
  }
}
