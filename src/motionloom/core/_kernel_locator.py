"""Tells numba where our compiled loops are kept; see `kernel_cache`. Loops of other packages are left where numba keeps them."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from pathlib import Path

from numba import config
from numba.core import caching

from motionloom.core.kernel_cache import PACKAGE, open_kernel_folder

_FOLDER = open_kernel_folder(config.CACHE_DIR)
_OTHERS = ("UserProvidedCacheLocator", "InTreeCacheLocator", "UserWideCacheLocator", "IPythonCacheLocator", "ZipCacheLocator")


class KernelLocator(caching._CacheLocator):
    """A loop's files: a folder for each file with loops. What they were compiled from is in the folder's name, so they are never stale."""

    def __init__(self, function, file):
        self._path = str(_FOLDER / "-".join(Path(file).resolve().relative_to(PACKAGE).with_suffix("").parts))
        self._line = function.__code__.co_firstlineno
        self._py_file = file  # numba's name for it, where it says of a loop that it cannot be kept

    def get_cache_path(self):
        return self._path

    def get_source_stamp(self):
        return _FOLDER.name

    def get_disambiguator(self):
        return str(self._line)

    @classmethod
    def from_function(cls, function, file):
        if not Path(file).resolve().is_relative_to(PACKAGE):
            return None
        locator = cls(function, file)
        locator.ensure_cache_path()
        return locator


def keep_kernels() -> None:
    """From here on numba keeps our loops in their folder."""
    config.CACHE_LOCATOR_CLASSES = ",".join((f"{__name__}.KernelLocator", *_OTHERS))
