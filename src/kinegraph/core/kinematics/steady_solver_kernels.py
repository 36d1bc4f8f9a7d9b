"""Compiled inverse kinematics for goals that move: the result is continuous in the start pose and the goals.

A solver that tries steps and takes the better of two branches jumps where the branches are equally good. Here
every step is a continuous function of the pose before it, and none is tried and taken back: the damping grows
with the error, which keeps every step safe. After Sugihara's robust damping, with one damping for each goal.
Where a limb could reach its goal in two ways, bent to one side or the other, it passes from one to the other
quickly and misses its goal meanwhile.

Goals that share no free joint are solved apart from each other, over the joints between them alone.
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import (
    conjugate,
    exponential,
    logarithm,
    multiply,
    normalize,
    quaternion,
    rotate,
    set_quaternion,
)
from kinegraph.core.kernels.vectors import add, dot, length, scale, set_vector, subtract, vector
from kinegraph.core.kinematics.inverse_layout import POSITION

# Careful steps first: the fewer and the more damped, the slower a limb passes from one way to another. The
# last ones finish where the goals are nearly met.
_CAREFUL_STEPS, _LAST_STEPS = 24, 12
_STILL = 1e-9  # [rad] a step that ends the solution
UNSETTLED = 0.01  # [rad] a last step above it: the limb is between two ways to reach its goal
_LARGEST_ERROR = 0.3  # [limb lengths or rad] that one step goes for
_LARGEST_TURN = 0.6  # [rad] of one joint in one step
_DAMPING, _LAST_DAMPING = 4.0, 1.5  # per error
_NEAR = 0.1  # error above which the last steps do nothing
_LEAST_DAMPING = 1e-9
_OPPOSITE = 1.5  # [rad] error beyond which an orientation counts less and less: at pi two ways are as short
# Limbs whose bones are nearly in line are bent first, so that they have one side to bend to.
_STRAIGHT, _BEND, _MISSED = 0.97, 0.15, 0.01  # cosine between bones; [rad]; error at which all of it is bent


@cached_kernel(nogil=True, error_model="numpy")
def solve_steadily(joints, bends, goals, positions, world, rotations, unsettled):
    """Turns the local rotations (J, 4) of a pose, in place, so that goals are met as well as can be.

    joints: `Joints`; the root does not shift.
    bends: (J, 3) the axis in each joint's frame about which a straight limb begins to bend.
    goals: `Goals` of one frame, positions and orientations. Goals of weight below 1 only choose among the
        ways to meet the others.
    positions, world: (J, 3) and (J, 4) of the pose; overwritten for the joints that move.
    unsettled: (G,) written: whether a limb was still moving when the steps ended.
    """
    groups = _groups(joints, goals)
    for group in range(len(goals.kinds)):
        if groups[group] == group:
            turn = _solve_group(joints, bends, goals, groups, group, positions, world, rotations)
            for g in range(len(goals.kinds)):
                if groups[g] == group:
                    unsettled[g] = turn > UNSETTLED


@cached_kernel(nogil=True, error_model="numpy")
def _groups(joints, goals):
    """(G,) for each goal the first goal with which it shares free joints, through others too."""
    count = len(goals.kinds)
    groups, owners = np.arange(count), np.full(len(joints.parents), -1)
    for g in range(count):
        j = goals.joints[g]
        while j >= 0:
            if joints.ease[j] > 0.0:
                if owners[j] >= 0 and groups[owners[j]] != groups[g]:
                    first = min(groups[owners[j]], groups[g])
                    last = max(groups[owners[j]], groups[g])
                    for other in range(count):
                        if groups[other] == last:
                            groups[other] = first
                owners[j] = g
            j = joints.parents[j]
    return groups


@cached_kernel(nogil=True, error_model="numpy")
def _solve_group(joints, bends, goals, groups, group, positions, world, rotations):
    """Solves the goals of one group; returns how far a joint turned in the last step [rad]."""
    members = np.flatnonzero(groups == group)
    chain, columns, size = _chain(joints, goals, members)
    rows, unknowns = 3 * len(members), 3 * size
    if unknowns == 0:
        return 0.0
    unit = _limb_length(joints, goals, members)
    errors, dampings = np.empty(rows), np.empty(rows)
    slopes, normal, step = np.empty((unknowns, rows)), np.empty((rows, rows)), np.empty(unknowns)
    missed = _write_errors(goals, members, unit, positions, world, _DAMPING, errors, dampings)
    _bend_straight(joints, bends, chain, columns, missed, positions, world, rotations)
    turn = 0.0
    for number in range(_CAREFUL_STEPS + _LAST_STEPS):
        careful = number < _CAREFUL_STEPS
        damping = _DAMPING if careful else _LAST_DAMPING
        missed = _write_errors(goals, members, unit, positions, world, damping, errors, dampings)
        share = 1.0 if careful else smoothstep(2.0 * (1.0 - missed / _NEAR))
        if share <= 0.0:
            break
        _write_slopes(joints, goals, members, columns, unit, positions, world, slopes)
        _write_step(slopes, errors, dampings, normal, step)
        turn = _apply(joints, columns, chain, step, share, world, rotations)
        _move_chain(joints, chain, positions, world, rotations)
        if turn < _STILL * share:
            break
    return turn


@cached_kernel(nogil=True, error_model="numpy")
def _chain(joints, goals, members):
    """The joints from the highest free ones to the goals, (J,) which unknowns are whose, and how many."""
    count = len(joints.parents)
    marks, columns, size = np.zeros(count, dtype=np.bool_), np.full(count, -1), 0
    for g in members:
        top, j = -1, goals.joints[g]
        while j >= 0:
            top = j if joints.ease[j] > 0.0 else top
            j = joints.parents[j]
        j = goals.joints[g]
        while top >= 0 and j >= top:
            marks[j] = True
            j = joints.parents[j]
    for j in range(count):
        if marks[j] and joints.ease[j] > 0.0:
            columns[j] = 3 * size
            size += 1
    return np.flatnonzero(marks), columns, size


@cached_kernel(nogil=True, error_model="numpy")
def _limb_length(joints, goals, members):
    """The longest path along the bones from a free joint to a goal's point [m]; 1 where there is none."""
    longest = 0.0
    for g in members:
        path, free = length(vector(goals.offsets, g)), 0.0
        j = goals.joints[g]
        while j >= 0:
            free = path if joints.ease[j] > 0.0 else free
            path += length(vector(joints.local, j))
            j = joints.parents[j]
        longest = max(longest, free)
    return longest if longest > 0.0 else 1.0


