"""Steps on end of many characters, with all that a roll-out looks at, compiled. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from motionloom.behaviours._control_kernels import step
from motionloom.core._compiled import compiled


@compiled
def play_on(t, c, dt, rotations, roots, places, states, frames, modes):
    """As many steps of all characters as states (F, N) has room for: places (F, N, 3), states, reference frames and modes after each.
    rotations and roots are room for poses, which are not drawn."""
    for f in range(states.shape[0]):
        step(t, c, dt, 0, states.shape[1], rotations, roots, False)
        for n in range(states.shape[1]):
            states[f, n], frames[f, n], modes[f, n] = c.state[n], c.at[n], c.mode[n]
            for x in range(3):
                places[f, n, x] = c.place[n, x]
