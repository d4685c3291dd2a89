"""The floor and what lies behind it, compiled: a metre grid, soft shadows, marks, a horizon that fades away.

Like `_figures`, this module of kernels stands alone and takes plain tuples.
"""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import fast
from motionloom.render._matrix import turn

BAND = 16  # rows painted at a time, so that what is known of them stays in the cache
# Places in the view's array (14,): axes, 1 with perspective or 0, size and slope (or metres) of a pixel, samples along its side.
RIGHT, UP, FORWARD, BEND, WIDTH, HEIGHT, PIXEL, SAMPLES = 0, 3, 6, 9, 10, 11, 12, 13


@fast
def paint_floor(view, floor, discs, disc_box, patches, casters, key, softness, start, stop, out):
    """Fill the rows start..stop of out (height, width, 3) with the light of floor and sky.

    view (14,) as above; floor and casters as `drawing.Ground` and `drawing.Casters` list them; discs (D, 8) x, z, radius, ring
    width (0 = filled), colour (3), opacity; patches (corners (V, 2), ranges (N, 2), paint (N, 5) colour, opacity, outline, box (N, 4));
    key (3,) towards the light, unit; softness the sine of its half angle.
    """
    width = int(view[WIDTH])
    # Of each row: where on the floor its first pixel looks (x, z from the eye), the step to the next, and a pixel's width there.
    places = np.empty((BAND, 5))
    shown, grid = np.empty((BAND, width), dtype=np.float32), np.empty((BAND, width), dtype=np.float32)
    key_dark, sky_dark = np.empty((BAND, width), dtype=np.float32), np.empty((BAND, width), dtype=np.float32)
    corners, ranges, paint, patch_box = patches
    for first in range(start, stop, BAND):
        place = places[: min(BAND, stop - first)]
        _place_rows(view, floor, first, place, shown, grid, key_dark, sky_dark)
        _paint_ground(view, floor, first, place, shown, grid, out)
        for d in range(len(discs)):
            _paint_disc(discs[d], disc_box[d], first, place, shown, out)
        for n in range(len(ranges)):
            _paint_patch(corners[ranges[n, 0] : ranges[n, 1]], paint[n], patch_box[n], first, place, shown, out)
        for p in range(len(casters[4])):
            _hide_key(casters, p, floor[0], key, softness, first, place, key_dark)
            _hide_sky(casters, p, floor[0], first, place, sky_dark)
        _shadow(floor, first, place, shown, key_dark, sky_dark, out)


@fast
def _place_rows(view, floor, start, place, shown, grid, key_dark, sky_dark):
    """Where the pixels look: fill place (h, 5), shown (h, w) how much of the floor is left by distance, grid (h, w) cover of its lines.

    No shadow lies on any of them yet. The camera has no roll, so a row of pixels looks down at one angle: depth and footprint
    are those of the row.
    """
    right, up, forward = view[RIGHT : RIGHT + 3], view[UP : UP + 3], view[FORWARD : FORWARD + 3]
    bend, width, height, step = view[BEND], int(view[WIDTH]), view[HEIGHT], view[PIXEL]
    level, origin_x, origin_z, spacing, line, centre_x, centre_z, near_fade, far_fade, _, _ = floor
    straight, scale, ratio, fade_scale = 1.0 - bend, 1.0 / spacing, line / spacing, 1.0 / (far_fade - near_fade)
    for i in range(len(place)):
        sy = (height / 2 - start - i - 0.5) * step
        dx, dy, dz = forward[0] + bend * sy * up[0], forward[1] + bend * sy * up[1], forward[2] + bend * sy * up[2]
        for j in range(width):
            shown[i, j] = grid[i, j] = key_dark[i, j] = sky_dark[i, j] = 0.0
        place[i, 0] = place[i, 1] = place[i, 2] = place[i, 3] = 0.0
        place[i, 4] = 1.0
        if dy > -1e-6:
            continue
        t = (level - straight * sy * up[1]) / dy
        reach, first = step * (bend * t + straight), 0.5 - width / 2
        x_step, z_step = reach * right[0], reach * right[2]
        x0, z0 = t * dx + straight * sy * up[0] + first * x_step, t * dz + straight * sy * up[2] + first * z_step
        # The footprint of a pixel: across the row, and down it, where the floor runs away from the eye.
        tilt = reach * up[1] / dy
        wide = max(abs(x_step), abs(reach * up[0] - tilt * dx), 1e-6 * spacing) * scale
        deep = max(abs(z_step), abs(reach * up[2] - tilt * dz), 1e-6 * spacing) * scale
        place[i, 0], place[i, 1], place[i, 2], place[i, 3], place[i, 4] = x0, z0, x_step, z_step, 0.5 * (wide + deep) * spacing
        # Square to the row from the centre of interest: a row that never comes near shows nothing of the floor.
        if abs((x0 - centre_x) * right[2] - (z0 - centre_z) * right[0]) >= far_fade:
            continue
        wide_scale, deep_scale = 1.0 / wide, 1.0 / deep
        for j in range(width):
            x, z = x0 + j * x_step, z0 + j * z_step
            away = math.sqrt((x - centre_x) ** 2 + (z - centre_z) ** 2)
            fade = min(max((far_fade - away) * fade_scale, 0.0), 1.0)
            shown[i, j] = fade * fade * (3 - 2 * fade)
            across = _lines((x + origin_x) * scale - 0.5 * (wide - ratio), wide, ratio) * wide_scale
            along = _lines((z + origin_z) * scale - 0.5 * (deep - ratio), deep, ratio) * deep_scale
            grid[i, j] = 1 - (1 - across) * (1 - along)


