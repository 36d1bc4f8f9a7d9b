"""Compiled evaluation of all channels of all layers at one time: curves, S, blends, goals (paper, 3.2.3).

The goals that come in lie under the lowest layer: a gait's foot places, or zero weights. Each layer is laid
over the layers below it by its weight a, degree of freedom by degree of freedom:
    value = (W (1 - a) below + a above) / (W (1 - a) + a),    W = W (1 - a) + a
so a layer of weight 1 hides what it owns, and a fade of one layer over another is a cross-fade.
"""

import math

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.core.kernels.quaternions import (
    IDENTITY,
    conjugate,
    exponential,
    logarithm,
    multiply,
    normalize,
    quaternion,
    rotate,
    set_quaternion,
)
from kinegraph.core.kernels.vectors import add, add_scaled, scale, set_vector, subtract, vector
from kinegraph.creatures.animation.hermite_kernels import evaluate_curves
from kinegraph.creatures.animation.mode_kernels import (
    FOLLOWS,
    LOOK_AT,
    SECONDARY,
    SURFACE,
    Carrier,
    PositionArguments,
    RotationArguments,
    specialize_position,
    specialize_rotation,
)
from kinegraph.creatures.playing.footing_kernels import keep_footing

_POSITION, _ROTATION = 0, 1
_FARTHEST = 1e6  # metres: targets beyond are moved in to it
_NOTHING = 1e-12  # weights below it count as none
_ORIGIN = (0.0, 0.0, 0.0)


@part
def layer_time(time, duration, loops):
    """The time within an animation [s]: wrapped where it loops, else held at its ends."""
    if loops:
        return time - duration * math.floor(time / duration)
    return min(max(time, 0.0), duration)


@part
def _weight(tables, share, values):
    curve = tables.share_weights[share]
    return 1.0 if curve < 0 else min(1.0, max(0.0, values[curve, 0]))


@part
def _target(tables, share, work, goals, carrier):
    """A share's target: the external place, the body's goal, or the body's rest place as carried."""
    external, body = tables.share_externals[share], tables.share_bodies[share]
    if external >= 0:
        x, y, z = vector(work.targets, external)
        return (
            min(_FARTHEST, max(-_FARTHEST, x)),
            min(_FARTHEST, max(-_FARTHEST, y)),
            min(_FARTHEST, max(-_FARTHEST, z)),
        )
    if body < 0:
        return _ORIGIN
    place = add(rotate(carrier.turn, vector(tables.rest.handles, body)), carrier.place)
    moving = goals.position_weights[body] if tables.share_moving[share] else 0.0
    shift = scale(moving, subtract(vector(goals.positions, body), place))
    if tables.share_flags[share] & SURFACE:
        place = add(rotate(carrier.turn, vector(tables.rest.middles, body)), carrier.place)
    return add(place, shift)


@part
def _contact(tables, share, body):
    """Distance from a share's target at which the body meets its surface [m]."""
    part_of = tables.share_bodies[share]
    return tables.rest.radii[body] + (tables.rest.radii[part_of] if part_of >= 0 else 0.0)


@part
def _flags(tables, share, body):
    """The mode's bits of a share; the root does not ride on itself."""
    flags = tables.share_flags[share]
    if body == tables.root:
        flags &= ~FOLLOWS
    return flags


@stage
def _slerp(a, b, share):
    """From turn a (share 0) to b (share 1) the short way round."""
    return multiply(a, exponential(scale(share, logarithm(multiply(conjugate(a), b)))))


@part
def _blend_position(tables, entry, work, goals, carrier):
    """(place, total weight): the mean by weights of all that share a body's position."""
    rest = tables.rest
    body = tables.entry_bodies[entry]
    place, total = _ORIGIN, 0.0
    for share in range(tables.entry_shares[entry], tables.entry_shares[entry + 1]):
        weight = _weight(tables, share, work.values)
        if weight <= _NOTHING:
            continue
        flags, target = _flags(tables, share, body), _ORIGIN
        if flags & SECONDARY:
            target = _target(tables, share, work, goals, carrier)
        mode = PositionArguments(
            flags,
            vector(rest.handles, body),
            vector(tables.share_scales, share),
            rest.softs[body],
            work.heights[body],
            target,
            _contact(tables, share, body),
            carrier,
        )
        total += weight
        value = vector(work.values, tables.share_curves[share])
        place = add_scaled(place, weight, specialize_position(mode, value))
    if total > _NOTHING:
        place = (place[0] / total, place[1] / total, place[2] / total)
    return place, min(total, 1.0)


@part
def _blend_rotation(tables, entry, work, goals, carrier):
    """(turn, total weight): the blend of all that share a body's rotation, in channel order."""
    rest = tables.rest
    body = tables.entry_bodies[entry]
    blended, total = IDENTITY, 0.0
    for share in range(tables.entry_shares[entry], tables.entry_shares[entry + 1]):
        weight = _weight(tables, share, work.values)
        if weight <= _NOTHING:
            continue
        flags, target = _flags(tables, share, body), _ORIGIN
        if flags & LOOK_AT:
            target = _target(tables, share, work, goals, carrier)
        mode = RotationArguments(
            flags,
            quaternion(rest.rotations, body),
            quaternion(rest.body_from_frame, body),
            vector(rest.forward, body),
            vector(rest.places, body),
            rest.softs[body],
            target,
            carrier,
        )
        total += weight
        value = quaternion(work.values, tables.share_curves[share])
        blended = _slerp(blended, specialize_rotation(mode, value), weight / total)
    return blended, min(total, 1.0)


