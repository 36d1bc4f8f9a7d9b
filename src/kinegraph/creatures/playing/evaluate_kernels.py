"""Compiled evaluation of all channels of all layers at one time: keys, S, blends, into goals.

What the goal arrays hold when they come in lies under the lowest layer: a gait's foot places, or zero
weights. Each layer goes over what is below it by its weight, part by part:
    value = (W (1 - a) below + a above) / (W (1 - a) + a),    W = W (1 - a) + a
so a layer of weight 1 that owns a part hides what was there, and a fade of one layer over another is a
cross-fade.
"""

import math

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.core.kernels.quaternions import conjugate, exponential, logarithm, multiply, normalize, rotate
from kinegraph.creatures.animation.hermite_kernels import evaluate_curves
from kinegraph.creatures.animation.mode_kernels import (
    FOLLOWS,
    LOOK_AT,
    SECONDARY,
    specialize_position,
    specialize_rotation,
)
from kinegraph.creatures.playing.footing_kernels import keep_footing

_POSITION, _ROTATION = 0, 1
_FARTHEST = 1e6  # metres: targets beyond are moved in to it
_NOTHING = 1e-12  # weights below it count as none


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
def _find_target(tables, share, targets, carrier, goal_positions, position_weights, target):
    """Writes where a share's target is: the external place, the body's goal, or its rest place as carried."""
    external, body = tables.share_externals[share], tables.share_bodies[share]
    if external >= 0:
        for axis in range(3):
            target[axis] = min(_FARTHEST, max(-_FARTHEST, targets[external, axis]))
    elif body >= 0:
        rest = tables.rest.handles[body]
        x, y, z = rotate((carrier[3], carrier[4], carrier[5], carrier[6]), rest)
        share_of_goal = position_weights[body] if tables.share_moving[share] else 0.0
        target[0] = x + carrier[0] + share_of_goal * (goal_positions[body, 0] - x - carrier[0])
        target[1] = y + carrier[1] + share_of_goal * (goal_positions[body, 1] - y - carrier[1])
        target[2] = z + carrier[2] + share_of_goal * (goal_positions[body, 2] - z - carrier[2])


@stage
def _slerped(ax, ay, az, aw, bx, by, bz, bw, share):
    """From a (share 0) to b (share 1) the short way round."""
    dx, dy, dz, dw = multiply((-ax, -ay, -az, aw), (bx, by, bz, bw))
    x, y, z = logarithm((dx, dy, dz, dw))
    ex, ey, ez, ew = exponential((share * x, share * y, share * z))
    return multiply((ax, ay, az, aw), (ex, ey, ez, ew))


@part
def _blended_position(
    tables, entry, values, targets, carrier, target, ground, goal_positions, position_weights
):
    """The mean by weights of all that share a body's position: (x, y, z, total weight)."""
    rest = tables.rest
    body = tables.entry_bodies[entry]
    x, y, z, total = 0.0, 0.0, 0.0, 0.0
    for share in range(tables.entry_shares[entry], tables.entry_shares[entry + 1]):
        weight = _weight(tables, share, values)
        if weight <= _NOTHING:
            continue
        flags = tables.share_flags[share]
        if body == tables.root:
            flags &= ~FOLLOWS  # the root does not ride on itself
        if flags & SECONDARY:
            _find_target(tables, share, targets, carrier, goal_positions, position_weights, target)
        value = values[tables.share_curves[share]]
        px, py, pz = specialize_position(
            flags,
            rest.handles[body],
            tables.share_scales[share],
            rest.softs[body],
            ground,
            target,
            carrier[:3],
            carrier[3:],
            value[0],
            value[1],
            value[2],
        )
        total += weight
        x, y, z = x + weight * px, y + weight * py, z + weight * pz
    if total > _NOTHING:
        x, y, z = x / total, y / total, z / total
    return x, y, z, min(total, 1.0)