@fast
def _paint_ground(view, floor, start, place, shown, grid, out):
    """Sky that lightens upwards, and a floor that melts into it."""
    colours = floor[9]
    for i in range(len(place)):
        rise = (view[FORWARD + 1] + view[BEND] * (0.5 * view[HEIGHT] - start - i - 0.5) * view[PIXEL] * view[UP + 1]) * 2.5 + 0.15
        rise = min(max(rise, 0.0), 1.0)
        rise = rise * rise * (3 - 2 * rise)
        red, green, blue = _mixed(colours, 0, rise), _mixed(colours, 1, rise), _mixed(colours, 2, rise)
        for j in range(shown.shape[1]):
            floor_share, line = shown[i, j], shown[i, j] * grid[i, j]
            out[start + i, j, 0] = red + floor_share * (colours[0, 0] - red) + line * (colours[1, 0] - colours[0, 0])
            out[start + i, j, 1] = green + floor_share * (colours[0, 1] - green) + line * (colours[1, 1] - colours[0, 1])
            out[start + i, j, 2] = blue + floor_share * (colours[0, 2] - blue) + line * (colours[1, 2] - colours[0, 2])


@fast
def _mixed(colours, c, rise):
    """A channel between the colours of horizon and sky."""
    return colours[2, c] + rise * (colours[3, c] - colours[2, c])


@fast
def _lines(low, width, ratio):
    """How much of low..low + width lies in the first `ratio` of a unit."""
    high = low + width
    first, last = np.floor(low), np.floor(high)
    return (last - first) * ratio + min(high - last, ratio) - min(low - first, ratio)


@fast
def _paint_disc(disc, box, start, place, shown, out):
    for i in range(max(start, box[1]) - start, min(start + len(place), box[3]) - start):
        for j in range(box[0], box[2]):
            x, z = place[i, 0] + j * place[i, 2], place[i, 1] + j * place[i, 3]
            gap = math.sqrt((x - disc[0]) ** 2 + (z - disc[1]) ** 2) - disc[2]
            if disc[3] > 0:
                gap = abs(gap + disc[3] / 2) - disc[3] / 2
            cover = min(max(0.5 - gap / place[i, 4], 0.0), 1.0) * disc[7] * shown[i, j]
            for c in range(3):
                out[start + i, j, c] += cover * (disc[4 + c] - out[start + i, j, c])


@fast
def _paint_patch(corners, paint, box, start, place, shown, out):
    for i in range(max(start, box[1]) - start, min(start + len(place), box[3]) - start):
        for j in range(box[0], box[2]):
            gap = _patch_gap(corners, place[i, 0] + j * place[i, 2], place[i, 1] + j * place[i, 3])
            inside = min(max(0.5 - gap / place[i, 4], 0.0), 1.0)
            edge = min(max(0.5 - (abs(gap + paint[4] / 2) - paint[4] / 2) / place[i, 4], 0.0), 1.0)
            cover = max(inside * paint[3], edge) * shown[i, j]
            for c in range(3):
                out[start + i, j, c] += cover * (paint[c] - out[start + i, j, c])


@fast
def _patch_gap(corners, x, z):
    """Signed distance (inside negative) to a convex patch whose corners (N, 2) go around it; exact near its edges."""
    gap = -1e30
    for v in range(len(corners)):
        w = v + 1 if v + 1 < len(corners) else 0
        ex, ez = corners[w, 0] - corners[v, 0], corners[w, 1] - corners[v, 1]
        length = math.sqrt(ex * ex + ez * ez) + 1e-12
        gap = max(gap, (ez * (x - corners[v, 0]) - ex * (z - corners[v, 1])) / length)
    return gap