@part
def _lay_position(goals, body, place, above):
    """Lays a place over a body's position goal, by the weight `above`."""
    below = goals.position_weights[body] * (1.0 - above)
    total = below + above
    if total > _NOTHING:
        x, y, z = vector(goals.positions, body)
        x, y, z = below * x + above * place[0], below * y + above * place[1], below * z + above * place[2]
        set_vector(goals.positions, body, (x / total, y / total, z / total))
    goals.position_weights[body] = total


@part
def _lay_rotation(goals, body, q, above):
    """Lays an orientation over a body's rotation goal, by the weight `above`."""
    below = goals.rotation_weights[body] * (1.0 - above)
    total = below + above
    if total > _NOTHING:
        set_quaternion(
            goals.rotations, body, normalize(_slerp(quaternion(goals.rotations, body), q, above / total))
        )
    goals.rotation_weights[body] = total


@part
def _find_carrier(tables, root_position, root_rotation):
    """Finds the turn and place by which the root carries its bodies now."""
    facing = (root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3])
    at_rest, place = quaternion(tables.rest.rotations, tables.root), vector(tables.rest.places, tables.root)
    way = normalize(multiply(facing, conjugate(at_rest)))
    here = (root_position[0], root_position[1], root_position[2])
    return Carrier(subtract(here, rotate(way, place)), way)


@part
def _find_support(tables, weights, values, support):
    """Writes the share that each leg bears, 0 to 1: 0 where channels place its foot."""
    for leg in range(len(support)):
        support[leg] = 1.0
    for row in range(len(tables.leg_entries)):
        leg, layer, entry = tables.leg_entries[row, 0], tables.leg_entries[row, 1], tables.leg_entries[row, 2]
        total = 0.0
        for share in range(tables.entry_shares[entry], tables.entry_shares[entry + 1]):
            total += _weight(tables, share, values)
        support[leg] *= 1.0 - min(1.0, max(0.0, weights[layer])) * min(total, 1.0)


@part
def _ride(riding, before, carrier, goals):
    """Carries the goals under the layers of hips and heads along as channels move the root.

    So a body that bows, spins or leaps takes its shoulders with it; feet stay planted.
    before, carrier: How the root carried what hangs on it without the channels, and with them.
    """
    way = multiply(carrier.turn, conjugate(before.turn))
    for n in range(len(riding)):
        body = riding[n]
        if goals.position_weights[body] > 0.0:
            away = subtract(vector(goals.positions, body), before.place)
            set_vector(goals.positions, body, add(carrier.place, rotate(way, away)))
        if goals.rotation_weights[body] > 0.0:
            set_quaternion(goals.rotations, body, multiply(way, quaternion(goals.rotations, body)))


@part
def _move_root(tables, root_position, place, above):
    """Adds a layer's shift of the root, by the weight `above`."""
    shift = scale(above, subtract(place, vector(tables.rest.handles, tables.root)))
    for axis in range(3):
        root_position[axis] += shift[axis]


@part
def _turn_root(tables, root_rotation, q, above):
    """Turns the root by a layer's turn away from rest, by the weight `above`."""
    away = multiply(q, conjugate(quaternion(tables.rest.rotations, tables.root)))
    facing = (root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3])
    facing = normalize(multiply(_slerp(IDENTITY, away, above), facing))
    root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3] = facing


@part
def _set_deform(tables, entry, weight, values, deforms):
    deform = tables.entry_deforms[entry]
    value, total = 0.0, 0.0
    for share in range(tables.entry_shares[entry], tables.entry_shares[entry + 1]):
        part = _weight(tables, share, values)
        total += part
        value += part * values[tables.share_curves[share], 0]
    if total > _NOTHING:
        deforms[deform] += weight * min(total, 1.0) * (value / total - deforms[deform])


@kernel
def evaluate_frame(tables, work, goals):
    """One frame of one creature: lays all layers over the goals that come in.

    tables: `MotionTables`.  work: `ChannelWork`, its times, weights, targets and ground heights given.
    goals: `Goals`; in: what lies under the layers, the root at rest with what the gait adds; out: with the
        channels.
    """
    values, root_position, root_rotation = work.values, goals.root_position, goals.root_rotation
    for layer in range(len(work.times)):
        time = layer_time(work.times[layer], tables.durations[layer], tables.loops[layer])
        evaluate_curves(
            tables.curves, tables.layer_curves[layer], tables.layer_curves[layer + 1], time, values
        )
    place = (root_position[0], root_position[1], root_position[2])
    facing = (root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3])
    carrier = _find_carrier(tables, root_position, root_rotation)
    for phase in range(2):  # the root first, then all that it carries
        if phase == 1:
            before = carrier
            _find_support(tables, work.weights, values, work.support)
            keep_footing(tables.legs, work.support, place, facing, goals)
            carrier = _find_carrier(tables, root_position, root_rotation)
            _ride(tables.riding, before, carrier, goals)
        for layer in range(len(work.times)):
            weight = min(1.0, max(0.0, work.weights[layer]))
            first, last = tables.layer_entries[layer, phase], tables.layer_entries[layer, phase + 1]
            for entry in range(first, last if weight > _NOTHING else first):
                body, kind = tables.entry_bodies[entry], tables.entry_kinds[entry]
                if kind == _POSITION:
                    goal, total = _blend_position(tables, entry, work, goals, carrier)
                    if phase == 0:
                        _move_root(tables, root_position, goal, weight * total)
                    else:
                        _lay_position(goals, body, goal, weight * total)
                elif kind == _ROTATION:
                    q, total = _blend_rotation(tables, entry, work, goals, carrier)
                    if phase == 0:
                        _turn_root(tables, root_rotation, q, weight * total)
                    else:
                        _lay_rotation(goals, body, q, weight * total)
                else:
                    _set_deform(tables, entry, weight, values, goals.deforms)