@part
def _blended_rotation(tables, entry, values, targets, carrier, target, goal_positions, position_weights):
    """The blend of all that share a body's rotation, in channel order: (x, y, z, w, total weight)."""
    rest = tables.rest
    body = tables.entry_bodies[entry]
    x, y, z, w, total = 0.0, 0.0, 0.0, 1.0, 0.0
    for share in range(tables.entry_shares[entry], tables.entry_shares[entry + 1]):
        weight = _weight(tables, share, values)
        if weight <= _NOTHING:
            continue
        flags = tables.share_flags[share]
        if body == tables.root:
            flags &= ~FOLLOWS
        if flags & LOOK_AT:
            _find_target(tables, share, targets, carrier, goal_positions, position_weights, target)
        value = values[tables.share_curves[share]]
        qx, qy, qz, qw = specialize_rotation(
            flags,
            rest.rotations[body],
            rest.body_from_frame[body],
            rest.forward[body],
            rest.places[body],
            rest.softs[body],
            target,
            carrier[:3],
            carrier[3:],
            value[0],
            value[1],
            value[2],
            value[3],
        )
        total += weight
        x, y, z, w = _slerped(x, y, z, w, qx, qy, qz, qw, weight / total)
    return x, y, z, w, min(total, 1.0)


@part
def _over(goals, weights, row, x, y, z, above):
    """Lays a place over the one in a row of goals (B, 3), by the weight `above`."""
    below = weights[row] * (1.0 - above)
    total = below + above
    if total > _NOTHING:
        goals[row, 0] = (below * goals[row, 0] + above * x) / total
        goals[row, 1] = (below * goals[row, 1] + above * y) / total
        goals[row, 2] = (below * goals[row, 2] + above * z) / total
    weights[row] = total


@part
def _turned_over(goals, weights, row, x, y, z, w, above):
    """Lays an orientation over the one in a row of goals (B, 4), by the weight `above`."""
    below = weights[row] * (1.0 - above)
    total = below + above
    if total > _NOTHING:
        old = goals[row]
        x, y, z, w = _slerped(old[0], old[1], old[2], old[3], x, y, z, w, above / total)
        goals[row, 0], goals[row, 1], goals[row, 2], goals[row, 3] = normalize((x, y, z, w))
    weights[row] = total


@part
def _find_carrier(tables, root_position, root_rotation, carrier):
    """Writes how the root, as it is now, carries what hangs on it: carrier (7,) = position, rotation."""
    at_rest, place = tables.rest.rotations[tables.root], tables.rest.places[tables.root]
    q = root_rotation
    x, y, z, w = multiply(q, conjugate(at_rest))
    carrier[3], carrier[4], carrier[5], carrier[6] = normalize((x, y, z, w))
    x, y, z = rotate((carrier[3], carrier[4], carrier[5], carrier[6]), place)
    carrier[0], carrier[1], carrier[2] = root_position[0] - x, root_position[1] - y, root_position[2] - z


@part
def _find_support(tables, weights, values, support):
    """Writes how much each leg bears, 0 to 1: nothing once channels say where its foot goes."""
    for leg in range(len(support)):
        support[leg] = 1.0
    for row in range(len(tables.leg_entries)):
        leg, layer, entry = tables.leg_entries[row, 0], tables.leg_entries[row, 1], tables.leg_entries[row, 2]
        total = 0.0
        for share in range(tables.entry_shares[entry], tables.entry_shares[entry + 1]):
            total += _weight(tables, share, values)
        support[leg] *= 1.0 - min(1.0, max(0.0, weights[layer])) * min(total, 1.0)


@part
def _ride(riding, before, carrier, places, place_weights, turns, turn_weights):
    """What lies under the layers for hips and heads goes along as channels move the root.

    So a body that bows, spins or leaps takes its shoulders with it; feet stay where they stand.
    before, carrier: (7,) how the root carried what hangs on it without the channels, and with them.
    """
    (ox, oy, oz), (qx, qy, qz, qw) = before
    tx, ty, tz, tw = multiply((carrier[3], carrier[4], carrier[5], carrier[6]), (-qx, -qy, -qz, qw))
    for n in range(len(riding)):
        body = riding[n]
        if place_weights[body] > 0.0:
            place = places[body]
            x, y, z = rotate((tx, ty, tz, tw), (place[0] - ox, place[1] - oy, place[2] - oz))
            place[0], place[1], place[2] = carrier[0] + x, carrier[1] + y, carrier[2] + z
        if turn_weights[body] > 0.0:
            q = turns[body]
            q[0], q[1], q[2], q[3] = multiply((tx, ty, tz, tw), q)


