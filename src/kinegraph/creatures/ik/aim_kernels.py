"""Compiled aim preconditioner: limbs are turned to their goals, folded or stretched, then iterated (4.3.3).

A serial run is turned by the smallest rotation that points it at its goal. Along the aim it is scaled to end
there; across the aim its bow grows or shrinks until the path is as long as it was. Then its links get their
own lengths, and the same is done with the run that they make. So the length constraints have next to nothing
left to do, and every elbow and knee takes its share of the bend. Constraints alone would put most of the bend
into the shortest link, which turns over for a small step of the foot.
"""

import math
from typing import NamedTuple

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import soft_maximum
from kinegraph.core.kernels.quaternions import multiply, quaternion, rotate, rotation_between, set_quaternion
from kinegraph.core.kernels.vectors import (
    add,
    add_scaled,
    dot,
    length,
    lerp,
    scale,
    set_vector,
    subtract,
    vector,
)
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.arch_kernels import slack_left

_PRESS = 3.0  # how fast a straight run bows as it is pressed together
_ALONG, _ACROSS = at.COUNT, at.GATHERED  # columns that are used later, while a run is laid out
_LEAST_SLACK = 0.012  # share of the path: straighter runs than this shorten a little before they bend
_LAID_AGAIN = 1  # how often links get their lengths: that leaves about a third of the error
_NO_LINK = (
    0.02  # share of its length: shorter links keep some of their shortness, since they have no direction
)
_ASIDE = 0.5  # share of the slack that a run always has across its aim
# A run with its own lengths keeps at least this share of its bow: links that point back are unreliable.
_LEAST_BOW = 0.6
_AHEAD = 0.5  # share of the goal's distance that a run always ends ahead, so that it is never turned round


class _Aimed(NamedTuple):
    """Values for laying a run along its aim.

    first, last, start: Rows of the chain, and the particle that the run starts at.
    aim, unit: The turn from rest, and the direction of the goal.
    ratio: Of the goal's distance to that at rest.  press: How far a straight run bows.
    held: How much the joint counts, 0 to 1.
    path, slack: Length of the run at rest, and by how much it is longer than the goal is far [m].
    """

    first: int
    last: int
    start: int
    aim: tuple[float, float, float, float]
    unit: tuple[float, float, float]
    ratio: float
    press: float
    held: float
    path: float
    slack: float


@stage
def aim_runs(tree, bodies, limbs, runs, leaves, work, aims):
    """Writes the aim of every run and first places for its particles, from seats outward."""
    for r in range(len(runs.numbers)):
        start, inner = runs.links[r, at.RUN_START], runs.links[r, at.RUN_INNER]
        if inner >= 0:
            base = quaternion(aims, inner)
        else:
            base = quaternion(
                bodies, tree[limbs.links[limbs.links[start, at.L_SEAT], at.L_BODY], at.PARENT], at.TURN
            )
        if runs.links[r, at.RUN_TO_GOAL] == 1:
            _aim_at_goal(limbs, runs, work, aims, r, base)
        else:
            _aim_at_branches(limbs, runs, leaves, work, aims, r, base)


@part
def _aim(runs, r, base, rest, wish):
    """`base` turned so that `rest`, which it carries, points along `wish`, by way of the run's reference."""
    over = rotate(base, vector(runs.numbers, r, at.REFERENCE))
    from_rest = rotation_between(rotate(base, rest), over)
    return multiply(multiply(rotation_between(over, wish), from_rest), base)


