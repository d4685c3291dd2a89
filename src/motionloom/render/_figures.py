"""Solids drawn and lit, compiled: which of them a sample of the picture sees, and the light it sends back.

A module of kernels stands alone: what numba caches on disk is renewed when the kernel's own file changes, but not when one
it calls from elsewhere does. For the same reason arguments are plain tuples: the cache could not be read after a class moved.
"""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import fast
from motionloom.render._matrix import inlined, turn

TILE = 16
NEAR, FAR = 1e-3, 1e30
BALL = 1e-12  # squared metres: with its centres no further apart than that, a cone is a ball
WON = 6.0  # blend widths ahead of another surface, from where on one no longer melts into it
AROUND = 4.0  # radii beyond which a capsule no longer hides the sky from a surface
# Kinds of layers: the opaque one, ghosts, and what shows through everything.
SOLID, GHOST, OVER = range(3)
# Places in the view's array (14,): axes, 1 with perspective or 0, size and slope (or metres) of a pixel, samples along its side.
RIGHT, UP, FORWARD, BEND, WIDTH, HEIGHT, PIXEL, SAMPLES = 0, 3, 6, 9, 10, 11, 12, 13
# Rows of the lamps' array (8, 3): unit directions towards the lights, then light colours, linear.
KEY, FILL, KEY_COLOUR, FILL_COLOUR, SKY_COLOUR, BOUNCE_COLOUR, RIM_COLOUR = range(7)
# Its last row: the sine of the key light's half angle (how quickly shadows blur), and metres a shadow ray starts off its surface.
SOFTNESS = 7
# Rows of the places that need light: where, normal, colour (later its light), towards the eye, what hides light, and whose they are.
J_X, J_Y, J_Z, J_NX, J_NY, J_NZ, J_RED, J_VX, J_VY, J_VZ = 0, 1, 2, 3, 4, 5, 6, 9, 10, 11
J_SKY, J_KEY, J_COVER, J_FLAT, J_DEPTH, J_OWNER, J_ROWS = range(12, 19)


