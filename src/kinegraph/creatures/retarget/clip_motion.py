"""ClipMotion: a clip as the motion of a creature in its own space, with feet that stay planted."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import Contacts, detect_contacts
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
    unroll_quats,
)
from kinegraph.core.resample import resample
from kinegraph.creatures.binding.turned_rests import headings
from kinegraph.creatures.body.creature import Creature

FPS = 60.0  # denser clips are resampled to this rate
_LEAD_IN, _JUMP = (
    5,
    4.0,
)  # calibration poses: most frames at the start, and the jump after them in largest steps of the others
_SPINS = np.radians(25.0)  # a standing foot that turns further pivots, and keeps its own heading


@dataclass(frozen=True, eq=False)
class ClipMotion:
    """F frames of a creature with B bodies, in its space: it begins at its rest place, facing +Z.

    times: (F,) [s].
    positions: (F, B, 3) joints.  handles: (F, B, 3).
    turns: (F, B, 4) how far each body is turned away from rest, about the character's axes.
    steps: What each foot does, by body.
    """

    creature: Creature
    times: Floats
    positions: Floats
    handles: Floats
    turns: Floats
    steps: dict[int, "FootSteps"]

    def local_turns(self, joints: Ints) -> Floats:
        """(F, N, 3) turns of joints from rest in their own frames, as rotation vectors [rad]."""
        parents, rest = self.creature.character.skeleton.parents, self.creature.rest_rotations
        above, turned = parents[joints], quat_multiply(self.turns, rest)
        now = quat_multiply(quat_conjugate(turned[:, above]), turned[:, joints])
        then = quat_multiply(quat_conjugate(rest[above]), rest[joints])
        return axis_angle_from_quat(quat_multiply(quat_conjugate(then), now))


@dataclass(frozen=True, eq=False)
class FootSteps:
    """The path of a foot: exactly still and level while it stands.

    places: (F, 3) its handle; at rest height while it stands.
    turns: (F, 4) away from rest; nothing but a heading while it stands.
    stands: (first frame, frame after the last) of each stance.
    """

    places: Floats
    turns: Floats
    stands: tuple[tuple[int, int], ...]

    @property
    def corners(self) -> list[int]:
        """The frames at which it lands and lifts."""
        return sorted({frame for first, end in self.stands for frame in (first, end - 1)})


def clip_motion(clip: Clip, creature: Creature) -> ClipMotion:
    """A clip as the motion of the creature that it was recorded of.

    creature: On the clip's own skeleton, standing at ease (`neutral_stance.neutral_creature`).
    """
    clip = without_calibration(clip)
    clip = clip if clip.fps <= FPS else resample(clip, FPS)
    world = forward_kinematics(clip)
    turned = quat_multiply(world.rotations, quat_conjugate(creature.rest_rotations))
    contacts = foot_contacts(clip, creature)
    heading = headings(turned[:, creature.root])[0]
    back = quat_from_axis_angle(np.array([0.0, -heading, 0.0]))
    start = np.array(world.positions[0, creature.root])
    start[1] = 0.0 if contacts is None else contacts.ground
    handles = world.positions + quat_rotate(world.rotations, creature.handles)
    places, handles = quat_rotate(back, world.positions - start), quat_rotate(back, handles - start)
    turns = unroll_quats(quat_multiply(back, turned))
    steps = {}
    if contacts is not None:
        for number, leg in enumerate(creature.legs):
            level = float(contacts.resting_heights[number] - contacts.ground)
            rest = float(creature.rest_handles[leg.foot, 1])
            steps[leg.foot] = foot_steps(
                handles[:, leg.foot] - [0.0, level - rest, 0.0],
                turns[:, leg.foot],
                contacts.intervals(number),
                rest,
            )
    return ClipMotion(creature, clip.times, places, handles, turns, steps)


def without_calibration(clip: Clip) -> Clip:
    """The clip without calibration frames at its start, such as a T-pose."""
    places = forward_kinematics(clip).positions
    jumps = np.linalg.norm(np.diff(places, axis=0), axis=-1).max(axis=1)
    if len(jumps) <= 2 * _LEAD_IN:
        return clip
    broken = np.flatnonzero(jumps[:_LEAD_IN] > _JUMP * jumps[_LEAD_IN:].max())
    return clip.frames(int(broken[-1]) + 1, len(clip)) if len(broken) else clip


def foot_contacts(clip: Clip, creature: Creature) -> Contacts | None:
    """Contacts of a creature's feet with the ground, in the order of its legs; None without legs."""
    if not creature.legs:
        return None
    names = creature.character.skeleton.names
    points = [ContactPoint(names[leg.foot], leg.foot, creature.handles[leg.foot]) for leg in creature.legs]
    return detect_contacts(clip, points)


def foot_steps(
    places: Floats, turns: Floats, stands: tuple[tuple[int, int], ...], height: float
) -> FootSteps:
    """The steps of a foot, made exact: corrections of a stance fade over the flights before and after it.

    places (F, 3), turns (F, 4): As they were measured; height: of the handle while it stands [m].
    """
    shifts, rights = np.zeros_like(places), np.zeros_like(places)
    for first, end in stands:
        here = places[first:end]
        spot = np.array([*np.median(here[:, [0, 2]], axis=0), height])[[0, 2, 1]]
        shifts[first:end] = spot - here
        level = _level(turns[first:end])
        rights[first:end] = axis_angle_from_quat(quat_multiply(level, quat_conjugate(turns[first:end])))
    _fill_flights(shifts, stands)
    _fill_flights(rights, stands)
    moved = places + shifts
    moved[:, 1] = np.maximum(moved[:, 1], height)
    righted = quat_multiply(quat_from_axis_angle(rights), turns)
    for first, end in stands:  # rounding errors would let it creep
        moved[first:end, 1] = height
        moved[first:end] = moved[first]
        righted[first:end] = _level(turns[first:end])
    return FootSteps(moved, unroll_quats(righted), stands)


def _level(turns: Floats) -> Floats:
    """(F, 4) the headings of rotations; one heading for all frames unless the foot pivots."""
    angles = headings(turns)
    if np.ptp(angles) < _SPINS:
        angles = np.full_like(angles, np.median(angles))
    return quat_from_axis_angle(angles[:, None] * [0.0, 1.0, 0.0])


def _fill_flights(corrections: Floats, stands: tuple[tuple[int, int], ...]) -> None:
    """Interpolates corrections (F, 3) between those of the stances, linearly."""
    known = [frame for first, end in stands for frame in (first, end - 1)]
    if not known:
        return
    frames = np.arange(len(corrections))
    flying = np.ones(len(corrections), dtype=bool)
    for first, end in stands:
        flying[first:end] = False
    for axis in range(3):
        between = np.interp(frames, known, corrections[known, axis])
        corrections[flying, axis] = between[flying]
