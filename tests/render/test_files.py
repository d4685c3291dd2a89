"""Pictures are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from motionloom.core.errors import FileError
from motionloom.render.files import checked_suffix, save_image


def test_suffixes_are_checked_without_regard_to_case() -> None:
    assert checked_suffix("A.PNG", (".png",), "a picture") == ".png"
    with pytest.raises(FileError, match=r"^walk\.bmp: a picture is written as \.png, \.jpg; found '\.bmp'$"):
        checked_suffix("walk.bmp", (".png", ".jpg"), "a picture")
    with pytest.raises(FileError, match="found no suffix"):
        checked_suffix("walk", (".png",), "a picture")


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.png"
    target.write_bytes(b"old")

    def fail() -> Image.Image:
        (tmp_path / "a.png").stat()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        save_image(fail, target)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"the folder .*nowhere does not exist; make it first"):
        save_image(lambda: Image.new("RGB", (2, 2)), tmp_path / "nowhere" / "a.png")


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.png").mkdir()
    with pytest.raises(FileError, match=r"a\.png: cannot write: it is a folder"):
        save_image(lambda: Image.new("RGB", (2, 2)), tmp_path / "a.png")


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp"])
def test_images_of_each_kind_open(tmp_path: Path, suffix: str) -> None:
    save_image(lambda: Image.new("RGB", (20, 10), "#ff0000"), tmp_path / f"a{suffix}")
    with Image.open(tmp_path / f"a{suffix}") as image:
        assert image.size == (20, 10)
