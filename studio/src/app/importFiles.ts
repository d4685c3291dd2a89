/** Brings files in: checks what can be checked here, uploads, and leaves the rest to the job. */
import { uploadFiles, type PlacedFile } from "../protocol/api";
import { windowId } from "../state/identity";
import { receiveJob, reload, useSession } from "../state/session";
import { toast, toastError } from "../state/toasts";
import { useUploads } from "../state/uploads";
import { openPanel } from "../state/workspaces";

/** Files that other files are read with, and tables of labels; not motion by themselves. */
const COMPANIONS = [".asf", ".bin", ".csv"];
const MOST_NAMED = 3;

export async function importFiles(files: readonly PlacedFile[]): Promise<void> {
  if (files.length === 0) return;
  const info = useSession.getState().info;
  const readable = (info?.formats ?? []).filter((format) => format.reads).map((format) => format.suffix);
  const { known, strange } = sortOut(files, readable);
  if (strange.length > 0)
    toast("error", `${nameSome(strange)}: not a file that can be read. Readable are ${readable.join(", ")}, and .csv for a table of labels.`);
  const bytes = known.reduce((sum, { file }) => sum + file.size, 0);
  if (info && bytes > info.max_upload_bytes) {
    toast("error", `These files are ${size(bytes)} together; at most ${size(info.max_upload_bytes)} can be brought in at once.`);
    return;
  }
  if (known.length > 0) await upload(known, info?.state === "none");
}

/** Which files can be sent, and which cannot; all of them where the formats are not known. Pure. */
export function sortOut<T extends { readonly path: string }>(files: readonly T[], readable: readonly string[]): { known: T[]; strange: T[] } {
  const suffixes = [...readable, ...COMPANIONS];
  const fits = ({ path }: T): boolean => readable.length === 0 || suffixes.includes(path.slice(path.lastIndexOf(".")).toLowerCase());
  return { known: files.filter(fits), strange: files.filter((file) => !fits(file)) };
}

function nameSome(files: readonly PlacedFile[]): string {
  const names = files.slice(0, MOST_NAMED).map(({ file }) => file.name);
  return names.join(", ") + (files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : "");
}

async function upload(files: readonly PlacedFile[], first: boolean): Promise<void> {
  const title = files.length === 1 ? files[0].file.name : `${files.length} files`;
  const id = useUploads.getState().begin(title);
  openPanel("jobs");
  try {
    receiveJob(await uploadFiles(files, windowId(), (part) => useUploads.getState().progress(id, part)));
    if (first) await reload();
  } catch (error) {
    toastError(error);
  } finally {
    useUploads.getState().end(id);
  }
}

function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

/** Asks the person for files to import, as the button does. */
export function chooseFiles(): void {
  document.querySelector<HTMLInputElement>("input[data-import]")?.click();
}
