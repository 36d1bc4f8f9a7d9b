"""Compiled playing: where controllers are goes in, poses come out, ranks, fades and goals included.

`program` is a `RigProgram`; M counts the manipulators of all sets, one set's behind the other's.
"""

import numpy as np
from numba import njit

from kinegraph.core.forward_kinematics_kernels import frame_transforms
from kinegraph.core.ik_residual_kernels import POSITION, rotate
from kinegraph.core.ik_solver_kernels import longest_limb, solve_frames
from kinegraph.spatial.blend_kernels import blend_frames
from kinegraph.spatial.fading_kernels import turn_towards

# Columns of a program's `sets`.
KEYS, DIMENSIONS, ROWS, CHANNELS, FUNCTION, DEGREE = 0, 1, 2, 3, 4, 5
CENTRE, DIRECTIONS, PLACES, SCALES, COEFFICIENTS, QUATS = 6, 7, 8, 9, 10, 11
TURNING, MOVING, MOVING_END = 12, 13, 14
LINKS, LINKS_END = 15, 16
TURNED, SLID, SLID_END = 17, 18, 19
GOALS, GOALS_END = 20, 21
FIRST, END = 22, 23
COLUMNS = 24

NOBODY = -1
_MOST_STEPS = 40
# When goals are met: as shares of a limb's length, and [rad]. A tenth of a millimetre on a person's leg.
_MET = 1e-4


@njit(cache=True, nogil=True, error_model="numpy")
def _blend_set(program, number, cursor, positions, rotations, guessed):
    """Writes what a set's manipulators are at a cursor (1, 3) into its rows of (M, 3), (M, 4) and (M,)."""
    row, numbers = program.sets[number], program.numbers
    keys, dimensions = row[KEYS], row[DIMENSIONS]
    turning = program.manipulators[row[TURNING] : row[MOVING]]
    moving = program.manipulators[row[MOVING] : row[MOVING_END]]
    count = row[END] - row[FIRST]
    blend_frames(
        cursor,
        numbers[row[CENTRE] : row[CENTRE] + 3],
        numbers[row[DIRECTIONS] : row[DIRECTIONS] + 3 * dimensions].reshape(dimensions, 3),
        program.reaches[number],
        numbers[row[PLACES] : row[PLACES] + keys * dimensions].reshape(keys, dimensions),
        numbers[row[SCALES] : row[SCALES] + keys],
        row[FUNCTION],
        row[DEGREE],
        numbers[row[COEFFICIENTS] : row[COEFFICIENTS] + row[ROWS] * row[CHANNELS]].reshape(
            row[ROWS], row[CHANNELS]
        ),
        numbers[row[QUATS] : row[QUATS] + 4 * keys * len(turning)].reshape(keys, len(turning), 4),
        moving,
        turning,
        positions[row[FIRST] : row[END]].reshape(1, count, 3),
        rotations[row[FIRST] : row[END]].reshape(1, count, 4),
        guessed[row[FIRST] : row[END]].reshape(1, count),
    )


@njit(cache=True, nogil=True, error_model="numpy")
def place_frames(program, displaced, kept_sets, kept_frames, kept_shares, placed):
    """Writes (F, S, 3) where controllers are: at home or where the set above puts them, then displaced.

    displaced: (F, S, 3) [m].
    kept_sets, kept_frames, kept_shares: (H,), (H,) and (H, F) controllers that are kept where they were at a
        frame, and how much in each frame.
    """
    frames, manipulators = displaced.shape[0], _manipulators(program)
    positions, rotations = np.zeros((manipulators, 3)), np.zeros((manipulators, 4))
    guessed, cursor = np.zeros(manipulators, dtype=np.bool_), np.empty((1, 3))
    for number in range(len(program.order)):
        for frame in range(frames):
            for axis in range(3):
                placed[frame, number, axis] = program.homes[number, axis]
    for number in program.order:
        for hold in range(len(kept_sets)):
            if kept_sets[hold] == number:
                there = placed[min(kept_frames[hold], frames - 1), number].copy()
                for frame in range(frames):
                    for axis in range(3):
                        here = placed[frame, number, axis]
                        placed[frame, number, axis] += kept_shares[hold, frame] * (there[axis] - here)
        row = program.sets[number]
        for frame in range(frames):
            for axis in range(3):
                placed[frame, number, axis] += displaced[frame, number, axis]
                cursor[0, axis] = placed[frame, number, axis]
            if row[LINKS_END] > row[LINKS]:
                _blend_set(program, number, cursor, positions, rotations, guessed)
                for link in range(row[LINKS], row[LINKS_END]):
                    by, moved = program.links[link]
                    for axis in range(3):
                        placed[frame, moved, axis] = positions[row[FIRST] + by, axis]


