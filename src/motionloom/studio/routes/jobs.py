"""Jobs: start, watch, cancel, resume, forget, and save what they made."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse

from motionloom.compute import JobError
from motionloom.studio import protocol
from motionloom.studio.errors import NotThere
from motionloom.studio.routes.parameters import Current, JobId, TheStudio

router = APIRouter()


@router.get("/jobs")
def list_jobs(studio: TheStudio) -> list[protocol.Job]:
    """Every job, newest first."""
    return [] if studio.current is None else studio.current.runner.all()


@router.post("/jobs", status_code=202)
def start_job(request: protocol.JobStart, studio: TheStudio) -> protocol.Job:
    """Start long work; the sample makes a library where there is none."""
    current = studio.open() if request.kind == "sample" else studio.require()
    return current.runner.start(request.kind, request.model_dump(exclude={"kind"}, exclude_defaults=True))


@router.get("/jobs/{job}")
def get_job(job: JobId, current: Current) -> protocol.Job:
    """One job."""
    return current.runner.get(job)


@router.post("/jobs/{job}/cancel")
def cancel_job(job: JobId, current: Current) -> protocol.Job:
    """Stop it between two items; what is finished stays."""
    return current.runner.cancel(job)


@router.post("/jobs/{job}/resume")
def resume_job(job: JobId, current: Current) -> protocol.Job:
    """Take it up where it stopped."""
    return current.runner.resume(job)


@router.post("/jobs/{job}/read-again", status_code=202)
def read_again(job: JobId, request: protocol.ReadAgain, current: Current) -> protocol.Job:
    """Read what an import could not read once more, in another way."""
    if not (current.runner.store.folder_of(current.runner.get(job).id) / "files").is_dir():
        raise JobError("the files of this job are not there any more; drop them again")
    return current.runner.again(job, {"read_as": request.read_as.model_dump(exclude_defaults=True)})


@router.delete("/jobs/{job}", status_code=204)
def forget_job(job: JobId, current: Current) -> Response:
    """Forget a job that has ended, and its files."""
    current.runner.remove(job)
    return Response(status_code=204)


@router.get("/jobs/{job}/download")
def download(job: JobId, current: Current) -> FileResponse:
    """The file an export made."""
    path = current.runner.store.download_of(job)
    if path is None:
        raise NotThere(f"job {job} has nothing to save (any more)")
    return FileResponse(path, filename=path.name, media_type="application/octet-stream")