@part
def _move_root(tables, root_position, x, y, z, above):
    """Adds a layer's shift of the root, by the weight `above`."""
    rest = tables.rest.handles[tables.root]
    root_position[0] += above * (x - rest[0])
    root_position[1] += above * (y - rest[1])
    root_position[2] += above * (z - rest[2])


@part
def _turn_root(tables, root_rotation, x, y, z, w, above):
    """Turns the root by a layer's turn away from rest, by the weight `above`."""
    at_rest = tables.rest.rotations[tables.root]
    x, y, z, w = multiply((x, y, z, w), conjugate(at_rest))
    x, y, z, w = _slerped(0.0, 0.0, 0.0, 1.0, x, y, z, w, above)
    q = root_rotation
    x, y, z, w = multiply((x, y, z, w), q)
    root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3] = normalize((x, y, z, w))


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
def evaluate_frame(
    tables,
    times,
    weights,
    targets,
    ground_heights,
    values,
    work,
    root_position,
    root_rotation,
    goal_positions,
    position_weights,
    goal_rotations,
    rotation_weights,
    deforms,
):
    """One frame of one creature: lays all layers over the goals that come in.

    tables: `MotionTables`, L layers, C curves, B bodies, D deforms, T external targets.
    times, weights: (L,) since each layer began to play [s]; in 0..1.
    targets: (T, 3) external targets in character space.  ground_heights: (B,) under each body at rest.
    values: (C, 4) and work: (10 + legs,) are scratch.
    root_position (3,), root_rotation (4,): in: rest with what the gait adds; out: with the channels as well.
    goal_positions (B, 3), position_weights (B,), goal_rotations (B, 4), rotation_weights (B,), deforms (D,):
        in: what lies under the layers; out: the goals.
    """
    for layer in range(len(times)):
        time = layer_time(times[layer], tables.durations[layer], tables.loops[layer])
        evaluate_curves(
            tables.curves, tables.layer_curves[layer], tables.layer_curves[layer + 1], time, values
        )
    carrier, target, support = work[:7], work[7:10], work[10:]
    at = root_position[0], root_position[1], root_position[2]
    facing = root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3]
    for phase in range(2):  # the root first, then all that it carries
        before = (carrier[0], carrier[1], carrier[2]), (carrier[3], carrier[4], carrier[5], carrier[6])
        if phase == 1:
            _find_support(tables, weights, values, support)
            keep_footing(tables, support, at, facing, goal_positions, root_position, root_rotation)
        _find_carrier(tables, root_position, root_rotation, carrier)
        if phase == 1:
            _ride(
                tables.riding,
                before,
                carrier,
                goal_positions,
                position_weights,
                goal_rotations,
                rotation_weights,
            )
        for layer in range(len(times)):
            weight = min(1.0, max(0.0, weights[layer]))
            first, last = tables.layer_entries[layer, phase], tables.layer_entries[layer, phase + 1]
            for entry in range(first, last if weight > _NOTHING else first):
                body, kind = tables.entry_bodies[entry], tables.entry_kinds[entry]
                if kind == _POSITION:
                    x, y, z, total = _blended_position(
                        tables,
                        entry,
                        values,
                        targets,
                        carrier,
                        target,
                        ground_heights[body],
                        goal_positions,
                        position_weights,
                    )
                    if phase == 0:
                        _move_root(tables, root_position, x, y, z, weight * total)
                    else:
                        _over(goal_positions, position_weights, body, x, y, z, weight * total)
                elif kind == _ROTATION:
                    x, y, z, w, total = _blended_rotation(
                        tables, entry, values, targets, carrier, target, goal_positions, position_weights
                    )
                    if phase == 0:
                        _turn_root(tables, root_rotation, x, y, z, w, weight * total)
                    else:
                        _turned_over(goal_rotations, rotation_weights, body, x, y, z, w, weight * total)
                else:
                    _set_deform(tables, entry, weight, values, deforms)