@stage
def _aim_at_goal(limbs, runs, work, aims, r, base):
    first, last, start = runs.links[r, at.RUN_FIRST], runs.links[r, at.RUN_LAST], runs.links[r, at.RUN_START]
    end = runs.chain[last - 1]
    origin, rest_origin = vector(work, start, at.PLACE), vector(limbs.numbers, start, at.L_REST)
    goal, rest_goal = vector(work, end, at.PIN), vector(limbs.numbers, end, at.L_REST)
    held = 0.0
    if limbs.links[end, at.L_HANDLE] == 1 and last - first > 1:
        # The joint's place counts as far as an orientation goal holds it.
        joint = runs.chain[last - 2]
        held = work[joint, at.PINNED]
        goal = lerp(goal, vector(work, joint, at.PIN), held)
        rest_goal = lerp(rest_goal, vector(limbs.numbers, joint, at.L_REST), held)
    rest, wish = subtract(rest_goal, rest_origin), subtract(goal, origin)
    path = (1.0 - held) * runs.numbers[r, at.PATH] + held * runs.numbers[r, at.FOR_JOINT + at.PATH]
    long, far = length(rest), length(wish)
    if long <= 1e-6 * path or far <= 1e-9 * path:
        shift = subtract(wish, rotate(base, rest))
        _shift_run(limbs, runs, work, aims, r, base, shift)
        return
    aim = _aim(runs, r, base, rest, wish)
    set_quaternion(aims, r, aim)
    begins = (1.0 - held) * runs.numbers[r, at.SLACK_FROM] + held * runs.numbers[
        r, at.FOR_JOINT + at.SLACK_FROM
    ]
    slack = (1.0 - held) * runs.numbers[r, at.SLACK] + held * runs.numbers[r, at.FOR_JOINT + at.SLACK]
    wanted = far + slack_left(begins - far, slack, _LEAST_SLACK * path)
    unit = scale(1.0 / far, wish)
    ratio = far / long
    press = _PRESS * max(0.0, 1.0 - ratio)
    aimed = _Aimed(first, last, start, aim, unit, ratio, press, held, path, wanted - far)
    _lay_out(limbs, runs, work, aimed)
    bow = _bow(runs, work, aimed, wanted)
    stretch = min(max(wanted / path, 0.5), 1.2)
    for n in range(first, last):
        work[runs.chain[n], at.STRETCH] = stretch if n < last - 1 else (1.0 - held) * stretch + held
    for _ in range(_LAID_AGAIN):
        _lay_again(limbs, runs, work, aimed, bow, far)
        aimed = _Aimed(first, last, start, aim, unit, 1.0, 0.0, held, path, 0.0)
        bow = soft_maximum(_bow(runs, work, aimed, wanted), _LEAST_BOW, 0.3 * _LEAST_BOW)
    for n in range(first, last):
        q = runs.chain[n]
        if work[q, at.PINNED] >= 1.0:
            set_vector(work, q, vector(work, q, at.PIN), at.PLACE)
            continue
        reach, across = work[q, _ALONG], vector(work, q, _ACROSS)
        set_vector(work, q, add_scaled(add_scaled(origin, aimed.ratio * reach, unit), bow, across), at.PLACE)
    for n in range(first, last):
        work[runs.chain[n], _ALONG] = 0.0
        set_vector(work, runs.chain[n], (0.0, 0.0, 0.0), _ACROSS)


@part
def _lay_out(limbs, runs, work, aimed):
    """Writes how far each chain particle is along the aim, and the vector across it, turned by the aim."""
    start = vector(limbs.numbers, aimed.start, at.L_REST)
    for n in range(aimed.first, aimed.last):
        q = runs.chain[n]
        step = rotate(aimed.aim, subtract(vector(limbs.numbers, q, at.L_REST), start))
        reach = dot(step, aimed.unit)
        across = add_scaled(step, -reach, aimed.unit)
        if aimed.press > 0.0:
            across = add_scaled(across, aimed.press, rotate(aimed.aim, vector(runs.bends, n)))
        work[q, _ALONG] = reach
        set_vector(work, q, across, _ACROSS)


@stage
def _lay_again(limbs, runs, work, aimed, bow, far):
    """Gives all links of a bowed run their lengths, and turns and scales it to end at its goal again.

    far: Distance of the goal [m].
    """
    first, last, unit, held = aimed.first, aimed.last, aimed.unit, aimed.held
    before, laid, end = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for n in range(first, last):
        q = runs.chain[n]
        place = add_scaled(scale(aimed.ratio * work[q, _ALONG], unit), bow, vector(work, q, _ACROSS))
        link = subtract(place, before)
        long = limbs.numbers[q, at.L_LENGTH] * work[q, at.STRETCH]
        size = math.sqrt(dot(link, link) + (_NO_LINK * long) ** 2)
        before, end = place, laid
        laid = add_scaled(laid, long / max(size, 1e-300), link)
        set_vector(work, q, laid, _ACROSS)
    end = lerp(laid, end, held)
    ahead = dot(end, unit)
    ahead = soft_maximum(ahead, _AHEAD * far, 0.2 * _AHEAD * far) - ahead
    shown = add_scaled(end, ahead, unit)
    turn = rotation_between(shown, unit)
    ratio = far / length(shown)
    left = subtract(scale(far, unit), scale(ratio, rotate(turn, end)))  # none but where the run ends behind
    done = 0.0
    for n in range(first, last):
        q = runs.chain[n]
        done += limbs.numbers[q, at.L_LENGTH]
        place = scale(ratio, rotate(turn, vector(work, q, _ACROSS)))
        place = add_scaled(place, done / aimed.path, left)
        reach = dot(place, unit)
        work[q, _ALONG] = reach
        set_vector(work, q, add_scaled(place, -reach, unit), _ACROSS)