@cached_kernel(nogil=True, error_model="numpy")
def _write_errors(goals, members, unit, positions, world, per_error, errors, dampings):
    """Writes (3 G,) goal errors, softly limited, and their dampings; returns the mean error.

    per_error: How much of the error is damping.
    """
    whole, count = 0.0, 0
    for at in range(len(members)):
        error = _goal_error(goals, members[at], unit, positions, world)
        square = dot(error, error)
        share = 1.0 / math.sqrt(1.0 + square / (_LARGEST_ERROR * _LARGEST_ERROR))
        if goals.kinds[members[at]] != POSITION:
            share *= smoothstep((math.pi - math.sqrt(square)) / (math.pi - _OPPOSITE))
        error = scale(share, error)
        errors[3 * at], errors[3 * at + 1], errors[3 * at + 2] = error[0], error[1], error[2]
        if goals.weights[members[at]] >= 1.0:
            whole += dot(error, error)
            count += 1
    whole = math.sqrt(whole / max(count, 1))
    for at in range(len(members)):
        weight = goals.weights[members[at]]
        own = math.sqrt(errors[3 * at] ** 2 + errors[3 * at + 1] ** 2 + errors[3 * at + 2] ** 2)
        damping = per_error * whole / max(weight, 1e-3) + _LEAST_DAMPING
        if weight < 1.0:
            damping += own
        dampings[3 * at] = dampings[3 * at + 1] = dampings[3 * at + 2] = damping
    return whole


@cached_kernel(nogil=True, error_model="numpy")
def _goal_error(goals, g, unit, positions, world):
    """Error of a goal: target minus actual, in limb lengths or [rad]."""
    j, target = goals.joints[g], quaternion(goals.targets, g)
    if goals.kinds[g] == POSITION:
        point = add(vector(positions, j), rotate(quaternion(world, j), vector(goals.offsets, g)))
        return scale(1.0 / unit, subtract((target[0], target[1], target[2]), point))
    return logarithm(multiply(target, conjugate(quaternion(world, j))))


@cached_kernel(nogil=True, error_model="numpy")
def _write_slopes(joints, goals, members, columns, unit, positions, world, slopes):
    """Writes (U, 3 G) how fast turns of the joints, in world axes, bring the errors down."""
    slopes[:] = 0.0
    for at in range(len(members)):
        g = members[at]
        point = vector(positions, goals.joints[g])
        if goals.kinds[g] == POSITION:
            point = add(point, rotate(quaternion(world, goals.joints[g]), vector(goals.offsets, g)))
        j, row = goals.joints[g], 3 * at
        while j >= 0:
            column, ease = columns[j], joints.ease[j]
            if column >= 0 and goals.kinds[g] == POSITION:
                x, y, z = scale(ease / unit, subtract(point, vector(positions, j)))
                slopes[column + 1, row], slopes[column + 2, row] = z, -y
                slopes[column, row + 1], slopes[column + 2, row + 1] = -z, x
                slopes[column, row + 2], slopes[column + 1, row + 2] = y, -x
            elif column >= 0:
                for axis in range(3):
                    slopes[column + axis, row + axis] = ease
            j = joints.parents[j]


