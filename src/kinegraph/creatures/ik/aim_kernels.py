"""Compiled aim preconditioner: limbs are turned to their goals, folded or stretched, then iterated (4.3.3).

A serial run is turned by the smallest rotation that points it at its goal. Along the aim it is scaled to end
there; across the aim its bow grows or shrinks until the path is as long as it was, so that the length
constraints have little left to do, and elbows and knees bend the way they do at rest.
"""

import math

from kinegraph.core.kernels.decorators import part, stage
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
from kinegraph.creatures.ik.arch_kernels import slack_left
from kinegraph.creatures.ik.tables import (
    FIRST_LEAF,
    J_,
    L_BODY,
    L_HANDLE,
    L_REST,
    L_SEAT,
    PARENT,
    PATH,
    PIN,
    PINNED,
    PLACE,
    REFERENCE,
    RUN_FIRST,
    RUN_INNER,
    RUN_LAST,
    RUN_START,
    RUN_TO_GOAL,
    SLACK,
    SLACK_FROM,
    STRETCH,
    TURN,
)

_PRESS = 3.0  # how fast a straight run bows as it is pressed together
_LEAST_SLACK = 0.012  # share of the path: straighter runs than this shorten a little before they bend


@stage
def aim_runs(tree, bodies, links, limbs, run_links, runs, chain, bends, leaves, work, aims):
    """Writes the aim of every run and first places for its particles, from seats outward."""
    for r in range(len(runs)):
        start, inner = run_links[r, RUN_START], run_links[r, RUN_INNER]
        if inner >= 0:
            base = quaternion(aims, inner)
        else:
            base = quaternion(bodies, tree[links[links[start, L_SEAT], L_BODY], PARENT], TURN)
        if run_links[r, RUN_TO_GOAL] == 1:
            _aim_at_goal(links, limbs, run_links, runs, chain, bends, work, aims, r, base)
        else:
            _aim_at_branches(limbs, run_links, runs, chain, leaves, work, aims, r, base)


@part
def _aim(runs, r, base, rest, wish):
    """`base` turned so that `rest`, which it carries, points along `wish`, by way of the run's reference."""
    over = rotate(base, vector(runs, r, REFERENCE))
    from_rest = rotation_between(rotate(base, rest), over)
    return multiply(multiply(rotation_between(over, wish), from_rest), base)


@stage
def _aim_at_goal(links, limbs, run_links, runs, chain, bends, work, aims, r, base):
    first, last, start = run_links[r, RUN_FIRST], run_links[r, RUN_LAST], run_links[r, RUN_START]
    end = chain[last - 1]
    origin, rest_origin = vector(work, start, PLACE), vector(limbs, start, L_REST)
    goal, rest_goal = vector(work, end, PIN), vector(limbs, end, L_REST)
    held = 0.0
    if links[end, L_HANDLE] == 1 and last - first > 1:
        # The joint's place counts as far as an orientation goal holds it.
        joint = chain[last - 2]
        held = work[joint, PINNED]
        goal = lerp(goal, vector(work, joint, PIN), held)
        rest_goal = lerp(rest_goal, vector(limbs, joint, L_REST), held)
    rest, wish = subtract(rest_goal, rest_origin), subtract(goal, origin)
    path = (1.0 - held) * runs[r, PATH] + held * runs[r, J_ + PATH]
    long, far = length(rest), length(wish)
    if long <= 1e-6 * path or far <= 1e-9 * path:
        shift = subtract(wish, rotate(base, rest))
        _shift_run(limbs, run_links, chain, work, aims, r, base, shift)
        return
    aim = _aim(runs, r, base, rest, wish)
    set_quaternion(aims, r, aim)
    begins = (1.0 - held) * runs[r, SLACK_FROM] + held * runs[r, J_ + SLACK_FROM]
    slack = (1.0 - held) * runs[r, SLACK] + held * runs[r, J_ + SLACK]
    wanted = far + slack_left(begins - far, slack, _LEAST_SLACK * path)
    unit = scale(1.0 / far, wish)
    ratio = far / long
    press = _PRESS * max(0.0, 1.0 - ratio)
    bow = _bow(limbs, chain, bends, first, last, start, aim, unit, ratio, press, held, wanted)
    stretch = min(max(wanted / path, 0.5), 1.2)
    for n in range(first, last):
        q = chain[n]
        work[q, STRETCH] = stretch if n < last - 1 else (1.0 - held) * stretch + held
        if work[q, PINNED] >= 1.0:
            set_vector(work, q, vector(work, q, PIN), PLACE)
            continue
        reach, across = _parts(limbs, chain, bends, n, start, aim, unit, press)
        set_vector(work, q, add_scaled(add_scaled(origin, ratio * reach, unit), bow, across), PLACE)


