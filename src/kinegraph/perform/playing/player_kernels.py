"""Compiled playing: places of controllers in, poses out, with ranks, fades and goals.

`program` is a `RigProgram`; M counts the manipulators of all sets, one set's behind the other's.
"""

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.quaternions import multiply, normalize, quaternion, rotate, set_quaternion
from kinegraph.core.kernels.vectors import add, set_vector, vector
from kinegraph.core.kinematics.forward_kernels import frame_transforms
from kinegraph.core.kinematics.inverse_layout import POSITION, Goals, Joints
from kinegraph.core.kinematics.steady_solver_kernels import solve_steadily
from kinegraph.perform.sets.blend_kernels import blend_frames
from kinegraph.perform.sets.blend_tables import BlendTables, MapTables
from kinegraph.perform.sets.fading_kernels import turn_towards

# Columns of a program's `sets`.
KEYS, DIMENSIONS, ROWS, CHANNELS, FUNCTION, DEGREE = 0, 1, 2, 3, 4, 5
CENTRE, AXES, PLACES, SCALES, COEFFICIENTS, QUATS, LIMITS = 6, 7, 8, 9, 10, 11, 12
TURNING, MOVING, MOVING_END = 13, 14, 15
LINKS, LINKS_END = 16, 17
TURNED, SLID, SLID_END = 18, 19, 20
GOALS, GOALS_END = 21, 22
FIRST, END = 23, 24
COLUMNS = 25

ABSENT = -1
_NOTHING = 1e-9  # a share that rounding may leave of nothing


@cached_kernel(nogil=True, error_model="numpy")
def _blend_set(program, number, cursor, positions, rotations, guessed):
    """Writes what a set's manipulators are at a cursor (1, 3) into its rows of (M, 3), (M, 4) and (M,)."""
    row, numbers = program.sets[number], program.numbers
    keys, dimensions = row[KEYS], row[DIMENSIONS]
    turning = program.manipulators[row[TURNING] : row[MOVING]]
    moving = program.manipulators[row[MOVING] : row[MOVING_END]]
    count = row[END] - row[FIRST]
    table = MapTables(
        numbers[row[CENTRE] : row[CENTRE] + 3],
        numbers[row[AXES] : row[AXES] + 3 * dimensions].reshape(dimensions, 3),
        numbers[row[PLACES] : row[PLACES] + keys * dimensions].reshape(keys, dimensions),
        numbers[row[SCALES] : row[SCALES] + keys],
        row[FUNCTION],
        row[DEGREE],
        numbers[row[COEFFICIENTS] : row[COEFFICIENTS] + row[ROWS] * row[CHANNELS]].reshape(
            row[ROWS], row[CHANNELS]
        ),
    )
    tables = BlendTables(
        table,
        numbers[row[QUATS] : row[QUATS] + 4 * keys * len(turning)].reshape(keys, len(turning), 4),
        numbers[row[LIMITS] : row[LIMITS] + 4 * len(moving)].reshape(len(moving), 4),
        moving,
        turning,
    )
    blend_frames(
        cursor,
        tables,
        positions[row[FIRST] : row[END]].reshape(1, count, 3),
        rotations[row[FIRST] : row[END]].reshape(1, count, 4),
        guessed[row[FIRST] : row[END]].reshape(1, count),
    )


@cached_kernel(nogil=True, error_model="numpy")
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


@cached_kernel(nogil=True, error_model="numpy")
def pose_frames(program, placed, shares, rotations, slides, guessed):
    """Writes local rotations (F, J, 4) and slides (F, J, 3), and (F, M) which manipulators are guesses.

    placed: (F, S, 3) where the controllers are [m].
    shares: (F, S) how much each set is in force, 0 to 1.
    """
    frames, manipulators = placed.shape[0], _manipulators(program)
    positions, quats = np.zeros((manipulators, 3)), np.zeros((manipulators, 4))
    quats[:, 3] = 1.0
    guessed[:] = False
    in_force = np.zeros(len(program.sets), dtype=np.bool_)
    for frame in range(frames):
        fades = False
        for number in range(len(program.sets)):
            share = shares[frame, number] if program.sets[number, KEYS] > 0 else 0.0
            in_force[number] = share > 0.0
            fades = fades or 0.0 < share < 1.0
            if share > 0.0:
                cursor = placed[frame, number : number + 1]
                _blend_set(program, number, cursor, positions, quats, guessed[frame])
        if fades:
            _fade(program, shares[frame], positions, quats, rotations[frame], slides[frame], guessed[frame])
        else:
            _pose(program, in_force, positions, quats, rotations[frame], slides[frame], guessed[frame])


