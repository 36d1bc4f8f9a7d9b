"""Compiled damped least squares with many goals: the loop around `ik_residual_kernels`."""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kinematics.forward_kernels import frame_transforms
from kinegraph.core.kinematics.inverse_residual_kernels import (
    POSITION,
    goal_error,
    jacobian,
    residuals,
    rotate,
    rotation_between,
)

_LARGEST_TURN = 0.6  # [rad] of one joint in one step: past this the linear model says nothing
_FIRST_DAMPING = 1e-3
_LEAST_DAMPING, _MOST_DAMPING = 1e-10, 1e6
_PULLED_OFF = 1e-2  # goal error that the pull towards rest may cause on its way, as a share of length
_STALLED = 1e-7  # share of the cost that a step must gain to go on
_DEADLOCK = 1e-6  # slope of the cost, relative to itself, below which a start pose cannot leave by itself
_NUDGE = 0.15  # [rad] bend that leads out of a deadlock


@cached_kernel()
def solve_frames(parents, locals_, rest, ease, goals, options, roots, rotations, errors, steps):
    """Turns every frame's rotations (F, J, 4) and shifts its root (F, 3), in place, to meet the goals.

    ease: (J + 1,) how readily each joint turns and, last, the root shifts: 1 freely, 0 not at all.
    goals: kinds (G,), joints (G,), offsets (G, 3), targets (F, G, 4), weights (G,), as `residuals` takes
        them.
    options: length [m], rest pull per step (0 to 1), most steps, tolerance.
    errors, steps: (F, G) and (F,), written: how far each goal is missed and the number of steps tried.
    """
    kinds, joints, offsets, targets, weights = goals
    positions, world = np.empty((len(parents), 3)), np.empty((len(parents), 4))
    for f in range(len(roots)):
        local = locals_[f if len(locals_) == len(roots) else 0]
        frame_goals = (kinds, joints, offsets, targets[f], weights)
        steps[f] = _solve_frame(parents, local, rest, ease, frame_goals, options, roots[f], rotations[f])
        frame_transforms(parents, roots[f], local, rotations[f], positions, world)
        for g in range(len(kinds)):
            errors[f, g] = goal_error(kinds[g], joints[g], offsets[g], targets[f, g], positions, world)


@cached_kernel()
def _solve_frame(parents, local, rest, ease, goals, options, root, rotations):
    """Solves from the start pose and, where that cannot move, from a slightly bent one; keeps the better."""
    best, best_steps, steps = np.inf, 0, 0
    start_root, start_rotations = root.copy(), rotations.copy()
    here_root, here_rotations = root.copy(), rotations.copy()
    for attempt in range(2):
        _copy_pose(start_root, start_rotations, here_root, here_rotations)
        if attempt == 1:
            _nudge(parents, local, ease, goals, here_root, here_rotations)
        cost, steps, deadlocked = _descend(
            parents, local, rest, ease, goals, options, here_root, here_rotations
        )
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
def _descend(parents, local, rest, ease, goals, options, root, rotations):
    """Levenberg's loop: a step that does not lower the cost is taken back and tried with more damping.

    With x the turns, g the pull towards rest, J x = e the goals and d the damping, the step is
    x = g + J^T (J J^T + d I)^-1 (e - J g): the goals' damped solution plus the pull in what they leave free.
    Unknowns are measured in units of their ease, so that stiff joints take little part. The pull acts in the
    first half of the steps; the second half restores the goals that it has disturbed.
    Returns the final cost, the number of steps tried, and whether the start pose could not move by itself.
    """
    kinds, joints, offsets, targets, weights = goals
    length, pull, most, tolerance = options
    count, rows = len(parents), 3 * len(kinds)
    positions, world = np.empty((count, 3)), np.empty((count, 4))
    errors, slopes = np.empty(rows), np.empty((rows, 3 * count + 3))
    columns = _free_columns(ease)
    packed = np.empty((rows, len(columns)))
    normal, right = np.empty((rows, rows)), np.empty(rows)
    step, drift = np.empty(3 * count + 3), np.zeros(3 * count + 3)
    trial_root, trial_rotations, trial_errors = root.copy(), rotations.copy(), np.empty(rows)

    frame_transforms(parents, root, local, rotations, positions, world)
    residuals(kinds, joints, offsets, targets, weights, length, positions, world, errors)
    cost, damping, share, fresh = _dot(errors, errors), _FIRST_DAMPING, pull, False
    steps, deadlocked = 0, False
    while steps < most and damping <= _MOST_DAMPING:
        pulling = pull > 0.0 and steps < most // 2
        if not pulling and _met(goals, length, positions, world, tolerance):
            break
        if not fresh:
            jacobian(
                parents, ease, kinds, joints, offsets, targets, weights, length, positions, world, slopes
            )
            for row in range(rows):
                for c in range(len(columns)):
                    packed[row, c] = slopes[row, columns[c]]
            fresh = True
        if steps == 0:
            deadlocked = _is_deadlocked(slopes, errors, cost)
        if pulling:
            _pull_towards_rest(parents, rest, ease, world, rotations, share, drift)
        else:
            drift[:] = 0.0
        _damped_step(packed, columns, errors, damping, drift, normal, right, step)
        _apply(parents, world, ease, length, step, root, rotations, trial_root, trial_rotations)
        frame_transforms(parents, trial_root, local, trial_rotations, positions, world)
        residuals(kinds, joints, offsets, targets, weights, length, positions, world, trial_errors)
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
def _apply(parents, world, ease, length, step, root, rotations, new_root, new_rotations):
    """Writes the pose one step on; the whole step is shortened if any joint would turn too far."""
    count, largest = len(parents), 0.0
    for j in range(count + 1):
        x, y, z = step[3 * j], step[3 * j + 1], step[3 * j + 2]
        largest = max(largest, ease[j] * math.sqrt(x * x + y * y + z * z))
    scale = _LARGEST_TURN / largest if largest > _LARGEST_TURN else 1.0
    for axis in range(3):
        new_root[axis] = root[axis] + scale * ease[count] * length * step[3 * count + axis]
    for j in range(count):
        size = scale * ease[j]
        x, y, z = size * step[3 * j], size * step[3 * j + 1], size * step[3 * j + 2]
        if parents[j] >= 0:
            x, y, z = rotate(world[parents[j]], -1.0, x, y, z)
        _turn(x, y, z, rotations[j], new_rotations[j])


