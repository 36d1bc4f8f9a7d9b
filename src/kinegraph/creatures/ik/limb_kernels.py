"""Compiled limb phase: goals become pins, limbs are aimed at them, length constraints settle the joints."""

import math

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import soft_maximum, soft_minimum
from kinegraph.core.kernels.quaternions import (
    conjugate,
    multiply,
    nlerp,
    normalize,
    quaternion,
    rotate,
    rotation_between,
    set_quaternion,
)
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
from kinegraph.creatures.ik.limbs import UNBENT_BAND
from kinegraph.creatures.ik.spine_kernels import (
    goal_turn,
    limit_link,
    soft_error,
    wanted_turn,
)

_FROM_AIM = 0.2  # how much the aim counts for a bone's twist beside the bone that carries it
_SOFT = 0.004  # share of a link's length within which its error is corrected softly


@part
def hold(work, joint, place, weight):
    """Adds a pin to a joint that an orientation goal holds; several handles of one body share it."""
    before = work[joint, at.PINNED]
    if before > 0.0:
        place = lerp(vector(work, joint, at.PIN), place, weight / (before + weight))
        weight = max(before, weight)
    set_vector(work, joint, place, at.PIN)
    work[joint, at.PINNED] = weight


@part
def reach_correction(runs, work, r, place, held, lean):
    """Offset that brings `place` softly into the reach of run r.

    held: How much the joint counts instead of the handle. lean: The way out where there is no direction.
    """
    origin = vector(work, runs.links[r, at.RUN_ORIGIN], at.PIN)
    nearest = (1.0 - held) * runs.numbers[r, at.NEAREST] + held * runs.numbers[r, at.FOR_JOINT + at.NEAREST]
    farthest = (1.0 - held) * runs.numbers[r, at.FARTHEST] + held * runs.numbers[
        r, at.FOR_JOINT + at.FARTHEST
    ]
    band = (1.0 - held) * runs.numbers[r, at.BAND] + held * runs.numbers[r, at.FOR_JOINT + at.BAND]
    away = subtract(place, origin)
    far = length(away)
    allowed = soft_minimum(soft_maximum(far, nearest, band), farthest, band)
    if allowed == far:
        return 0.0, 0.0, 0.0
    near = max(0.0, 1.0 - far / (nearest + band))
    away = add_scaled(away, 0.5 * near * near, lean)
    far = length(away)
    if far <= 0.0:
        return 0.0, 0.0, 0.0
    return subtract(add(origin, scale(allowed / far, away)), place)


@stage
def keep_apart(crosses, work):
    """Cross-constraints: siblings keep their distance; corrections are gathered for the next sweep."""
    for n in range(len(crosses.lengths)):
        i, j = crosses.links[n, 0], crosses.links[n, 1]
        link = subtract(vector(work, j, at.PLACE), vector(work, i, at.PLACE))
        far = length(link)
        if far > 1e-9 * crosses.lengths[n]:
            fix = 0.5 * soft_error(far - crosses.lengths[n], _SOFT * crosses.lengths[n] + 1e-300) / far
            _gather(work, i, scale(fix, link))
            _gather(work, j, scale(-fix, link))


@part
def _gather(work, q, shift):
    set_vector(work, q, add(vector(work, q, at.GATHERED), shift), at.GATHERED)
    work[q, at.COUNT] += 1.0


