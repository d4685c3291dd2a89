"""Collections of clips and saved searches: what a person gathers to come back to. Documents of the library, undone like any edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from motionloom.core.errors import LibraryError
from motionloom.studio.errors import NotThere
from motionloom.studio.panel import Panel
from motionloom.studio.protocol import CommandResult
from motionloom.studio.protocol.base import Answer, Clips, Id, Name, Request
from motionloom.studio.routes.edits import to_result
from motionloom.studio.routes.parameters import Current, TheStudio
from motionloom.studio.session import OpenLibrary, Studio

if TYPE_CHECKING:
    from motionloom.library import Document

COLLECTION, SEARCH = "collection", "search"
router = APIRouter()
Word = Annotated[str, Field(max_length=200)]


class SearchWords(Request):
    """What narrows the list: as the client's filter, but for its order."""

    search: Word = ""
    label: Word | None = None
    annotation: Word | None = None
    source: Word | None = None
    made: bool | None = None
    problems: bool = False
    unlabelled: bool = False
    collection: Id | None = None
    made_of: Id | None = None


class CollectionInfo(Answer):
    """A named set of clips; those that were deleted are left out."""

    id: str
    name: str
    clips: list[str]


class SearchInfo(Answer):
    """A search under a name."""

    id: str
    name: str
    words: SearchWords


class CollectionList(Answer):
    """What was gathered, by name."""

    collections: list[CollectionInfo]
    searches: list[SearchInfo]


class CollectClips(Request):
    """Puts clips into a collection; `collection` is an id that the client makes where it is a new one."""

    id: Id
    window: Id
    collection: Id
    name: Name
    clips: Clips


class TakeOut(Request):
    """Takes clips out of a collection; they stay in the library."""

    id: Id
    window: Id
    collection: Id
    clips: Clips


class SaveSearch(Request):
    """Keeps a search under a name; `search` is an id that the client makes."""

    id: Id
    window: Id
    search: Id
    name: Name
    words: SearchWords


class ForgetKept(Request):
    """Deletes a collection or a search, not its clips."""

    id: Id
    window: Id
    document: Id


@router.get("/all")
def get_collections(current: Current) -> CollectionList:
    """All there are."""
    there = {clip.id for clip in current.library.clips()}
    return CollectionList(
        collections=[
            CollectionInfo(id=each.id, name=each.name, clips=[clip for clip in each.data.get("clips", ()) if clip in there])
            for each in current.library.documents(COLLECTION)
        ],
        searches=[
            SearchInfo(id=each.id, name=each.name, words=SearchWords.model_validate(each.data))
            for each in current.library.documents(SEARCH)
        ],
    )


@router.post("/collect")
def post_collect(request: CollectClips, current: Current, studio: TheStudio) -> CommandResult:
    """Put clips into a collection, which is made where it is not there."""
    known = {each.id: each for each in current.library.documents(COLLECTION)}
    before = known[request.collection].data["clips"] if request.collection in known else []
    clips = list(dict.fromkeys([*before, *request.clips]))
    return _save(request, current, studio, COLLECTION, request.collection, request.name, {"clips": clips}, f"Collect in {request.name}")


@router.post("/take-out")
def post_take_out(request: TakeOut, current: Current, studio: TheStudio) -> CommandResult:
    """Take clips out of a collection."""
    found = _find(current, request.collection)
    left = [clip for clip in found.data["clips"] if clip not in set(request.clips)]
    return _save(request, current, studio, COLLECTION, found.id, found.name, {"clips": left}, f"Take out of {found.name}")


@router.post("/searches")
def post_search(request: SaveSearch, current: Current, studio: TheStudio) -> CommandResult:
    """Keep a search."""
    words = request.words.model_dump()
    return _save(request, current, studio, SEARCH, request.search, request.name, words, f"Save the search {request.name}")


@router.post("/forget")
def post_forget(request: ForgetKept, current: Current, studio: TheStudio) -> CommandResult:
    """Delete a collection or a search."""
    found = _find(current, request.document)
    command = {"kind": "delete_document", "document": found.id, "title": f"Delete the {found.kind} {found.name}"}
    return to_result(current.library.apply(command, window=request.window, command_id=request.id), request.window, current, studio)


def _find(current: OpenLibrary, document: str) -> Document:
    """A collection or a search, or 404."""
    try:
        found = current.library.document(document)
    except LibraryError as error:
        raise NotThere(str(error)) from None
    if found.kind not in (COLLECTION, SEARCH):
        raise NotThere(f"{document} is neither a collection nor a search")
    return found


def _save(
    request: CollectClips | TakeOut | SaveSearch,
    current: OpenLibrary,
    studio: Studio,
    kind: str,
    document: str,
    name: str,
    data: Mapping[str, Any],
    title: str,
) -> CommandResult:
    # The clips are not named as what the document rests on: a collection does not keep the frames of deleted clips.
    command = {"kind": "set_document", "document": document, "of_kind": kind, "name": name, "data": data, "title": title}
    return to_result(current.library.apply(command, window=request.window, command_id=request.id), request.window, current, studio)


PANEL = Panel(
    "collections",
    "Collections",
    router,
    messages=(SearchWords, CollectionInfo, SearchInfo, CollectionList, CollectClips, TakeOut, SaveSearch, ForgetKept),
)
