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
from kinegraph.creatures.ik.aim_kernels import aim_runs
from kinegraph.creatures.ik.limb_kernels import (
    hold,
    into_reach,
    keep_apart,
    limit_lengths,
    orient_limbs,
    sweep,
)
from kinegraph.creatures.ik.spine_kernels import (
    goal_turn,
    limit_spine,
    place_spine,
    solve_spine,
    wished_turn,
)
from kinegraph.creatures.ik.tables import (
    BODY,
    CARRIED,
    COUNT,
    FIRST_PAIR,
    GATHERED,
    GOAL,
    GOAL_TURN,
    GOAL_WEIGHT,
    L_BODY,
    L_CLEAR,
    L_CLEAR_BAND,
    L_GOAL,
    L_HANDLE,
    L_INNER,
    L_REST,
    L_RUN,
    L_SEAT,
    ORDER,
    PARENT,
    PIN,
    PINNED,
    PLACE,
    REST_PLACE,
    REST_TURN,
    ROLE,
    S_CLEAR,
    S_CLEAR_BAND,
    SPINE,
    SPINE_CARRIED,
    STRETCH,
    SW_PLACE,
    SW_TURN,
    TURN,
    TURN_WEIGHT,
)
from kinegraph.creatures.ik.volume_kernels import off_ground, out_of_torso, place_capsules

LIMB_ITERATIONS, BRANCHING_ITERATIONS = 7, 12  # aimed runs need few; where limbs branch, more
_VOLUME_AT = (3, 5)  # iterations after which elbows and knees are pushed out of the torso
_FAR = 1e4  # sizes away from the root: what lies further is brought there, the direction is all that counts


@stage
def solve_frame(
    tables,
    work,
    root_position,
    root_rotation,
    goal_positions,
    position_weights,
    goal_rotations,
    rotation_weights,
    ground_heights,
    positions,
    rotations,
):
    """Solves one frame.

    tables, work: IkTables and IkWork of the creature (`IkRig.tables`, `IkRig.work()`).
    root_position, root_rotation: (3,) [m] and (4,) of the root body, which only the ground stops.
    goal_positions, position_weights: (B, 3) [m] where handles should be, (B,) 0 to 1.
    goal_rotations, rotation_weights: (B, 4) orientations of bodies, (B,) 0 to 1.
    ground_heights: (B,) height of the ground under each body or its goal [m]; minus infinity for none.
    positions, rotations: (B, 3) and (B, 4), written: joints and bodies in the same space as the goals.
    """
    tree, rest, bodies = tables.bodies, tables.rest, work.bodies
    links, spine, spine_work = tables.spine_links, tables.spine, work.spine
    _take_goals(bodies, root_position, goal_positions, position_weights, tables.size[0])
    _take_turns(bodies, goal_rotations, rotation_weights)
    q_root = normalize((root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3]))
    floor = ground_heights[links[0, BODY]] + spine[0, S_CLEAR]  # a belly lies on the ground, not in it
    height = soft_maximum(root_position[1], floor, spine[0, S_CLEAR_BAND])
    set_vector(spine_work, 0, (root_position[0], height, root_position[2]), SW_PLACE)
    set_quaternion(
        spine_work, 0, multiply(q_root, conjugate(quaternion(rest, links[0, BODY], REST_TURN))), SW_TURN
    )
    solve_spine(
        links,
        spine,
        tables.spine_goal_bodies,
        tables.spine_goals,
        tables.pull_bodies,
        tables.pulls,
        rest,
        bodies,
        ground_heights,
        spine_work,
    )
    place_spine(
        links, spine, tables.between_links, tables.between, spine_work, bodies, positions, tables.size[0]
    )
    limit_spine(tree, rest, positions)
    _carry(tree, rest, bodies, positions, SPINE_CARRIED)
    if len(tables.limbs) > 0:
        _solve_limbs(tables, work, ground_heights, positions)
    _carry(tree, rest, bodies, positions, CARRIED)
    for body in range(len(tree)):
        q = multiply(quaternion(bodies, body, TURN), quaternion(rest, body, REST_TURN))
        set_quaternion(rotations, body, normalize(q))


