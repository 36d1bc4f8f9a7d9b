"""Key remapping: changes the modes of a channel and keeps the motion of one body (paper, 3.3).

    q_new = G_new(b, S_old(b, q))
G_new and S_old are affine in a position and products with fixed rotations in a rotation, so keys, rates and
all that lies between the keys carry over exactly, as long as the surroundings stand still. Contact with a
surface is curved: there keys and rates carry over. Where a target
moves, each key is remapped with the target as it is at that key's time: the motion is unchanged at the
keys, and between them it follows the new mode.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    unroll_quats,
)
from kinegraph.creatures.animation.channel import Channel, PositionTrack, RotationTrack
from kinegraph.creatures.animation.hermite import HermiteCurve, RotationCurve
from kinegraph.creatures.animation.movement_mode import PositionMode, RotationMode, Scale
from kinegraph.creatures.binding.specialization import (
    AT_REST,
    Surroundings,
    generalize_position,
    generalize_rotation,
    specialize_position,
    specialize_rotation,
)
from kinegraph.creatures.binding.turned_rests import with_turned_rest, without_turned_rest
from kinegraph.creatures.body.creature import Creature

Around = Surroundings | Callable[[float], Surroundings]
"""The surroundings of a body: constant, or a function of a key's time [s]."""

_STEP = 1e-4  # generalized units

IN_PLACE = PositionMode(absolute=True, scale=Scale.NONE, follows=False)
"""The mode in which generalized and specialized positions are the same: for editing a body's own path."""


def remap_channel(
    channel: Channel,
    creature: Creature,
    body: int,
    *,
    position: PositionMode | None = None,
    rotation: RotationMode | None = None,
    around: Around = AT_REST,
    mirrored: bool = False,
) -> Channel:
    """The channel in other modes, with keys that move `body` as before.

    position, rotation: The new modes; None to leave one as it is.
    around: The surroundings of the body; by default the rest pose without a target.
    mirrored: Whether the body plays the channel's mirror image.
    """
    moves, turns = channel.position, channel.rotation
    if position is not None and moves is not None:
        plain = with_turned_rest(creature, body, moves, turns, mirrored=mirrored)
        moves = remap_position(plain, creature, body, replace(position, turns=False), around, mirrored)
        if position.turns:
            moves = without_turned_rest(creature, body, moves, turns, mirrored=mirrored)
    if rotation is not None and turns is not None:
        turns = remap_rotation(turns, creature, body, rotation, around, mirrored)
    return replace(channel, position=moves, rotation=turns)


def remap_position(
    track: PositionTrack,
    creature: Creature,
    body: int,
    mode: PositionMode,
    around: Around = AT_REST,
    mirrored: bool = False,
) -> PositionTrack:
    """A position track in another mode that moves `body` as before."""

    old, new = partial(specialize_position, creature, body), partial(generalize_position, creature, body)
    moved = _from_mode_to_mode(old, track.mode, new, mode, around, mirrored)
    curve = track.curve
    values = np.array([moved(t, v) for t, v in zip(curve.times, curve.values, strict=True)])
    # A rate is mapped as a small difference of places: exact where the map is affine, all modes but contact.
    steps = [
        _STEP / np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-12)
        for side in (curve.rates_in, curve.rates_out)
    ]
    rates = [
        np.array(
            [
                (moved(t, v + s * r) - moved(t, v - s * r)) / (2.0 * s)
                for t, v, r, s in zip(curve.times, curve.values, side, step, strict=True)
            ]
        ).reshape(-1, 3)
        for side, step in zip((curve.rates_in, curve.rates_out), steps, strict=True)
    ]
    return PositionTrack(mode, HermiteCurve(curve.times, values, *rates), track.weight)


def remap_rotation(
    track: RotationTrack,
    creature: Creature,
    body: int,
    mode: RotationMode,
    around: Around = AT_REST,
    mirrored: bool = False,
) -> RotationTrack:
    """A rotation track in another mode that turns `body` as before."""

    old, new = partial(specialize_rotation, creature, body), partial(generalize_rotation, creature, body)
    moved = _from_mode_to_mode(old, track.mode, new, mode, around, mirrored)
    curve = track.curve
    values = np.array([moved(t, q) for t, q in zip(curve.times, curve.values, strict=True)])

    def seen(rates: Floats) -> Floats:
        # The map is q -> a q b, so a turn after q becomes the same turn seen from b.
        speeds = np.linalg.norm(rates, axis=1, keepdims=True)
        turns = quat_from_axis_angle(rates / np.where(speeds > 0.0, speeds, 1.0))
        after = quat_multiply(curve.values, turns)
        ends = np.array([moved(t, q) for t, q in zip(curve.times, after, strict=True)])
        return speeds * axis_angle_from_quat(quat_multiply(quat_conjugate(values), ends))

    rates = (seen(curve.rates_in), seen(curve.rates_out))
    return RotationTrack(mode, RotationCurve(curve.times, unroll_quats(values), *rates), track.weight)


def _from_mode_to_mode(
    specialize: Callable[..., Floats],
    old: PositionMode | RotationMode,
    generalize: Callable[..., Floats],
    new: PositionMode | RotationMode,
    around: Around,
    mirrored: bool,
) -> Callable[[float, Floats], Floats]:
    """The map G_new(S_old(q)) of generalized values at a time [s]."""

    def moved(time: float, generalized: Floats) -> Floats:
        here = around(time) if callable(around) else around
        return generalize(specialize(generalized, old, here, mirrored=mirrored), new, here, mirrored=mirrored)

    return moved
