"""The panels with a server side. A new one is a file beside this one and a line in `PANELS`.

A package of somebody else adds a panel as an entry point of the group `motionloom.panels` that names its `Panel`.
"""

from importlib.metadata import entry_points

from motionloom.studio.panel import Panel
from motionloom.studio.panels import (
    characters,
    check,
    collections,
    compare,
    curves,
    editing,
    enrich,
    feet,
    film,
    layers,
    machine,
    order,
    plan,
    props,
    review,
    scatter,
    sketch,
    spread,
    transitions,
    words,
)

PANELS: tuple[Panel, ...] = (
    curves.PANEL,
    check.PANEL,
    editing.PANEL,
    feet.PANEL,
    film.PANEL,
    transitions.PANEL,
    compare.PANEL,
    review.PANEL,
    scatter.PANEL,
    machine.PANEL,
    plan.PANEL,
    collections.PANEL,
    props.PANEL,
    layers.PANEL,
    characters.PANEL,
    spread.PANEL,
    words.PANEL,
    enrich.PANEL,
    sketch.PANEL,
    order.PANEL,
)
GROUP = "motionloom.panels"


def find_panels() -> tuple[Panel, ...]:
    """Our panels, and those of other packages."""
    return (*PANELS, *(entry.load() for entry in entry_points(group=GROUP)))