@stage
def sweep(limbs, work, unbends):
    """One inner pass, leaves inward (paper, 4.3). A joint averages the corrections of its children.

    unbends: Whether hands that are bent back too far push their elbows away.
    """
    for q in range(len(limbs.numbers) - 1, -1, -1):
        inner = limbs.links[q, at.L_INNER]
        if inner < 0:
            work[q, at.COUNT] = 0.0
            set_vector(work, q, (0.0, 0.0, 0.0), at.GATHERED)
            continue
        here, pinned = vector(work, q, at.PLACE), work[q, at.PINNED]
        if work[q, at.COUNT] > 0.0:
            here = add_scaled(here, 1.0 / work[q, at.COUNT], vector(work, q, at.GATHERED))
            work[q, at.COUNT] = 0.0
            set_vector(work, q, (0.0, 0.0, 0.0), at.GATHERED)
        if pinned > 0.0:
            here = lerp(here, vector(work, q, at.PIN), pinned)
        own = 1.0 - pinned
        other = 1.0 - work[inner, at.PINNED] if limbs.links[inner, at.L_INNER] >= 0 else 0.0
        link = subtract(here, vector(work, inner, at.PLACE))
        far = length(link)
        rest = limbs.numbers[q, at.L_LENGTH] * work[q, at.STRETCH]
        if own + other > 0.0 and far > 1e-9 * rest:
            fix = soft_error(far - rest, _SOFT * rest + 1e-300) / (far * max(own + other, 1.0))
            here = add_scaled(here, -fix * own, link)
            if other > 0.0:
                _gather(work, inner, scale(fix * other, link))
        set_vector(work, q, here, at.PLACE)
        if unbends and limbs.numbers[q, at.L_UNBENT] > 0.0:
            _unbend(limbs, work, q, inner, here)


@part
def _unbend(limbs, work, q, wrist, here):
    """Pushes the elbow away from a hand that is bent back too far: a hand that folds over flips."""
    elbow, least = limbs.links[wrist, at.L_INNER], limbs.numbers[q, at.L_UNBENT]
    chord = subtract(here, vector(work, elbow, at.PLACE))
    far = length(chord)
    lack = soft_maximum(far, least, UNBENT_BAND * least) - far
    if lack > 0.0 and far > 1e-6 * least and limbs.links[elbow, at.L_INNER] >= 0:
        _gather(work, elbow, scale((work[wrist, at.PINNED] - 1.0) * lack / far, chord))


@stage
def limit_lengths(limbs, work):
    """From seats outward, every link between its shortest and its longest."""
    for q in range(len(limbs.numbers)):
        inner = limbs.links[q, at.L_INNER]
        if inner >= 0:
            here = lerp(vector(work, q, at.PLACE), vector(work, q, at.PIN), work[q, at.PINNED])
            here = limit_link(vector(work, inner, at.PLACE), here, limbs.numbers[q, at.L_LENGTH])
            set_vector(work, q, here, at.PLACE)


@stage
def orient_limbs(tree, rest, limbs, limb_bodies, axes, work, aims, bodies, positions):
    """Turns of limb bodies: minimal twist from the aimed rest to where their particles ended up (4.3.3)."""
    for n in range(len(limb_bodies) - 1):
        body, joint = limb_bodies[n, at.LB_BODY], limb_bodies[n, at.LB_JOINT]
        start, stop = limb_bodies[n, at.FIRST_AXIS], limb_bodies[n + 1, at.FIRST_AXIS]
        set_vector(positions, body, vector(work, joint, at.PLACE))
        weight, bound, axis = bodies[body, at.TURN_WEIGHT], False, (0.0, 0.0, 0.0)
        if start == stop:  # an end held at its joint goes with what carries it
            q = quaternion(bodies, tree[body, at.PARENT], at.TURN)
        elif stop - start == 1:
            aim = quaternion(aims, limbs.links[axes[start], at.L_RUN])
            if limbs.links[joint, at.L_INNER] >= 0:
                carrier = quaternion(bodies, tree[body, at.PARENT], at.TURN)
                q, axis = _along_either(limbs, work, carrier, aim, joint, axes[start])
            else:
                q, axis = _along_axis(limbs, work, aim, joint, axes[start])
            bound = limbs.links[axes[start], at.L_HANDLE] == 0
        else:
            q, axis = _along_axes(limbs, axes, work, aims, joint, start, stop)
            bound = True
        if weight > 0.0:
            if bound:  # other joints hang on it: an orientation goal can only twist it
                wish = multiply(wanted_turn(rest, bodies, body), conjugate(q))
                q = multiply(_twist(wish, axis, weight), q)
            else:
                q = goal_turn(rest, bodies, body, q)
        set_quaternion(bodies, body, q, at.TURN)


