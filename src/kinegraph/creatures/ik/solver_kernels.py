"""Compiled particle solver: one frame of one creature, from goals to positions and rotations (paper, 4.3).

Nothing is remembered between frames: the same goals give the same bits, whatever came before.
"""

import math

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.core.kernels.easing import soft_maximum
from kinegraph.core.kernels.quaternions import (
    conjugate,
    multiply,
    normalize,
    quaternion,
    rotate,
    set_quaternion,
)
from kinegraph.core.kernels.vectors import add, add_scaled, lerp, set_vector, subtract, vector
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.aim_kernels import aim_runs
from kinegraph.creatures.ik.limb_kernels import (
    hold,
    keep_apart,
    limit_lengths,
    orient_limbs,
    reach_correction,
    sweep,
)
from kinegraph.creatures.ik.spine_kernels import (
    goal_turn,
    limit_spine,
    place_spine,
    solve_spine,
    wanted_turn,
)
from kinegraph.creatures.ik.touch_kernels import give_way, leave_torso, part_limbs, pass_limbs, span_links
from kinegraph.creatures.ik.volume_kernels import lift_off_ground, place_capsules, push_out_of_torso

LIMB_ITERATIONS, BRANCHING_ITERATIONS = 7, 12  # aimed runs need few; where limbs branch, more
_VOLUME_AT = (3, 5)  # iterations after which elbows and knees leave the torso; limbs pass each other between
_SETTLING = 3  # last iterations, which only settle lengths
_FAR = 1e4  # sizes from the root: goals beyond are moved in to it, their direction counts


@stage
def solve_frame(tables, work, goals, ground_heights, positions, rotations):
    """Solves one frame, stage by stage.

    tables, work: IkTables and IkWork of the creature (`IkRig.tables`, `IkRig.work()`).
    goals: `Goals`. The root goes where they put it; only the ground stops it.
    ground_heights: (B,) height of the ground under each body or its goal [m]; minus infinity for none.
    positions, rotations: (B, 3) and (B, 4), written: joints and bodies in the same space as the goals.
    """
    pose_spine(tables, work, goals, ground_heights, positions)
    aim_limbs(tables, work, ground_heights, positions)
    settle_limbs(tables, work, ground_heights)
    place_bodies(tables, work, positions, rotations)


@stage
def pose_spine(tables, work, goals, ground_heights, positions):
    """The first stage: takes the goals in and places the spine, with what hangs on it beyond all goals."""
    tree, rest, bodies = tables.bodies, tables.rest, work.bodies
    spine, root = tables.spine, goals.root_position
    _take_goals(bodies, root, goals.positions, goals.position_weights, tables.size[0])
    _take_turns(bodies, goals.rotations, goals.rotation_weights)
    root_body = spine.links[0, at.BODY]
    facing = goals.root_rotation
    q_root = normalize((facing[0], facing[1], facing[2], facing[3]))
    floor = ground_heights[root_body] + spine.numbers[0, at.S_CLEAR]  # a belly lies on the ground, not in it
    height = soft_maximum(root[1], floor, spine.numbers[0, at.S_CLEAR_BAND])
    set_vector(work.spine, 0, (root[0], height, root[2]), at.SW_PLACE)
    set_quaternion(
        work.spine, 0, multiply(q_root, conjugate(quaternion(rest, root_body, at.REST_TURN))), at.SW_TURN
    )
    solve_spine(spine, tables.spine_goals, tables.pulls, rest, bodies, ground_heights, work.spine)
    place_spine(spine, tables.between, work.spine, bodies, positions, tables.size[0])
    limit_spine(tree, rest, positions)
    _carry(tree, rest, bodies, positions, at.SPINE_CARRIED)


@stage
def _take_goals(bodies, root, goals, weights, size):
    """Goals that are numbers and not absurdly far, with weights of 0 to 1."""
    for body in range(len(goals)):
        for axis in range(3):
            away = goals[body, axis] - root[axis]
            if not math.isfinite(away):
                away = 0.0
            bodies[body, at.GOAL + axis] = root[axis] + min(max(away, -_FAR * size), _FAR * size)
        bodies[body, at.GOAL_WEIGHT] = _clamp_weight(weights[body])


@part
def _take_turns(bodies, turns, weights):
    """Unit orientations, with weights of 0 to 1."""
    for body in range(len(turns)):
        bodies[body, at.TURN_WEIGHT] = _clamp_weight(weights[body])
        if bodies[body, at.TURN_WEIGHT] > 0.0:
            set_quaternion(bodies, body, normalize(quaternion(turns, body)), at.GOAL_TURN)


@part
def _clamp_weight(weight):
    return min(weight, 1.0) if weight > 0.0 else 0.0


