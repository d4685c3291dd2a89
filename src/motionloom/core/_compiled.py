"""Loops over frames that stay loops, compiled. Imported only where they run: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numba
from numba.extending import intrinsic
from numpy.typing import NDArray

from motionloom.core._kernel_locator import keep_kernels
from motionloom.core.interrupts import keep_interrupts_out_of_the_compiler
from motionloom.core.threads import run_in_chunks

keep_kernels()
keep_interrupts_out_of_the_compiler()
Array = NDArray[Any]

# No `parallel=True`: numba's own threading layer aborts when two server threads enter it at once.
# Kernels release the lock and are cut into chunks by `run_in_chunks` instead.
# No fastmath: what it gives depends on which functions were inlined, so a loop compiled now and the same one read from the disk cache
# differ in the last bits, and the same recipe must give the same bytes. `fast` has it, for pictures and for what is found out again.
compiled = numba.njit(cache=True, nogil=True, error_model="numpy")
fast = numba.njit(cache=True, fastmath=True, nogil=True, error_model="numpy")
# For functions that make no array of their own and are called with many: numba counts who holds each array of a tuple in every function
# that is given the tuple, and for a character's step that took longer than the step. Whoever calls them holds the arrays meanwhile.
borrowing = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)


@intrinsic
def fma(typing_context, a, b, c):
    """a * b + c, rounded once: what fastmath does where it likes, said where it is meant, so that every compilation gives the same."""
    kind = typing_context.unify_types(a, b, c)

    def generate(context, builder, signature, values):
        same = [context.cast(builder, value, given, kind) for value, given in zip(values, signature.args, strict=True)]
        return builder.fma(*same)

    return kind(a, b, c), generate


@compiled
def see_frames(rotations, roots, offsets, parents, world_rotations, positions, start, stop):
    joints = rotations.shape[1]
    for f in range(start, stop):
        for c in range(4):
            world_rotations[f, 0, c] = rotations[f, 0, c]
        for c in range(3):
            positions[f, 0, c] = roots[f, c]
        for j in range(1, joints):
            p = parents[j]
            ax, ay = world_rotations[f, p, 0], world_rotations[f, p, 1]
            az, aw = world_rotations[f, p, 2], world_rotations[f, p, 3]
            bx, by, bz, bw = rotations[f, j, 0], rotations[f, j, 1], rotations[f, j, 2], rotations[f, j, 3]
            world_rotations[f, j, 0] = fma(aw, bx, fma(ax, bw, fma(ay, bz, -az * by)))
            world_rotations[f, j, 1] = fma(aw, by, fma(-ax, bz, fma(ay, bw, az * bx)))
            world_rotations[f, j, 2] = fma(aw, bz, fma(ax, by, fma(-ay, bx, az * bw)))
            world_rotations[f, j, 3] = fma(aw, bw, fma(-ax, bx, fma(-ay, by, -az * bz)))
            vx, vy, vz = offsets[j, 0], offsets[j, 1], offsets[j, 2]
            tx, ty, tz = fma(ay, vz, -az * vy), fma(az, vx, -ax * vz), fma(ax, vy, -ay * vx)
            tx, ty, tz = tx + tx, ty + ty, tz + tz  # not 2 * tx: that would be in double precision
            positions[f, j, 0] = fma(aw, tx, fma(ay, tz, fma(-az, ty, positions[f, p, 0] + vx)))
            positions[f, j, 1] = fma(aw, ty, fma(az, tx, fma(-ax, tz, positions[f, p, 1] + vy)))
            positions[f, j, 2] = fma(aw, tz, fma(ax, ty, fma(-ay, tx, positions[f, p, 2] + vz)))


def forward_kinematics_frames(
    rotations: Array, roots: Array, offsets: Array, parents: Array, world_rotations: Array, positions: Array
) -> None:
    """Fill world_rotations (F, J, 4) and positions (F, J, 3); all inputs contiguous and of one dtype."""

    def work(start: int, stop: int) -> None:
        see_frames(rotations, roots, offsets, parents, world_rotations, positions, start, stop)

    run_in_chunks(work, len(rotations), chunk=max(1024, 65536 // rotations.shape[1]))
