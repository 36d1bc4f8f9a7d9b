"""Compiled parts of the clay: its distance field, and each vertex's weights and colour.

The field is built in three steps, each a soft minimum with compact support (see `soft_minimum`):
    lump  d_p: a round cone in a stretched frame: a ball, an ellipsoid, a tapered or flattened capsule;
    bone  d_b: soft minimum over the bone's lumps;
    clay  f = minimum over bones i of g_i,
          g_i = [ soft minimum over j in {i} and its tree neighbours of d_j ] + max(0, d_i - reach_i).
So flesh runs together only where the skeleton joins it: an arm beside the torso meets it in a crease, and two
siblings (legs on the hips) run together no further than `reach` from the bone that joins them. That last
minimum is softened by about one grid step only, so that the mesh can follow the crease. Where asked, the
ground y = 0 cuts the soles flat.

Arrays go around as tuples, unpacked outside of loops: every access to a tuple's array counts a reference.
What is called for each point is inlined; calls with all arrays took nearly as long as the arithmetic.
"""

import math
from typing import NamedTuple

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.decorators import part
from kinegraph.core.kernels.vectors import add, dot, length, scale, set_vector, subtract, vector

FAR = 1e3
_ON_AXIS = 1e-12  # [m] from a lump's axis, where its gradient has no direction
_NEAR_LUMPS, _NEAR_BONES, _MEMBERS = 0, 1, 2  # rows of Scratch.lists
_SOFTNESS, _SHIFT = 0, 1  # columns of the pulls' values
_OPACITY = 3  # of a colour

# Columns of ClayArrays.lumps. A lump lives in a turned and stretched frame: local = frame @ (world - origin).
ORIGIN, FRAME, AXIS = 0, 3, 12  # the head [m]; stretched-from-world, by rows; unit direction head -> tail
# Head to tail; radius at the head; its change per length; the slope's tangent.
LENGTH, RADIUS, SLOPE, SLANT = 15, 16, 17, 18
TRIM = 19  # share of the length that weights ignore at either end
DELAY = 20  # added before the soft minimum inside the bone: less blend for this lump [m]
INFLUENCE = 21  # how far from its surface the lump can matter [m]
LEAST_SCALE = 22  # how much the frame stretches where it does so least
LUMP_WIDTH = 23
# Columns of ClayArrays.bones.
LUMP_BLEND, BONE_BLEND, REACH = 0, 1, 2


class ClayArrays(NamedTuple):
    """A body plan's flesh, flat: P lumps sorted by bone, B bones that have flesh, E links to tree neighbours.

    Few and wide arrays: every array that a compiled function is handed costs time at each call.
    """

    lumps: np.ndarray  # (P, LUMP_WIDTH)
    lump_starts: np.ndarray  # (B + 1,) the lumps of bone b are lump_starts[b] .. lump_starts[b + 1]
    bones: np.ndarray  # (B, 3) softness inside the bone, among neighbours, how far these run together [m]
    link_starts: np.ndarray  # (B + 1,)
    links: np.ndarray  # (E,) bones: the bone itself first, then its neighbours
    delays: np.ndarray  # (E,) less blend for this pair [m]
    crease: float  # softness where flesh meets that does not run together [m]
    sole: float  # roundness of the edge of flat soles [m]; zero where the ground does not cut


@cached_kernel(error_model="numpy")
def soft_minimum(values, count, softness, shares):
    """min over the simplex of sum s_i v_i + softness / 2 (|s|^2 - 1); writes the minimizer to `shares`.

    For two values this is the quadratic blend of solid modelling; for any number it is symmetric in them,
    equals the plain minimum where the others are more than `softness` above it, and its gradient is sum s_i
    grad v_i.
    """
    if count == 1:
        shares[0] = 1.0
        return values[0]
    inside = count
    total = 0.0
    for i in range(count):
        total += values[i]
        shares[i] = 1.0
    level = (softness + total) / inside
    changed = True
    while changed:
        changed = False
        for i in range(count):
            if shares[i] > 0.0 and values[i] >= level and inside > 1:
                shares[i] = 0.0
                inside -= 1
                total -= values[i]
                changed = True
        level = (softness + total) / inside
    result = -0.5 * softness
    for i in range(count):
        if shares[i] > 0.0:
            shares[i] = (level - values[i]) / softness if inside > 1 else 1.0
            result += shares[i] * values[i] + 0.5 * softness * shares[i] * shares[i]
    return result


