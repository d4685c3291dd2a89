"""Names that packages load on first use."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

PACKAGES = ("motionloom", "motionloom.core", "motionloom.library", "motionloom.render", "motionloom.studio", "motionloom.transitions")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_that_a_package_offers_is_there(package: str) -> None:
    module = import_module(package)
    assert module.__all__
    assert all(getattr(module, name) is not None for name in module.__all__)


def test_an_unknown_name_is_told_what_there_is() -> None:
    with pytest.raises(AttributeError, match=r"'motionloom.core' has no attribute 'Motoin'; it offers .*Motion"):
        _ = import_module("motionloom.core").Motoin


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_does_not_load_numpy_by_itself(package: str) -> None:
    code = f"import sys, {package}; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
