"""Channels of hands, wings and tails. A hand near the other hand or the face moves relative to it."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.animation.channel import (
    BodyTarget,
    Channel,
    ChannelTarget,
    PositionTrack,
)
from kinegraph.creatures.animation.context import Context
from kinegraph.creatures.animation.movement_mode import PositionMode, Secondary
from kinegraph.creatures.retarget.clip_channels import BY_LIMB, RIDING, ClipChannels

NEAR, FAR = (
    0.3,
    0.55,
)  # arm lengths: nearer, a hand moves relative to what it is near; farther, it does not
AT_FACE, OFF_FACE = 0.35, 0.6
_TOUCHED = PositionMode(secondary=Secondary.REACH)


def limb_channels(made: ClipChannels) -> Iterator[Channel]:
    """The channels of hands, with wings in place of missing hands, and of the clip's wings and tails."""
    hands = {side: _end(made, Cap.GRASPER, side) for side in ("left", "right")}
    found = [side for side, hand in hands.items() if hand is not None]
    for side in found:
        yield from _hand(made, side, hands)
    for side in found:
        hand = hands[side]
        assert hand is not None
        wing = Context(Cap.WING).within(side)
        places = made.generalized(hand, made.motion.handles[:, hand], BY_LIMB)
        yield Channel(
            f"{side} wing", wing, made.moves(BY_LIMB, places), mirrors=False, instead_of=(f"{side} hand",)
        )
    for cap in (Cap.WING, Cap.TAIL):
        for side in ("left", "right"):
            end = _end(made, cap, side)
            if end is not None and not (cap is Cap.WING and side in found):
                places = made.generalized(end, made.motion.handles[:, end], BY_LIMB)
                context = Context(cap).within(side)
                yield Channel(f"{side} {cap}", context, made.moves(BY_LIMB, places), mirrors=False)


def _end(made: ClipChannels, cap: Cap, side: str) -> int | None:
    """The end of a clip's limb of a kind on a side."""
    ends = [body for body in made.creature.bodies_with(cap) if body in made.sides[side]]
    return ends[0] if ends else None


def _hand(made: ClipChannels, side: str, hands: dict[str, int | None]) -> Iterator[Channel]:
    """The blended channels of one hand: by arm length, relative to the face, relative to the other hand."""
    hand = hands[side]
    assert hand is not None
    places, context = made.motion.handles[:, hand], Context(Cap.GRASPER).within(side)
    plain = Channel(f"{side} hand", context, blend_group=f"{side} hand", mirrors=False)
    turns = made.turns(RIDING, made.carried_turns(hand))
    apart = np.ones(len(places))
    touching = []
    face, target = _face(made)
    if face is not None and target is not None:
        near = _nearness(made, hand, face, AT_FACE, OFF_FACE)
        if near.max() > 0.0:
            mouth, head = BodyTarget(Context(Cap.MOUTH)), BodyTarget(Context(Cap.HEAD))
            track = _touch(made, hand, places, target, near)
            first = replace(plain, name=f"{side} hand at the mouth", position=track, target=mouth)
            second = replace(plain, name=f"{side} hand at the head", position=track, target=head)
            touching += [first, replace(second, instead_of=(first.name,))]
            apart = apart - near
    other = hands["left"]
    if side == "right" and other is not None and other != hand:
        near = _nearness(made, hand, made.motion.handles[:, other], NEAR, FAR) * apart
        if near.max() > 0.0:
            track = _touch(made, hand, places, made.motion.handles[:, other], near)
            target = ChannelTarget("left hand")
            touching.append(replace(plain, name="right hand at the left", position=track, target=target))
            apart = apart - near
    weight = None if not touching else made.weight(apart)
    moves = made.moves(BY_LIMB, made.generalized(hand, places, BY_LIMB), weight=weight)
    yield replace(plain, position=moves, rotation=turns)
    yield from touching


def _face(made: ClipChannels) -> tuple[Floats | None, Floats | None]:
    """((F, 3) places of the face, (F, 3) its rest place carried by the root: the target of hands)."""
    creature = made.creature
    faces = creature.bodies_with(Cap.MOUTH) or creature.bodies_with(Cap.HEAD)
    if not faces:
        return None, None
    shift, turn = made.carriers
    return made.motion.handles[:, faces[0]], shift + quat_rotate(turn, creature.rest_handles[faces[0]])


def _nearness(made: ClipChannels, hand: int, what: Floats, near: float, far: float) -> Floats:
    """(F,) 1 where a hand is near places (F, 3), 0 where it is far; all 0 if it never gets near."""
    away = np.linalg.norm(made.motion.handles[:, hand] - what, axis=1) / made.creature.limb_lengths[hand]
    if away.min() > near:
        return np.zeros(len(away))
    return smoothstep((far - away) / (far - near))


def _touch(made: ClipChannels, hand: int, places: Floats, target: Floats, near: Floats) -> PositionTrack:
    """The track of a hand relative to a target (F, 3) while it is near it; at rest otherwise."""
    values = made.generalized(hand, places, _TOUCHED, target)
    counts = np.flatnonzero(near > 0.0)
    frames = np.arange(len(values))
    held = np.stack([np.interp(frames, counts, values[counts, axis]) for axis in range(3)], axis=1)
    return made.moves(_TOUCHED, held, weight=made.weight(near))
