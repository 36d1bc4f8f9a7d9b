"""Compiled measuring of a part of a gesture: sizes, where its top is, how it bows and turns."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.doodles.line.tokens.corners_kernels import LONGEST, SHORTEST, sharpness
from kinegraph.doodles.line.tokens.loops_kernels import loops_against, loops_along, turn_runs

_SLACK = 0.025  # a line that comes back less has not turned [leg lengths]
_HOOK = 10  # a bottom within so many steps of its start is but a hook, left by what came before
_AREA = 0.2  # how much the middle of an arc's area has a say in where its top is
_LEVERAGE = 0.16  # how far the middle of an arc's area moves with its top
_GLANCE = 6  # a direction is seen over this many steps
_LEVEL = 0.2  # slope of what still runs level
_NARROW = 0.02  # what gets along less has its top in the middle [leg lengths]
_THIN = 0.02  # a side narrower than this bows as a vertical line does [leg lengths]

# What can be measured of a part, lengths in leg lengths.
MEASURES = (
    "width",  # how far it gets along the travel
    "reach",  # its whole extent along the travel
    "height",  # its top above the lower of its ends
    "drop",  # how much higher or lower it ends, without sign
    "length",  # along the line
    "apex",  # where along the width its top is, 0..1
    "bow",  # area between the rounder of its two sides and their chord, as a share of the box about it
    "point",  # how far it turns at its top [degrees]
    "along",  # the most that it turns one way as an arc does [degrees]
    "against",  # and the other way [degrees]
    "wings",  # the lesser of two neighbouring turns, first along and then against [degrees]
    "low",  # its lowest bottom between two tops, above the lower of its ends; its height where there is none
    "bottoms",  # how many bottoms there are between tops
    "level",  # the longest stretch that runs level, as a share of its extent along the travel
    "chord",  # distance of its ends as a share of its extent
    "jump",  # the larger of height / jump line and width / longest step: 1 parts steps from jumps
    "steps",  # width / longest step
    "narrow",  # reach / height
    "lean",  # of its chord from the horizontal [degrees]
    "dip",  # the lowest bottom as a share of its height
    "forward_loops",  # loops that turn clockwise on the sheet, as a forward roll to the right does
    "backward_loops",
    "forward_turn",  # the most that it turns clockwise on the sheet without turning back [degrees]
    "backward_turn",
    "slant",  # how far to the side it leans for its height, as a hand's slant makes an upright arc lean
    "sway",  # how far `apex` moves with the hand's slant
)


@cached_kernel()
def part_measures(points: Floats, mirrored: bool, leg: float, jump_line: float, step: float) -> Floats:
    """The `MEASURES` of a part (N, 2) [m]; `mirrored` where its gesture travels to the left.

    leg, jump_line, step: Leg length, jump line and longest step of the `WritingSettings` [m].
    """
    unit = 1.0 / leg
    local = np.empty((len(points), 2))
    for k in range(len(points)):
        local[k, 0] = points[k, 0] * (-unit if mirrored else unit)
        local[k, 1] = points[k, 1] * unit
    out = np.zeros(26)
    _measure(local, out)
    height = max(out[2], 1e-6)
    out[16] = out[0] * leg / step
    out[15] = max(out[2] * leg / jump_line, out[16])
    out[17] = out[1] / height
    out[18] = np.rad2deg(np.arctan2(out[3], abs(out[0])))
    out[19] = out[11] / height
    along, against = loops_along(out[8]), loops_against(out[9])
    out[20], out[21] = (against, along) if mirrored else (along, against)
    out[22], out[23] = (out[9], out[8]) if mirrored else (out[8], out[9])
    return out


@cached_kernel()
def outline(points: Floats, unit: float) -> tuple[float, float, float, float, float, float, float]:
    """First and last x, first and last y, the greatest y, width and height of the box, in units of `unit`."""
    last = len(points) - 1
    left = right = points[0, 0]
    low = top = points[0, 1]
    for k in range(1, last + 1):
        left, right = min(left, points[k, 0]), max(right, points[k, 0])
        low, top = min(low, points[k, 1]), max(top, points[k, 1])
    return (
        points[0, 0] / unit,
        points[last, 0] / unit,
        points[0, 1] / unit,
        points[last, 1] / unit,
        top / unit,
        (right - left) / unit,
        (top - low) / unit,
    )


@cached_kernel()
def _measure(points: Floats, out: Floats) -> None:
    """The first fifteen measures of a part (N, 2) that travels to the right, in leg lengths."""
    count = len(points)
    first = points[0]
    last = points[count - 1]
    base = min(first[1], last[1])
    top = 0
    left = right = first[0]
    length = 0.0
    for k in range(count):
        if points[k, 1] > points[top, 1]:
            top = k
        left = min(left, points[k, 0])
        right = max(right, points[k, 0])
        if k:
            length += np.hypot(points[k, 0] - points[k - 1, 0], points[k, 1] - points[k - 1, 1])
    width = last[0] - first[0]
    out[0] = width
    out[1] = right - left
    out[2] = points[top, 1] - base
    out[3] = abs(last[1] - first[1])
    out[4] = length
    out[5] = 0.5
    if width > _NARROW:
        out[5], out[24], out[25] = _apex(points, top, base)
    elif out[2] > 0.0:
        out[24] = (points[top, 0] - 0.5 * (first[0] + last[0])) / out[2]
    out[6] = max(_bow(points, 0, top), _bow(points, top, count - 1))
    out[7] = np.rad2deg(abs(sharpness(points, top, SHORTEST, LONGEST)))
    runs = turn_runs(points)
    for k in range(len(runs)):
        turn = np.rad2deg(runs[k])
        out[8] = max(out[8], -turn)
        out[9] = max(out[9], turn)
        if k and runs[k - 1] < 0.0:
            out[10] = max(out[10], min(-np.rad2deg(runs[k - 1]), turn))
    out[11], out[12] = _bottoms(points, base, points[top, 1])
    out[13] = _level(points) / max(out[1], 1e-9)
    out[14] = np.hypot(width, last[1] - first[1]) / max(out[1], out[2], 1e-9)


@cached_kernel()
def _apex(points: Floats, top: int, base: float) -> tuple[float, float, float]:
    """Where along its width the top of an arc is, 0..1, its slant, and how much the first moves with a slant.

    The highest vertex of a flat arc is a matter of tremor, so the middle of the area below it has a
    say too: where sides are quarters of an ellipse, it is a sixth as far from the middle as the top.
    The slant is how far the middle of the area over the chord is from that of the chord, for its height.
    """
    last = len(points) - 1
    width = points[last, 0] - points[0, 0]
    slope = (points[last, 1] - points[0, 1]) / width
    area = moment = 0.0
    over = over_moment = over_height = 0.0
    for k in range(last):
        step = points[k + 1, 0] - points[k, 0]
        along = 0.5 * (points[k, 0] + points[k + 1, 0]) - points[0, 0]
        height = 0.5 * (points[k, 1] + points[k + 1, 1])
        area += step * (height - base)
        moment += step * (height - base) * along
        rise = height - points[0, 1] - slope * along
        over += step * rise
        over_moment += step * rise * along
        over_height += step * 0.5 * rise * rise
    highest = (points[top, 0] - points[0, 0]) / width
    tall = (points[top, 1] - base) / width
    if area <= 0.0 or over <= 0.0:
        return highest, 0.0, tall
    apex = (1.0 - _AREA) * highest + _AREA * (0.5 + (moment / area / width - 0.5) / _LEVERAGE)
    sway = (1.0 - _AREA) * tall + _AREA * over_height / over / width / _LEVERAGE
    slant = (over_moment - 0.5 * width * over) / over_height if over_height > 0.0 else 0.0
    return apex, slant, sway


@cached_kernel()
def _bow(points: Floats, first: int, last: int) -> float:
    """Area between a stretch and its chord, as a share of the box that the chord spans.

    The share stays the same when the drawing is stretched or sheared: 0 for a line, 1/6 for half a parabola,
    0.285 for a quarter of an ellipse.
    """
    wide = points[last, 0] - points[first, 0]
    tall = points[last, 1] - points[first, 1]
    area = 0.0
    for k in range(first, last):
        ax = points[k, 0] - points[first, 0]
        ay = points[k, 1] - points[first, 1]
        bx = points[k + 1, 0] - points[first, 0]
        by = points[k + 1, 1] - points[first, 1]
        area += 0.5 * (ax * by - ay * bx)
    return abs(area) / max(abs(wide), _THIN) / max(abs(tall), _THIN)


@cached_kernel()
def _bottoms(points: Floats, base: float, top: float) -> tuple[float, float]:
    """Height of the lowest bottom between two tops above `base`, and how many there are."""
    rising = True
    extreme = points[0, 1]
    lowest = top
    count = 0.0
    for k in range(1, len(points)):
        height = points[k, 1]
        if rising:
            if height > extreme:
                extreme = height
            elif extreme - height > _SLACK:
                rising, extreme = False, height
        elif height < extreme:
            extreme = height
        elif height - extreme > _SLACK:
            if k > _HOOK:
                lowest = min(lowest, extreme)
                count += 1.0
            rising, extreme = True, height
    return lowest - base, count


@cached_kernel()
def _level(points: Floats) -> float:
    """Length of the longest stretch whose direction stays near the horizontal."""
    longest = 0.0
    begin = 0
    for k in range(len(points) - _GLANCE):
        wide = points[k + _GLANCE, 0] - points[k, 0]
        tall = points[k + _GLANCE, 1] - points[k, 1]
        if abs(tall) > _LEVEL * abs(wide):
            begin = k + 1
        else:
            longest = max(longest, abs(points[k + _GLANCE, 0] - points[begin, 0]))
    return longest
