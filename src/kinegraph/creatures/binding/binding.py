"""Binding: fits an animation to a creature, once; the result is ready to play (paper, 4.1)."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.creatures.animation.branching import unmet_branches
from kinegraph.creatures.animation.channel import (
    BodyTarget,
    Channel,
    ExternalTarget,
    Target,
)
from kinegraph.creatures.animation.context import LimbModifier
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.ownership import (
    DEFORM,
    POSITION,
    ROTATION,
    ChannelShare,
    Entry,
    owned_entries,
)
from kinegraph.creatures.binding.selection import select
from kinegraph.creatures.binding.turned_rests import with_turned_rest
from kinegraph.creatures.binding.variants import (
    Variant,
    limb_ends,
    playing_channels,
    variants,
)
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.sides import body_sides


class DoesNotBind(KinegraphError):
    """An animation that cannot play on a creature, and why."""

    def __init__(self, animation: str, creature: str, reasons: tuple[str, ...]) -> None:
        self.reasons = reasons
        super().__init__(f"{animation!r} cannot play on {creature!r}: {'; '.join(reasons)}.")


@dataclass(frozen=True, eq=False)
class Binding:
    """An animation bound to a creature, with all its variants."""

    animation: GeneralAnimation
    creature: Creature
    variants: tuple[Variant, ...]

    def play(self, variant: int = 0) -> "BoundAnimation":
        """One variant, ready to play."""
        if not 0 <= variant < len(self.variants):
            raise InvalidValue(
                f"{self.animation.name!r} has variants 0 to {len(self.variants) - 1}"
                f" on this creature, not {variant}."
            )
        return bind_variant(self.animation, self.creature, self.variants[variant])


@dataclass(frozen=True, eq=False)
class BoundAnimation:
    """One variant of an animation on a creature.

    bodies: The bodies that each channel moves, by channel name; channels that move none are left out.
    entries: Per body and part (position, rotation, a deform) the channels that own it, in order of
        evaluation.
    """

    animation: GeneralAnimation
    creature: Creature
    variant: Variant
    bodies: dict[str, tuple[int, ...]]
    entries: tuple[Entry, ...]

    @cached_property
    def goal_bodies(self) -> tuple[int, ...]:
        """The bodies, without the root, whose handles get position goals."""
        return self._moved_bodies(POSITION)

    @cached_property
    def aimed_bodies(self) -> tuple[int, ...]:
        """The bodies, without the root, that get orientation goals."""
        return self._moved_bodies(ROTATION)

    def _moved_bodies(self, kind: int) -> tuple[int, ...]:
        moved = {entry.body for entry in self.entries if entry.kind == kind} - {self.creature.root}
        return tuple(sorted(moved))


def bind(animation: GeneralAnimation, creature: Creature) -> Binding:
    """Binds an animation to a creature; raises DoesNotBind where branches or bodies do not allow it."""
    reasons = unmet_branches(creature, animation.branches)
    if reasons:
        raise DoesNotBind(animation.name, creature.character.name, reasons)
    found = variants(creature, animation)
    if not found or not playing_channels(creature, animation):
        too_few = "no bodies lie as its side rules say" if animation.side_rules else "it needs more bodies"
        reason = "it finds no body to move" if found else too_few
        raise DoesNotBind(animation.name, creature.character.name, (reason,))
    return Binding(animation, creature, found)


def binds(animation: GeneralAnimation, creature: Creature) -> bool:
    """True if an animation can play on a creature."""
    try:
        bind(animation, creature)
    except DoesNotBind:
        return False
    return True


def bind_variant(animation: GeneralAnimation, creature: Creature, variant: Variant) -> BoundAnimation:
    """One variant of an animation on a creature."""
    sides = body_sides(creature).tolist()
    moved: dict[str, list[_Moved]] = {}
    for channel in playing_channels(creature, animation):
        moved[channel.name] = _bodies_of(creature, channel, variant, sides)
    bodies = {name: tuple(item.body for item in items) for name, items in moved.items() if items}
    shares: list[ChannelShare] = []
    for index, channel in enumerate(animation.channels):
        for item in moved.get(channel.name, ()):
            target = _target_of(creature, channel.target, item.body, bodies, variant.mirrored)
            mirrored = _plays_mirrored(channel.mirrors, item.side, variant.mirrored)
            shares += _shares(creature, channel, index, item.body, mirrored, target)
    return BoundAnimation(animation, creature, variant, bodies, owned_entries(creature.root, shares))


@dataclass(frozen=True)
class _Moved:
    """A body that a channel moves, and its side (for a shoulder, the side of its hand)."""

    body: int
    side: int


def _bodies_of(creature: Creature, channel: Channel, variant: Variant, sides: list[int]) -> list[_Moved]:
    if channel.one_at_a_time:
        chosen = variant.body(channel.varies_with)
        ends = _partners(creature, limb_ends(creature, channel), chosen)
    else:
        ends = limb_ends(creature, channel, mirrored=variant.mirrored)
    at_spine = channel.context.limb is LimbModifier.SPINE_SEGMENT
    found: dict[int, set[int]] = {}
    for end in ends:
        found.setdefault(int(creature.spine_of[end]) if at_spine else end, set()).add(sides[end])
    return [_Moved(body, at.pop() if len(at) == 1 else 0) for body, at in found.items()]


def _partners(creature: Creature, ends: tuple[int, ...], chosen: int | None) -> tuple[int, ...]:
    """The bodies that a channel moves when its group has chosen one: that body, or the channel's own that
    goes with it.

    It goes with the choice if it is on the same limb, else on the same spine body, else the nearest.
    """
    if chosen is None or not ends:
        return ()
    if chosen in ends:
        return (chosen,)
    limb = _limb_of(creature, chosen)

    def apart(end: int) -> tuple[bool, bool, float]:
        away = float(np.linalg.norm(creature.rest_handles[end] - creature.rest_handles[chosen]))
        elsewhere = bool(creature.spine_of[end] != creature.spine_of[chosen])
        return (_limb_of(creature, end) != limb, elsewhere, round(away, 9))

    return (min(ends, key=apart),)


def _limb_of(creature: Creature, body: int) -> int:
    """The first body of a limb, next to the spine; a spine body itself."""
    while creature.parents[body] >= 0 and creature.spine_of[body] != body:
        above = int(creature.parents[body])
        if creature.spine_of[above] == above:
            break
        body = above
    return body


def _plays_mirrored(mirrors: bool, side: int, variant_mirrored: bool) -> bool:
    """True if S mirrors: keys are for the left, and a mirrored variant is the image of the plain one."""
    if variant_mirrored:
        return not (mirrors and side > 0)
    return mirrors and side < 0


def _target_of(
    creature: Creature, target: Target | None, body: int, bodies: dict[str, tuple[int, ...]], mirrored: bool
) -> str | int | None:
    """The target: an external target's name, a body, or None."""
    if target is None or isinstance(target, ExternalTarget):
        return None if target is None else target.name
    if isinstance(target, BodyTarget):
        found = select(creature, target.context.mirrored() if mirrored else target.context)
    else:
        found = bodies.get(target.channel, ())
    others = [other for other in found if other != body]
    if not others:
        return None
    places = creature.rest_handles
    return min(others, key=lambda other: round(float(np.linalg.norm(places[other] - places[body])), 9))


def _shares(
    creature: Creature, channel: Channel, index: int, body: int, mirrored: bool, target: str | int | None
) -> list[ChannelShare]:
    """The shares of a channel in one body; a track that needs a target has none without it."""
    blend = channel.blends_with
    shares = []
    moves = with_turned_rest(creature, body, channel.position, channel.rotation, mirrored=mirrored)
    for kind, track in ((POSITION, moves), (ROTATION, channel.rotation)):
        if track is not None and not (track.mode.needs_target and target is None):
            shares.append(ChannelShare(body, kind, -1, index, track, mirrored, target, blend))
    for track in channel.deforms:
        for number, deform in enumerate(creature.deforms):
            if deform.body == body and deform.name == track.name:
                shares.append(ChannelShare(body, DEFORM, number, index, track, mirrored, None, blend))
    return shares