@part
def _parts(limbs, chain, bends, n, start, aim, unit, press):
    """(along the aim, vector across it) of chain particle n, turned by the aim."""
    step = rotate(aim, subtract(vector(limbs, chain[n], L_REST), vector(limbs, start, L_REST)))
    reach = dot(step, unit)
    across = add_scaled(step, -reach, unit)
    if press > 0.0:
        across = add_scaled(across, press, rotate(aim, vector(bends, n)))
    return reach, across


@stage
def _bow(limbs, chain, bends, first, last, start, aim, unit, scale, press, held, wanted):
    """How much to scale a run across its aim so that its path is `wanted` long: zero where it can't be."""
    square, whole_reach, whole_across = 0.0, 0.0, 0.0
    for step in range(4):
        path, slope = 0.0, 0.0
        reach, across = 0.0, (0.0, 0.0, 0.0)
        for n in range(first, last):
            next_reach, next_across = _parts(limbs, chain, bends, n, start, aim, unit, press)
            share = 1.0 - held if n == last - 1 and last - first > 1 else 1.0
            a = share * scale * (next_reach - reach)
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
            # As if all links leaned alike: never less than the bow that is needed.
            if wanted <= whole_reach or whole_across <= 0.0:
                return 0.0
            square = (wanted * wanted - whole_reach * whole_reach) / (whole_across * whole_across)
        elif slope > 0.0:
            square = max(0.0, square - (path - wanted) / slope)
    return math.sqrt(square)


@stage
def _shift_run(limbs, run_links, chain, work, aims, r, base, shift):
    """A run that rests with both ends together has no direction: it is moved, more and more outward."""
    first, last, start = run_links[r, RUN_FIRST], run_links[r, RUN_LAST], run_links[r, RUN_START]
    set_quaternion(aims, r, base)
    origin = vector(work, start, PLACE)
    for n in range(first, last):
        q = chain[n]
        if work[q, PINNED] >= 1.0:
            set_vector(work, q, vector(work, q, PIN), PLACE)
            continue
        step = rotate(base, subtract(vector(limbs, q, L_REST), vector(limbs, start, L_REST)))
        set_vector(work, q, add_scaled(add(origin, step), (n + 1.0 - first) / (last - first), shift), PLACE)


@stage
def _aim_at_branches(limbs, run_links, runs, chain, leaves, work, aims, r, base):
    """A run that branches is aimed at the mean of the goals beyond it and stretched with their distance."""
    first, last, start = run_links[r, RUN_FIRST], run_links[r, RUN_LAST], run_links[r, RUN_START]
    count = run_links[r + 1, FIRST_LEAF] - run_links[r, FIRST_LEAF]
    origin, rest_origin = vector(work, start, PLACE), vector(limbs, start, L_REST)
    rest, wish = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for row in range(run_links[r, FIRST_LEAF], run_links[r + 1, FIRST_LEAF]):
        leaf = leaves[row]
        rest = add_scaled(rest, 1.0 / count, subtract(vector(limbs, leaf, L_REST), rest_origin))
        wish = add_scaled(wish, 1.0 / count, subtract(vector(work, leaf, PIN), origin))
    long, far = length(rest), length(wish)
    if long <= 1e-6 * runs[r, PATH] or far <= 1e-9 * runs[r, PATH]:
        _shift_run(limbs, run_links, chain, work, aims, r, base, (0.0, 0.0, 0.0))
        return
    aim = _aim(runs, r, base, rest, wish)
    set_quaternion(aims, r, aim)
    unit = scale(1.0 / far, wish)
    more = min(max(far / long, 0.3), 1.2) - 1.0
    for n in range(first, last):
        step = rotate(aim, subtract(vector(limbs, chain[n], L_REST), rest_origin))
        set_vector(work, chain[n], add(origin, add_scaled(step, more * dot(step, unit), unit)), PLACE)