@stage
def _carry(tree, rest, bodies, positions, role):
    """Bodies of one role go with their parents; orientation goals turn them, and what they carry."""
    for n in range(len(tree)):
        body = tree[n, at.ORDER]
        if tree[body, at.ROLE] == role:
            parent = tree[body, at.PARENT]
            step = subtract(vector(rest, body, at.REST_PLACE), vector(rest, parent, at.REST_PLACE))
            base = quaternion(bodies, parent, at.TURN)
            set_vector(positions, body, add(vector(positions, parent), rotate(base, step)))
            set_quaternion(bodies, body, goal_turn(rest, bodies, body, base), at.TURN)
        elif role == at.SPINE_CARRIED and tree[body, at.ROLE] == at.SPINE and n > 0:
            base = quaternion(bodies, body, at.TURN)
            set_quaternion(bodies, body, goal_turn(rest, bodies, body, base), at.TURN)


@stage
def aim_limbs(tables, work, ground, positions):
    """The second stage: goals of limbs become pins within reach, and limbs are laid out towards them."""
    tree, rest, bodies = tables.bodies, tables.rest, work.bodies
    limbs, rows, aims = tables.limbs, work.limbs, work.runs
    capsules, placed, pairs = tables.capsules, work.capsules, tables.pairs
    if len(limbs.numbers) == 0:
        return
    place_capsules(capsules, bodies, positions, placed)
    _seat(tree, rest, limbs, bodies, positions, rows)
    for q in range(len(limbs.numbers)):
        goal = limbs.links[q, at.L_GOAL]
        if goal >= 0:
            place = lerp(
                vector(rows, q, at.PLACE), vector(bodies, goal, at.GOAL), bodies[goal, at.GOAL_WEIGHT]
            )
            own_pairs = limbs.links[q, at.FIRST_PAIR], limbs.links[q + 1, at.FIRST_PAIR]
            held, inward = _held_orientation(rest, bodies, limbs, q, goal)
            for _ in range(2):  # out of the torso, into reach, and out of the torso again
                place = push_out_of_torso(capsules, placed, pairs, bodies, own_pairs, place)
                place = _clear_ground(limbs, q, ground[goal], place)
                place = _bring_into_reach(limbs, tables.runs, rows, q, place, held, inward)
            for _ in range(2):  # one capsule may push into the next
                place = push_out_of_torso(capsules, placed, pairs, bodies, own_pairs, place)
            _pin(limbs, rows, q, place, held, inward)
    aim_runs(tree, bodies, limbs, tables.runs, tables.leaves, rows, aims)


@stage
def settle_limbs(tables, work, ground):
    """The third stage: limbs' lengths settle, and limbs keep off the torso and each other."""
    limbs, rows, placed = tables.limbs, work.limbs, work.capsules
    if len(limbs.numbers) == 0:
        return
    iterations = BRANCHING_ITERATIONS if len(tables.crosses.lengths) > 0 else LIMB_ITERATIONS
    for iteration in range(iterations):
        keep_apart(tables.crosses, rows)
        sweep(limbs, rows, iteration < iterations - _SETTLING)
        if _VOLUME_AT[0] <= iteration <= _VOLUME_AT[1]:
            root = quaternion(work.spine, 0, at.SW_TURN)
            whole = iteration == _VOLUME_AT[0] or iteration == _VOLUME_AT[1]
            if whole:
                _leave_volumes(tables, work, ground)
            span_links(limbs, rows)
            pass_limbs(limbs, tables.passes, rows, root)
            if whole:
                part_limbs(limbs, tables.touches, rows, root)
                leave_torso(limbs, tables.presses, placed, rows, root)
            give_way(limbs, rows)
    _keep_on_ground(limbs, rows, ground)
    limit_lengths(limbs, rows)


@stage
def place_bodies(tables, work, positions, rotations):
    """The last stage: writes where limb bodies are and how they are turned, and what they carry."""
    tree, rest, bodies = tables.bodies, tables.rest, work.bodies
    limbs = tables.limbs
    if len(limbs.numbers) > 0:
        orient_limbs(
            tree, rest, limbs, tables.limb_bodies, tables.axes, work.limbs, work.runs, bodies, positions
        )
    _carry(tree, rest, bodies, positions, at.CARRIED)
    for body in range(len(tree)):
        q = multiply(quaternion(bodies, body, at.TURN), quaternion(rest, body, at.REST_TURN))
        set_quaternion(rotations, body, normalize(q))


