/** Jobs: everything long, with its progress; it goes on when the page is closed. */
import { Empty, IconButton } from "../app/controls";
import { Icon, type IconName } from "../app/icons";
import { api } from "../protocol/api";
import type { Job, JobState } from "../protocol/types";
import { isActive } from "../state/jobs";
import { receiveJob, removeJob, useSession } from "../state/session";
import { openClip } from "../state/stage";
import { toastError } from "../state/toasts";
import { useUploads, type Upload } from "../state/uploads";
import type { Panel } from "./panel";
import { ReadAgain } from "./reading";

const STATES: Readonly<Record<JobState, { text: string; icon: IconName; tone: string }>> = {
  waiting: { text: "Waiting", icon: "jobs", tone: "soft" },
  running: { text: "Running", icon: "jobs", tone: "accent" },
  done: { text: "Done", icon: "check", tone: "good" },
  failed: { text: "Failed", icon: "warning", tone: "bad" },
  cancelled: { text: "Cancelled", icon: "close", tone: "soft" },
  interrupted: { text: "Interrupted", icon: "warning", tone: "warn" },
};

const IN_PART = { text: "Done in part", icon: "warning", tone: "warn" } as const;

function JobsPanel() {
  const jobs = useSession((session) => session.jobs);
  const uploads = useUploads((state) => state.uploads);
  const ended = jobs.filter((job) => !isActive(job));
  if (jobs.length === 0 && uploads.length === 0) {
    return (
      <Empty icon="jobs" title="Nothing is running">
        <p>Imports, exports and everything else that takes a while appear here, and go on while the page is closed.</p>
      </Empty>
    );
  }
  const forgetAll = (): void => ended.forEach((job) => void forget(job));
  return (
    <div className="jobs scroll">
      <ul aria-label="Jobs">
        {uploads.map((upload) => (
          <UploadItem key={upload.id} upload={upload} />
        ))}
        {jobs.map((job) => (
          <JobItem key={job.id} job={job} />
        ))}
      </ul>
      {ended.length > 1 && (
        <button type="button" className="button quiet clear" onClick={forgetAll}>
          Clear what has ended
        </button>
      )}
    </div>
  );
}

function UploadItem({ upload }: { upload: Upload }) {
  return (
    <li className="job">
      <div className="job-head">
        <span className="accent">
          <Icon name="import" size={14} />
        </span>
        <strong>Sending {upload.title}</strong>
      </div>
      <progress max={1} value={upload.part} aria-label={`Sending ${upload.title}`} />
    </li>
  );
}

function JobItem({ job }: { job: Job }) {
  const look = job.state === "done" && job.problems.length > 0 ? IN_PART : STATES[job.state];
  const act = (action: Promise<Job>): void => void action.then(receiveJob).catch(toastError);
  const again = job.state === "cancelled" || job.state === "failed" || job.state === "interrupted";
  return (
    <li className="job" data-state={job.state}>
      <div className="job-head">
        <span className={look.tone}>
          <Icon name={look.icon} size={14} />
        </span>
        <strong title={job.title}>{job.title}</strong>
        {isActive(job) && <IconButton icon="close" label={`Cancel ${job.title}`} onClick={() => act(api.cancelJob(job.id))} />}
        {again && <IconButton icon="refresh" label={`Resume ${job.title}`} onClick={() => act(api.resumeJob(job.id))} />}
        {!isActive(job) && <IconButton icon="trash" label={`Forget ${job.title}`} onClick={() => void forget(job)} />}
      </div>
      {isActive(job) && <progress max={Math.max(1, job.total)} {...(job.total > 0 ? { value: job.done } : {})} aria-label={job.title} />}
      <p className="job-line numbers">
        <span className={look.tone}>{look.text}</span>
        {job.total > 0 && (isActive(job) || job.done < job.total) && (
          <span>
            {" "}
            · {job.done} of {job.total}
          </span>
        )}
        {isActive(job) && job.seconds_left !== null && <span> · {timeLeft(job.seconds_left)} left</span>}
        {job.message && <span> · {job.message}</span>}
      </p>
      {job.error && !job.problems.some((problem) => problem.error === job.error) && <p className="job-error">{job.error}</p>}
      {job.problems.length > 0 && (
        <ul className="problems">
          {job.problems.slice(0, 20).map((problem, index) => (
            <li key={index}>
              {!problem.error.startsWith(problem.name) && <strong>{problem.name} </strong>}
              {problem.error}
            </li>
          ))}
          {job.problems.length > 20 && <li className="faint">and {job.problems.length - 20} more</li>}
        </ul>
      )}
      {job.kind === "import" && job.problems.length > 0 && !isActive(job) && (
        <ReadAgain what="these files" onRead={(read_as) => act(api.readAgain(job.id, { read_as }))} />
      )}
      <div className="job-results">
        {job.download && (
          <a className="button" href={job.download} download>
            <Icon name="download" size={14} /> Save the file
          </a>
        )}
        {job.state === "done" && job.kind !== "export" && job.clips.length > 0 && (
          <button type="button" className="button" onClick={() => void openClip(job.clips[0])}>
            <Icon name="eye" size={14} /> Show {job.clips.length === 1 ? "it" : "the first"}
          </button>
        )}
      </div>
    </li>
  );
}

async function forget(job: Job): Promise<void> {
  try {
    await api.forgetJob(job.id);
    removeJob(job.id);
  } catch (error) {
    toastError(error);
  }
}

function timeLeft(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}

export const jobsPanel: Panel = {
  id: "jobs",
  title: "Jobs",
  icon: "jobs",
  dock: "tray",
  workspaces: "all",
  Component: JobsPanel,
  useCount: () => useSession((session) => session.jobs.filter(isActive).length) + useUploads((state) => state.uploads.length),
};
