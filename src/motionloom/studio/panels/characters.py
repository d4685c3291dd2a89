"""The character panel: the user's own characters, their joint maps, clips on their meshes, and their files with clips in them."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from fastapi import APIRouter, Path, Query, Request as HttpRequest, Response
from pydantic import Field

from motionloom.studio import protocol, views
from motionloom.studio.arrays import array_response
from motionloom.studio.errors import NotThere, StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.protocol import CommandResult
from motionloom.studio.protocol.base import ID_PATTERN, Answer, Id, Request
from motionloom.studio.routes.edits import to_result
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio
from motionloom.studio.uploads import clean_name

if TYPE_CHECKING:
    from motionloom.core import Motion
    from motionloom.formats.character_file import CharacterFile
    from motionloom.library import Document, Library
    from motionloom.studio.session import OpenLibrary

router = APIRouter()
CharacterId = Annotated[str, Path(pattern=ID_PATTERN)]
GLB = "model/gltf-binary"
MOST_CLIPS = 200


class CharacterRow(Answer):
    """A character on the shelf: its joints by name, which plays which role, which of that a person said, and the roles it lacks."""

    id: str
    name: str
    content: str
    vertices: int
    names: list[str]
    roles: dict[str, str]
    said: dict[str, str]
    missing: list[str]
    hung: dict[str, str]


class CharacterList(Answer):
    """The characters on the shelf, and all roles there are, in the order of the body."""

    characters: list[CharacterRow]
    roles: list[str]
    optional: list[str]


class WornClip(Answer):
    """A clip on a character, or its rest pose where it lacks roles: its body as the stage draws one, which node of the file each joint is,
    and metres in one of the file's units."""

    clip: str
    character: str
    fps: float
    skeleton: protocol.SkeletonInfo
    body: protocol.BodyInfo | None
    parts: list[protocol.BodyPart]
    nodes: list[int]
    unit: float


class MapRole(Request):
    """Says which joint plays a role; an empty joint finds it again by itself."""

    id: Id
    window: Id
    role: Annotated[str, Field(min_length=1, max_length=40)]
    joint: Annotated[str, Field(max_length=200)]


class DropCharacter(Request):
    """Takes a character off the shelf."""

    window: Id


class KeepWorn(Request):
    """Keeps clips on a character as clips of the library, one step of undo."""

    window: Id
    clips: Annotated[list[Id], Field(min_length=1, max_length=MOST_CLIPS)]


class KeptWorn(Answer):
    """The clips that were made."""

    clips: list[str]


@router.get("/characters")
def get_characters(current: Current) -> CharacterList:
    """What is on the shelf."""
    from motionloom.core.roles import OPTIONAL_ROLES, ROLES
    from motionloom.edits.characters.shelf import KIND
    from motionloom.making.shelf import entries

    rows = [_row(current.library, document) for document in entries(current.library, KIND)]
    return CharacterList(characters=rows, roles=list(ROLES), optional=sorted(OPTIONAL_ROLES))


@router.post("/add")
async def post_add(
    request: HttpRequest, current: Current, studio: TheStudio, name: str, window: Annotated[str, Query(pattern=ID_PATTERN)]
) -> CharacterRow:
    """Put a file with a skinned mesh, which is the body of the request, on the shelf; it becomes a .glb there."""
    import anyio.to_thread

    data = await request.body()
    if len(data) > studio.max_upload_bytes:
        raise StudioError(f"the file has {len(data) / 1e6:.0f} MB; the studio takes {studio.max_upload_bytes / 1e6:.0f}")
    row = await anyio.to_thread.run_sync(_add, current.library, data, clean_name(name).name, window)
    studio.feed.nudge()
    return row


@router.get("/characters/{character}/file")
def get_file(character: CharacterId, current: Current) -> Response:
    """The character's file as it is on the shelf."""
    document = _find(current, character)
    headers = {"cache-control": "private, no-cache", "etag": f'"{document.content}"'}
    return Response(current.library.document_bytes(document.id), media_type=GLB, headers=headers)


@router.get("/characters/{character}/clips/{clip}")
def get_worn(character: CharacterId, clip: ClipId, current: Current) -> Response:
    """A clip on the character: world positions (F, J, 3) and rotations (F, J, 4)."""
    opened, worn = _wear(current, character, clip)
    body, _ = views.find_body(worn)
    rotations, positions = worn.world
    told = WornClip(
        clip=clip,
        character=character,
        fps=worn.fps,
        skeleton=views.skeleton_info(worn.skeleton),
        body=None if body is None else views.body_info(body, worn),
        parts=views.body_parts(worn.skeleton),
        nodes=list(opened.nodes),
        unit=opened.unit,
    )
    return array_response({"positions": positions.astype(np.float32), "rotations": rotations.astype(np.float32)}, told.model_dump())


