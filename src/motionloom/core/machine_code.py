"""A compiled loop that is called again and again with arguments of the same types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def machine_code(kernel: Any, *arguments: Any) -> Callable[..., Any]:
    """The machine code of a kernel for arguments of these types, to be called with such only.

    numba looks at every array of every call to find its type, which takes longer than a step of one character. Layouts are not looked at
    here: ask again when arrays are replaced by others.
    """
    from numba import typeof

    types = tuple(typeof(argument) for argument in arguments)
    kernel.compile(types)
    code: Callable[..., Any] = kernel.overloads[types].entry_point
    return code
