"""What a person steers a state by: turn, speed, style. Each is one file; other packages add theirs by entry points."""

from motionloom.behaviours.parameters.kind import (
    BOTH as BOTH,
    EASE as EASE,
    NOT_ASKED as NOT_ASKED,
    ParameterKind as ParameterKind,
    find_kind as find_kind,
    kinds as kinds,
    names as names,
    register as register,
)
from motionloom.behaviours.parameters.table import (
    GRID as GRID,
    Parameter as Parameter,
    make_parameter as make_parameter,
    measure as measure,
    sample_weights as sample_weights,
)
