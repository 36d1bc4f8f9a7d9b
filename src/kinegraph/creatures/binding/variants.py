"""Variants: the ways in which an animation can play on a creature (paper, 4.1.2).

Every channel that plays on one body at a time gives its variant group a choice among the bodies that it
selects. The variants are the product of the groups' choices in which no body is chosen twice and all side
rules hold.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.creatures.animation.channel import BodyTarget, Channel
from kinegraph.creatures.animation.general_animation import GeneralAnimation, Side
from kinegraph.creatures.binding.selection import select
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.sides import body_sides

MOST = 4096  # most variants that are listed


@dataclass(frozen=True)
class Variant:
    """One way to play: a body for each variant group that has any to choose from.

    groups, bodies: The groups' names, in channel order, and the chosen bodies.
    mirrored: The animation plays as its mirror image: its first choice is on the right.
    """

    groups: tuple[str, ...]
    bodies: tuple[int, ...]
    mirrored: bool = False

    def body(self, group: str) -> int | None:
        """The body that a group plays on; None where the group has none."""
        return dict(zip(self.groups, self.bodies, strict=True)).get(group)


def playing_channels(creature: Creature, animation: GeneralAnimation) -> tuple[Channel, ...]:
    """The channels that select a body on a creature, without replacements of channels that do."""
    playing: dict[str, Channel] = {}
    for channel in animation.channels:
        if not playing.keys() & set(channel.instead_of) and _finds(creature, channel):
            playing[channel.name] = channel
    return tuple(playing.values())


def _finds(creature: Creature, channel: Channel) -> bool:
    bodies = limb_ends(creature, channel)
    if isinstance(channel.target, BodyTarget):
        return any(set(select(creature, channel.target.context)) - {body} for body in bodies)
    return bool(bodies)


def limb_ends(creature: Creature, channel: Channel, *, mirrored: bool = False) -> tuple[int, ...]:
    """The bodies that a channel's context selects before its limb modifier steps to the spine."""
    context = channel.context.mirrored() if mirrored else channel.context
    return select(creature, replace(context, limb=None))


def variants(creature: Creature, animation: GeneralAnimation) -> tuple[Variant, ...]:
    """All variants, in the order of their bodies; a single one where no channel varies.

    At most MOST of them: past that the list ends.
    """
    leads = _leads(playing_channels(creature, animation))
    choices = {group: limb_ends(creature, channel) for group, channel in leads.items()}
    choices = {group: bodies for group, bodies in choices.items() if bodies}
    if not choices:
        return (Variant((), ()),)
    groups = tuple(choices)
    sides = body_sides(creature).tolist()
    rules = [
        (groups.index(first), groups.index(second), rule.side)
        for rule in animation.side_rules
        for first in [animation.channel(rule.first).varies_with]
        for second in [animation.channel(rule.second).varies_with]
        if first in groups and second in groups
    ]
    lead = leads[groups[0]]
    symmetric = lead.mirrors and lead.context == lead.context.mirrored()
    found = (
        Variant(groups, bodies, symmetric and sides[bodies[0]] < 0)
        for bodies in itertools.product(*choices.values())
        if len(set(bodies)) == len(bodies) and _allows(bodies, sides, rules)
    )
    return tuple(itertools.islice(found, MOST))


def nearest_variant(
    creature: Creature, found: Sequence[Variant], place: ArrayLike, group: str | None = None
) -> int:
    """The variant whose body (of `group`, or the first) rests nearest to a place in character space [m]."""
    if not found[0].bodies:
        return 0
    which = 0 if group is None else found[0].groups.index(group)
    bodies = [variant.bodies[which] for variant in found]
    away = np.linalg.norm(creature.rest_handles[bodies] - np.asarray(place, dtype=np.float64), axis=1)
    return int(np.argmin(away))


def _leads(channels: Sequence[Channel]) -> dict[str, Channel]:
    """The first channel of each group that varies."""
    leads: dict[str, Channel] = {}
    for channel in channels:
        if channel.one_at_a_time:
            leads.setdefault(channel.varies_with, channel)
    return leads


def _allows(bodies: tuple[int, ...], sides: list[int], rules: list[tuple[int, int, Side]]) -> bool:
    for first, second, side in rules:
        product = sides[bodies[first]] * sides[bodies[second]]
        if product < 0 if side is Side.SAME else product > 0:
            return False
    return True