@cached_kernel(error_model="numpy")
def lump_distance(lumps, p, x, y, z, trim, normals, row):
    """First-order distance to lump p; writes its unit gradient to normals[row]."""
    local, axis = _local_point(lumps, p, x, y, z), vector(lumps, p, AXIS)
    whole, t = lumps[p, LENGTH], 0.0
    if whole > 0.0:
        # d(t) = |x - t a| - r(t) is convex in t; its minimum lies where the cone's slant is met squarely.
        along = dot(local, axis)
        across = math.sqrt(max(dot(local, local) - along * along, 0.0))
        t = min(max(along + across * lumps[p, SLANT], trim * whole), (1.0 - trim) * whole)
    away = subtract(local, scale(t, axis))
    size = length(away)
    distance = size - lumps[p, RADIUS] - lumps[p, SLOPE] * t
    if size < _ON_AXIS:
        away, size = (0.0, 0.0, 1.0), 1.0
    # The gradient in the world is the frame's transpose times the direction away from the axis.
    first, second, third = vector(lumps, p, FRAME), vector(lumps, p, FRAME + 3), vector(lumps, p, FRAME + 6)
    gradient = add(add(scale(away[0], first), scale(away[1], second)), scale(away[2], third))
    inverse = 1.0 / length(gradient)
    set_vector(normals, row, scale(inverse, gradient))
    return distance * size * inverse


@part
def _local_point(lumps, p, x, y, z):
    """The point (x, y, z) of the world in the stretched frame of lump p."""
    offset = subtract((x, y, z), vector(lumps, p, ORIGIN))
    return (
        dot(vector(lumps, p, FRAME), offset),
        dot(vector(lumps, p, FRAME + 3), offset),
        dot(vector(lumps, p, FRAME + 6), offset),
    )


@cached_kernel(error_model="numpy")
def lump_bound(lumps, p, x, y, z):
    """A sure lower bound of the distance to lump p."""
    local = _local_point(lumps, p, x, y, z)
    square, whole, t = dot(local, local), lumps[p, LENGTH], 0.0
    if whole > 0.0:
        along = dot(local, vector(lumps, p, AXIS))
        across = math.sqrt(max(square - along * along, 0.0))
        t = min(max(along + across * lumps[p, SLANT], 0.0), whole)
        square += t * t - 2.0 * t * along
    distance = math.sqrt(max(square, 0.0)) - lumps[p, RADIUS] - lumps[p, SLOPE] * t
    return distance * lumps[p, LEAST_SCALE]


class Scratch(NamedTuple):
    """Room to work in, so that no loop allocates."""

    lists: np.ndarray  # (3, P + B) lumps near the point; bones with such lumps; members of a neighbourhood
    distances: np.ndarray  # (B,) FAR for bones that are not near
    gradients: np.ndarray  # (B, 3)
    values: np.ndarray  # (P + B + 2,)
    shares: np.ndarray  # (P + B + 2,)
    vectors: np.ndarray  # (P, 3)
    gradient: np.ndarray  # (3,) of the field at the last point asked


def make_scratch(clay: ClayArrays) -> Scratch:
    """Scratch arrays for one clay."""
    lumps, bones = len(clay.lumps), len(clay.bones)
    return Scratch(
        np.empty((3, lumps + bones), dtype=np.int64),
        np.full(bones, FAR),
        np.zeros((bones, 3)),
        np.empty(lumps + bones + 2),
        np.empty(lumps + bones + 2),
        np.empty((lumps, 3)),
        np.empty(3),
    )


@cached_kernel(error_model="numpy")
def _select_lumps(lump_starts, near, row, lists, distances):
    """Lists the lumps marked in near[row] (P,) and their bones; returns the number of each."""
    lumps, bones = 0, 0
    for b in range(len(distances)):
        distances[b] = FAR
        before = lumps
        for p in range(lump_starts[b], lump_starts[b + 1]):
            if near[row, p]:
                lists[_NEAR_LUMPS, lumps] = p
                lumps += 1
        if lumps > before:
            lists[_NEAR_BONES, bones] = b
            bones += 1
    return lumps, bones