@stage
def _bow(runs, work, aimed, wanted):
    """Scale of a run across its aim that makes its path `wanted` long; zero where none does."""
    first, last = aimed.first, aimed.last
    square, whole_reach, whole_across = 0.0, 0.0, 0.0
    for step in range(4):
        path, slope = 0.0, 0.0
        reach, across = 0.0, (0.0, 0.0, 0.0)
        for n in range(first, last):
            q = runs.chain[n]
            next_reach, next_across = work[q, _ALONG], vector(work, q, _ACROSS)
            share = 1.0 - aimed.held if n == last - 1 and last - first > 1 else 1.0
            a = share * aimed.ratio * (next_reach - reach)
            d = subtract(next_across, across)
            b = share * share * dot(d, d)
            reach, across = next_reach, next_across
            if step == 0:
                whole_reach += abs(a)
                whole_across += math.sqrt(b)
            else:
                size = math.sqrt(a * a + square * b)
                path += size
                if size > 0.0:
                    slope += 0.5 * b / size
        if step == 0:
            # Links that point back, as some feet do, make the way along the aim longer than it is far. They
            # take none of the slack that is left, up to that of rest.
            aside = min(_ASIDE * aimed.slack, max(aimed.path - whole_reach / aimed.ratio, 0.0))
            wanted = max(wanted, whole_reach + aside)
            # As if all links leaned alike: never less than the bow that is needed.
            if wanted <= whole_reach or whole_across <= 0.0:
                return 0.0
            square = (wanted * wanted - whole_reach * whole_reach) / (whole_across * whole_across)
        elif slope > 0.0:
            square = max(0.0, square - (path - wanted) / slope)
    return math.sqrt(square)


@stage
def _shift_run(limbs, runs, work, aims, r, base, shift):
    """A run that rests with both ends together has no direction: it is moved, more and more outward."""
    first, last, start = runs.links[r, at.RUN_FIRST], runs.links[r, at.RUN_LAST], runs.links[r, at.RUN_START]
    set_quaternion(aims, r, base)
    origin = vector(work, start, at.PLACE)
    for n in range(first, last):
        q = runs.chain[n]
        if work[q, at.PINNED] >= 1.0:
            set_vector(work, q, vector(work, q, at.PIN), at.PLACE)
            continue
        step = rotate(
            base, subtract(vector(limbs.numbers, q, at.L_REST), vector(limbs.numbers, start, at.L_REST))
        )
        set_vector(
            work, q, add_scaled(add(origin, step), (n + 1.0 - first) / (last - first), shift), at.PLACE
        )


@stage
def _aim_at_branches(limbs, runs, leaves, work, aims, r, base):
    """A run that branches is aimed at the mean of the goals beyond it and stretched with their distance."""
    first, last, start = runs.links[r, at.RUN_FIRST], runs.links[r, at.RUN_LAST], runs.links[r, at.RUN_START]
    count = runs.links[r + 1, at.FIRST_LEAF] - runs.links[r, at.FIRST_LEAF]
    origin, rest_origin = vector(work, start, at.PLACE), vector(limbs.numbers, start, at.L_REST)
    rest, wish = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for row in range(runs.links[r, at.FIRST_LEAF], runs.links[r + 1, at.FIRST_LEAF]):
        leaf = leaves[row]
        rest = add_scaled(rest, 1.0 / count, subtract(vector(limbs.numbers, leaf, at.L_REST), rest_origin))
        wish = add_scaled(wish, 1.0 / count, subtract(vector(work, leaf, at.PIN), origin))
    long, far = length(rest), length(wish)
    if long <= 1e-6 * runs.numbers[r, at.PATH] or far <= 1e-9 * runs.numbers[r, at.PATH]:
        _shift_run(limbs, runs, work, aims, r, base, (0.0, 0.0, 0.0))
        return
    aim = _aim(runs, r, base, rest, wish)
    set_quaternion(aims, r, aim)
    unit = scale(1.0 / far, wish)
    more = min(max(far / long, 0.3), 1.2) - 1.0
    for n in range(first, last):
        step = rotate(aim, subtract(vector(limbs.numbers, runs.chain[n], at.L_REST), rest_origin))
        set_vector(work, runs.chain[n], add(origin, add_scaled(step, more * dot(step, unit), unit)), at.PLACE)
