"""The library as a whole."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from motionloom.studio import protocol, views
from motionloom.studio.session import Studio, get_studio

router = APIRouter()


@router.get("/library")
def get_info(studio: Annotated[Studio, Depends(get_studio)]) -> protocol.LibraryInfo:
    """The open library in figures, or that there is none."""
    return views.library_info(studio)