@part
def _bone_distances(clay, scratch, counts, x, y, z):
    """Writes distance and gradient of each selected bone at a point; counts: of selected lumps and bones."""
    lumps, lump_starts, bones, _, _, _, _, _ = clay
    lists, distances, gradients, values, shares, vectors, _ = scratch
    at = 0
    for i in range(counts[1]):
        b = lists[_NEAR_BONES, i]
        count, stop = 0, lump_starts[b + 1]
        while at < counts[0] and lists[_NEAR_LUMPS, at] < stop:
            p = lists[_NEAR_LUMPS, at]
            distance = lump_distance(lumps, p, x, y, z, 0.0, vectors, count)
            values[count] = distance + lumps[p, DELAY]
            count += 1
            at += 1
        distances[b] = soft_minimum(values, count, bones[b, LUMP_BLEND], shares)
        for c in range(3):
            total = 0.0
            for n in range(count):
                total += shares[n] * vectors[n, c]
            gradients[b, c] = total


@part
def _run_together(clay, scratch, selected):
    """(field, the bone whose neighbourhood it is, the nearest bone), given the bones' distances at a point.

    The field is without crease and sole; its gradient goes to the scratch.
    """
    _, _, bones, link_starts, links, delays, _, _ = clay
    lists, distances, gradients, values, shares, _, gradient = scratch
    best, center, owner = FAR, -1, -1
    for i in range(selected):
        b = lists[_NEAR_BONES, i]
        if owner < 0 or distances[b] < distances[owner]:
            owner = b
        among, least = 0, FAR
        for e in range(link_starts[b], link_starts[b + 1]):
            n = links[e]
            if distances[n] < FAR:
                lists[_MEMBERS, among] = n
                values[among] = distances[n] + delays[e]
                least = min(least, values[among])
                among += 1
        excess = max(distances[b] - bones[b, REACH], 0.0)
        # Any soft minimum lies within half its softness of the plain one.
        if least + excess - 0.5 * bones[b, BONE_BLEND] >= best:
            continue
        field = soft_minimum(values, among, bones[b, BONE_BLEND], shares) + excess
        if field < best:
            best, center = field, b
            for c in range(3):
                gradient[c] = gradients[b, c] if excess > 0.0 else 0.0
                for m in range(among):
                    gradient[c] += shares[m] * gradients[lists[_MEMBERS, m], c]
    return best, center, owner


@part
def _round_crease(clay, scratch, selected, best, center):
    """Rounds the crease between a neighbourhood's flesh and the nearest flesh that is no part of it."""
    _, _, _, link_starts, links, _, crease, _ = clay
    lists, distances, gradients, values, shares, _, gradient = scratch
    second, other = best + crease, -1
    for i in range(selected):
        b = lists[_NEAR_BONES, i]
        if distances[b] < second:
            apart = True
            for e in range(link_starts[center], link_starts[center + 1]):
                apart = apart and links[e] != b
            if apart:
                second, other = distances[b], b
    if other >= 0:
        values[0], values[1] = best, second
        best = soft_minimum(values, 2, crease, shares)
        for c in range(3):
            gradient[c] *= shares[0]
            gradient[c] += shares[1] * gradients[other, c]
    return best


@cached_kernel(error_model="numpy")
def evaluate(clay, scratch, points, near, rows, fields, field_gradients, owners):
    """Field, gradient and nearest bone at points (N, 3), written to the last three.

    near, rows: near[rows[n]] (P,) marks the lumps that may matter at point n.
    """
    lists, distances, values, shares, gradient = (
        scratch.lists,
        scratch.distances,
        scratch.values,
        scratch.shares,
        scratch.gradient,
    )
    sole = clay.sole
    counts, known = (0, 0), -1
    for k in range(len(points)):
        x, y, z = vector(points, k)
        if rows[k] != known:
            known = rows[k]
            counts = _select_lumps(clay.lump_starts, near, known, lists, distances)
        _bone_distances(clay, scratch, counts, x, y, z)
        best, center, owners[k] = _run_together(clay, scratch, counts[1])
        if center >= 0:
            best = _round_crease(clay, scratch, counts[1], best, center)
        if sole > 0.0:
            values[0], values[1] = -best, y
            best = -soft_minimum(values, 2, sole, shares)
            for c in range(3):
                gradient[c] *= shares[0]
            gradient[1] -= shares[1]
        fields[k] = best
        for c in range(3):
            field_gradients[k, c] = gradient[c]


