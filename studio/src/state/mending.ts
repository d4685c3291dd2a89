/** Mends clips: a new clip comes of each that has something to mend, and stands in for it. */
import { panelApi } from "../protocol/api";
import type { ExamineReport, MendClips, MendedClip, MendReport } from "../protocol/types";
import { windowId } from "./identity";
import { selectClips } from "./selection";
import { reload, undo } from "./session";
import { openClip } from "./stage";
import { toast, toastError } from "./toasts";

/** Mends the clips and says what came of it; the first one that was mended is shown. */
export async function mendClips(clips: readonly string[]): Promise<void> {
  try {
    const request: MendClips = { window: windowId(), clips: [...clips] };
    const report = await panelApi.post<MendReport>("check", "mend", request);
    const made = report.clips.filter((each) => each.clip !== "");
    if (report.making > 0) toast("info", `${report.making} clips are being mended: see Jobs.`);
    else toast(made.length > 0 ? "success" : "info", sayMended(report.clips), made.length > 0 ? { label: "Undo", run: undo } : undefined);
    if (made.length > 0) await openClip(made[0].clip);
    if (made.length > 1) selectClips(made.map(({ clip }) => clip)); // what is done next is done to them
  } catch (error) {
    toastError(error);
  }
}

/** What came of the clips, in a sentence or two. */
export function sayMended(clips: readonly MendedClip[]): string {
  const made = clips.filter((each) => each.clip !== "");
  const left = clips.length - made.length;
  if (clips.length === 1) return `${clips[0].name}: ${clips[0].lines.join("; ")}.`;
  const rest = left > 0 ? ` ${left} had nothing that can be mended.` : "";
  return `${made.length} mended.${rest}`;
}

/** Looks at every clip that nobody has looked at, as in libraries of an earlier Motionloom. */
export async function examineAll(): Promise<void> {
  try {
    let left = 1;
    while (left > 0) left = (await panelApi.post<ExamineReport>("check", "examine", {})).left;
    await reload();
  } catch (error) {
    toastError(error);
  }
}
