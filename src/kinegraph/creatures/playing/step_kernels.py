"""One compiled call for whole frames of any number of creatures: commands in, poses out.

layers' times -> gait -> channels -> inverse kinematics with volume -> jiggles -> local pose with deforms.
"""

import math

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import (
    conjugate,
    exponential,
    multiply,
    normalize,
    quaternion,
    rotate,
    set_quaternion,
)
from kinegraph.core.kernels.vectors import add, scale, set_vector, subtract, vector
from kinegraph.creatures.body.goals import FACING
from kinegraph.creatures.gait.ground_kernels import ground_height, plane_height
from kinegraph.creatures.gait.step_kernels import gait_frame
from kinegraph.creatures.ik import solver_kernels as solver
from kinegraph.creatures.ik.jiggle_kernels import jiggle
from kinegraph.creatures.playing import tables as at
from kinegraph.creatures.playing.array_views import fetcher, reader
from kinegraph.creatures.playing.evaluate_kernels import evaluate_frame
from kinegraph.creatures.playing.relocation_kernels import FROM_X, FROM_Z, TO_X, TO_Z, TURN, relocate

_step_at = reader(at.STEP_VIEW)
_fetch = fetcher(
    at.STEP_VIEW,
    *("tables", "walk", "jiggling", "layers", "under", "goals", "scratch", "positions", "rotations"),
)
_STRIDE = 1.0  # [s] gaits advance by this at most; a longer frame is walked in several strides
_FARTHEST = 1e7  # [m] from the creature: targets beyond are moved in to it


@kernel
def step_creatures(directories, first, last):
    """Steps the creatures first..last-1, each by as many frames as it has commands.

    directories: (N,) addresses of the directories of their `Step`.
    """
    for n in range(first, last):
        if n + 1 < last:
            _fetch(directories[n + 1], directories[min(n + 2, last - 1)])
        for frame in range(len(_step_at(directories[n]).commands)):
            _frame(directories[n], frame)


# Passing a whole `Step` to a function costs more than reading the few arrays that it needs: stages take an
# address.


@stage
def _frame(address, frame):
    advance_layers(address, frame)
    walk(address, frame)
    evaluate(address, frame)
    bend(address)
    aim(address)
    settle(address)
    place(address)
    sway(address, frame)
    write_pose(address, frame)


@stage
def evaluate(address, frame):
    """From the gait's goals to those of the layers over them."""
    step = _step_at(address)
    work = step.scratch.channels
    _write_heights(step.ground, step.under.placement, step.under.positions, work.heights)
    _take_targets(address, min(frame, len(step.targets) - 1))
    _lay_under(address)
    evaluate_frame(step.tables.motion, work, step.goals)


@stage
def bend(address):
    """From goals to where the spine is."""
    step = _step_at(address)
    goals, heights = step.goals, step.scratch.channels.heights
    _write_heights(step.ground, step.under.placement, goals.positions, heights)
    solver.pose_spine(step.tables.ik, step.scratch.ik, goals, heights, step.positions)


@stage
def aim(address):
    """From goals to how limbs begin."""
    step = _step_at(address)
    solver.aim_limbs(step.tables.ik, step.scratch.ik, step.scratch.channels.heights, step.positions)


@stage
def settle(address):
    """Settles the lengths of limbs, and keeps them off the torso and each other."""
    step = _step_at(address)
    solver.settle_limbs(step.tables.ik, step.scratch.ik, step.scratch.channels.heights)


@stage
def place(address):
    """Writes where all bodies are."""
    step = _step_at(address)
    solver.place_bodies(step.tables.ik, step.scratch.ik, step.positions, step.rotations)


@stage
def sway(address, frame):
    """Free bodies swing with the bodies that carry them."""
    step = _step_at(address)
    seconds = step.commands[frame, at.SECONDS]
    jiggle(step.tables.jiggles, step.jiggling, step.scratch.frame, seconds, step.positions, step.rotations)


@stage
def advance_layers(address, frame):
    """Moves the layers' times and fades on, and counts the events that are passed."""
    step = _step_at(address)
    layers, work, seconds = step.layers, step.scratch.channels, step.commands[frame, at.SECONDS]
    step.news[at.PASSED], step.news[at.FADED] = 0, 0
    for n in range(len(layers)):
        layer = layers[n]
        layer[at.BEFORE] = layer[at.TIME]
        layer[at.TIME] += seconds * layer[at.PACE]
        if layer[at.FADE_LONG] > 0.0:
            layer[at.FADE_TIME] += seconds
            share = min(layer[at.FADE_TIME] / layer[at.FADE_LONG], 1.0)
            layer[at.WEIGHT] = layer[at.FADE_FROM] + smoothstep(share) * (
                layer[at.FADE_TO] - layer[at.FADE_FROM]
            )
            if share >= 1.0:
                layer[at.FADE_LONG] = 0.0
        if layer[at.LEAVES] > 0.0 and layer[at.FADE_LONG] <= 0.0:
            step.news[at.FADED] += 1
        work.times[n], work.weights[n] = layer[at.TIME], layer[at.WEIGHT]
    events = step.tables.events
    for n in range(len(events)):
        layer = layers[int(events[n, at.E_LAYER])]
        step.news[at.PASSED] += max(
            _times_passed(events[n], layer[at.TIME]) - _times_passed(events[n], layer[at.BEFORE]), 0
        )


