"""Handholds: a body turns over its hands, or over its head if the arms are too short."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.heading import forward
from kinegraph.doodles.performing.move import Move
from kinegraph.doodles.performing.puppet_layout import PuppetPoses
from kinegraph.doodles.performing.room import pose_in_air, trunk_bottom
from kinegraph.doodles.performing.score import Contact, Score

_KEYS = 7  # number of keys of the centre of mass over one stage on the hands
_BLEND = 0.07  # seconds in which an arm begins to reach for its hold, and leaves it
_TOUCHING = 0.03  # a hand up to this height touches the ground [leg lengths]


def plan_hands(score: Score, move: Move) -> None:
    """Adds the keys of the hands; feet and angles must have been planned."""
    for work in move.stages.handwork:
        down, up = move.time_of(work.down), move.time_of(work.up)
        middle = np.array([0.5 * (down + up)])
        spot = _spot(move, work.at)
        places, grips = _hands_at(score, move, middle, spot)
        for side in (0, 1):
            if grips[0, side]:
                _hold(score, side, down, up, places[0, side])
    for hand in score.hands:
        if hand.end < move.times[-1]:
            hand.add(float(move.times[-1]), hand.last)


def _hold(score: Score, side: int, down: float, up: float, place: Floats) -> None:
    track = score.hands[side]
    track.add(max(down - _BLEND, track.end), [*place, 0.0])
    track.add(down, [*place, 1.0])
    track.add(up, [*place, 1.0])
    track.add(up + min(_BLEND, 0.2 * (up - down)), [*place, 0.0])
    score.contacts.append(Contact(at.HAND_LIMB[side], down, up))


def hand_keys(score: Score, move: Move, index: int) -> list[tuple[float, Floats]]:
    """Times and centres of mass over a stage on the hands, the beginning included."""
    times = np.linspace(move.times[index], move.times[index + 1], _KEYS)
    work = next(w for w in move.stages.handwork if move.time_of(w.up) >= times[-1] - 1e-9)
    result = pose_in_air(score, times)
    roots = _roots(score, result, _spot(move, work.at))
    return list(zip(times.tolist(), roots + result.centers, strict=True))


def _spot(move: Move, at: float) -> Floats:
    return move.start + at * move.way


def _roots(score: Score, poses: PuppetPoses, spot: Floats) -> Floats:
    """(N, 3) places of the hips when the body stands on its lowest end, over `spot`."""
    puppet = score.puppet
    low = trunk_bottom(puppet, poses)
    over = poses.places[:, at.HEAD_TIP]
    if puppet.has_arms:
        hands = poses.places[:, at.HAND_TIP].mean(axis=1)
        low = np.minimum(low, hands[:, 1] - puppet.sizes.arm_radius)
        over = hands
    roots = spot - over
    roots[:, 1] = score.height(spot) - low
    return roots


def _hands_at(score: Score, move: Move, times: Floats, spot: Floats) -> tuple[Floats, Floats]:
    """(N, 2, 3) places where the hands touch the ground, and (N, 2) whether they reach it."""
    if not score.puppet.has_arms:
        return np.zeros((len(times), 2, 3)), np.zeros((len(times), 2), dtype=bool)
    result = pose_in_air(score, times)
    hands = result.places[:, at.HAND_TIP] + _roots(score, result, spot)[:, None]
    # Both at the same distance along the path: a hand ahead of the other would hold the body back.
    ahead = forward(move.before)
    along = hands @ ahead
    hands += (along.mean(axis=1, keepdims=True) - along)[..., None] * ahead
    floors = (
        np.array([[score.height(hand) for hand in pair] for pair in hands]) + score.puppet.sizes.arm_radius
    )
    reached = hands[..., 1] - floors < _TOUCHING * score.puppet.leg
    hands[..., 1] = floors
    return hands, reached
