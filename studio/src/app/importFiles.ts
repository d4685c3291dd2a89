/** Brings files in: checks what can be checked here, uploads, and leaves the rest to the job. */
import { uploadFiles } from "../protocol/api";
import { receiveJob, reload, useSession } from "../state/session";
import { toast, toastError } from "../state/toasts";
import { useUploads } from "../state/uploads";
import { openPanel } from "./Docks";

export async function importFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const info = useSession.getState().info;
  const readable = (info?.formats ?? []).filter((format) => format.reads).map((format) => format.suffix);
  const suffix = (file: File): string => file.name.slice(file.name.lastIndexOf(".")).toLowerCase();
  const known = readable.length === 0 ? [...files] : files.filter((file) => readable.includes(suffix(file)));
  const strange = files.filter((file) => !known.includes(file));
  if (strange.length > 0) {
    const names =
      strange
        .slice(0, 3)
        .map((file) => file.name)
        .join(", ") + (strange.length > 3 ? ` and ${strange.length - 3} more` : "");
    toast("error", `${names}: not a motion file that can be read. Readable are ${readable.join(", ")}.`);
  }
  const bytes = known.reduce((sum, file) => sum + file.size, 0);
  if (info && bytes > info.max_upload_bytes) {
    toast("error", `These files are ${size(bytes)} together; at most ${size(info.max_upload_bytes)} can be brought in at once.`);
    return;
  }
  if (known.length > 0) await upload(known, info?.state === "none");
}

async function upload(files: readonly File[], first: boolean): Promise<void> {
  const title = files.length === 1 ? files[0].name : `${files.length} files`;
  const id = useUploads.getState().begin(title);
  openPanel("right", "jobs");
  try {
    receiveJob(await uploadFiles(files, (part) => useUploads.getState().progress(id, part)));
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
