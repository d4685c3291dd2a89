"""The generated types are current."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import Field

from motionloom.studio import protocol
from motionloom.studio.typescript import TARGET, to_type, to_typescript


def test_committed_types_are_current() -> None:
    if not TARGET.parent.parent.is_dir():
        pytest.skip("the client's sources are not beside this package")
    assert TARGET.read_text(encoding="utf-8") == to_typescript(), "run: python -m motionloom.studio.typescript"


def test_every_message_of_the_protocol_is_written() -> None:
    text = to_typescript()
    messages = [name for name in protocol.__all__ if isinstance(getattr(protocol, name), type)]
    for name in set(messages) - {"Answer", "Request"}:
        assert f"export interface {name} {{" in text


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (int | None, "number | null"),
        (list[int | None], "(number | null)[]"),
        (dict[str, list[str]], "{ [key: string]: string[] }"),
        (tuple[int, int], "Span"),
        (Annotated[str, Field(max_length=3)], "string"),
        (Literal["a", "b"], '"a" | "b"'),
        (protocol.Job, "Job"),
    ],
)
def test_types_are_spelled_as_typescript_does(annotation: object, expected: str) -> None:
    assert to_type(annotation) == expected


def test_a_type_it_does_not_know_is_named() -> None:
    with pytest.raises(TypeError, match="bytes"):
        to_type(bytes)


def test_optional_fields_of_requests_may_be_left_out() -> None:
    text = to_typescript()
    change = text[text.index("export interface ChangeAnnotation") :]
    assert "  start?: number | null;" in change[: change.index("}")]
