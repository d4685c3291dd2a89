"""A table of labels finds its files by the ends of their paths."""

import pytest

from motionloom.core.errors import FileError
from motionloom.library.label_table import read_label_table


@pytest.fixture
def read(tmp_path):
    def read(text, encoding="utf-8"):
        (tmp_path / "labels.csv").write_bytes(text.encode(encoding))
        return read_label_table(tmp_path / "labels.csv")

    return read


def test_rows_are_found_by_the_end_of_a_path(read):
    table = read('path,source,label,description,frames\ncmu/01/a.bvh,CMU,walk; slow,"a, b",9\na.bvh,,run,,\n')
    row = table.find("/data/cmu/01/a.bvh")
    assert (row.labels, row.source, row.description, row.line) == (("walk", "slow"), "CMU", "a, b", 2)
    assert table.find("C:\\data\\cmu\\01\\a.bvh") == row
    assert table.find("/data/cmu/02/a.bvh").labels == ("run",)  # the shorter row, where the longer does not fit
    assert table.find("/data/xa.bvh") is None


def test_marks_line_ends_and_case_of_columns_do_not_matter(read):
    table = read("\ufeffPath , LABEL\r\nx/walk.bvh,walk\r\n")
    assert table.find("x/walk.bvh").labels == ("walk",)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "line 1: expected a column `path`, found no header"),
        ("file,label\na,b\n", "line 1: expected a column `path`, found file, label"),
        ("path,label\na.bvh,walk\n,run\n", "line 3: the column `path` is empty"),
        ('path,label\n"a.bvh,walk\n', "not a CSV table"),
    ],
)
def test_a_table_that_cannot_be_used_says_why(read, text, line):
    with pytest.raises(FileError, match=line):
        read(text)


def test_other_encodings_are_refused(read, tmp_path):
    with pytest.raises(FileError, match="not a CSV table in UTF-8"):
        read("path,label\nü.bvh,ö\n", encoding="latin-1")
    with pytest.raises(FileError, match="No such file or directory; name the CSV file"):
        read_label_table(tmp_path / "none.csv")


def test_files_that_were_moved_keep_their_rows(read):
    table = read("path,label\na/walk.bvh,walk\nb/run.bvh,run\nc/run.bvh,jog\n")
    lay = {"/up/1/walk.bvh": "walk.bvh", "/up/2/run.bvh": "run.bvh", "/up/3/run.bvh": "c/run.bvh", "/up/4/walk.bvh": "z/walk.bvh"}
    moved = table.with_places(lay)
    labels = {file: row and row.labels for file in lay for row in [moved.find(file)]}
    # By its name alone only where no folder says otherwise, and one row is about it.
    assert labels == {"/up/1/walk.bvh": ("walk",), "/up/2/run.bvh": None, "/up/3/run.bvh": ("jog",), "/up/4/walk.bvh": None}
