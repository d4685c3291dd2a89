"""What the package promises: each heavy library belongs to an extra, and who goes without one is told how to get it."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from motionloom.core.extras import EXTRAS, explain_missing
from tests.conftest import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MODULES = {
    "usd-core": "pxr",
    "scikit-learn": "sklearn",
    "python-multipart": "python_multipart",
    "imageio-ffmpeg": "imageio_ffmpeg",
    "dask": "dask",
}
# Modules that come with another one of the same extra.
ALONG = {"traitlets", "starlette", "pydantic", "anyio", "distributed"}


def names(requirements):
    found = [re.split(r"[<>=\[]", each)[0] for each in requirements]
    return {MODULES.get(name, name) for name in found if name != "motionloom"}


def test_every_extra_names_its_modules():
    extras = {extra: names(requirements) for extra, requirements in PROJECT["optional-dependencies"].items() if extra != "all"}
    assert {extra: set(modules) - ALONG for extra, modules in EXTRAS.items()} == extras


def test_nothing_else_is_imported_than_is_declared():
    declared = (
        names(PROJECT["dependencies"]) | {module for modules in EXTRAS.values() for module in modules} | {"PIL", "motionloom", "click"}
    )
    peers = re.compile(r"_(peer|peer_choice|peer_script|posing_peer_script|steer_peer_script)\.py$")
    for file in sorted((ROOT / "src").rglob("*.py")):
        if peers.search(file.name):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import | ast.ImportFrom) and not getattr(node, "level", 0):
                modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
                foreign = {module.split(".")[0] for module in modules} - set(sys.stdlib_module_names)
                assert foreign <= declared, f"{file.relative_to(ROOT)} imports {foreign - declared}, which pyproject.toml does not name"


@pytest.mark.parametrize("module", ["pxr", "fastapi", "sklearn.svm"])
def test_a_module_that_is_missing_is_told_with_its_extra(module):
    said = explain_missing(ModuleNotFoundError(f"No module named {module!r}", name=module))
    assert said is not None
    assert "pip install" in said
    assert explain_missing(ModuleNotFoundError(name="motionloom.typo")) is None


def test_the_command_line_says_it_in_one_line(tmp_path):
    """A process in which the libraries of an extra cannot be imported, as in a plain installation."""
    absent = "import sys; sys.modules.update(dict.fromkeys(('fastapi', 'uvicorn', 'starlette', 'pydantic')));"
    code = f"{absent} sys.argv = ['motionloom', 'studio', {str(tmp_path)!r}, '--no-browser']; from motionloom.cli import main; main()"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ended.returncode == 2
    assert re.fullmatch(
        r'motionloom: this needs \w+, which is not installed; get it with pip install "motionloom\[studio\]"\n', ended.stderr
    )
