"""Compiled arch: where a spine that is pressed together goes, before its constraints settle it."""

import math

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import soft_minimum
from kinegraph.core.kernels.quaternions import quaternion, rotate
from kinegraph.core.kernels.vectors import add_scaled, dot, length, scale, set_vector, subtract, vector
from kinegraph.creatures.ik import tables as at

SHORTEST, LONGEST = 0.1, 1.2  # shares of its rest length that a constraint may take
_LEAST_SLACK = 0.03  # share of its path: a straighter spine than this shortens a little before it bows
_ARCH = 0.5  # of the path, times the share by which it is pressed together: how far a straight spine arches
_MOST_BOW = 3.0  # times as far as it bows already; what would bow further shortens instead


@part
def slack_left(pressed, slack, least):
    """Slack of a chain's path over its chord, with the chord `pressed` shorter than at `slack`.

    As much as is pressed, and what there was; never zero, C1, and its square root (which the bow goes with)
    has a bounded slope, also for chains that rest straight: those shorten a little before they bend.
    """
    slope = min(1.0, slack / least)
    if pressed >= 0.0:
        return slack + pressed * (pressed + slope * least) / (pressed + least)
    if slack <= 0.0:
        return 0.0
    return slack * math.exp(max(pressed * slope / slack, -700.0))


@stage
def arch(spine, work, start, stop):
    """Bows the particles between two placed ones across their chord until their path is as long as it was.

    They bow the way they do already, and to the back as far as they are pressed together: a spine that is
    pressed straight together has one way to go. Where both cancel out it shortens: so nothing ever flips.
    """
    first, path = stop, spine.numbers[stop, at.S_LENGTH]
    while spine.links[first, at.INNER] != start:
        first = spine.links[first, at.INNER]
        path += spine.numbers[first, at.S_LENGTH]
    origin = vector(work, start, at.SW_PLACE)
    wish = subtract(vector(work, stop, at.SW_PLACE), origin)
    long = length(subtract(vector(spine.numbers, stop, at.S_REST), vector(spine.numbers, start, at.S_REST)))
    far = length(wish)
    if far <= 1e-6 * path or long <= 1e-6 * path:
        return
    unit = scale(1.0 / far, wish)
    back = rotate(quaternion(work, first, at.SW_BASE), vector(spine.numbers, stop, at.S_BACK))
    back = scale(4.0 * _ARCH * path * max(0.0, 1.0 - far / long), add_scaled(back, -dot(back, unit), unit))
    wanted = far + slack_left(long - far, path - long, _LEAST_SLACK * path)
    square, whole_reach, whole_across, last = 1.0, 0.0, 0.0, 0.0
    for step in range(5):
        size, slope, gone = 0.0, 0.0, 0.0
        reach, across = 0.0, (0.0, 0.0, 0.0)
        for i in range(first, stop + 1):
            gone += spine.numbers[i, at.S_LENGTH] / path
            away = subtract(vector(work, i, at.SW_PLACE), origin)
            next_reach = dot(away, unit)
            next_across = add_scaled(add_scaled(away, -next_reach, unit), gone * (1.0 - gone), back)
            a, d = next_reach - reach, subtract(next_across, across)
            b = dot(d, d)
            reach, across = next_reach, next_across
            if step == 0:
                whole_reach += abs(a)
                whole_across += math.sqrt(b)
            else:
                link = math.sqrt(a * a + square * b)
                size += link
                if link > 0.0:
                    slope += 0.5 * b / link
        if step == 0:
            # As if all links leaned alike: never less than the bow that is needed.
            if wanted <= whole_reach or whole_across <= 1e-9 * path:
                square = 0.0 if wanted <= whole_reach else 1.0
            else:
                square = (wanted * wanted - whole_reach * whole_reach) / (whole_across * whole_across)
        elif step < 4 and slope > 0.0:
            square = max(0.0, square - (size - wanted) / slope)
            if step == 3:
                bow = soft_minimum(math.sqrt(square), _MOST_BOW, 0.3 * _MOST_BOW)
                square = bow * bow
        last = size
    bow, gone = math.sqrt(square), 0.0
    for i in range(first, stop + 1):
        work[i, at.SW_STRETCH] = min(max(last / path, SHORTEST), LONGEST)
        if i < stop:
            gone += spine.numbers[i, at.S_LENGTH] / path
            away = subtract(vector(work, i, at.SW_PLACE), origin)
            reach = dot(away, unit)
            across = add_scaled(add_scaled(away, -reach, unit), gone * (1.0 - gone), back)
            set_vector(work, i, add_scaled(add_scaled(origin, reach, unit), bow, across), at.SW_PLACE)
