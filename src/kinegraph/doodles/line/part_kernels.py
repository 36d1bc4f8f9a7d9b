"""Compiled measures of a part of a gesture: sizes, the place of its top, how it bows and turns."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.doodles.line import part_layout as at
from kinegraph.doodles.line.tokens.corners_kernels import LONGEST, SHORTEST, sharpness
from kinegraph.doodles.line.tokens.loops_kernels import loops_against, loops_along, turn_runs
from kinegraph.doodles.line.tokens.tokenizer_kernels import X, Y

_SLACK, _SLACK_SHARE = 0.025, 0.05  # a line must come back this far to turn [leg lengths, heights]
_HOOK = 10  # a bottom within this many steps of the start is a hook left by the piece before
_CUTS = (0.05, 0.15, 0.25)  # an arc is cut so far below its top to find its place [share of its height]
_NEAR_TOP, _CUTS_NEAR_TOP = 0.2, 2  # depth and number of the cuts that show how broad a top is
_STEEP = 0.1  # gaps of less than this share of the width show no skew
_NARROWED = 0.3  # of a flat top: least share of the width by which its cut is taken to be narrower
_GLANCE = 6  # a direction is measured over this many steps
_LEVEL = 0.2  # largest slope of a level line
_LOW = 0.05  # lower parts are as flat as one of this height [leg lengths]
_NARROW = 0.02  # the top of a narrower part is in its middle [leg lengths]
_BEND = np.deg2rad(24.0)  # least turn of a corner of an arc
_BEND_SHORTEST, _BEND_LONGEST = 2, 5  # lengths of the sides of the triangles that show it [steps]
_BEND_REACH = 5  # corners that are nearer to each other count once [steps]
_STRETCH, _STRIDE = 30, 5  # length of the stretches that show a ripple, and their distances [steps]
_OUTSET_RISE, _OUTSET_REACH = 0.12, 0.45  # height and half the width of the box that shows the outset
_THIN = 0.02  # a narrower side bows as a vertical line does [leg lengths]


@cached_kernel()
def part_measures(points: Floats, mirrored: bool, leg: float, jump_line: float, step: float) -> Floats:
    """The `MEASURES` (part_layout.py) of a part (N, 2) [m]; `mirrored` where its gesture travels to the left.

    leg, jump_line, step: Leg length, jump line and longest step of the `WritingSettings` [m].
    """
    unit = 1.0 / leg
    local = np.empty((len(points), 2))
    for k in range(len(points)):
        local[k, X] = points[k, X] * (-unit if mirrored else unit)
        local[k, Y] = points[k, Y] * unit
    out = np.zeros(len(at.MEASURES))
    _measure(local, out)
    height = max(out[at.HEIGHT], 1e-6)
    out[at.STEPS] = out[at.WIDTH] * leg / step
    out[at.JUMP] = max(out[at.HEIGHT] * leg / jump_line, out[at.STEPS])
    out[at.NARROW] = out[at.REACH] / height
    out[at.LEAN] = np.rad2deg(np.arctan2(out[at.DROP], abs(out[at.WIDTH])))
    out[at.DIP] = out[at.LOW] / height
    along, against = out[at.ALONG], out[at.AGAINST]
    loops, loops_back = loops_along(along), loops_against(against)
    out[at.FORWARD_LOOPS], out[at.BACKWARD_LOOPS] = (loops_back, loops) if mirrored else (loops, loops_back)
    out[at.FORWARD_TURN], out[at.BACKWARD_TURN] = (against, along) if mirrored else (along, against)
    return out


@cached_kernel()
def outline(points: Floats, unit: float) -> tuple[float, float, float, float, float, float, float]:
    """First and last x, first and last y, the greatest y, width and height of the box, in units of `unit`."""
    last = len(points) - 1
    left = right = points[0, X]
    low = top = points[0, Y]
    for k in range(1, last + 1):
        left, right = min(left, points[k, X]), max(right, points[k, X])
        low, top = min(low, points[k, Y]), max(top, points[k, Y])
    return (
        points[0, X] / unit,
        points[last, X] / unit,
        points[0, Y] / unit,
        points[last, Y] / unit,
        top / unit,
        (right - left) / unit,
        (top - low) / unit,
    )


@cached_kernel()
def _measure(points: Floats, out: Floats) -> None:
    """The measures without the settings of a part (N, 2) that travels to the right, in leg lengths."""
    count = len(points)
    first = points[0]
    last = points[count - 1]
    base = min(first[Y], last[Y])
    top = 0
    left = right = first[X]
    length = 0.0
    for k in range(count):
        if points[k, Y] > points[top, Y]:
            top = k
        left = min(left, points[k, X])
        right = max(right, points[k, X])
        if k:
            length += np.hypot(points[k, X] - points[k - 1, X], points[k, Y] - points[k - 1, Y])
    width = last[X] - first[X]
    out[at.WIDTH] = width
    out[at.REACH] = right - left
    out[at.HEIGHT] = points[top, Y] - base
    out[at.RISE] = points[top, Y] - first[Y]
    out[at.CLIMB] = last[Y] - first[Y]
    out[at.DROP] = abs(out[at.CLIMB])
    out[at.LENGTH] = length
    out[at.APEX] = 0.5
    if width > _NARROW:
        out[at.APEX], out[at.SLANT], out[at.SWAY], out[at.BROAD] = _apex(points, top, base)
        out[at.SKEW], out[at.SKEW_SWAY] = _skew(points, top)
    elif out[at.HEIGHT] > 0.0:
        out[at.SLANT] = (points[top, X] - 0.5 * (first[X] + last[X])) / out[at.HEIGHT]
    out[at.BOW] = max(_bow(points, 0, top), _bow(points, top, count - 1))
    out[at.POINT] = np.rad2deg(abs(sharpness(points, top, SHORTEST, LONGEST)))
    runs = turn_runs(points)
    for k in range(len(runs)):
        turn = np.rad2deg(runs[k])
        out[at.ALONG] = max(out[at.ALONG], -turn)
        out[at.AGAINST] = max(out[at.AGAINST], turn)
        if k and runs[k - 1] < 0.0:
            out[at.WINGS] = max(out[at.WINGS], min(-np.rad2deg(runs[k - 1]), turn))
    out[at.OUTSET] = _outset(points)
    slack = max(_SLACK, _SLACK_SHARE * out[at.HEIGHT])
    out[at.LOW], out[at.BOTTOMS] = _bottoms(points, base, points[top, Y], slack)
    level = _level(points)
    out[at.LEVEL] = level / max(out[at.REACH], 1e-9)
    out[at.FLAT] = level / max(out[at.HEIGHT], _LOW)
    out[at.SWELL] = _swell(points, 0, count - 1)
    out[at.SAG] = out[at.SWELL] / max(abs(width), _LOW)
    begin = 0
    while begin == 0 or begin + _STRETCH < count + _STRIDE:
        out[at.RIPPLE] = max(out[at.RIPPLE], _swell(points, begin, min(begin + _STRETCH, count - 1)))
        begin += _STRIDE
    out[at.CORNERS] = _corners(points)
    out[at.CHORD] = np.hypot(width, last[Y] - first[Y]) / max(out[at.REACH], out[at.HEIGHT], 1e-9)


@cached_kernel()
def _apex(points: Floats, top: int, base: float) -> tuple[float, float, float, float]:
    """Place of the top of an arc along its width, 0..1, its slant, how the top moves with a slant, and how
    broad the arc is near its top.

    Tremor decides which vertex of a flat arc is highest. So the arc is cut at a few levels near its top:
    where both sides are the same curve, stretched, the middle of a cut lies nearer to the middle of the arc
    than the top, by as much as the cut is wide. The slant is the distance of the middle of the area over the
    chord from that of the chord, over its height.
    """
    last = len(points) - 1
    width = points[last, X] - points[0, X]
    slope = (points[last, Y] - points[0, Y]) / width
    over = over_moment = over_height = 0.0
    for k in range(last):
        step = points[k + 1, X] - points[k, X]
        along = 0.5 * (points[k, X] + points[k + 1, X]) - points[0, X]
        rise = 0.5 * (points[k, Y] + points[k + 1, Y]) - points[0, Y] - slope * along
        over += step * rise
        over_moment += step * rise * along
        over_height += step * 0.5 * rise * rise
    slant = (over_moment - 0.5 * width * over) / over_height if over > 0.0 and over_height > 0.0 else 0.0
    tall = points[top, Y] - 0.5 * (points[0, Y] + points[last, Y])
    if tall <= 0.0:
        return (points[top, X] - points[0, X]) / width, slant, (points[top, Y] - base) / width, 1.0
    apex = sway = broad = 0.0
    for deep in _CUTS:
        left, right = _cut(points, top, points[top, Y] - deep * tall)
        share = (right - left) / width
        if deep < _NEAR_TOP:
            broad += share / _CUTS_NEAR_TOP
        narrowed = max(1.0 - share, _NARROWED)
        apex += 0.5 + (0.5 * (left + right) - points[0, X] - 0.5 * width) / width / narrowed
        sway += (1.0 - deep) * tall / width / narrowed
    count = len(_CUTS)
    return apex / count, slant, sway / count, broad


@cached_kernel()
def _skew(points: Floats, top: int) -> tuple[float, float]:
    """The skew of an arc, and how it moves with a slant.

    The top of a flat arc may lie anywhere along it; its sides, at half its height, still show where it leans.
    """
    last = len(points) - 1
    width = points[last, X] - points[0, X]
    tall = points[top, Y] - 0.5 * (points[0, Y] + points[last, Y])
    if tall <= 0.0:
        return 0.0, 0.0
    left, right = _cut(points, top, points[top, Y] - 0.5 * tall)
    before, behind = (left - points[0, X]) / width, (points[last, X] - right) / width
    both = abs(before) + abs(behind) + _STEEP
    return (before - behind) / both, tall / width / both


@cached_kernel()
def _cut(points: Floats, top: int, height: float) -> tuple[float, float]:
    """x where a line first rises to a height before its top, and where it last goes below it."""
    first = 0
    while first < top and points[first, Y] < height:
        first += 1
    last = len(points) - 1
    while last > top and points[last, Y] < height:
        last -= 1
    left, right = points[first, X], points[last, X]
    if first > 0:
        share = (points[first, Y] - height) / (points[first, Y] - points[first - 1, Y])
        left += share * (points[first - 1, X] - left)
    if last < len(points) - 1:
        share = (points[last, Y] - height) / (points[last, Y] - points[last + 1, Y])
        right += share * (points[last + 1, X] - right)
    return left, right


@cached_kernel()
def _bow(points: Floats, first: int, last: int) -> float:
    """Bow of a stretch from its chord, as areas in shares of the box that the chord spans.

    A share stays the same when the drawing is stretched or sheared: 0 for a line, 1/6 for half a parabola,
    0.285 for a quarter of an ellipse. Areas on the two sides of the chord do not cancel: the side of a smooth
    wave, an S, is no straight line. The larger counts once, the smaller three times.
    """
    wide = points[last, X] - points[first, X]
    tall = points[last, Y] - points[first, Y]
    square = wide * wide + tall * tall
    if square == 0.0:
        return 0.0
    above = below = 0.0
    for k in range(first, last):
        ax = points[k, X] - points[first, X]
        ay = points[k, Y] - points[first, Y]
        bx = points[k + 1, X] - points[first, X]
        by = points[k + 1, Y] - points[first, Y]
        on = ((bx - ax) * wide + (by - ay) * tall) / square  # share of the chord
        off = 0.5 * ((wide * ay - tall * ax) + (wide * by - tall * bx))
        if off > 0.0:
            above += on * off
        else:
            below -= on * off
    box = max(abs(wide), _THIN) * max(abs(tall), _THIN)
    above, below = abs(above) / box, abs(below) / box
    return max(above, below) + 3.0 * min(above, below)


@cached_kernel()
def _swell(points: Floats, first: int, last: int) -> float:
    """Extent of a stretch of a line across its chord, both sides together."""
    wide = points[last, X] - points[first, X]
    tall = points[last, Y] - points[first, Y]
    chord = max(np.hypot(wide, tall), 1e-9)
    low = high = 0.0
    for k in range(first, last + 1):
        off = (wide * (points[k, Y] - points[first, Y]) - tall * (points[k, X] - points[first, X])) / chord
        low, high = min(low, off), max(high, off)
    return high - low


@cached_kernel()
def _corners(points: Floats) -> float:
    """Number of corners, without those near its ends."""
    count = 0.0
    k = _BEND_REACH
    while k < len(points) - _BEND_REACH:
        best = 0.0
        for other in range(k, min(k + _BEND_REACH, len(points) - _BEND_REACH)):
            best = max(best, abs(sharpness(points, other, _BEND_SHORTEST, _BEND_LONGEST)))
        if best > _BEND:
            count += 1.0
            k += 2 * _BEND_REACH
        else:
            k += _BEND_REACH
    return count


@cached_kernel()
def _outset(points: Floats) -> float:
    """Distance to the right of its beginning at which a line first leaves a low box about it, or 0."""
    for k in range(1, len(points)):
        ahead = points[k, X] - points[0, X]
        if points[k, Y] - points[0, Y] >= _OUTSET_RISE or abs(ahead) >= _OUTSET_REACH:
            return ahead
    return 0.0


@cached_kernel()
def _bottoms(points: Floats, base: float, top: float, slack: float) -> tuple[float, float]:
    """Height of the lowest bottom between two tops above `base`, and the number of bottoms.

    slack: How far the line must come back to turn.
    """
    rising = True
    extreme = points[0, Y]
    lowest = top
    count = 0.0
    for k in range(1, len(points)):
        height = points[k, Y]
        if rising:
            if height > extreme:
                extreme = height
            elif extreme - height > slack:
                rising, extreme = False, height
        elif height < extreme:
            extreme = height
        elif height - extreme > slack:
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
        wide = points[k + _GLANCE, X] - points[k, X]
        tall = points[k + _GLANCE, Y] - points[k, Y]
        if abs(tall) > _LEVEL * abs(wide):
            begin = k + 1
        else:
            longest = max(longest, abs(points[k + _GLANCE, X] - points[begin, X]))
    return longest
