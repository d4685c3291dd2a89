"""Libraries that only some of our work needs: a plain installation goes without, and who meets one that is missing is told its extra."""

from __future__ import annotations

# The modules by the extra of `pyproject.toml` that brings them.
EXTRAS = {
    "usd": ("pxr",),
    "learn": ("sklearn", "hmmlearn"),
    "plan": ("shapely",),
    "plots": ("matplotlib",),
    "film": ("imageio_ffmpeg",),
    "studio": ("fastapi", "starlette", "pydantic", "anyio", "uvicorn", "websockets", "python_multipart"),
    "notebook": ("anywidget", "traitlets"),
    "cluster": ("dask", "distributed"),
    "fbx": ("bpy",),
}


def explain_missing(error: ImportError) -> str | None:
    """What a person can do about a module that is missing; None where it is not one of an extra's."""
    module = (error.name or "").split(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return f'this needs {module}, which is not installed; get it with pip install "motionloom[{extra}]"'
    return None