@njit(cache=True, nogil=True, error_model="numpy")
def pose_frames(program, placed, shares, rotations, slides, guessed):
    """Writes local rotations (F, J, 4) and slides (F, J, 3), and (F, M) which manipulators are guesses.

    placed: (F, S, 3) where the controllers are [m].
    shares: (F, S) how much each set is in force, 0 to 1.
    """
    frames, manipulators = placed.shape[0], _manipulators(program)
    positions, quats = np.zeros((manipulators, 3)), np.zeros((manipulators, 4))
    quats[:, 3] = 1.0
    guessed[:] = False
    for frame in range(frames):
        for number in range(len(program.order)):
            if shares[frame, number] > 0.0 and program.sets[number, KEYS] > 0:
                cursor = placed[frame, number : number + 1]
                _blend_set(program, number, cursor, positions, quats, guessed[frame])
        _write_joints(program, shares[frame], positions, quats, rotations[frame], slides[frame])
        if len(program.goals):
            _meet_goals(program, shares[frame], positions, quats, rotations[frame], slides[frame])


@njit(cache=True, nogil=True, error_model="numpy")
def _manipulators(program):
    return program.sets[len(program.sets) - 1, END] if len(program.sets) else 0


@njit(cache=True, nogil=True, error_model="numpy")
def _write_joints(program, shares, positions, quats, rotations, slides):
    """Writes what the sets in force say of joints, and of what they leave the rest pose.

    Where alternatives fade over, each takes its share; a joint that not all of them key takes the rest pose
    for what is missing, so that it goes there and back without a jump.
    """
    count = len(program.parents)
    turned, slid = np.zeros(count), np.zeros(count)
    for joint in range(count):
        for axis in range(4):
            rotations[joint, axis] = program.rest_rotations[joint, axis]
        for axis in range(3):
            slides[joint, axis] = program.rest_slides[joint, axis]
    for number in range(len(shares)):
        row = program.sets[number]
        if shares[number] > 0.0:
            for entry in range(row[TURNED], row[SLID]):
                turned[program.joints[entry, 0]] += shares[number]
            for entry in range(row[SLID], row[SLID_END]):
                slid[program.joints[entry, 0]] += shares[number]
    for joint in range(count):  # from here on how much each joint holds already
        turned[joint] = max(0.0, 1.0 - turned[joint])
        slid[joint] = max(0.0, 1.0 - slid[joint])
    for number in range(len(shares)):
        row, share = program.sets[number], shares[number]
        if share <= 0.0:
            continue
        for entry in range(row[TURNED], row[SLID]):
            joint, by = program.joints[entry, 0], row[FIRST] + program.joints[entry, 1]
            turned[joint] += share
            turn_towards(rotations[joint], quats[by], share / turned[joint])
        for entry in range(row[SLID], row[SLID_END]):
            joint, by = program.joints[entry, 0], row[FIRST] + program.joints[entry, 1]
            slid[joint] += share
            for axis in range(3):
                gap = positions[by, axis] - slides[joint, axis]
                slides[joint, axis] += share / slid[joint] * gap


@njit(cache=True, nogil=True, error_model="numpy")
def _meet_goals(program, shares, positions, quats, rotations, slides):
    """Turns the free joints of a pose so that handles and poles are met as well as can be.

    Sets that are wholly in force are met together, so that none undoes what another has reached. Of those
    that fade, each is met together with these from the blended pose, and has its share of the answer.
    """
    joints, count = len(program.parents), len(program.sets)
    aiming, fading = 0, 0
    for number in range(count):
        if program.sets[number, GOALS_END] > program.sets[number, GOALS] and shares[number] > 0.0:
            aiming += 1
            fading += shares[number] < 1.0
    if aiming == 0:
        return
    world_positions, world_rotations = np.empty((joints, 3)), np.empty((joints, 4))
    for joint in range(joints):
        _normalize(rotations[joint])
    frame_transforms(program.parents, slides[0], slides, rotations, world_positions, world_rotations)
    targets = np.zeros((1, len(program.goals), 4))
    _aim(program, shares, positions, quats, world_positions, world_rotations, targets)
    chosen, ease = np.zeros(count, dtype=np.bool_), np.zeros(joints + 1)
    start = rotations.copy()
    for number in range(count):
        chosen[number] = shares[number] >= 1.0
    if aiming > fading:
        _solve(program, chosen, targets, slides, ease, rotations)
    if fading == 0:
        return
    held, solved = np.ones(joints), np.empty((joints, 4))
    for again in range(2):  # first how much is left to those wholly in force, then each one's answer
        for number in range(count):
            aims = program.sets[number, GOALS_END] > program.sets[number, GOALS]
            if not aims or shares[number] <= 0.0 or shares[number] >= 1.0:
                continue
            chosen[number] = True
            if again == 0:
                _ease(program, chosen, ease)
            else:
                for joint in range(joints):
                    for axis in range(4):
                        solved[joint, axis] = start[joint, axis]
                _solve(program, chosen, targets, slides, ease, solved)
            chosen[number] = False
            for joint in range(joints):
                if ease[joint] > 0.0:
                    if again == 0:
                        held[joint] -= shares[number]
                    else:
                        held[joint] += shares[number]
                        turn_towards(rotations[joint], solved[joint], shares[number] / held[joint])
        if again == 0:
            for joint in range(joints):
                held[joint] = max(0.0, held[joint])


