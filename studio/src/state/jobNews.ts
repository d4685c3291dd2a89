/** Says how a job ended, wherever the person is, and shows what it brought. */
import type { Job } from "../protocol/types";
import { endingOf } from "./jobs";
import { useSession } from "./session";
import { openClip, useStage } from "./stage";
import { toast, type Toast } from "./toasts";

useSession.subscribe(({ jobs }, before) => {
  if (jobs === before.jobs) return;
  for (const job of jobs) {
    const ending = endingOf(
      before.jobs.find((other) => other.id === job.id),
      job,
    );
    if (ending) toast(ending.tone, ending.text, showing(job));
  }
});

/** A way to the first clip of those that came in, unless one of them is open. */
function showing({ kind, clips }: Job): Toast["action"] {
  const { active } = useStage.getState();
  if (!["import", "edit_clips", "make_clips"].includes(kind) || clips.length === 0 || (active !== null && clips.includes(active))) return undefined;
  return { label: "Show", run: () => void openClip(clips[0]) };
}