@cached_kernel(nogil=True, error_model="numpy")
def _manipulators(program):
    return program.sets[len(program.sets) - 1, END] if len(program.sets) else 0


@cached_kernel(nogil=True, error_model="numpy")
def _pose(program, in_force, positions, quats, rotations, slides, guessed):
    """Writes the pose of the sets in force: what they key, rest for all else, then goals met together."""
    for joint in range(len(program.parents)):
        for axis in range(4):
            rotations[joint, axis] = program.rest_rotations[joint, axis]
        for axis in range(3):
            slides[joint, axis] = program.rest_slides[joint, axis]
    aims = False
    for number in range(len(in_force)):
        row = program.sets[number]
        if not in_force[number]:
            continue
        aims = aims or row[GOALS_END] > row[GOALS]
        for entry in range(row[TURNED], row[SLID]):
            joint, by = program.joints[entry, 0], row[FIRST] + program.joints[entry, 1]
            for axis in range(4):
                rotations[joint, axis] = quats[by, axis]
        for entry in range(row[SLID], row[SLID_END]):
            joint, by = program.joints[entry, 0], row[FIRST] + program.joints[entry, 1]
            for axis in range(3):
                slides[joint, axis] = positions[by, axis]
    if aims:
        _meet_goals(program, in_force, positions, quats, rotations, slides, guessed)


@cached_kernel(nogil=True, error_model="numpy")
def _fade(program, shares, positions, quats, rotations, slides, guessed):
    """Writes the pose of sets that fade over: the mean of the poses that each of them would give alone.

    Sets that fade fall into groups of rivals. One of each group is chosen at a time, and poses of all choices
    count by the product of their shares; the rest up to 1 of a group's shares is the choice of none. Each
    pose is solved for its own goals, so the mean is as continuous as the shares are.
    """
    count, joints = len(shares), len(program.parents)
    groups = _groups(program, shares)
    total = 0
    for number in range(count):
        total = max(total, groups[number] + 1)
    choice = np.full(total, ABSENT)
    in_force = np.zeros(count, dtype=np.bool_)
    some_rotations, some_slides = np.empty((joints, 4)), np.empty((joints, 3))
    whole = 0.0
    while True:
        weight = _write_choice(program, shares, groups, choice, in_force)
        if weight > _NOTHING:
            whole += weight
            _pose(program, in_force, positions, quats, some_rotations, some_slides, guessed)
            for joint in range(joints):
                part = weight / whole
                turn_towards(rotations[joint], some_rotations[joint], part)
                for axis in range(3):
                    gap = some_slides[joint, axis] - slides[joint, axis]
                    slides[joint, axis] = (
                        some_slides[joint, axis] if part >= 1.0 else (slides[joint, axis] + part * gap)
                    )
        if not _next_choice(groups, choice):
            break


@cached_kernel(nogil=True, error_model="numpy")
def _groups(program, shares):
    """(S,) the number of the group that each fading set belongs to, through rivals of rivals; else ABSENT."""
    count = len(shares)
    groups, total = np.full(count, ABSENT), 0
    for first in range(count):
        if groups[first] != ABSENT or not 0.0 < shares[first] < 1.0 or program.sets[first, KEYS] == 0:
            continue
        groups[first] = total
        grew = True
        while grew:
            grew = False
            for a in range(count):
                for b in range(count):
                    fades = 0.0 < shares[b] < 1.0 and program.sets[b, KEYS] > 0
                    if groups[a] == total and groups[b] == ABSENT and fades and program.rivals[a, b]:
                        groups[b], grew = total, True
        total += 1
    return groups


