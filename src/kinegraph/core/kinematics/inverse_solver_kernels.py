"""Compiled damped least squares with many goals: the loop around `inverse_residual_kernels`."""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.quaternions import (
    conjugate,
    exponential,
    multiply,
    quaternion,
    rotate,
    set_quaternion,
)
from kinegraph.core.kernels.vectors import length, scale, subtract, vector
from kinegraph.core.kinematics.forward_kernels import frame_transforms
from kinegraph.core.kinematics.inverse_layout import POSITION, Goals, Joints
from kinegraph.core.kinematics.inverse_residual_kernels import (
    goal_error,
    jacobian,
    residuals,
    rotation_error,
)

_LARGEST_TURN = 0.6  # [rad] of one joint in one step: past this the linear model says nothing
_FIRST_DAMPING = 1e-3
_LEAST_DAMPING, _MOST_DAMPING = 1e-10, 1e6
_PULLED_OFF = 1e-2  # goal error that the pull towards rest may cause on its way, as a share of length
_STALLED = 1e-7  # share of the cost that a step must gain to go on
_DEADLOCK = 1e-6  # slope of the cost, relative to itself, below which a start pose cannot leave by itself
_NUDGE = 0.15  # [rad] bend that leads out of a deadlock


@cached_kernel()
def solve_frames(joints, goals, options, roots, rotations, errors, steps):
    """Turns every frame's rotations (F, J, 4) and shifts its root (F, 3), in place, to meet the goals.

    joints: `Joints` whose `local` is (F, J, 3), or (1, J, 3) where it is the same in every frame.
    goals: `Goals` of F frames; options: `Options`.
    errors, steps: (F, G) and (F,), written: how far each goal is missed and the number of steps tried.
    """
    count = len(joints.parents)
    positions, world = np.empty((count, 3)), np.empty((count, 4))
    for f in range(len(roots)):
        local = joints.local[f if len(joints.local) == len(roots) else 0]
        here = Joints(joints.parents, local, joints.rest, joints.ease)
        wanted = Goals(goals.kinds, goals.joints, goals.offsets, goals.targets[f], goals.weights)
        steps[f] = _solve_frame(here, wanted, options, roots[f], rotations[f])
        frame_transforms(joints.parents, roots[f], local, rotations[f], positions, world)
        for g in range(len(goals.kinds)):
            errors[f, g] = goal_error(wanted, g, positions, world)


@cached_kernel()
def _solve_frame(joints, goals, options, root, rotations):
    """Solves from the start pose and, where that cannot move, from a slightly bent one; keeps the better."""
    best, best_steps, steps = np.inf, 0, 0
    start_root, start_rotations = root.copy(), rotations.copy()
    here_root, here_rotations = root.copy(), rotations.copy()
    for attempt in range(2):
        _copy_pose(start_root, start_rotations, here_root, here_rotations)
        if attempt == 1:
            _nudge(joints, goals, here_root, here_rotations)
        cost, steps, deadlocked = _descend(joints, goals, options, here_root, here_rotations)
        best_steps += steps
        if cost < (1.0 - 1e-6) * best:
            best = cost
            _copy_pose(here_root, here_rotations, root, rotations)
        if not deadlocked:
            break
    return best_steps


@cached_kernel()
def _copy_pose(root, rotations, root_out, rotations_out):
    """Writes a pose over another. Loops, because assigning slices costs seconds of compilation."""
    for axis in range(3):
        root_out[axis] = root[axis]
    for j in range(len(rotations)):
        for axis in range(4):
            rotations_out[j, axis] = rotations[j, axis]


