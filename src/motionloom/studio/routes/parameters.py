"""What addresses are made of: ids that are never paths."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path

from motionloom.studio.protocol import ID_PATTERN
from motionloom.studio.session import OpenLibrary, Studio, get_library, get_studio

ClipId = Annotated[str, Path(pattern=ID_PATTERN)]
JobId = Annotated[str, Path(pattern=ID_PATTERN)]
WindowId = Annotated[str, Path(pattern=ID_PATTERN)]
Current = Annotated[OpenLibrary, Depends(get_library)]
TheStudio = Annotated[Studio, Depends(get_studio)]