@part
def _leave_volumes(tables, work, ground):
    """Elbows and knees leave the torso and the ground."""
    limbs, rows = tables.limbs, work.limbs
    for q in range(len(limbs.numbers)):
        if limbs.links[q, at.L_INNER] >= 0 and rows[q, at.PINNED] < 1.0:
            own_pairs = limbs.links[q, at.FIRST_PAIR], limbs.links[q + 1, at.FIRST_PAIR]
            place = vector(rows, q, at.PLACE)
            place = push_out_of_torso(
                tables.capsules, work.capsules, tables.pairs, work.bodies, own_pairs, place
            )
            floor = ground[limbs.links[q, at.L_BODY]]
            set_vector(rows, q, _clear_ground(limbs, q, floor, place), at.PLACE)


@part
def _keep_on_ground(limbs, rows, ground):
    """Knees that kneel stay on the ground, at the cost of a little stretch; settling pushes them into it."""
    for q in range(len(limbs.numbers)):
        free = rows[q, at.PINNED] == 0.0 and limbs.links[q, at.L_HANDLE] == 0
        if free and limbs.links[q, at.L_INNER] >= 0:
            place = _clear_ground(limbs, q, ground[limbs.links[q, at.L_BODY]], vector(rows, q, at.PLACE))
            set_vector(rows, q, place, at.PLACE)


@part
def _clear_ground(limbs, q, ground, place):
    """`place` of particle q, as high above the ground as the limb is thick there."""
    return lift_off_ground(place, ground, limbs.numbers[q, at.L_CLEAR], limbs.numbers[q, at.L_CLEAR_BAND])


@stage
def _seat(tree, rest, limbs, bodies, positions, rows):
    """Limbs start where their spine bodies carry them."""
    for q in range(len(limbs.numbers)):
        spine = tree[limbs.links[limbs.links[q, at.L_SEAT], at.L_BODY], at.PARENT]
        step = subtract(vector(limbs.numbers, q, at.L_REST), vector(rest, spine, at.REST_PLACE))
        place = add(vector(positions, spine), rotate(quaternion(bodies, spine, at.TURN), step))
        set_vector(rows, q, place, at.PLACE)
        set_vector(rows, q, place, at.PIN)
        set_vector(rows, q, (0.0, 0.0, 0.0), at.GATHERED)
        rows[q, at.COUNT], rows[q, at.PINNED], rows[q, at.STRETCH] = 0.0, 0.0, 1.0


@part
def _held_orientation(rest, bodies, limbs, q, goal):
    """(weight, step from handle q to the joint that carries it) that an orientation goal asks for."""
    joint, turned = limbs.links[q, at.L_INNER], goal
    if bodies[limbs.links[q, at.L_BODY], at.TURN_WEIGHT] > bodies[goal, at.TURN_WEIGHT]:
        turned = limbs.links[q, at.L_BODY]  # the head that a mouth is on
    held = 0.0
    if limbs.links[q, at.L_HANDLE] == 1 and limbs.links[joint, at.L_INNER] >= 0:
        held = bodies[turned, at.TURN_WEIGHT]
    if held <= 0.0:
        return 0.0, (0.0, 0.0, 0.0)
    wish = wanted_turn(rest, bodies, turned)
    inward = subtract(vector(limbs.numbers, joint, at.L_REST), vector(limbs.numbers, q, at.L_REST))
    return held, rotate(wish, inward)


@stage
def _bring_into_reach(limbs, runs, rows, q, place, held, inward):
    """`place` of a handle, softly within reach; as far as its orientation is given, its joint is."""
    # Where the limb would be at rest: what `_seat` left there.
    lean = subtract(vector(rows, q, at.PLACE), vector(rows, limbs.links[q, at.L_SEAT], at.PLACE))
    aimed = add_scaled(place, held, inward)
    return add(place, reach_correction(runs, rows, limbs.links[q, at.L_RUN], aimed, held, lean))


@part
def _pin(limbs, rows, q, place, held, inward):
    """Pins particle q at `place`, and as far as its orientation is given also the joint that carries it."""
    set_vector(rows, q, place, at.PIN)
    set_vector(rows, q, place, at.PLACE)
    rows[q, at.PINNED] = 1.0
    joint = limbs.links[q, at.L_INNER]
    if held > 0.0 and limbs.links[joint, at.L_GOAL] < 0:
        hold(rows, joint, add(place, inward), held)


@kernel
def solve_frames(tables, work, goals, ground_heights, positions, rotations):
    """`solve_frame` for every row of arrays with a leading axis of frames."""
    for f in range(len(ground_heights)):
        frame = Goals(
            goals.placement[f],
            goals.root_position[f],
            goals.root_rotation[f],
            goals.positions[f],
            goals.position_weights[f],
            goals.rotations[f],
            goals.rotation_weights[f],
            goals.deforms[f],
        )
        solve_frame(tables, work, frame, ground_heights[f], positions[f], rotations[f])