@cached_kernel(error_model="numpy")
def lumps_near(clay, points, slack, near, deepest):
    """Marks in near (N, P) which lumps may matter within `slack` of each point, and writes its depth.

    deepest: (N,) a sure bound of how deep the point lies in a lump, negative inside [m].
    """
    lumps = clay.lumps
    for n in range(len(points)):
        deepest[n] = FAR
        x, y, z = vector(points, n)
        for p in range(len(lumps)):
            bound = lump_bound(lumps, p, x, y, z)
            near[n, p] = bound < lumps[p, INFLUENCE] + slack
            if lumps[p, DELAY] == 0.0:
                deepest[n] = min(deepest[n], bound)


@cached_kernel(error_model="numpy")
def vertex_shares(clay, pulls, vertices, owners, lump_colors, color_width, scratch, weights, colors):
    """Adds each bone's pull to weights (V, B) and the nearest lumps' colours to colors (V, 4), both zero.

    Only the owner and the bones that pull at its flesh count (see `weights`). With d to bones trimmed at
    their ends, the pull of j relative to the owner i is ((1 - u) / (1 + u))^2 for
    u = (d_j - d_i + shift_ij) / softness_ij within -1..1: the same from either side, zero beyond
    the softness, and one at equal distance unless shifted.
    """
    lumps, lump_starts = clay.lumps, clay.lump_starts
    pull_starts, pull_bones, pull_values = pulls
    trimmed, plain, vectors = scratch.distances, scratch.values, scratch.vectors
    for v in range(len(vertices)):
        x, y, z = vector(vertices, v)
        owner = owners[v]
        nearest, total = FAR, 0.0
        start, stop = pull_starts[owner], pull_starts[owner + 1]
        for e in range(start, stop):
            b = pull_bones[e]
            trimmed[b] = FAR
            for p in range(lump_starts[b], lump_starts[b + 1]):
                distance = lump_distance(lumps, p, x, y, z, lumps[p, TRIM], vectors, 0)
                trimmed[b] = min(trimmed[b], distance)
                plain[p] = lump_distance(lumps, p, x, y, z, 0.0, vectors, 0)
                nearest = min(nearest, plain[p])
        for e in range(start, stop):
            b = pull_bones[e]
            u = trimmed[b] - trimmed[owner] + pull_values[e, _SHIFT]
            u /= pull_values[e, _SOFTNESS]
            u = min(max(u, -0.9), 1.0)
            weights[v, b] = ((1.0 - u) / (1.0 + u)) ** 2
            total += weights[v, b]
            for p in range(lump_starts[b], lump_starts[b + 1]):
                share = max(0.0, 1.0 - (plain[p] - nearest) / color_width) ** 2
                for c in range(4):
                    colors[v, c] += share * lump_colors[p, c]
        for e in range(start, stop):
            weights[v, pull_bones[e]] /= total
        for c in range(4):  # opacity is one for every lump: so it is the sum of the shares
            colors[v, c] /= colors[v, _OPACITY]


@cached_kernel(error_model="numpy")
def neighbor_means(rows, starts, others, means):
    """Writes to means (V, N) the mean row of each vertex's neighbours, others[starts[v]:starts[v + 1]]."""
    for v in range(len(rows)):
        share = 1.0 / max(starts[v + 1] - starts[v], 1)
        for n in range(rows.shape[1]):
            means[v, n] = 0.0
        for e in range(starts[v], starts[v + 1]):
            other = others[e]
            for n in range(rows.shape[1]):
                means[v, n] += rows[other, n]
        for n in range(rows.shape[1]):
            means[v, n] *= share