@cached_kernel(nogil=True, error_model="numpy")
def _write_step(slopes, errors, dampings, normal, step):
    """Writes x = J^T (J J^T + D)^-1 e, by a Cholesky factorization; `errors` are overwritten.

    slopes: J^T. Most of it is zero, since few joints move each goal.
    """
    unknowns, rows = slopes.shape
    normal[:] = 0.0
    for c in range(unknowns):
        for a in range(rows):
            if slopes[c, a] != 0.0:
                for b in range(a + 1):
                    normal[a, b] += slopes[c, a] * slopes[c, b]
    column = np.empty(rows)
    for a in range(rows):
        normal[a, a] += dampings[a]
    for c in range(rows):
        # The damping keeps pivots positive; rounding may not.
        normal[c, c] = math.sqrt(max(normal[c, c], 1e-3 * dampings[c]))
        for a in range(c + 1, rows):
            column[a] = normal[a, c] = normal[a, c] / normal[c, c]
        for a in range(c + 1, rows):
            if column[a] != 0.0:
                for b in range(c + 1, a + 1):
                    normal[a, b] -= column[a] * column[b]
    for a in range(rows):
        for c in range(a):
            errors[a] -= normal[a, c] * errors[c]
        errors[a] /= normal[a, a]
    for a in range(rows - 1, -1, -1):
        for c in range(a + 1, rows):
            errors[a] -= normal[c, a] * errors[c]
        errors[a] /= normal[a, a]
    for c in range(unknowns):
        step[c] = 0.0
        for a in range(rows):
            step[c] += slopes[c, a] * errors[a]


@cached_kernel(nogil=True, error_model="numpy")
def _apply(joints, columns, chain, step, share, world, rotations):
    """Turns the joints by a share of a step, less if one would turn too far. Returns the largest turn."""
    largest = 0.0
    for j in chain:
        if columns[j] >= 0:
            turn = (step[columns[j]], step[columns[j] + 1], step[columns[j] + 2])
            largest = max(largest, joints.ease[j] * length(turn))
    share *= _LARGEST_TURN / largest if largest > _LARGEST_TURN else 1.0
    for j in chain:
        if columns[j] >= 0:
            turn = (step[columns[j]], step[columns[j] + 1], step[columns[j] + 2])
            turn = scale(share * joints.ease[j], turn)
            if joints.parents[j] >= 0:
                turn = rotate(conjugate(quaternion(world, joints.parents[j])), turn)
            if turn[0] != 0.0 or turn[1] != 0.0 or turn[2] != 0.0:
                turned = multiply(exponential(turn), quaternion(rotations, j))
                set_quaternion(rotations, j, normalize(turned))
    return share * largest


@cached_kernel(nogil=True, error_model="numpy")
def _move_chain(joints, chain, positions, world, rotations):
    """Writes where the joints of a chain are, whose other ancestors stay."""
    for j in chain:
        parent = joints.parents[j]
        if parent < 0:
            set_quaternion(world, j, quaternion(rotations, j))
        else:
            above = quaternion(world, parent)
            set_quaternion(world, j, multiply(above, quaternion(rotations, j)))
            set_vector(positions, j, add(vector(positions, parent), rotate(above, vector(joints.local, j))))


@cached_kernel(nogil=True, error_model="numpy")
def _bend_straight(joints, bends, chain, columns, missed, positions, world, rotations):
    """Bends free joints whose bones are in line, by less where the goals are nearly met already."""
    share = smoothstep(missed / _MISSED)
    if share <= 0.0:
        return
    for at in range(1, len(chain)):
        j = chain[at]
        middle = joints.parents[j]
        above = joints.parents[middle] if middle >= 0 else -1
        if middle < 0 or above < 0 or columns[middle] < 0 or columns[above] < 0:
            continue
        upper = subtract(vector(positions, middle), vector(positions, above))
        lower = subtract(vector(positions, j), vector(positions, middle))
        sizes = length(upper) * length(lower)
        cosine = dot(upper, lower) / sizes if sizes > 0.0 else 0.0
        angle = share * _BEND * smoothstep((cosine - _STRAIGHT) / (1.0 - _STRAIGHT))
        if angle > 0.0:
            turned = multiply(quaternion(rotations, middle), exponential(scale(angle, vector(bends, middle))))
            set_quaternion(rotations, middle, normalize(turned))
            _move_chain(joints, chain, positions, world, rotations)
