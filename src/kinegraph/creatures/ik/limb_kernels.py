"""Compiled limb phase: goals become pins, limbs are aimed at them, length constraints settle the joints."""

import math

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import soft_maximum, soft_minimum
from kinegraph.core.kernels.quaternions import (
    conjugate,
    multiply,
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
from kinegraph.creatures.ik.spine_kernels import (
    goal_turn,
    limited,
    soft_error,
    wished_turn,
)
from kinegraph.creatures.ik.tables import (
    BAND,
    COUNT,
    FARTHEST,
    FIRST_AXIS,
    GATHERED,
    J_,
    L_HANDLE,
    L_INNER,
    L_LENGTH,
    L_REST,
    L_RUN,
    LB_BODY,
    LB_JOINT,
    NEAREST,
    PARENT,
    PIN,
    PINNED,
    PLACE,
    RUN_ORIGIN,
    STRETCH,
    TURN,
    TURN_WEIGHT,
)

_SOFT = 0.004  # share of a link's length by which it gives way freely


@part
def hold(work, joint, place, weight):
    """Adds a pin to a joint that an orientation goal holds; several handles of one body share it."""
    before = work[joint, PINNED]
    if before > 0.0:
        place = lerp(vector(work, joint, PIN), place, weight / (before + weight))
        weight = max(before, weight)
    set_vector(work, joint, place, PIN)
    work[joint, PINNED] = weight


@part
def into_reach(run_links, runs, work, r, place, held, lean):
    """What to add to `place` to bring it softly into the reach of run r.

    held: How much the joint counts instead of the handle. lean: The way out where there is no direction.
    """
    origin = vector(work, run_links[r, RUN_ORIGIN], PIN)
    nearest = (1.0 - held) * runs[r, NEAREST] + held * runs[r, J_ + NEAREST]
    farthest = (1.0 - held) * runs[r, FARTHEST] + held * runs[r, J_ + FARTHEST]
    band = (1.0 - held) * runs[r, BAND] + held * runs[r, J_ + BAND]
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
def keep_apart(cross_links, crosses, work):
    """Cross-constraints: siblings keep their distance; corrections are gathered for the next sweep."""
    for n in range(len(crosses)):
        i, j = cross_links[n, 0], cross_links[n, 1]
        link = subtract(vector(work, j, PLACE), vector(work, i, PLACE))
        far = length(link)
        if far > 1e-9 * crosses[n]:
            fix = 0.5 * soft_error(far - crosses[n], _SOFT * crosses[n] + 1e-300) / far
            _gather(work, i, scale(fix, link))
            _gather(work, j, scale(-fix, link))


@part
def _gather(work, q, shift):
    set_vector(work, q, add(vector(work, q, GATHERED), shift), GATHERED)
    work[q, COUNT] += 1.0


@stage
def sweep(links, limbs, work):
    """One inner pass, leaves inward. What children ask of a joint is gathered, so that sides stay alike."""
    for q in range(len(limbs) - 1, -1, -1):
        inner = links[q, L_INNER]
        if inner < 0:
            work[q, COUNT] = 0.0
            set_vector(work, q, (0.0, 0.0, 0.0), GATHERED)
            continue
        here, pinned = vector(work, q, PLACE), work[q, PINNED]
        if work[q, COUNT] > 0.0:
            here = add_scaled(here, 1.0 / work[q, COUNT], vector(work, q, GATHERED))
            work[q, COUNT] = 0.0
            set_vector(work, q, (0.0, 0.0, 0.0), GATHERED)
        if pinned > 0.0:
            here = lerp(here, vector(work, q, PIN), pinned)
        own = 1.0 - pinned
        other = 1.0 - work[inner, PINNED] if links[inner, L_INNER] >= 0 else 0.0
        link = subtract(here, vector(work, inner, PLACE))
        far = length(link)
        rest = limbs[q, L_LENGTH] * work[q, STRETCH]
        if own + other > 0.0 and far > 1e-9 * rest:
            fix = soft_error(far - rest, _SOFT * rest + 1e-300) / (far * max(own + other, 1.0))
            here = add_scaled(here, -fix * own, link)
            if other > 0.0:
                _gather(work, inner, scale(fix * other, link))
        set_vector(work, q, here, PLACE)


@stage
def limit_lengths(links, limbs, work):
    """From seats outward, every link between its shortest and its longest."""
    for q in range(len(limbs)):
        inner = links[q, L_INNER]
        if inner >= 0:
            here = lerp(vector(work, q, PLACE), vector(work, q, PIN), work[q, PINNED])
            set_vector(work, q, limited(vector(work, inner, PLACE), here, limbs[q, L_LENGTH]), PLACE)


@stage
def orient_limbs(tree, rest, links, limbs, limb_bodies, axes, work, aims, bodies, positions):
    """Turns of limb bodies: minimal twist from the aimed rest to where their particles ended up (4.3.3)."""
    for n in range(len(limb_bodies) - 1):
        body, joint = limb_bodies[n, LB_BODY], limb_bodies[n, LB_JOINT]
        start, stop = limb_bodies[n, FIRST_AXIS], limb_bodies[n + 1, FIRST_AXIS]
        set_vector(positions, body, vector(work, joint, PLACE))
        weight, bound, axis = bodies[body, TURN_WEIGHT], False, (0.0, 0.0, 0.0)
        if start == stop:  # an end held at its joint goes with what carries it
            q = quaternion(bodies, tree[body, PARENT], TURN)
        elif stop - start == 1:
            q, axis = _along_axis(links, limbs, work, aims, joint, axes[start])
            bound = links[axes[start], L_HANDLE] == 0
        else:
            q, axis = _along_axes(links, limbs, axes, work, aims, joint, start, stop)
            bound = True
        if weight > 0.0:
            if bound:  # other joints hang on it: an orientation goal can only twist it
                wish = multiply(wished_turn(rest, bodies, body), conjugate(q))
                q = multiply(_twist(wish, axis, weight), q)
            else:
                q = goal_turn(rest, bodies, body, q)
        set_quaternion(bodies, body, q, TURN)


@part
def _along_axis(links, limbs, work, aims, joint, end):
    """(turn, posed axis) of a body with one particle at its end."""
    rest = subtract(vector(limbs, end, L_REST), vector(limbs, joint, L_REST))
    posed = subtract(vector(work, end, PLACE), vector(work, joint, PLACE))
    aim = quaternion(aims, links[end, L_RUN])
    return multiply(rotation_between(rotate(aim, rest), posed), aim), posed


@stage
def _along_axes(links, limbs, axes, work, aims, joint, start, stop):
    """(turn, posed axis) of a body with several: its middle axis, then the twist that its sides show."""
    rest, posed = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    x, y, z, w = 0.0, 0.0, 0.0, 0.0
    first = quaternion(aims, links[axes[start], L_RUN])
    for row in range(start, stop):
        end = axes[row]
        rest = add(rest, subtract(vector(limbs, end, L_REST), vector(limbs, joint, L_REST)))
        posed = add(posed, subtract(vector(work, end, PLACE), vector(work, joint, PLACE)))
        aim = quaternion(aims, links[end, L_RUN])
        alike = aim[0] * first[0] + aim[1] * first[1] + aim[2] * first[2] + aim[3] * first[3]
        sign = 1.0 if alike >= 0.0 else -1.0
        x, y, z, w = x + sign * aim[0], y + sign * aim[1], z + sign * aim[2], w + sign * aim[3]
    q = normalize((x, y, z, w))
    q = multiply(rotation_between(rotate(q, rest), posed), q)
    one, other = axes[start], axes[stop - 1]
    across = rotate(q, subtract(vector(limbs, other, L_REST), vector(limbs, one, L_REST)))
    wish = subtract(vector(work, other, PLACE), vector(work, one, PLACE))
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