@part
def _times_passed(event, time):
    """Number of times that an event has been passed by a time: as `events.times_passed`."""
    if event[at.E_LOOPS] > 0.0:
        return max(0, math.ceil((time - event[at.E_TIME]) / event[at.E_DURATION]))
    arrived = time >= event[at.E_DURATION] and event[at.E_TIME] >= event[at.E_DURATION]
    return 1 if time > event[at.E_TIME] or arrived else 0


@stage
def walk(address, frame):
    """Advances the gait, and notes where the creature stands now."""
    step = _step_at(address)
    command, seconds = step.commands[frame], step.commands[frame, at.SECONDS]
    strides = max(math.ceil(seconds / _STRIDE), 1)
    for _ in range(strides):
        gait_frame(
            step.tables.gait,
            step.ground,
            step.walk,
            command[at.SIDEWAYS],
            command[at.FORWARD],
            command[at.TURNING],
            seconds / strides,
            step.under,
        )
    origin, here = step.under.placement, step.scratch.frame
    here[0], here[1], here[2] = origin[0], origin[1], origin[2]
    half = 0.5 * origin[FACING]
    here[3], here[4], here[5], here[6] = 0.0, math.sin(half), 0.0, math.cos(half)


@stage
def _write_heights(ground, placement, places, heights):
    """The ground under places in character space, itself in character space [m]."""
    sine, cosine = math.sin(placement[FACING]), math.cos(placement[FACING])
    plain = ground.heights.size == 1
    for n in range(len(places)):
        x, z = places[n, 0], places[n, 2]
        wx, wz = placement[0] + cosine * x + sine * z, placement[2] + cosine * z - sine * x
        found = plane_height(ground, wx, wz) if plain else ground_height(ground, wx, wz)
        heights[n] = found - placement[1]


@stage
def _take_targets(address, frame):
    """Targets in character space, limited to a distance; coordinates that are not finite become 0."""
    step = _step_at(address)
    here, places = step.scratch.frame, step.scratch.channels.targets
    back = conjugate((here[3], here[4], here[5], here[6]))
    for n in range(len(places)):
        target = vector(step.targets[frame], n)
        if step.known[n]:
            target = rotate(back, subtract(target, (here[0], here[1], here[2])))
        for axis in range(3):
            value = target[axis] if math.isfinite(target[axis]) else 0.0
            places[n, axis] = min(max(value, -_FARTHEST), _FARTHEST)


@stage
def _lay_under(address):
    """Copies the gait's goals, which lie under the layers."""
    step = _step_at(address)
    under, goals = step.under, step.goals
    for axis in range(4):
        goals.placement[axis] = under.placement[axis]
    for axis in range(3):
        goals.root_position[axis] = under.root_position[axis]
    for axis in range(4):
        goals.root_rotation[axis] = under.root_rotation[axis]
    for n in range(len(under.positions)):
        set_vector(goals.positions, n, vector(under.positions, n))
        set_quaternion(goals.rotations, n, quaternion(under.rotations, n))
        goals.position_weights[n] = under.position_weights[n]
        goals.rotation_weights[n] = under.rotation_weights[n]
    for n in range(len(goals.deforms)):
        goals.deforms[n] = 0.0


@stage
def write_pose(address, frame):
    """Local translations and rotations of the skeleton's joints, with the deforms."""
    step = _step_at(address)
    tables, here = step.tables.pose, step.scratch.frame
    positions, rotations = step.positions, step.rotations
    translations, locals_ = step.local_translations[frame], step.local_rotations[frame]
    for n in range(1, len(positions)):
        above = tables.parents[n]
        back = conjugate(quaternion(rotations, above))
        set_vector(translations, n, rotate(back, subtract(vector(positions, n), vector(positions, above))))
        set_quaternion(locals_, n, normalize(multiply(back, quaternion(rotations, n))))
    facing = (here[3], here[4], here[5], here[6])
    set_vector(translations, 0, add((here[0], here[1], here[2]), rotate(facing, vector(positions, 0))))
    set_quaternion(locals_, 0, normalize(multiply(facing, quaternion(rotations, 0))))
    for k in range(len(tables.deform_turns)):
        joint, amount = tables.deform_joints[k, 0], step.goals.deforms[tables.deform_joints[k, 1]]
        deform = exponential(scale(amount, vector(tables.deform_turns, k)))
        set_quaternion(locals_, joint, multiply(quaternion(locals_, joint), deform))


@stage
def put_down(address):
    """Puts a creature at another place, which is in its command: x, z [m] and heading [rad]."""
    step = _step_at(address)
    origin, command, move = step.under.placement, step.commands[0], step.scratch.frame
    move[FROM_X], move[FROM_Z] = origin[0], origin[2]
    move[TO_X], move[TO_Z], move[TURN] = command[0], command[1], command[2] - origin[FACING]
    relocate(step.tables.gait, step.walk, step.jiggling, step.ground, move)
