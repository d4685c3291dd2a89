"""Terms are listed in one order, whatever was imported before: a module of terms is loaded by its registry alone."""

import re
from pathlib import Path

import motionloom
from motionloom.score.terms.base import TERMS

SOURCE = Path(motionloom.__file__).parent


def test_no_room_imports_a_module_of_terms():
    modules = re.compile(rf"import_module|(?:from|import) (?:{'|'.join(map(re.escape, TERMS.modules))})\b")
    found = [str(path) for path in SOURCE.rglob("*.py") if "score.terms." in (text := path.read_text()) and modules.search(text)]
    assert found == []
