"""Packages whose names are loaded on first use: said once, in the `if TYPE_CHECKING:` block that type checkers read."""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def load_later(package: str, file: str) -> tuple[list[str], Callable[[str], Any]]:
    """`__all__` and `__getattr__` of a package: what its own file imports under `if TYPE_CHECKING:`, from where it says there.

    Names are written `from place import Name as Name`, which type checkers take as offered by the package.
    """
    places = {name: module for module, names in read_imports(Path(file).read_text(encoding="utf-8")) for name in names}

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it offers {', '.join(sorted(places))}")
        return getattr(import_module(places[name]), name)

    return sorted(places), find


def read_imports(source: str) -> list[tuple[str, list[str]]]:
    """Modules and the names that a package's source imports from each under `if TYPE_CHECKING:`."""
    blocks = [node for node in ast.parse(source).body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return [(node.module or "", [alias.name for alias in node.names]) for node in imports]