@fast
def draw_figures(view, solids, lamps, start, stop, picture):
    """Draw tiles start..stop over the light of picture (height, width, 3).

    view (14,) and lamps (8, 3) as above, solids as `drawing.Solids` lists them.
    """
    width, height, samples = int(view[WIDTH]), int(view[HEIGHT]), int(view[SAMPLES])
    layers, box = solids[8], solids[6]
    side, across = TILE * samples, (width + TILE - 1) // TILE
    light = np.empty((side, side, 3))
    solid_depth, depth = np.empty((side, side)), np.empty((side, side))
    weight, surface = np.empty((side, side)), np.empty((side, side, 6))
    owner = np.empty((side, side), dtype=np.int64)
    jobs, job_of = np.empty((J_ROWS, side * side)), np.empty((side, side), dtype=np.int64)
    for tile in range(start, stop):
        x0, y0 = (tile % across) * TILE, (tile // across) * TILE
        x1, y1 = min(x0 + TILE, width), min(y0 + TILE, height)
        if not _any_overlap(box, 0, len(box), x0, y0, x1, y1):
            continue
        _spread(picture, x0, y0, x1, y1, samples, light, solid_depth)
        for layer in range(len(layers)):
            first, last = layers[layer, 0], layers[layer, 1]
            if _any_overlap(box, first, last, x0, y0, x1, y1):
                _clear(depth, weight, surface, owner, first)
                for p in range(first, last):
                    _draw_one(view, solids, p, x0, y0, x1, y1, depth, weight, surface, owner)
                _shade(view, solids, lamps, layer, x0, y0, solid_depth, depth, weight, surface, owner, jobs, job_of, light)
                if layers[layer, 2] == SOLID:
                    depth, solid_depth = solid_depth, depth
        _gather(light, x0, y0, x1, y1, samples, picture)


@fast
def _any_overlap(boxes, first, last, x0, y0, x1, y1):
    for p in range(first, last):  # noqa: SIM110 (numba compiles no any())
        if boxes[p, 0] < x1 and boxes[p, 2] > x0 and boxes[p, 1] < y1 and boxes[p, 3] > y0:
            return True
    return False


@fast
def _spread(back, x0, y0, x1, y1, samples, light, depth):
    """Every sample of the tile starts with the light behind its pixel, and nothing before it."""
    for y in range(y0, y1):
        for x in range(x0, x1):
            red, green, blue = back[y, x, 0], back[y, x, 1], back[y, x, 2]
            for row in range((y - y0) * samples, (y - y0 + 1) * samples):
                for column in range((x - x0) * samples, (x - x0 + 1) * samples):
                    depth[row, column] = FAR
                    light[row, column, 0], light[row, column, 1], light[row, column, 2] = red, green, blue


@fast
def _clear(depth, weight, surface, owner, first):
    for row in range(depth.shape[0]):
        for column in range(depth.shape[1]):
            depth[row, column], weight[row, column], owner[row, column] = FAR, 0.0, first
            for c in range(6):
                surface[row, column, c] = 0.0


@fast
def _gather(light, x0, y0, x1, y1, samples, back):
    """The mean of a pixel's samples, each clamped first, or one bright sample would eat the smoothing of its edge."""
    share = 1.0 / (samples * samples)
    for y in range(y0, y1):
        for x in range(x0, x1):
            for c in range(3):
                total = 0.0
                for row in range((y - y0) * samples, (y - y0 + 1) * samples):
                    for column in range((x - x0) * samples, (x - x0 + 1) * samples):
                        total += min(light[row, column, c], 1.0)
                back[y, x, c] = total * share


@fast
def _draw_one(view, solids, p, tile_x, tile_y, x1, y1, depth, weight, surface, owner):
    """Ray against solid p for every sample of a tile.

    depth (h, w) starts FAR; surface (h, w, 6) sums of normals and colours; weight (h, w) that of the colours; owner (h, w) the nearest.
    A ray is origin + t * direction, one of which is the same for all samples and the other linear in sx across a row:
    so are the products m1..m5 that `_hit` needs, at most squares of it.
    """
    to_local, start, axis, radii, colour, unlit, box, blend = solids[:8]
    x0, y0, x1, y1 = max(tile_x, box[p, 0]), max(tile_y, box[p, 1]), min(x1, box[p, 2]), min(y1, box[p, 3])
    if x0 >= x1 or y0 >= y1:
        return
    matrix, samples = to_local[p], int(view[SAMPLES])
    rx, ry, rz = turn(matrix, view[RIGHT], view[RIGHT + 1], view[RIGHT + 2])
    ux, uy, uz = turn(matrix, view[UP], view[UP + 1], view[UP + 2])
    fx, fy, fz = turn(matrix, view[FORWARD], view[FORWARD + 1], view[FORWARD + 2])
    bx, by, bz = axis[p, 0], axis[p, 1], axis[p, 2]
    ra, rb, m0, br = radii[p, 0], radii[p, 1], bx * bx + by * by + bz * bz, bx * rx + by * ry + bz * rz
    bend, straight, rr = view[BEND], 1.0 - view[BEND], rx * rx + ry * ry + rz * rz
    step, middle_x, middle_y = view[PIXEL] / samples, 0.5 * view[PIXEL] * view[WIDTH], 0.5 * view[PIXEL] * view[HEIGHT]
    red, green, blue, flat, won = colour[p, 0], colour[p, 1], colour[p, 2], unlit[p] != 0, WON * blend
    for row in range(y0 * samples, y1 * samples):
        sy = middle_y - (row + 0.5) * step
        dx, dy, dz = fx + bend * sy * ux, fy + bend * sy * uy, fz + bend * sy * uz
        ox, oy, oz = straight * sy * ux - start[p, 0], straight * sy * uy - start[p, 1], straight * sy * uz - start[p, 2]
        m10, m11, m20, m21 = bx * ox + by * oy + bz * oz, straight * br, bx * dx + by * dy + bz * dz, bend * br
        dr, ro = dx * rx + dy * ry + dz * rz, rx * ox + ry * oy + rz * oz
        m30, m31 = dx * ox + dy * oy + dz * oz, bend * ro + straight * dr
        m40, m41, m42 = dx * dx + dy * dy + dz * dz, 2 * bend * dr, bend * rr
        m50, m51, m52 = ox * ox + oy * oy + oz * oz, 2 * straight * ro, straight * rr
        terms = (m10, m11, m20, m21, m30, m31, m40, m41, m42, m50, m51, m52)
        first, last = _span(terms, m0, ra, rb, x0 * samples, x1 * samples, step, middle_x)
        i = row - tile_y * samples
        for column in range(first, last):
            sx = (column + 0.5) * step - middle_x
            m1, m2, m3 = m10 + sx * m11, m20 + sx * m21, m30 + sx * m31
            t, share = _hit(m0, m1, m2, m3, m40 + sx * (m41 + sx * m42), m50 + sx * (m51 + sx * m52), ra, rb)
            j = column - tile_x * samples
            ahead = depth[i, j] - t
            if t < NEAR or t >= FAR or ahead < -won or (flat and ahead < 0):
                continue
            keep, gain = _weights(ahead / blend, flat or unlit[owner[i, j]] != 0)
            aside = (bend * t + straight) * sx
            nx = ox + t * dx + aside * rx - share * bx
            ny = oy + t * dy + aside * ry - share * by
            nz = oz + t * dz + aside * rz - share * bz
            wx = matrix[0] * nx + matrix[3] * ny + matrix[6] * nz
            wy = matrix[1] * nx + matrix[4] * ny + matrix[7] * nz
            wz = matrix[2] * nx + matrix[5] * ny + matrix[8] * nz
            length = gain / math.sqrt(wx * wx + wy * wy + wz * wz + 1e-300)
            surface[i, j, 0] = keep * surface[i, j, 0] + length * wx
            surface[i, j, 1] = keep * surface[i, j, 1] + length * wy
            surface[i, j, 2] = keep * surface[i, j, 2] + length * wz
            # Colours meet more sharply than shapes: their weights are the fourth power.
            keep, gain = keep * keep * keep * keep, gain * gain * gain * gain
            weight[i, j] = keep * weight[i, j] + gain
            surface[i, j, 3] = keep * surface[i, j, 3] + gain * red
            surface[i, j, 4] = keep * surface[i, j, 4] + gain * green
            surface[i, j, 5] = keep * surface[i, j, 5] + gain * blue
            if ahead > 0:
                depth[i, j], owner[i, j] = t, p


@fast
def _span(terms, m0, ra, rb, first, last, step, middle):
    """The samples of first..last in a row whose rays can meet the cone: where the discriminant, a parabola in sx, is not negative."""
    s0, ds = (first + 0.5) * step - middle, 0.5 * (last - first) * step
    low, centre, high = _edge(terms, m0, ra, rb, s0), _edge(terms, m0, ra, rb, s0 + ds), _edge(terms, m0, ra, rb, s0 + 2 * ds)
    square, slope = 0.5 * (low + high) - centre, 2 * centre - 0.5 * (3 * low + high)
    if square >= 0:
        return first, last
    # Vieta, in units of ds from s0: low + slope * u + square * u^2 = 0.
    root = slope * slope - 4 * square * low
    if root < 0:
        return first, first
    half = 0.5 * (last - first)
    near, far = (-slope + math.sqrt(root)) / (2 * square), (-slope - math.sqrt(root)) / (2 * square)
    return max(first, first + math.floor(half * near) - 1), min(last, first + math.ceil(half * far) + 2)


@fast
def _edge(terms, m0, ra, rb, s):
    m1, m2, m3 = terms[0] + s * terms[1], terms[2] + s * terms[3], terms[4] + s * terms[5]
    m4, m5 = terms[6] + s * (terms[7] + s * terms[8]), terms[9] + s * (terms[10] + s * terms[11])
    rr = ra - rb
    d2 = m0 - rr * rr
    if d2 <= BALL:
        return m3 * m3 - m4 * (m5 - ra * ra)
    k1 = d2 * m3 - m1 * m2 + m2 * rr * ra
    return k1 * k1 - (d2 * m5 - m1 * m1 + 2 * m1 * rr * ra - m0 * ra * ra) * (d2 * m4 - m2 * m2)


@inlined
def _hit(m0, m1, m2, m3, m4, m5, ra, rb):
    """Depth at which a ray meets a round cone (FAR where not) and how far along its axis the skin's ball sits there.

    After Quilez, ray against rounded cone: m0 axis.axis, m1 axis.origin, m2 axis.direction, m3 direction.origin,
    m4 direction.direction, m5 origin.origin, the origin seen from the first centre.
    """
    rr = ra - rb
    d2 = m0 - rr * rr
    t, share, h = FAR, -1.0, 0.0
    if d2 > BALL:
        k2 = d2 * m4 - m2 * m2
        k1 = d2 * m3 - m1 * m2 + m2 * rr * ra
        k0 = d2 * m5 - m1 * m1 + 2 * m1 * rr * ra - m0 * ra * ra
        h = k1 * k1 - k0 * k2
        if h >= 0:
            t = (-math.sqrt(h) - k1) / k2
            share = (m1 - ra * rr + t * m2) / d2
    if h >= 0 and not 0 < share < 1:
        # The nearer of the two balls at the ends.
        t, share, m6 = FAR, 0.0, m3 - m2
        h1, h2 = m3 * m3 - m4 * (m5 - ra * ra), m6 * m6 - m4 * (m5 - 2 * m1 + m0 - rb * rb)
        if h1 > 0:
            t = (-m3 - math.sqrt(h1)) / m4
        if h2 > 0 and (-m6 - math.sqrt(h2)) / m4 < t:
            t, share = (-m6 - math.sqrt(h2)) / m4, 1.0
    return t, share


@inlined
def _weights(ahead, alone):
    """How much of a sample's sum stays and how much a hit adds: exp(-depth / blend), in any order the same sum."""
    keep, gain = 0.0, 1.0
    if not alone and ahead <= WON:
        if ahead > 0:
            keep = math.exp(-ahead)
        else:
            keep, gain = 1.0, math.exp(ahead)
    return keep, gain


@fast
def _shade(view, solids, lamps, layer, x0, y0, solid_depth, depth, weight, surface, owner, jobs, job_of, light):
    """Light the samples that saw something and lay them over what is behind, through the layer's opacity.

    jobs (J, N), job_of (h, w): scratch for the places that need light, kept in rows so that each step runs over all of them at once.
    """
    flat, shade, jump, opacity, kind = solids[5], solids[10], 2 * solids[7], solids[9][layer], solids[8][layer, 2]
    count = _collect(view, flat, jump, kind == OVER, x0, y0, solid_depth, depth, weight, surface, owner, jobs, job_of)
    if count == 0:
        return
    # All places lie within a ball around the middle one; what is far from it hides nothing.
    middle, squared = count // 2, 0.0
    for k in range(count):
        x, y, z = jobs[J_X, k] - jobs[J_X, middle], jobs[J_Y, k] - jobs[J_Y, middle], jobs[J_Z, k] - jobs[J_Z, middle]
        squared = max(squared, x * x + y * y + z * z)
    for p in range(solids[8][layer, 0], solids[8][layer, 1]):
        if flat[p] == 0:
            _hide(shade, p, lamps, middle, math.sqrt(squared), jobs, count)
    _light(lamps, jobs, count)
    for i in range(depth.shape[0]):
        for j in range(depth.shape[1]):
            k = job_of[i, j]
            if k >= 0:
                cover = opacity * jobs[J_COVER, k] if kind == GHOST else opacity
                for c in range(3):
                    light[i, j, c] += cover * (jobs[J_RED + c, k] - light[i, j, c])


@fast
def _collect(view, flat, jump, over, x0, y0, solid_depth, depth, weight, surface, owner, jobs, job_of):
    """Fill jobs with the places that need light, one for all samples of a pixel that see the same solid; how many."""
    samples, bend, straight, pixel = int(view[SAMPLES]), view[BEND], 1.0 - view[BEND], view[PIXEL]
    step, left, top = pixel / samples, pixel * (x0 - 0.5 * view[WIDTH]), pixel * (0.5 * view[HEIGHT] - y0)
    count, down = 0, -1
    for i in range(depth.shape[0]):
        # Which sample of its pixel this is, counted: a remainder would cost as much as all else here.
        down, across = down + 1 if down + 1 < samples else 0, -1
        for j in range(depth.shape[1]):
            t, p = depth[i, j], owner[i, j]
            across = across + 1 if across + 1 < samples else 0
            job_of[i, j] = -1
            if t >= FAR or (t > solid_depth[i, j] and not over):
                continue
            # The sample before in the pixel: to the left, or above.
            k = job_of[i, j - 1] if across > 0 else -1
            k = job_of[i - 1, j] if k < 0 and down > 0 else k
            if k >= 0 and jobs[J_OWNER, k] == p and abs(jobs[J_DEPTH, k] - t) < jump:
                job_of[i, j] = k
                continue
            sx, sy = left + (j + 0.5) * step, top - (i + 0.5) * step
            ax, ay, az = sx * view[RIGHT] + sy * view[UP], sy * view[UP + 1], sx * view[RIGHT + 2] + sy * view[UP + 2]
            dx, dy, dz = view[FORWARD] + bend * ax, view[FORWARD + 1] + bend * ay, view[FORWARD + 2] + bend * az
            jobs[J_OWNER, count], jobs[J_DEPTH, count], jobs[J_FLAT, count] = p, t, flat[p]
            jobs[J_X, count], jobs[J_Y, count], jobs[J_Z, count] = t * dx + straight * ax, t * dy + straight * ay, t * dz + straight * az
            jobs[J_VX, count], jobs[J_VY, count], jobs[J_VZ, count] = dx, dy, dz
            share = 1.0 / weight[i, j]
            for c in range(6):
                jobs[J_NX + c, count] = surface[i, j, c] * share
            jobs[J_SKY, count], jobs[J_KEY, count] = 0.0, 1.0
            job_of[i, j] = count
            count += 1
    for k in range(count):
        length = 1.0 / math.sqrt(jobs[J_NX, k] ** 2 + jobs[J_NY, k] ** 2 + jobs[J_NZ, k] ** 2 + 1e-300)
        far = -1.0 / math.sqrt(jobs[J_VX, k] ** 2 + jobs[J_VY, k] ** 2 + jobs[J_VZ, k] ** 2)
        for c in range(3):
            jobs[J_NX + c, k] *= length
            jobs[J_VX + c, k] *= far
    return count


@fast
def _hide(shade, p, lamps, middle, reach, jobs, count):
    """Take from all places the light that capsule p hides, unless it is too far from them (all within `reach` of the middle one).

    The sky: a ball at the nearest point of its axis hides (r / d)^2 of it, times the cosine to the surface.
    The key light: how close its ray passes, against how blurred a shadow is that far off.
    """
    cx, cy, cz, bx, by, bz = shade[0, p], shade[1, p], shade[2, p], shade[3, p], shade[4, p], shade[5, p]
    bb, r = shade[6, p], shade[7, p]
    kx, ky, kz, softness, bias = lamps[KEY, 0], lamps[KEY, 1], lamps[KEY, 2], lamps[SOFTNESS, 0], lamps[SOFTNESS, 1]
    x, y, z = jobs[J_X, middle], jobs[J_Y, middle], jobs[J_Z, middle]
    vx, vy, vz = _from_axis(x - cx, y - cy, z - cz, bx, by, bz, bb)
    if vx * vx + vy * vy + vz * vz < (reach + AROUND * r) ** 2:
        for k in range(count):
            vx, vy, vz = _from_axis(jobs[J_X, k] - cx, jobs[J_Y, k] - cy, jobs[J_Z, k] - cz, bx, by, bz, bb)
            dd = max(vx * vx + vy * vy + vz * vz, r * r)
            cosine = vx * jobs[J_NX, k] + vy * jobs[J_NY, k] + vz * jobs[J_NZ, k]
            jobs[J_SKY, k] += max(cosine * r * r / (dd * math.sqrt(dd)) - 1 / AROUND**2, 0.0)
    vx, vy, vz, far = _from_ray(x - cx, y - cy, z - cz, bx, by, bz, bb, kx, ky, kz)
    if far > -reach - bias - r and vx * vx + vy * vy + vz * vz < (reach + bias + r + softness * (far + reach)) ** 2:
        sharp = 0.5 / softness
        for k in range(count):
            ax, ay, az = jobs[J_X, k] + bias * jobs[J_NX, k], jobs[J_Y, k] + bias * jobs[J_NY, k], jobs[J_Z, k] + bias * jobs[J_NZ, k]
            vx, vy, vz, far = _from_ray(ax - cx, ay - cy, az - cz, bx, by, bz, bb, kx, ky, kz)
            gap = math.sqrt(vx * vx + vy * vy + vz * vz) - r
            dark = min(max(0.5 - gap / max(far, 1e-4) * sharp, 0.0), 1.0)
            # What touches the place is the same limb or its neighbour: no shadow of that.
            vx, vy, vz = _from_axis(ax - cx, ay - cy, az - cz, bx, by, bz, bb)
            apart = min(max((math.sqrt(vx * vx + vy * vy + vz * vz) - r) / (4 * bias), 0.0), 1.0)
            jobs[J_KEY, k] = min(jobs[J_KEY, k], 1 - apart * dark if far > 0 else 1.0)


@inlined
def _from_axis(ax, ay, az, bx, by, bz, bb):
    """From a point a, seen from a segment's start, to the nearest point of the segment b."""
    share = min(max((ax * bx + ay * by + az * bz) / bb, 0.0), 1.0)
    return share * bx - ax, share * by - ay, share * bz - az


@inlined
def _from_ray(ax, ay, az, bx, by, bz, bb, kx, ky, kz):
    """Between a segment b and the ray from a towards k, where they are closest; and how far along the ray that is."""
    a_k, b_k = ax * kx + ay * ky + az * kz, bx * kx + by * ky + bz * kz
    a_b = ax * bx + ay * by + az * bz
    share = min(max((a_b - a_k * b_k) / max(bb - b_k * b_k, 1e-9), 0.0), 1.0)
    far = share * b_k - a_k
    return ax + far * kx - share * bx, ay + far * ky - share * by, az + far * kz - share * bz, far


@fast
def _light(lamps, jobs, count):
    """Turn each place's colour into the light it sends to the eye: soft key, fill, sky and ground, rim, a little sheen."""
    kx, ky, kz = lamps[KEY, 0], lamps[KEY, 1], lamps[KEY, 2]
    for k in range(count):
        nx, ny, nz, vx, vy, vz = jobs[J_NX, k], jobs[J_NY, k], jobs[J_NZ, k], jobs[J_VX, k], jobs[J_VY, k], jobs[J_VZ, k]
        sky, open_key = 1.0 / (1.0 + 1.3 * jobs[J_SKY, k]), jobs[J_KEY, k]
        key = nx * kx + ny * ky + nz * kz
        # A wrapped light reaches past the terminator, where a shadow ray meets the body itself: shade only what faces the light.
        reach = min(max(key * 4 + 0.6, 0.0), 1.0)
        open_key = 1.0 - reach * (1.0 - open_key * open_key * (3 - 2 * open_key))
        key = max((key + 0.25) / 1.25, 0.0) * open_key
        fill = max(nx * lamps[FILL, 0] + ny * lamps[FILL, 1] + nz * lamps[FILL, 2], 0.0) * (0.4 + 0.6 * sky)
        upward, edge = 0.5 + 0.5 * ny, 1 - max(nx * vx + ny * vy + nz * vz, 0.0)
        rim = edge * edge * edge * edge * upward * sky
        hx, hy, hz = kx + vx, ky + vy, kz + vz
        half = max((nx * hx + ny * hy + nz * hz) / math.sqrt(hx * hx + hy * hy + hz * hz), 0.0)
        sheen = half**24 * open_key * 0.07
        # A ghost is denser where it is seen edge on.
        jobs[J_COVER, k] = 1.0 if jobs[J_FLAT, k] > 0 else 0.75 + 0.25 * edge * edge
        for c in range(3):
            ambient = (lamps[SKY_COLOUR, c] * upward + lamps[BOUNCE_COLOUR, c] * (1 - upward)) * sky
            light = ambient + lamps[KEY_COLOUR, c] * key + lamps[FILL_COLOUR, c] * fill
            colour = jobs[J_RED + c, k]
            lit = colour * light + lamps[RIM_COLOUR, c] * rim * (0.3 + 0.7 * colour) + sheen * lamps[KEY_COLOUR, c]
            jobs[J_RED + c, k] = colour if jobs[J_FLAT, k] > 0 else lit