@part
def _along_axis(limbs, work, base, joint, end):
    """(turn, posed axis) of a body with one particle at its end: the least turn from `base`."""
    rest = subtract(vector(limbs.numbers, end, at.L_REST), vector(limbs.numbers, joint, at.L_REST))
    posed = subtract(vector(work, end, at.PLACE), vector(work, joint, at.PLACE))
    return multiply(rotation_between(rotate(base, rest), posed), base), posed


@part
def _along_either(limbs, work, carrier, aim, joint, end):
    """`_along_axis` from the body that carries it, and from the aim where the two are folded onto each other.

    The least turn to the opposite direction is any: where one of the two is near that, the other counts.
    """
    rest = subtract(vector(limbs.numbers, end, at.L_REST), vector(limbs.numbers, joint, at.L_REST))
    posed = subtract(vector(work, end, at.PLACE), vector(work, joint, at.PLACE))
    one, other = rotate(carrier, rest), rotate(aim, rest)
    size = max(length(rest) * length(posed), 1e-300)
    here, there = 1.0 + dot(one, posed) / size, 1.0 + dot(other, posed) / size
    here, there = here * here, _FROM_AIM * there * there
    q = multiply(rotation_between(one, posed), carrier)
    if there > 0.0:
        q = nlerp(q, multiply(rotation_between(other, posed), aim), there / (here + there))
    return q, posed


@stage
def _along_axes(limbs, axes, work, aims, joint, start, stop):
    """(turn, posed axis) of a body with several: its middle axis, then the twist that its sides show."""
    rest, posed = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    x, y, z, w = 0.0, 0.0, 0.0, 0.0
    first = quaternion(aims, limbs.links[axes[start], at.L_RUN])
    for row in range(start, stop):
        end = axes[row]
        rest = add(
            rest, subtract(vector(limbs.numbers, end, at.L_REST), vector(limbs.numbers, joint, at.L_REST))
        )
        posed = add(posed, subtract(vector(work, end, at.PLACE), vector(work, joint, at.PLACE)))
        aim = quaternion(aims, limbs.links[end, at.L_RUN])
        alike = aim[0] * first[0] + aim[1] * first[1] + aim[2] * first[2] + aim[3] * first[3]
        sign = 1.0 if alike >= 0.0 else -1.0
        x, y, z, w = x + sign * aim[0], y + sign * aim[1], z + sign * aim[2], w + sign * aim[3]
    q = normalize((x, y, z, w))
    q = multiply(rotation_between(rotate(q, rest), posed), q)
    one, other = axes[start], axes[stop - 1]
    across = rotate(
        q, subtract(vector(limbs.numbers, other, at.L_REST), vector(limbs.numbers, one, at.L_REST))
    )
    wish = subtract(vector(work, other, at.PLACE), vector(work, one, at.PLACE))
    size = dot(posed, posed)
    if size > 0.0 and dot(across, across) > 1e-12 * dot(rest, rest):
        across = add_scaled(across, -dot(across, posed) / size, posed)
        wish = add_scaled(wish, -dot(wish, posed) / size, posed)
        q = multiply(rotation_between(across, wish), q)
    return q, posed


@part
def _twist(q, axis, weight):
    """The part of turn q that is about `axis`, `weight` of it."""
    size = length(axis)
    if size <= 0.0:
        return 0.0, 0.0, 0.0, 1.0
    sine = (q[0] * axis[0] + q[1] * axis[1] + q[2] * axis[2]) / size
    half = weight * math.atan2(sine, q[3]) if q[3] >= 0.0 else weight * math.atan2(-sine, -q[3])
    scale = math.sin(half) / size
    return scale * axis[0], scale * axis[1], scale * axis[2], math.cos(half)