@fast
def _hide_key(casters, p, level, key, softness, start, place, dark):
    """Raise dark (h, w) to the share of key light that solid p hides from the floor: how close its ray passes, against the blur there."""
    to_local, starts, axes, radii, casts, _, box, _, _ = casters
    matrix, cast = to_local[p], casts[p]
    kx, ky, kz = turn(matrix, key[0], key[1], key[2])
    scale = 1.0 / math.sqrt(kx * kx + ky * ky + kz * kz)
    kx, ky, kz = kx * scale, ky * scale, kz * scale
    cx, cy, cz = starts[p, 0], starts[p, 1], starts[p, 2]
    bx, by, bz = axes[p, 0], axes[p, 1], axes[p, 2]
    ra, taper = radii[p, 0], radii[p, 1] - radii[p, 0]
    b_k = bx * kx + by * ky + bz * kz
    square = 1.0 / max(bx * bx + by * by + bz * bz - b_k * b_k, 1e-9)
    for i in range(max(start, box[p, 1]) - start, min(start + len(place), box[p, 3]) - start):
        for j in range(box[p, 0], box[p, 2]):
            gx, gy, gz = turn(matrix, place[i, 0] + j * place[i, 2], level, place[i, 1] + j * place[i, 3])
            ax, ay, az = gx - cx, gy - cy, gz - cz
            a_k, a_b = ax * kx + ay * ky + az * kz, ax * bx + ay * by + az * bz
            share = min(max((a_b - a_k * b_k) * square, 0.0), 1.0)
            far = max(share * b_k - a_k, 1e-3)
            vx, vy, vz = ax + far * kx - share * bx, ay + far * ky - share * by, az + far * kz - share * bz
            squared, r, blur = vx * vx + vy * vy + vz * vz, ra + share * taper, far * softness
            if squared < (r + blur) * (r + blur):
                soft = min(0.5 - 0.5 * (math.sqrt(squared) - r) / blur, 1.0)
                dark[i, j] = max(dark[i, j], soft * soft * (3 - 2 * soft) * cast)


@fast
def _hide_sky(casters, p, level, start, place, dark):
    """Add to dark (h, w) the share of the sky that solid p hides from the floor below it: (r / d)^2 times the cosine."""
    to_local, starts, axes, radii, casts, heights, _, box, sky_cut = casters
    matrix, cast = to_local[p], casts[p]
    cx, cy, cz = starts[p, 0], starts[p, 1], starts[p, 2]
    bx, by, bz = axes[p, 0], axes[p, 1], axes[p, 2]
    ra, taper, low, rise = radii[p, 0], radii[p, 1] - radii[p, 0], heights[p, 0] - level, heights[p, 1]
    bb = 1.0 / max(bx * bx + by * by + bz * bz, 1e-12)
    for i in range(max(start, box[p, 1]) - start, min(start + len(place), box[p, 3]) - start):
        for j in range(box[p, 0], box[p, 2]):
            gx, gy, gz = turn(matrix, place[i, 0] + j * place[i, 2], level, place[i, 1] + j * place[i, 3])
            ax, ay, az = gx - cx, gy - cy, gz - cz
            share = min(max((ax * bx + ay * by + az * bz) * bb, 0.0), 1.0)
            vx, vy, vz = ax - share * bx, ay - share * by, az - share * bz
            rr = (ra + share * taper) * (ra + share * taper)
            dd = max(vx * vx + vy * vy + vz * vz, rr)
            hidden = max(low + share * rise, 0.0) * rr / (dd * math.sqrt(dd))
            # Less the share at which the solid's pixels end, or its reach would show as an edge.
            dark[i, j] += max(hidden - sky_cut, 0.0) * cast


@fast
def _shadow(floor, start, place, shown, key_dark, sky_dark, out):
    """Darken the floor towards the shadow's colour."""
    colours, strength = floor[9], floor[10]
    for i in range(len(place)):
        for j in range(shown.shape[1]):
            key, sky = key_dark[i, j], sky_dark[i, j]
            if key > 0 or sky > 0:
                hidden = 1 - (1 - strength * key) * (1 - 0.75 * strength * sky / (0.6 + sky))
                hidden *= shown[i, j]
                for c in range(3):
                    out[start + i, j, c] *= 1 - hidden * (1 - colours[4, c])
