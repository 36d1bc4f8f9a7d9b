"""Channels from a clip: the motion of its root, feet, spine and limbs in generalized coordinates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
    unroll_quats,
)
from kinegraph.creatures.animation.channel import (
    Channel,
    DeformTrack,
    PositionTrack,
    RotationTrack,
)
from kinegraph.creatures.animation.context import Context
from kinegraph.creatures.animation.hermite import HermiteCurve
from kinegraph.creatures.animation.movement_mode import PositionMode, RotationMode, Scale
from kinegraph.creatures.animation.smooth_keys import smooth_curve, smooth_turns
from kinegraph.creatures.binding.specialization import Surroundings, generalize_position, stance_height
from kinegraph.creatures.body.sides import body_sides
from kinegraph.creatures.retarget.clip_motion import ClipMotion
from kinegraph.creatures.retarget.foot_headings import home_headings
from kinegraph.creatures.retarget.key_fit import fit_curve, fit_turns

TRAVEL = PositionMode(scale=Scale.STANCE, ground=True, follows=False)
STEP = PositionMode(scale=Scale.STANCE, follows=False, turns=True)
BY_LIMB = PositionMode()
RIDING = RotationMode()
STANDING = RotationMode(follows=False)
_UP = np.array([0.0, 1.0, 0.0])
_CLOSING = 0.12  # [s] to either side over which deforms are averaged
_STILL = 0.05  # share of the full range: a mouth or a fist that moves less gets no keys


@dataclass(frozen=True)
class Tolerances:
    """Largest distances of the keys' curve from the clip at any frame.

    place: In a channel's own unit: a limb, a stance.
    turn: [rad]
    """

    place: float = 0.01
    turn: float = float(np.radians(1.5))


class ClipChannels:
    """Builds channels from the motion of a clip."""

    def __init__(self, motion: ClipMotion, within: Tolerances) -> None:
        self.motion, self.within = motion, within
        self.creature = motion.creature
        creature, root = self.creature, self.creature.root
        sides = body_sides(creature)
        self.sides = {side: {body for body in range(len(creature)) if sides[body] in (sign, 0)}
                      for side, sign in (("left", 1), ("right", -1))}  # fmt: skip
        turns = motion.turns[:, root]
        carried = quat_rotate(turns, creature.rest_positions[root])
        self.carriers = motion.positions[:, root] - carried, turns

    def root(self) -> Iterator[Channel]:
        """The channel of the root: its path and its turns."""
        body = self.creature.root
        places = self.generalized(body, self.motion.positions[:, body], TRAVEL)
        yield Channel(
            "body",
            Context(Cap.ROOT),
            self.moves(TRAVEL, places),
            self.turns(STANDING, self.motion.turns[:, body]),
            mirrors=False,
        )

    def feet(self) -> Iterator[Channel]:
        """The channels of feet: hindmost and foremost, then those between, each follows a foot of the clip.

        A body of two feet finds its feet hindmost already, and has none left for the other channels.
        """
        pairs = self._pairs()
        if not pairs:
            yield from self._carried_feet()
            return
        places = [("hindmost", "back"), ("foremost", "front"), ("hinder", "back"), ("fore", "front")]
        for number, (word, place) in enumerate(places):
            for side, foot in pairs[number].items():
                feet = Context(Cap.FOOT).within(side)
                feet = feet.most(place) if number < 2 else feet.within(place, setspace=True)
                yield from self._foot(f"{word} {side} foot", feet, foot)

    def _pairs(self) -> list[dict[str, int]]:
        """The feet of the clip that the four pairs of feet of a body follow, by side."""
        steps = self.motion.steps
        rows = {}
        for side, bodies in self.sides.items():
            feet = [foot for foot in steps if foot in bodies]
            rows[side] = sorted(feet, key=lambda foot: float(self.creature.rest_handles[foot, 2]))
        if not rows["left"] or not rows["right"]:
            rows["left"] = rows["right"] = rows["left"] or rows["right"]
        if not rows["left"]:
            return []
        if max(map(len, rows.values())) == 1:
            crossed = {"left": rows["right"], "right": rows["left"]}
            own, other = ({side: row[0] for side, row in sides.items()} for sides in (rows, crossed))
            return [own, other, other, own]
        return [{side: _row(row, at) for side, row in rows.items()} for at in (0, -1, 1, -2)]

    def _foot(self, name: str, context: Context, foot: int) -> Iterator[Channel]:
        """A foot that steps: the first channel turns its sole, the second one moves it.

        The rotation of the second one only turns the rest place (see `foot_headings`), so it has no weight.
        """
        steps, rest = self.motion.steps[foot], self.creature.rest_handles[foot]
        angles = home_headings(self.motion, steps)
        sine, cosine = np.sin(angles), np.cos(angles)
        x, z = cosine * rest[0] + sine * rest[2], cosine * rest[2] - sine * rest[0]
        zero = np.stack([x, np.full(len(x), rest[1]), z], axis=1)
        places = (steps.places - zero) / stance_height(self.creature)
        plain = Channel(name, context, blend_group=name, mirrors=False)
        yield replace(plain, name=f"{name} sole", rotation=self.turns(STANDING, steps.turns, steps.corners))
        home = self.turns(STANDING, quat_from_axis_angle(angles[:, None] * _UP), steps.corners)
        unused = replace(home, weight=self.weight(np.zeros(len(angles))))
        yield replace(plain, position=self.moves(STEP, places, steps.corners), rotation=unused)

    def _carried_feet(self) -> Iterator[Channel]:
        """Without feet in the clip, the feet of other bodies follow the root."""
        yield Channel("feet", Context(Cap.FOOT), self.rest_place(), self.rest_turn())

    def spine(self) -> Iterator[Channel]:
        """The channels of chest, shoulders and heads, which turn as in the clip; hips follow the root."""
        feet, hands = Context(Cap.FOOT), Context(Cap.GRASPER)
        chest = self._chest()
        if chest is not None:
            turns = self.turns(RIDING, self.carried_turns(chest))
            yield Channel("chest", hands.spine_segment(), rotation=turns, mirrors=False)
            girdle = feet.within("front", setspace=True).spine_segment()
            yield Channel("shoulders", girdle, self.rest_place(), turns, mirrors=False)
        yield Channel("hips", feet.spine_segment(), self.rest_place(), self.rest_turn(), mirrors=False)
        heads = self.creature.bodies_with(Cap.HEAD) or self.creature.spine[-1:]
        turns = self.turns(RIDING, self.carried_turns(heads[0]))
        yield Channel("head", Context(Cap.HEAD), rotation=turns, mirrors=False)
        yield Channel("crown", Context(Cap.SPINE).most("top"), rotation=turns, mirrors=False)
        belly = Channel("belly", Context(Cap.SPINE), self.rest_place(), mirrors=False)
        yield replace(belly, instead_of=tuple(channel.name for channel in self.feet()))

    def _chest(self) -> int | None:
        """The spine body that carries arms, or else the foremost legs; None where that is the root."""
        creature = self.creature
        ends = creature.bodies_with(Cap.GRASPER)
        ends = ends or sorted(self.motion.steps, key=lambda foot: -creature.rest_handles[foot, 2])[:1]
        found = [int(creature.spine_of[end]) for end in ends]
        found = [body for body in found if body != creature.root]
        return found[0] if found else None

    def deforms(self) -> Iterator[Channel]:
        """The channels of deforms: mouths, eyes and fists."""
        caps = {"open": Cap.MOUTH, "shut": Cap.EYE, "grip": Cap.GRASPER}
        for name, cap in caps.items():
            amounts = [self._amount(n) for n, d in enumerate(self.creature.deforms) if d.name == name]
            if amounts and np.ptp(mean := np.mean(amounts, axis=0)) > _STILL:
                curve = fit_curve(self.motion.times, mean[:, None], self.within.place)
                yield Channel(name, Context(cap), deforms=(DeformTrack(name, curve),))

    def _amount(self, number: int) -> Floats:
        """(F,) value of a deform: the share of its turns that its joints have made."""
        deform = self.creature.deforms[number]
        made = self.motion.local_turns(deform.joints)
        whole = float(np.sum(deform.turns**2))
        shares = np.clip(np.sum(made * deform.turns, axis=(1, 2)) / max(whole, 1e-12), -1.0, 2.0)
        # Captured fingers jump between frames; a fist takes time to close.
        around = max(1, round(_CLOSING / float(np.diff(self.motion.times).mean())))
        weights = np.hanning(2 * around + 3)[1:-1]
        return np.convolve(np.pad(shares, around, mode="edge"), weights / weights.sum(), mode="valid")

    # Tracks and surroundings.

    def surroundings(self, frame: int, target: Floats | None = None) -> Surroundings:
        """The surroundings of modes at a frame."""
        where = np.zeros(3) if target is None else target
        return Surroundings(where, 0.0, self.carriers[0][frame], self.carriers[1][frame])

    def generalized(
        self, body: int, places: Floats, mode: PositionMode, targets: Floats | None = None
    ) -> Floats:
        """(F, 3) places of a body's handle in generalized coordinates; targets: (F, 3)."""
        rows = []
        for frame, place in enumerate(places):
            around = self.surroundings(frame, None if targets is None else targets[frame])
            rows.append(generalize_position(self.creature, body, place, mode, around))
        return np.array(rows)

    def carried_turns(self, body: int) -> Floats:
        """(F, 4) turn of a body from its rest orientation, carried by the root."""
        return unroll_quats(quat_multiply(quat_conjugate(self.carriers[1]), self.motion.turns[:, body]))

    def moves(
        self,
        mode: PositionMode,
        places: Floats,
        corners: Sequence[int] = (),
        weight: HermiteCurve | None = None,
    ) -> PositionTrack:
        """A track of places (F, 3) with as few keys as the tolerance allows."""
        return PositionTrack(mode, fit_curve(self.motion.times, places, self.within.place, corners), weight)

    def turns(
        self,
        mode: RotationMode,
        quats: Floats,
        corners: Sequence[int] = (),
    ) -> RotationTrack:
        """A track of rotations (F, 4)."""
        return RotationTrack(mode, fit_turns(self.motion.times, quats, self.within.turn, corners))

    def weight(self, shares: Floats) -> HermiteCurve:
        """A curve of weights (F,)."""
        curve = fit_curve(self.motion.times, shares[:, None], 0.02)
        return replace(curve, values=np.clip(curve.values, 0.0, 1.0))

    def rest_place(self) -> PositionTrack:
        """A position track at rest, carried by the root."""
        return PositionTrack(BY_LIMB, smooth_curve([0.0], [[0.0, 0.0, 0.0]]))

    def rest_turn(self) -> RotationTrack:
        """A rotation track at rest, carried by the root."""
        return RotationTrack(RIDING, smooth_turns([0.0], [[0.0, 0.0, 0.0, 1.0]]))


def _row(feet: list[int], at: int) -> int:
    """The foot at an index from either end, or the last one where there are fewer."""
    return feet[max(min(at, len(feet) - 1), -len(feet))]
