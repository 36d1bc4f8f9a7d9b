"""One body that a channel moves on one creature, with what it is among as it plays: what keys are remapped
by when they change their mode, and seen by when they are shown as places of that body.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.creatures.animation.channel import Channel, PositionTrack, RotationTrack
from kinegraph.creatures.animation.hermite import HermiteCurve, RotationCurve
from kinegraph.creatures.animation.movement_mode import PositionMode, RotationMode, Secondary
from kinegraph.creatures.binding.binding import Binding, BoundAnimation
from kinegraph.creatures.binding.remapping import IN_PLACE, remap_position, remap_rotation
from kinegraph.creatures.binding.specialization import Surroundings, middles
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.playing.layer_evaluator import LayerEvaluator

LOOKS = RotationMode(absolute=True, follows=False)
"""The mode in which a body's rotations are shown: which way it faces, in the character's space."""


@dataclass(frozen=True, eq=False)
class ChannelBody:
    """A body that a channel moves.

    bodies: All that it moves on the creature.
    mirrored: Whether it plays the channel's mirror image.
    target: The external target's name, or the body, that the channel refers to.
    places: Where external targets are, in the creature's space [m].
    origin: (3,) of that space in the character's [m].
    """

    creature: Creature
    channel: Channel
    bodies: tuple[int, ...]
    body: int
    mirrored: bool
    target: str | int | None
    player: LayerEvaluator
    places: Mapping[str, Floats]
    origin: Floats

    def around(self, time: float) -> Surroundings:
        """The surroundings of the body at a time [s], in the creature's space."""
        goals = self.player.goals([time], [1.0], self.places)
        creature = self.creature
        turn = quat_multiply(goals.root_rotation, quat_conjugate(creature.rest_rotations[creature.root]))
        shift = goals.root_position - quat_rotate(turn, creature.rest_positions[creature.root])
        if self.body == creature.root:  # it carries the others; nothing carries it
            turn, shift = np.array([0.0, 0.0, 0.0, 1.0]), np.zeros(3)
        if isinstance(self.target, str):
            target = self.player.places(self.places)[self.player.target_names.index(self.target)]
        elif self.target is None:
            target = np.zeros(3)
        elif goals.position_weights[self.target] > 0.0:
            target = goals.positions[self.target]
        else:
            target = quat_rotate(turn, creature.rest_handles[self.target]) + shift
        surface, track = 0.0, self.channel.position
        if isinstance(self.target, int) and track is not None and track.mode.secondary is Secondary.SURFACE:
            target = target + quat_rotate(
                turn, middles(creature)[self.target] - creature.rest_handles[self.target]
            )
            surface = creature.character.bodies[self.target].radius
        return Surroundings(target, 0.0, shift, turn, surface)

    def position(self, track: PositionTrack, mode: PositionMode) -> PositionTrack:
        """A track in another mode that moves the body as before."""
        return remap_position(track, self.creature, self.body, mode, self.around, self.mirrored)

    def rotation(self, track: RotationTrack, mode: RotationMode) -> RotationTrack:
        """A track in another mode that turns the body as before."""
        return remap_rotation(track, self.creature, self.body, mode, self.around, self.mirrored)

    def shown_places(self, track: PositionTrack) -> HermiteCurve:
        """A track as places of the body's handle in the character's space [m]."""
        curve = self._flip_sides(self.position(track, IN_PLACE).curve)
        return replace(curve, values=curve.values + self.origin)

    def shown_turns(self, track: RotationTrack) -> RotationCurve:
        """A track as the ways that the body faces, in the character's space."""
        return self._turn_over(self.rotation(track, LOOKS).curve)

    def generalized_places(self, curve: HermiteCurve, mode: PositionMode) -> HermiteCurve:
        """The inverse of `shown_places`."""
        inside = self._flip_sides(replace(curve, values=curve.values - self.origin))
        return self.position(PositionTrack(IN_PLACE, inside), mode).curve

    def generalized_turns(self, curve: RotationCurve, mode: RotationMode) -> RotationCurve:
        """The inverse of `shown_turns`."""
        return self.rotation(RotationTrack(LOOKS, self._turn_over(curve)), mode).curve

    def _flip_sides(self, curve: HermiteCurve) -> HermiteCurve:
        """Left and right exchanged where the body plays a mirror image: keys tell of the left."""
        if not self.mirrored:
            return curve
        side = np.array([-1.0, 1.0, 1.0])
        return HermiteCurve(curve.times, curve.values * side, curve.rates_in * side, curve.rates_out * side)

    def _turn_over(self, curve: RotationCurve) -> RotationCurve:
        if not self.mirrored:
            return curve
        image, side = np.array([1.0, -1.0, -1.0, 1.0]), np.array([1.0, -1.0, -1.0])
        return RotationCurve(curve.times, curve.values * image, curve.rates_in * side, curve.rates_out * side)


def channel_body(
    binding: Binding, variant: int, channel: str, places: Mapping[str, Floats], body: int | None = None
) -> ChannelBody:
    """A body that a channel moves in a variant.

    places: Where external targets are, in the creature's space [m].
    body: Which; None for the first.
    """
    bound = binding.play(variant % len(binding.variants))
    moved_by = bound.animation.channel(channel)
    bodies = bound.bodies.get(channel, ())
    if not bodies:
        who = binding.creature.character.name
        raise InvalidValue(f"The channel {channel!r} moves nothing on {who}.")
    chosen = bodies[0] if body is None else body
    if chosen not in bodies:
        raise InvalidValue(f"The channel {channel!r} does not move joint {chosen}.")
    mirrored, target = _claim(bound, bound.animation.channels.index(moved_by), chosen)
    player = LayerEvaluator(binding.creature, [bound])
    known = {name: place for name, place in places.items() if name in player.target_names}
    origin = binding.creature.origin
    return ChannelBody(binding.creature, moved_by, bodies, chosen, mirrored, target, player, known, origin)


def _claim(bound: BoundAnimation, channel: int, body: int) -> tuple[bool, str | int | None]:
    """The mirroring of a channel on a body, and its target there."""
    parts = [
        part
        for entry in bound.entries
        for part in entry.shares
        if part.channel == channel and part.body == body
    ]
    if not parts:
        raise InvalidValue(
            "An earlier channel already moves that body part; this channel has no effect on it."
        )
    target = next((part.target for part in parts if part.target is not None), None)
    return parts[0].mirrored, target