@stage
def _take_goals(bodies, root, goals, weights, size):
    """Goals that are numbers and not absurdly far, with weights of 0 to 1."""
    for body in range(len(goals)):
        for axis in range(3):
            away = goals[body, axis] - root[axis]
            if not math.isfinite(away):
                away = 0.0
            bodies[body, GOAL + axis] = root[axis] + min(max(away, -_FAR * size), _FAR * size)
        bodies[body, GOAL_WEIGHT] = _share(weights[body])


@part
def _take_turns(bodies, turns, weights):
    """Unit orientations, with weights of 0 to 1."""
    for body in range(len(turns)):
        bodies[body, TURN_WEIGHT] = _share(weights[body])
        if bodies[body, TURN_WEIGHT] > 0.0:
            set_quaternion(bodies, body, normalize(quaternion(turns, body)), GOAL_TURN)


@part
def _share(weight):
    return min(weight, 1.0) if weight > 0.0 else 0.0


@stage
def _carry(tree, rest, bodies, positions, role):
    """Bodies of one role go with their parents; orientation goals turn them, and what they carry."""
    for n in range(len(tree)):
        body = tree[n, ORDER]
        if tree[body, ROLE] == role:
            parent = tree[body, PARENT]
            step = subtract(vector(rest, body, REST_PLACE), vector(rest, parent, REST_PLACE))
            base = quaternion(bodies, parent, TURN)
            set_vector(positions, body, add(vector(positions, parent), rotate(base, step)))
            set_quaternion(bodies, body, goal_turn(rest, bodies, body, base), TURN)
        elif role == SPINE_CARRIED and tree[body, ROLE] == SPINE and n > 0:
            base = quaternion(bodies, body, TURN)
            set_quaternion(bodies, body, goal_turn(rest, bodies, body, base), TURN)


@part
def _solve_limbs(tables, work, ground, positions):
    """Places all limb bodies that have goals: writes their positions and their turns from rest."""
    tree, rest, bodies = tables.bodies, tables.rest, work.bodies
    links, limbs, rows, aims = tables.limb_links, tables.limbs, work.limbs, work.runs
    ends, capsules = tables.capsule_ends, work.capsules
    pair_capsules, pairs = tables.pair_capsules, tables.pairs
    place_capsules(ends, tables.capsules, bodies, positions, capsules)
    _seat(tree, rest, links, limbs, bodies, positions, rows)
    for q in range(len(limbs)):
        goal = links[q, L_GOAL]
        if goal >= 0:
            place = lerp(vector(rows, q, PLACE), vector(bodies, goal, GOAL), bodies[goal, GOAL_WEIGHT])
            first, last = links[q, FIRST_PAIR], links[q + 1, FIRST_PAIR]
            held, inward = _held(rest, bodies, links, limbs, q, goal)
            for _ in range(2):  # out of the torso, into reach; what is out of reach may not sink in again
                place = out_of_torso(ends, capsules, pair_capsules, pairs, bodies, first, last, place)
                place = off_ground(place, ground[goal], limbs[q, L_CLEAR], limbs[q, L_CLEAR_BAND])
                place = _reached(links, tables.run_links, tables.runs, rows, q, place, held, inward)
            for _ in range(2):  # one capsule may push into the next
                place = out_of_torso(ends, capsules, pair_capsules, pairs, bodies, first, last, place)
            _pin(links, rows, q, place, held, inward)
    aim_runs(
        tree,
        bodies,
        links,
        limbs,
        tables.run_links,
        tables.runs,
        tables.chain,
        tables.bends,
        tables.leaves,
        rows,
        aims,
    )
    for iteration in range(BRANCHING_ITERATIONS if len(tables.crosses) > 0 else LIMB_ITERATIONS):
        keep_apart(tables.cross_links, tables.crosses, rows)
        sweep(links, limbs, rows)
        if iteration == _VOLUME_AT[0] or iteration == _VOLUME_AT[1]:
            for q in range(len(limbs)):
                if links[q, L_INNER] >= 0 and rows[q, PINNED] < 1.0:
                    first, last, place = (
                        links[q, FIRST_PAIR],
                        links[q + 1, FIRST_PAIR],
                        vector(rows, q, PLACE),
                    )
                    place = out_of_torso(ends, capsules, pair_capsules, pairs, bodies, first, last, place)
                    floor = ground[links[q, L_BODY]]
                    set_vector(
                        rows, q, off_ground(place, floor, limbs[q, L_CLEAR], limbs[q, L_CLEAR_BAND]), PLACE
                    )
    limit_lengths(links, limbs, rows)
    orient_limbs(tree, rest, links, limbs, tables.limb_bodies, tables.axes, rows, aims, bodies, positions)