@router.post("/characters/{character}/map")
def post_map(character: CharacterId, request: MapRole, current: Current, studio: TheStudio) -> CommandResult:
    """Correct the joint map."""
    from motionloom.edits.characters.shelf import map_roles

    told = {request.role: request.joint}
    change = map_roles(current.library, _find(current, character), told, window=request.window, command_id=request.id)
    return to_result(change, request.window, current, studio)


@router.post("/characters/{character}/delete", status_code=204)
def post_delete(character: CharacterId, request: DropCharacter, current: Current, studio: TheStudio) -> Response:
    """Take the character off the shelf; undo brings it back."""
    from motionloom.making import shelf

    shelf.delete(current.library, _find(current, character), window=request.window)
    studio.feed.nudge()
    return Response(status_code=204)


@router.post("/characters/{character}/keep")
def post_keep(character: CharacterId, request: KeepWorn, current: Current, studio: TheStudio) -> KeptWorn:
    """Keep clips on the character as clips."""
    from motionloom.edits.characters.shelf import onto_character
    from motionloom.edits.retargeting.maker import retarget_recipe
    from motionloom.making.derive import NewMade, derive_all
    from motionloom.making.makers import make
    from motionloom.making.plants import plants_of_source
    from motionloom.making.sources import Sources, clip_source

    library, onto, sources, made = (
        current.library,
        onto_character(current.library, _find(current, character)),
        Sources(current.library),
        list[NewMade](),
    )
    for clip in request.clips:
        opened = sources.open(clip_source(current.clip(clip)))
        recipe = retarget_recipe(opened, onto, plants_of_source(library, opened))
        made.append(NewMade(recipe, make(sources, recipe), f"{current.clip(clip).name} on {onto.name}"))
    clips = derive_all(library, made, window=request.window, sources=sources)
    studio.feed.nudge()
    return KeptWorn(clips=list(clips))


@router.get("/characters/{character}/export")
def get_export(
    character: CharacterId, current: Current, clips: Annotated[str, Query(max_length=20_000)], in_place: bool = False
) -> Response:
    """The character's own file with clips (ids with commas between) in it, one animation each."""
    from motionloom.edits.characters.exporting import export_character

    document = _find(current, character)
    wanted = [current.clip(clip).id for clip in clips.split(",") if clip][:MOST_CLIPS]
    data = export_character(current.library, document, wanted, in_place=in_place)
    safe = clean_name(f"{document.name}.glb").name
    return Response(
        data, media_type=GLB, headers={"content-disposition": f'attachment; filename="{safe.encode("ascii", "replace").decode()}"'}
    )


def _add(library: Library, data: bytes, name: str, window: str) -> CharacterRow:
    from motionloom.edits.characters.shelf import add_character

    with tempfile.TemporaryDirectory() as folder:
        file = FilePath(folder) / name
        file.write_bytes(data)
        return _row(library, add_character(library, file, window=window))


def _find(current: OpenLibrary, character: str) -> Document:
    from motionloom.edits.characters.shelf import KIND

    found = next((each for each in current.library.documents(KIND) if each.id == character), None)
    if found is None:
        raise NotThere(f"character {character} is not on the shelf any more")
    return found


def _row(library: Library, document: Document) -> CharacterRow:
    from motionloom.edits.characters.shelf import open_document, roles_of

    opened = open_document(library, document)
    names = opened.skeleton.names
    return CharacterRow(
        id=document.id,
        name=document.name,
        content=document.content,
        vertices=len(opened.skin),
        names=list(names),
        roles={role: names[joint] for role, joint in opened.roles.items()},
        said=roles_of(document),
        missing=opened.missing,
        hung=dict(opened.hung),
    )


class _Key(tuple[Any, ...]):
    """What a worn clip depends on, with what is needed to make it."""

    library: Library
    document: Document


def _wear(current: OpenLibrary, character: str, clip: str) -> tuple[CharacterFile, Motion]:
    from motionloom.edits.characters.pictures import at_rest
    from motionloom.edits.characters.shelf import open_document, roles_of

    document, record = _find(current, character), current.clip(clip)
    opened = open_document(current.library, document)
    if opened.missing:
        return opened, at_rest(opened)
    key = _Key((current.id, document.id, document.content, tuple(sorted(roles_of(document).items())), clip, record.fingerprint))
    key.library, key.document = current.library, document
    return opened, _make_worn(key)


@lru_cache(maxsize=6)
def _make_worn(key: _Key) -> Motion:
    from motionloom.edits.characters.exporting import wear
    from motionloom.edits.characters.shelf import onto_character
    from motionloom.making.sources import Sources, clip_source

    sources = Sources(key.library)
    opened = sources.open(clip_source(key.library.clip(str(key[4]))))
    return wear(key.library, sources, opened, onto_character(key.library, key.document))[0]


PANEL = Panel(
    "characters", "Character", router, messages=(CharacterRow, CharacterList, WornClip, MapRole, DropCharacter, KeepWorn, KeptWorn)
)