@cached_kernel(nogil=True, error_model="numpy")
def _next_choice(groups, choice):
    """Goes on to the next choice of a set, or ABSENT, of each group; whether there was one."""
    for group in range(len(choice)):
        for number in range(choice[group] + 1, len(groups)):
            if groups[number] == group:
                choice[group] = number
                return True
        choice[group] = ABSENT
    return False


@cached_kernel(nogil=True, error_model="numpy")
def _write_choice(program, shares, groups, choice, in_force):
    """Writes (S,) which sets are in force by a choice; returns how much it counts."""
    weight = 1.0
    for number in range(len(shares)):
        in_force[number] = shares[number] >= 1.0 and program.sets[number, KEYS] > 0
    for group in range(len(choice)):
        one, together = choice[group], 0.0
        for number in range(len(shares)):
            if groups[number] == group:
                together += shares[number]
                # Two sets that are not rivals, but both are rivals of a third, are active together.
                alike = one != ABSENT and not program.rivals[one, number] and shares[number] >= shares[one]
                in_force[number] = alike or number == one
        weight *= shares[one] if one != ABSENT else max(0.0, 1.0 - together)
    return weight


@cached_kernel(nogil=True, error_model="numpy")
def _meet_goals(program, in_force, positions, quats, rotations, slides, guessed):
    """Turns the free joints of a pose so that handles and poles of the sets in force are met together, as
    well as can be; so none undoes what another has reached. Limbs between two ways to do so are guesses.
    """
    joints = len(program.parents)
    world_positions, world_rotations = np.empty((joints, 3)), np.empty((joints, 4))
    for joint in range(joints):
        set_quaternion(rotations, joint, normalize(quaternion(rotations, joint)))
    frame_transforms(program.parents, slides[0], slides, rotations, world_positions, world_rotations)
    count, most, ease = 0, len(program.goals), np.zeros(joints + 1)
    kinds, ends = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
    weights, targets = np.empty(most), np.zeros((most, 4))
    sources, unsettled = np.empty(most, dtype=np.int64), np.zeros(most, dtype=np.bool_)
    for number in range(len(in_force)):
        row = program.sets[number]
        if not in_force[number] or row[GOALS_END] == row[GOALS]:
            continue
        for joint in range(joints):
            ease[joint] = max(ease[joint], program.free[number, joint])
        for goal in range(row[GOALS], row[GOALS_END]):
            kinds[count], ends[count] = program.goals[goal, 0], program.goals[goal, 1]
            weights[count] = program.goal_weights[goal]
            sources[count] = row[FIRST] + program.goals[goal, 2]
            _aim(program, number, goal, positions, quats, world_positions, world_rotations, targets, count)
            count += 1
    solve_steadily(
        Joints(program.parents, slides, program.rest_rotations, ease),
        program.bends,
        Goals(kinds[:count], ends[:count], np.zeros((count, 3)), targets[:count], weights[:count]),
        world_positions,
        world_rotations,
        rotations,
        unsettled,
    )
    for goal in range(count):
        guessed[sources[goal]] = guessed[sources[goal]] or unsettled[goal]


@cached_kernel(nogil=True, error_model="numpy")
def _aim(program, number, goal, positions, quats, world_positions, world_rotations, targets, row):
    """Writes a set's goal, in world coordinates, into a row of the targets (G, 4)."""
    carrier, by = program.carriers[number], program.sets[number, FIRST] + program.goals[goal, 2]
    if program.goals[goal, 0] == POSITION:
        place = vector(positions, by)
        if carrier != ABSENT:
            place = add(rotate(quaternion(world_rotations, carrier), place), vector(world_positions, carrier))
        set_vector(targets, row, place)
        return
    turn = quaternion(quats, by)
    if carrier != ABSENT:
        turn = multiply(quaternion(world_rotations, carrier), turn)
    set_quaternion(targets, row, normalize(turn))
