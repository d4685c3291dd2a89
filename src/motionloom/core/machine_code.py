"""A compiled loop that is called again and again with arguments of the same types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_CODES: dict[Any, Callable[..., Any]] = {}
_LAYOUT = 0x1 | 0x2 | 0x100 | 0x400  # of an array's flags: C and Fortran order, aligned, writeable


def machine_code(kernel: Any, *arguments: Any) -> Callable[..., Any]:
    """The machine code of a kernel for arguments of these types, to be called with such only.

    numba looks at every array of every call to find its type, which takes longer than a step of one character. Layouts are not looked at
    in calls: ask again when arrays are replaced by others. Asking takes numba ten milliseconds for fifty arrays, so it is asked once for
    arguments that are alike.
    """
    alike = (kernel, _describe(arguments))
    if alike not in _CODES:
        from numba import typeof

        types = tuple(typeof(argument) for argument in arguments)
        kernel.compile(types)
        _CODES[alike] = kernel.overloads[types].entry_point
    return _CODES[alike]


def _describe(argument: Any) -> Any:
    """All of an argument that its type in numba depends on, and that can be compared; anything but arrays and tuples is its own type."""
    if isinstance(argument, np.ndarray):
        return argument.dtype, argument.ndim, argument.flags.num & _LAYOUT
    if isinstance(argument, tuple):
        return type(argument), tuple([_describe(each) for each in argument])
    from numba import typeof

    return typeof(argument)
