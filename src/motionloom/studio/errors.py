"""Every error leaves the server as `{"error": "one line"}` with a fitting status."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from motionloom.compute import JobError, JobsUnavailable, NoJob
from motionloom.core.errors import MotionloomError
from motionloom.studio.safety import fault

# Of the rooms' own errors, those that say more than "this cannot be done".
_STATUS: dict[type[MotionloomError], int] = {NoJob: 404, JobError: 409, JobsUnavailable: 507}


class StudioError(MotionloomError):
    """A request that cannot be served; `status` is the answer's."""

    status = 400


class NoLibrary(StudioError):
    """Nothing is open yet."""

    status = 409

    def __init__(self) -> None:
        super().__init__("no library is open; load the sample or bring in files first")


class NotThere(StudioError):
    """What was asked for is not in the library."""

    status = 404


def explain(error: ValidationError | RequestValidationError) -> str:
    """One line for the first thing that is wrong with a message."""
    problem: dict[str, Any] = dict(error.errors()[0])
    if problem["type"] == "json_invalid":
        return f"the body is not JSON: {problem.get('ctx', {}).get('error', problem['msg'])}"
    place = ".".join(str(part) for part in problem["loc"] if part not in ("body", "query", "path"))
    message = problem["msg"].replace("\n", " ")
    return f"{place}: {message}" if place else message


def add_error_handlers(app: FastAPI) -> None:
    """Teach an app to answer every error as one line of JSON."""

    @app.exception_handler(MotionloomError)
    def refused(_: Request, error: MotionloomError) -> JSONResponse:
        return answer(_STATUS.get(type(error), getattr(error, "status", 400)), str(error))

    @app.exception_handler(RequestValidationError)
    def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        broken = error.errors()[0]["type"] == "json_invalid"
        return answer(400 if broken else 422, explain(error))

    @app.exception_handler(HTTPException)
    def unknown(request: Request, error: HTTPException) -> JSONResponse:
        text = error.detail if error.detail != HTTPStatus(error.status_code).phrase else ""
        return answer(
            error.status_code, text or f"{request.method} {request.url.path[:200]}: {HTTPStatus(error.status_code).phrase.lower()}"
        )

    @app.exception_handler(Exception)
    def unforeseen(_: Request, error: Exception) -> JSONResponse:
        return answer(500, fault(error).error)  # Starlette raises it again, and the gate writes it to the log


def answer(status: int, error: str) -> JSONResponse:
    """An error as the protocol's `Problem`."""
    return JSONResponse({"error": " ".join(error.split())}, status)


def parse_json(text: str) -> Any:
    """Plain data of a JSON text, or a `StudioError`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StudioError(f"the message is not JSON: {error}") from None