@cached_kernel()
def _turn(x, y, z, q, result):
    """Writes the unit quaternion q turned by the rotation vector (x, y, z)."""
    angle = math.sqrt(x * x + y * y + z * z)
    sine = math.sin(0.5 * angle) / angle if angle > 1e-150 else 0.5
    x, y, z, w = x * sine, y * sine, z * sine, math.cos(0.5 * angle)
    rx = w * q[0] + x * q[3] + y * q[2] - z * q[1]
    ry = w * q[1] - x * q[2] + y * q[3] + z * q[0]
    rz = w * q[2] + x * q[1] - y * q[0] + z * q[3]
    rw = w * q[3] - x * q[0] - y * q[1] - z * q[2]
    # A joint that does not turn keeps its rotation to the last bit.
    size = math.sqrt(rx * rx + ry * ry + rz * rz + rw * rw) if angle > 0.0 else 1.0
    result[0], result[1], result[2], result[3] = rx / size, ry / size, rz / size, rw / size


@cached_kernel()
def _pull_towards_rest(parents, rest, ease, world, rotations, share, drift):
    """Writes each free joint's turn, in world axes, by `share` of the way to its rest rotation."""
    drift[:] = 0.0
    for j in range(len(parents)):
        if ease[j] > 0.0:
            x, y, z = rotation_between(rest[j], rotations[j])
            if parents[j] >= 0:
                x, y, z = rotate(world[parents[j]], 1.0, x, y, z)
            size = share / ease[j]
            drift[3 * j], drift[3 * j + 1], drift[3 * j + 2] = size * x, size * y, size * z


@cached_kernel()
def _is_deadlocked(slopes, errors, cost):
    """Whether no small turn helps although goals are missed: a straight limb whose target lies along it."""
    steepness = 0.0
    for c in range(slopes.shape[1]):
        total = 0.0
        for a in range(len(errors)):
            total += slopes[a, c] * errors[a]
        steepness += total * total
    return cost > 0.0 and steepness < _DEADLOCK * cost


@cached_kernel()
def _nudge(parents, local, ease, goals, root, rotations):
    """Bends the joints above every goal a little, to alternating sides, at right angles to the limb."""
    kinds, joints = goals[0], goals[1]
    positions, world = np.empty((len(parents), 3)), np.empty((len(parents), 4))
    frame_transforms(parents, root, local, rotations, positions, world)
    bent = np.zeros(len(parents), dtype=np.bool_)
    for g in range(len(kinds)):
        angle, j = _NUDGE, joints[g]
        while j >= 0:
            if ease[j] > 0.0 and not bent[j]:
                bent[j] = True
                x, y, z = angle, 0.0, 0.0
                p = parents[j]
                if p >= 0:
                    dx = positions[j, 0] - positions[p, 0]
                    dy = positions[j, 1] - positions[p, 1]
                    dz = positions[j, 2] - positions[p, 2]
                    if dx * dx > dy * dy + dz * dz:  # a limb along x bends about z
                        x, z = 0.0, angle
                    x, y, z = rotate(world[p], -1.0, x, y, z)
                _turn(x, y, z, rotations[j], rotations[j])
                angle = -angle
            j = parents[j]


@cached_kernel()
def _met(goals, length, positions, world, tolerance):
    """Whether every goal of any weight is met to the tolerance, lengths measured in `length`."""
    kinds, joints, offsets, targets, weights = goals
    for g in range(len(kinds)):
        error = goal_error(kinds[g], joints[g], offsets[g], targets[g], positions, world)
        if weights[g] > 0.0 and error > tolerance * (length if kinds[g] == POSITION else 1.0):
            return False
    return True


@cached_kernel()
def longest_limb(parents, offsets, goals):
    """The longest way along the bones from the root to a goal's point [m]; 1 where there is none."""
    kinds, joints, points = goals[0], goals[1], goals[2]
    longest = 0.0
    for g in range(len(kinds)):
        way = 0.0
        if kinds[g] == POSITION:
            way = math.sqrt(points[g, 0] ** 2 + points[g, 1] ** 2 + points[g, 2] ** 2)
        j = joints[g]
        while parents[j] >= 0:
            way += math.sqrt(offsets[j, 0] ** 2 + offsets[j, 1] ** 2 + offsets[j, 2] ** 2)
            j = parents[j]
        longest = max(longest, way)
    return longest if longest > 0.0 else 1.0
