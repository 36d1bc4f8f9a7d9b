"""Turned rest places: when a body turns round, the rest places of its feet turn along.

A planted foot does not move while the body turns over it, so its rest place cannot ride on the root. Its own
heading says how far it has turned: that of the channel's rotation, which stands still as long as the foot
does. In a mode that `turns`, with R(h) the turn by that heading about the vertical through the origin,
    p = R(h) rest + scale q
R(h) rest belongs to one body of one creature, so it is worked into the keys where the channel is bound.
"""

from dataclasses import replace
from typing import overload

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.animation.channel import PositionTrack, RotationTrack
from kinegraph.creatures.animation.hermite import HermiteCurve, RotationCurve
from kinegraph.creatures.binding.specialization import scale_of
from kinegraph.creatures.body.creature import Creature

_MOMENT = 1e-4  # [s] over which a heading's rate is taken


def headings(quats: Floats) -> Floats:
    """(N,) turns about the vertical in rotations (N, 4), without jumps from one to the next [rad]."""
    return np.unwrap(2.0 * np.arctan2(quats[:, 1], quats[:, 3]), period=2.0 * np.pi)


@overload
def with_turned_rest(
    creature: Creature, body: int, moves: PositionTrack, turns: RotationTrack | None, *, mirrored: bool
) -> PositionTrack: ...
@overload
def with_turned_rest(
    creature: Creature, body: int, moves: None, turns: RotationTrack | None, *, mirrored: bool
) -> None: ...
def with_turned_rest(
    creature: Creature,
    body: int,
    moves: PositionTrack | None,
    turns: RotationTrack | None,
    *,
    mirrored: bool,
) -> PositionTrack | None:
    """A track whose mode `turns`, as a plain track with the same motion on one body."""
    if moves is None or not moves.mode.turns:
        return moves
    curve = moves.curve if turns is None else _shift_keys(creature, body, moves, turns.curve, mirrored, 1.0)
    return PositionTrack(replace(moves.mode, turns=False), curve, moves.weight)


def without_turned_rest(
    creature: Creature, body: int, moves: PositionTrack, turns: RotationTrack | None, *, mirrored: bool
) -> PositionTrack:
    """The inverse: a plain track, in the mode that `turns`."""
    curve = moves.curve if turns is None else _shift_keys(creature, body, moves, turns.curve, mirrored, -1.0)
    return PositionTrack(replace(moves.mode, turns=True), curve, moves.weight)


def _shift_keys(
    creature: Creature, body: int, moves: PositionTrack, turns: RotationCurve, mirrored: bool, way: float
) -> HermiteCurve:
    """The keys plus the shift of the turned rest place (way 1), or minus it (way -1)."""
    curve = moves.curve
    unit = way / scale_of(creature, body, moves.mode.scale)
    rest = np.array(creature.rest_handles[body])
    rest[0] *= -1.0 if mirrored else 1.0
    times = curve.times
    around = headings(turns.at(np.stack([times - _MOMENT, times, times + _MOMENT], axis=1).ravel()))
    before, at, after = around.reshape(-1, 3).T
    sine, cosine = np.sin(at)[:, None], np.cos(at)[:, None]
    x, z = np.array([rest[0], 0.0, rest[2]]), np.array([rest[2], 0.0, -rest[0]])
    shift = (cosine - 1.0) * x + sine * z
    along = cosine * z - sine * x
    rate_in, rate_out = (at - before)[:, None] / _MOMENT, (after - at)[:, None] / _MOMENT
    return HermiteCurve(
        times,
        curve.values + unit * shift,
        curve.rates_in + unit * along * rate_in,
        curve.rates_out + unit * along * rate_out,
    )
