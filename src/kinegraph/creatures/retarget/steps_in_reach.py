"""Moves steps nearer to the body where its legs are too short for them.

A person that twists over its feet keeps its hips above them. The hips of a long body are far from its middle:
the same twist takes them away from feet that stand. So a foot steps to the nearest place that its leg reaches
during the whole stance, and its flights lead there.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.animation.channel import PositionTrack, RotationTrack
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.binding.ownership import POSITION, ROTATION
from kinegraph.creatures.binding.specialization import scale_of, specialize_position
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.leg import Leg
from kinegraph.creatures.retarget.clip_channels import STEP, TRAVEL
from kinegraph.creatures.retarget.feet_in_reach import REACH, foot_places
from kinegraph.creatures.retarget.quality import merge_spans, stances

_FPS = 60.0
_SINKS = 0.12  # share of the root's height by which it may sink for a step instead
_FLATTEST = 0.3  # least height of a hip over its foot, as a share of the leg's reach
_ROUNDS, _SHORTER = 60, 0.1
_NEAR = 1e-3  # share of the size: shorter moves are left out


def bring_steps_into_reach(animation: GeneralAnimation, creature: Creature) -> GeneralAnimation:
    """An animation from a clip whose steps are moved, on one creature, as far as its legs need it."""
    bound = bind(animation, creature).play()
    own = {entry.kind: entry.shares[0].track for entry in bound.entries if entry.body == creature.root}
    move, turn = own.get(POSITION), own.get(ROTATION)
    if not isinstance(move, PositionTrack) or not isinstance(turn, RotationTrack) or move.mode != TRAVEL:
        return animation
    times = np.arange(round(animation.duration * _FPS) + 1) / _FPS
    way = np.array([specialize_position(creature, creature.root, q, TRAVEL) for q in move.curve.at(times)])
    turns, spans = turn.curve.at(times), stances(animation, creature)
    legs = {leg.foot: leg for leg in creature.legs}
    found: dict[int, list[tuple[list[tuple[float, float]], Floats]]] = {}
    for entry in bound.entries:
        share = entry.shares[0]
        authored = animation.channels[share.channel].position
        if entry.kind != POSITION or entry.body not in legs or authored is None or authored.mode != STEP:
            continue
        assert isinstance(share.track, PositionTrack)
        places = foot_places(creature, entry.body, share.track, times)
        hips, radii = _footholds(creature, legs[entry.body], way, turns, places)
        own_spans = merge_spans(spans.get(entry.body, []))
        moves = np.array([_move(times, span, hips, places, radii) for span in own_spans]).reshape(-1, 3)
        unit = scale_of(creature, entry.body, STEP.scale)
        found.setdefault(share.channel, []).append((own_spans, moves / unit))
    least = _NEAR * float(creature.size.max()) / float(scale_of(creature, creature.root, STEP.scale)[0])
    for channel, feet in found.items():
        own_spans = feet[0][0]
        moves = np.mean([moves for _, moves in feet if len(moves) == len(own_spans)], axis=0)
        if len(moves) and np.abs(moves).max() > least:
            animation = _shift(animation, channel, own_spans, moves)
    return animation


def _footholds(
    creature: Creature, leg: Leg, way: Floats, turns: Floats, places: Floats
) -> tuple[Floats, Floats]:
    """(F, 3) where the root has a leg's hip, and (F,) how far from it, seen from above, its foot may be [m].

    way, turns: (F, 3), (F, 4) of the root.  places: (F, 3) where the foot should be.
    """
    hip = creature.rest_positions[leg.bodies[0]]
    hips = way + quat_rotate(turns, hip - creature.rest_positions[creature.root])
    reach = max(REACH * leg.length, float(np.linalg.norm(creature.rest_handles[leg.foot] - hip)))
    sinks = _SINKS * float(creature.rest_positions[creature.root, 1])
    height = np.maximum(hips[:, 1] - places[:, 1] - sinks, _FLATTEST * reach)
    return hips, np.sqrt(np.maximum(reach**2 - height**2, 0.0))


def _move(times: Floats, span: tuple[float, float], hips: Floats, places: Floats, radii: Floats) -> Floats:
    """(3,) a short way for a foot to a place that is within `radii` of its hip, seen from above.

    Each round goes on to the disc round the hip that is farthest off. Where the discs have no place in common
    rounds grow shorter, and the place counts that is least far off all of them.
    """
    inside = (times >= span[0] - 1e-9) & (times <= span[1] + 1e-9)
    best = np.zeros(3)
    if not inside.any():
        return best
    level, radius = (places - hips)[inside][:, [0, 2]], radii[inside]
    moved, least = np.zeros(2), np.inf
    for number in range(_ROUNDS):
        away = level + moved
        lengths = np.linalg.norm(away, axis=1)
        worst = int(np.argmax(lengths - radius))
        lack = float(lengths[worst] - radius[worst])
        if lack < least:
            least, best[[0, 2]] = lack, moved
        if lack <= 0.0:
            break
        moved = moved - away[worst] * (lack / lengths[worst]) / (1.0 + _SHORTER * number)
    return best


def _shift(
    animation: GeneralAnimation, channel: int, spans: Sequence[tuple[float, float]], moves: Floats
) -> GeneralAnimation:
    """The animation with each stance of a channel moved (N, 3), and the flights between them led there."""
    own = animation.channels[channel]
    assert own.position is not None
    curve = own.position.curve
    shift, rates = np.tile(moves[0], (len(curve.times), 1)), np.zeros((len(curve.times), 3))
    for number, (start, stop) in enumerate(spans):
        shift[curve.times >= start] = moves[number]
        if number + 1 == len(spans):
            break
        flying = (curve.times > stop) & (curve.times < spans[number + 1][0])
        length = max(spans[number + 1][0] - stop, 1e-9)
        share = ((curve.times[flying] - stop) / length)[:, None]
        shift[flying] = moves[number] + smoothstep(share) * (moves[number + 1] - moves[number])
        rates[flying] = 6.0 * share * (1.0 - share) / length * (moves[number + 1] - moves[number])
    moved = replace(
        curve, values=curve.values + shift, rates_in=curve.rates_in + rates, rates_out=curve.rates_out + rates
    )
    return animation.with_channel(replace(own, position=replace(own.position, curve=moved)))