@stage
def _seat(tree, rest, links, limbs, bodies, positions, rows):
    """Limbs start where their spine bodies carry them."""
    for q in range(len(limbs)):
        spine = tree[links[links[q, L_SEAT], L_BODY], PARENT]
        step = subtract(vector(limbs, q, L_REST), vector(rest, spine, REST_PLACE))
        place = add(vector(positions, spine), rotate(quaternion(bodies, spine, TURN), step))
        set_vector(rows, q, place, PLACE)
        set_vector(rows, q, place, PIN)
        set_vector(rows, q, (0.0, 0.0, 0.0), GATHERED)
        rows[q, COUNT], rows[q, PINNED], rows[q, STRETCH] = 0.0, 0.0, 1.0


@part
def _held(rest, bodies, links, limbs, q, goal):
    """(weight, step from handle q to the joint that carries it) that an orientation goal asks for."""
    joint, turned = links[q, L_INNER], goal
    if bodies[links[q, L_BODY], TURN_WEIGHT] > bodies[goal, TURN_WEIGHT]:
        turned = links[q, L_BODY]  # the head that a mouth is on
    held = 0.0
    if links[q, L_HANDLE] == 1 and links[joint, L_INNER] >= 0:
        held = bodies[turned, TURN_WEIGHT]
    if held <= 0.0:
        return 0.0, (0.0, 0.0, 0.0)
    wish = wished_turn(rest, bodies, turned)
    return held, rotate(wish, subtract(vector(limbs, joint, L_REST), vector(limbs, q, L_REST)))


@stage
def _reached(links, run_links, runs, rows, q, place, held, inward):
    """`place` of a handle, softly within reach; as far as its orientation is given, its joint is."""
    # Where the limb would be at rest: what `_seat` left there.
    lean = subtract(vector(rows, q, PLACE), vector(rows, links[q, L_SEAT], PLACE))
    aimed = add_scaled(place, held, inward)
    return add(place, into_reach(run_links, runs, rows, links[q, L_RUN], aimed, held, lean))


@part
def _pin(links, rows, q, place, held, inward):
    """Pins particle q at `place`, and as far as its orientation is given also the joint that carries it."""
    set_vector(rows, q, place, PIN)
    set_vector(rows, q, place, PLACE)
    rows[q, PINNED] = 1.0
    joint = links[q, L_INNER]
    if held > 0.0 and links[joint, L_GOAL] < 0:
        hold(rows, joint, add(place, inward), held)


@kernel
def solve_frames(
    tables,
    work,
    root_positions,
    root_rotations,
    goal_positions,
    position_weights,
    goal_rotations,
    rotation_weights,
    ground_heights,
    positions,
    rotations,
):
    """`solve_frame` for every row of arrays with a leading axis of frames."""
    for f in range(len(root_positions)):
        solve_frame(
            tables,
            work,
            root_positions[f],
            root_rotations[f],
            goal_positions[f],
            position_weights[f],
            goal_rotations[f],
            rotation_weights[f],
            ground_heights[f],
            positions[f],
            rotations[f],
        )