@njit(cache=True, nogil=True, error_model="numpy")
def _aim(program, shares, positions, quats, world_positions, world_rotations, targets):
    """Writes the goals (1, G, 4) of all sets in force, in the world."""
    for number in range(len(shares)):
        row, carrier = program.sets[number], program.carriers[number]
        if shares[number] <= 0.0:
            continue
        for goal in range(row[GOALS], row[GOALS_END]):
            by, target = row[FIRST] + program.goals[goal, 2], targets[0, goal]
            if program.goals[goal, 0] == POSITION:
                x, y, z = positions[by, 0], positions[by, 1], positions[by, 2]
                if carrier != NOBODY:
                    x, y, z = rotate(world_rotations[carrier], 1.0, x, y, z)
                    x += world_positions[carrier, 0]
                    y += world_positions[carrier, 1]
                    z += world_positions[carrier, 2]
                target[0], target[1], target[2] = x, y, z
            else:
                if carrier == NOBODY:
                    for axis in range(4):
                        target[axis] = quats[by, axis]
                else:
                    _multiply(world_rotations[carrier], quats[by], target)
                _normalize(target)


@njit(cache=True, nogil=True, error_model="numpy")
def _ease(program, chosen, ease):
    """Writes (J + 1,) which joints may turn for the chosen sets; last, that the root may not shift."""
    for joint in range(len(ease)):
        ease[joint] = 0.0
    for number in range(len(chosen)):
        if chosen[number] and program.sets[number, GOALS_END] > program.sets[number, GOALS]:
            for joint in range(program.free.shape[1]):
                ease[joint] = max(ease[joint], program.free[number, joint])


@njit(cache=True, nogil=True, error_model="numpy")
def _solve(program, chosen, targets, slides, ease, rotations):
    """Turns rotations (J, 4) in place so that the chosen sets' goals are met together."""
    _ease(program, chosen, ease)
    count = 0
    kinds, joints = np.empty(len(program.goals), dtype=np.int64), np.empty(len(program.goals), dtype=np.int64)
    weights, wanted = np.empty(len(program.goals)), np.empty((1, len(program.goals), 4))
    for number in range(len(chosen)):
        if chosen[number]:
            for goal in range(program.sets[number, GOALS], program.sets[number, GOALS_END]):
                kinds[count], joints[count] = program.goals[goal, 0], program.goals[goal, 1]
                weights[count] = program.goal_weights[goal]
                for axis in range(4):
                    wanted[0, count, axis] = targets[0, goal, axis]
                count += 1
    goals = (
        kinds[:count],
        joints[:count],
        np.zeros((count, 3)),
        wanted[:, :count].copy(),
        weights[:count],
    )
    length = longest_limb(program.parents, program.offsets, goals)
    root = slides[:1].copy()
    solve_frames(
        program.parents,
        slides.reshape(1, len(slides), 3),
        program.rest_rotations,
        ease,
        goals,
        (length, 0.0, _MOST_STEPS, _MET),
        root,
        rotations.reshape(1, len(rotations), 4),
        np.empty((1, count)),
        np.empty(1, dtype=np.int64),
    )


@njit(cache=True, nogil=True, error_model="numpy")
def _normalize(quat):
    length = np.sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3])
    for axis in range(4):
        quat[axis] /= length


@njit(cache=True, nogil=True, error_model="numpy")
def _multiply(a, b, result):
    """Writes the product of two quaternions."""
    x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1]
    y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0]
    z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3]
    w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]
    result[0], result[1], result[2], result[3] = x, y, z, w