@cached_kernel()
def _descend(joints, goals, options, root, rotations):
    """Levenberg's loop: a step that does not lower the cost is taken back and tried with more damping.

    With x the turns, g the pull towards rest, J x = e the goals and d the damping, the step is
    x = g + J^T (J J^T + d I)^-1 (e - J g): the goals' damped solution plus the pull in what they leave free.
    Unknowns are measured in units of their ease, so that stiff joints take little part. The pull acts in the
    first half of the steps; the second half restores the goals that it has disturbed.
    Returns the final cost, the number of steps tried, and whether the start pose could not move by itself.
    """
    parents, local, pull, most = joints.parents, joints.local, options.rest_pull, options.most_steps
    count, rows = len(parents), 3 * len(goals.kinds)
    positions, world = np.empty((count, 3)), np.empty((count, 4))
    errors, slopes = np.empty(rows), np.empty((rows, 3 * count + 3))
    columns = _free_columns(joints.ease)
    packed = np.empty((rows, len(columns)))
    normal, right = np.empty((rows, rows)), np.empty(rows)
    step, drift = np.empty(3 * count + 3), np.zeros(3 * count + 3)
    trial_root, trial_rotations, trial_errors = root.copy(), rotations.copy(), np.empty(rows)

    frame_transforms(parents, root, local, rotations, positions, world)
    residuals(goals, options.length, positions, world, errors)
    cost, damping, share, fresh = _dot(errors, errors), _FIRST_DAMPING, pull, False
    steps, deadlocked = 0, False
    while steps < most and damping <= _MOST_DAMPING:
        pulling = pull > 0.0 and steps < most // 2
        if not pulling and _are_met(goals, options, positions, world):
            break
        if not fresh:
            jacobian(parents, joints.ease, goals, options.length, positions, world, slopes)
            for row in range(rows):
                for c in range(len(columns)):
                    packed[row, c] = slopes[row, columns[c]]
            fresh = True
        if steps == 0:
            deadlocked = _is_deadlocked(slopes, errors, cost)
        if pulling:
            _pull_towards_rest(joints, world, rotations, share, drift)
        else:
            drift[:] = 0.0
        _damped_step(packed, columns, errors, damping, drift, normal, right, step)
        _apply(joints, world, options.length, step, root, rotations, trial_root, trial_rotations)
        frame_transforms(parents, trial_root, local, trial_rotations, positions, world)
        residuals(goals, options.length, positions, world, trial_errors)
        trial_cost = _dot(trial_errors, trial_errors)
        steps += 1
        if trial_cost <= (max(cost, _PULLED_OFF * _PULLED_OFF) if pulling else cost):
            stalled = not pulling and cost - trial_cost <= _STALLED * cost and damping <= _FIRST_DAMPING
            _copy_pose(trial_root, trial_rotations, root, rotations)
            for row in range(rows):
                errors[row] = trial_errors[row]
            cost, damping, share, fresh = trial_cost, max(0.2 * damping, _LEAST_DAMPING), pull, False
            if stalled:
                break
        else:
            damping, share = 8.0 * damping, 0.5 * share
            frame_transforms(parents, root, local, rotations, positions, world)
    return cost, steps, deadlocked


@cached_kernel()
def _free_columns(ease):
    """The unknowns of joints that may turn, and of the root where it may shift; slopes of others are zero."""
    columns, count = np.empty(3 * len(ease), dtype=np.int64), 0
    for j in range(len(ease)):
        if ease[j] > 0.0:
            for axis in range(3):
                columns[count + axis] = 3 * j + axis
            count += 3
    return columns[:count]


@cached_kernel()
def _damped_step(packed, columns, errors, damping, drift, normal, right, step):
    """Writes x = g + J^T (J J^T + d I)^-1 (e - J g), by a Cholesky factorization in place.

    packed, columns: (rows, C) the slopes of the unknowns that count, and (C,) which these are.
    """
    rows = len(packed)
    for a in range(rows):
        right[a] = errors[a]
        for c in range(len(columns)):
            right[a] -= packed[a, c] * drift[columns[c]]
        for b in range(a + 1):
            normal[a, b] = _dot(packed[a], packed[b])
        normal[a, a] += damping
    for a in range(rows):
        for b in range(a + 1):
            total = normal[a, b]
            for c in range(b):
                total -= normal[a, c] * normal[b, c]
            # The damping keeps pivots positive; rounding may not, when weights differ by many powers of ten.
            normal[a, b] = total / normal[b, b] if a != b else math.sqrt(max(total, 1e-3 * damping))
    for a in range(rows):
        for c in range(a):
            right[a] -= normal[a, c] * right[c]
        right[a] /= normal[a, a]
    for a in range(rows - 1, -1, -1):
        for c in range(a + 1, rows):
            right[a] -= normal[c, a] * right[c]
        right[a] /= normal[a, a]
    for c in range(len(step)):
        step[c] = drift[c]
    for a in range(rows):
        for c in range(len(columns)):
            step[columns[c]] += packed[a, c] * right[a]


