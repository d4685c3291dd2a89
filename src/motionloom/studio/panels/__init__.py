"""The panels with a server side. A new one is a file beside this one and a line in `PANELS`."""

from motionloom.studio.panel import Panel
from motionloom.studio.panels import check, compare, curves, feet, machine, review, scatter, transitions

PANELS: tuple[Panel, ...] = (
    curves.PANEL,
    check.PANEL,
    feet.PANEL,
    transitions.PANEL,
    compare.PANEL,
    review.PANEL,
    scatter.PANEL,
    machine.PANEL,
)
