"""Compiled volume: points are pushed out of capsules and off the ground, C1 in where they were."""

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import smoothstep, soft_maximum
from kinegraph.core.kernels.quaternions import quaternion, rotate
from kinegraph.core.kernels.vectors import add, add_scaled, dot, length, scale, set_vector, subtract, vector
from kinegraph.creatures.ik import tables as at

_NO_SIDE = 0.2  # share of the distance that is kept: pushes are weak where their two sides meet


@part
def push_out(point, start, stop, gap, band, side):
    """`point`, at least `gap` away from the segment from start to stop; C1 but on the axis itself.

    side: Where a point near the axis goes, about a unit long.
    """
    axis = subtract(stop, start)
    size = dot(axis, axis)
    share = 0.0
    if size > 0.0:
        share = min(max(dot(subtract(point, start), axis) / size, 0.0), 1.0)
    foot = add_scaled(start, share, axis)
    away = subtract(point, foot)
    apart = length(away)
    if apart >= gap + band:
        return point
    # Deep inside, the way out turns smoothly to the limb's own side. Where both cancel out, none is pushed.
    deep = max(0.0, 1.0 - apart / gap)
    way = add_scaled(away, 0.5 * gap * deep * deep, side)
    return add(point, push_along(away, way, soft_maximum(apart, gap, band), gap))


@part
def push_along(away, way, allowed, gap):
    """Offset of a point, `away` from an axis, to its least distance along `way`; C1 where `way` vanishes.

    A point that is pushed to all sides of an axis has a place where the side changes: it stays there.
    """
    far = length(way)
    if far <= 0.0:
        return 0.0, 0.0, 0.0
    share = smoothstep(far / (_NO_SIDE * gap))
    return scale(share, subtract(scale(allowed / far, way), away))


@part
def lift_off_ground(point, ground, clearance, band):
    """`point`, kept above the ground."""
    return point[0], soft_maximum(point[1], ground + clearance, band), point[2]


@part
def place_capsules(capsules, bodies, positions, placed):
    """Writes both ends of every capsule, and its span, as the spine was placed."""
    for c in range(len(capsules.offsets)):
        for end in range(2):
            body = capsules.ends[c, end]
            offset = rotate(quaternion(bodies, body, at.TURN), vector(capsules.offsets, c, 3 * end))
            set_vector(placed, c, add(vector(positions, body), offset), 3 * end)
        span(placed, c, vector(placed, c), vector(placed, c, 3), at.CAPSULE_SPAN)


@part
def span(rows, n, start, stop, column):
    """Writes the middle of a segment, and half its length or a little more: half the sum over its axes."""
    u = subtract(stop, start)
    set_vector(rows, n, add_scaled(start, 0.5, u), column)
    rows[n, column + 3] = 0.5 * (abs(u[0]) + abs(u[1]) + abs(u[2]))


@stage
def push_out_of_torso(capsules, placed, pairs, bodies, rows, point):
    """`point` of a limb particle, pushed out of the capsules of its pairs: rows[0] up to rows[1]."""
    for row in range(rows[0], rows[1]):
        capsule = pairs.capsules[row]
        gap, band = pairs.numbers[row, at.GAP], pairs.numbers[row, at.GAP_BAND]
        start, stop = vector(placed, capsule), vector(placed, capsule, 3)
        away = subtract(point, start)
        reach = gap + band + length(subtract(stop, start))
        if dot(away, away) < reach * reach:
            side = rotate(
                quaternion(bodies, capsules.ends[capsule, 0], at.TURN), vector(pairs.numbers, row, at.SIDE)
            )
            point = push_out(point, start, stop, gap, band, side)
    return point