@cached_kernel()
def _dot(a, b):
    """The inner product, in four partial sums: the order of additions is fixed, yet they run side by side."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    whole = len(a) - len(a) % 4
    for i in range(0, whole, 4):
        s0 += a[i] * b[i]
        s1 += a[i + 1] * b[i + 1]
        s2 += a[i + 2] * b[i + 2]
        s3 += a[i + 3] * b[i + 3]
    for i in range(whole, len(a)):
        s0 += a[i] * b[i]
    return (s0 + s1) + (s2 + s3)


@cached_kernel()
def _apply(joints, world, unit_length, step, root, rotations, new_root, new_rotations):
    """Writes the pose one step on; the whole step is shortened if any joint would turn too far."""
    parents, ease = joints.parents, joints.ease
    count, largest = len(parents), 0.0
    for j in range(count + 1):
        turn = (step[3 * j], step[3 * j + 1], step[3 * j + 2])
        largest = max(largest, ease[j] * length(turn))
    share = _LARGEST_TURN / largest if largest > _LARGEST_TURN else 1.0
    for axis in range(3):
        new_root[axis] = root[axis] + share * ease[count] * unit_length * step[3 * count + axis]
    for j in range(count):
        turn = scale(share * ease[j], (step[3 * j], step[3 * j + 1], step[3 * j + 2]))
        if parents[j] >= 0:
            turn = rotate(conjugate(quaternion(world, parents[j])), turn)
        _turn(rotations, j, turn, new_rotations)


@cached_kernel()
def _turn(rotations, j, turn, result):
    """Writes joint j's rotation, turned by a rotation vector; bit for bit as it was where that is zero."""
    q = multiply(exponential(turn), quaternion(rotations, j))
    still = turn[0] == 0.0 and turn[1] == 0.0 and turn[2] == 0.0
    size = 1.0 if still else math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    set_quaternion(result, j, (q[0] / size, q[1] / size, q[2] / size, q[3] / size))


@cached_kernel()
def _pull_towards_rest(joints, world, rotations, share, drift):
    """Writes each free joint's turn, in world axes, by `share` of the way to its rest rotation."""
    drift[:] = 0.0
    for j in range(len(joints.parents)):
        if joints.ease[j] > 0.0:
            turn = rotation_error(quaternion(joints.rest, j), quaternion(rotations, j))
            parent = joints.parents[j]
            if parent >= 0:
                turn = rotate(quaternion(world, parent), turn)
            turn = scale(share / joints.ease[j], turn)
            drift[3 * j], drift[3 * j + 1], drift[3 * j + 2] = turn[0], turn[1], turn[2]


@cached_kernel()
def _is_deadlocked(slopes, errors, cost):
    """True if no small turn helps although goals are missed: a straight limb whose target lies along it."""
    steepness = 0.0
    for c in range(slopes.shape[1]):
        total = 0.0
        for a in range(len(errors)):
            total += slopes[a, c] * errors[a]
        steepness += total * total
    return cost > 0.0 and steepness < _DEADLOCK * cost


@cached_kernel()
def _nudge(joints, goals, root, rotations):
    """Bends the joints above every goal a little, to alternating sides, at right angles to the limb."""
    parents = joints.parents
    positions, world = np.empty((len(parents), 3)), np.empty((len(parents), 4))
    frame_transforms(parents, root, joints.local, rotations, positions, world)
    bent = np.zeros(len(parents), dtype=np.bool_)
    for g in range(len(goals.kinds)):
        angle, j = _NUDGE, goals.joints[g]
        while j >= 0:
            if joints.ease[j] > 0.0 and not bent[j]:
                bent[j] = True
                turn, p = (angle, 0.0, 0.0), parents[j]
                if p >= 0:
                    bone = subtract(vector(positions, j), vector(positions, p))
                    if bone[0] * bone[0] > bone[1] * bone[1] + bone[2] * bone[2]:
                        turn = (0.0, 0.0, angle)  # a limb along x bends about z
                    turn = rotate(conjugate(quaternion(world, p)), turn)
                _turn(rotations, j, turn, rotations)
                angle = -angle
            j = parents[j]


@cached_kernel()
def _are_met(goals, options, positions, world):
    """True if every goal of any weight is met to the tolerance."""
    for g in range(len(goals.kinds)):
        error = goal_error(goals, g, positions, world)
        largest = options.tolerance * (options.length if goals.kinds[g] == POSITION else 1.0)
        if goals.weights[g] > 0.0 and error > largest:
            return False
    return True


@cached_kernel()
def longest_limb(parents, offsets, goals):
    """The longest path along the bones from the root to a goal's point [m]; 1 where there is none."""
    longest = 0.0
    for g in range(len(goals.kinds)):
        path = length(vector(goals.offsets, g)) if goals.kinds[g] == POSITION else 0.0
        j = goals.joints[g]
        while parents[j] >= 0:
            path += length(vector(offsets, j))
            j = parents[j]
        longest = max(longest, path)
    return longest if longest > 0.0 else 1.0
