"""The locators of a performance as a clip of their own: a set's points, brought into the world."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.perform.playing.rig_player import Performed, PlayableRig
from kinegraph.perform.sets.manipulators import ManipulatorKind


def performed_locators(playable: PlayableRig, performed: Performed, shares: Floats) -> LocatorClip | None:
    """Places of the locators of all sets, frame by frame; None without locators.

    A locator goes along with the character that walks, or with the joint that carries its set. Of several
    sets that have it, the one that is most in force places it.

    shares: (F, S) how much each set is in force, 0 to 1.
    """
    sets_of: dict[str, list[int]] = {}
    for number, each in enumerate(playable.rig.sets):
        for manipulator in each.manipulators:
            if manipulator.kind == ManipulatorKind.LOCATOR and each.name in playable.blends:
                sets_of.setdefault(manipulator.target, []).append(number)
    if not sets_of:
        return None
    frames = len(performed.clip)
    positions = np.zeros((frames, len(sets_of), 3))
    rotations = np.zeros((frames, len(sets_of), 4))
    world: WorldTransforms | None = None
    for column, (target, numbers) in enumerate(sets_of.items()):
        strongest = np.array(numbers)[shares[:, numbers].argmax(axis=1)]
        for number in numbers:
            each = playable.rig.sets[number]
            places, turns = _in_own_space(playable, each.name, target, performed.places[each.name])
            carrier = playable.rig.carrier(each.name)
            if carrier is None:
                turn, offset = _ground_placement(performed, frames)
            else:
                world = forward_kinematics(performed.clip) if world is None else world
                turn, offset = world.rotations[:, carrier], world.positions[:, carrier]
            chosen = strongest == number
            positions[chosen, column] = (quat_rotate(turn, places) + offset)[chosen]
            rotations[chosen, column] = quat_multiply(turn, turns)[chosen]
    return LocatorClip(tuple(sets_of), performed.clip.fps, positions, rotations, performed.clip.name)


def _in_own_space(
    playable: PlayableRig, set_name: str, target: str, controller: Floats
) -> tuple[Floats, Floats]:
    """(F, 3) and (F, 4) of a locator in the space of its set. controller: (F, 3) where that is [m]."""
    blend = playable.blends[set_name]
    values = blend.at(controller)
    index = next(
        n
        for n, manipulator in enumerate(blend.set.manipulators)
        if manipulator.kind == ManipulatorKind.LOCATOR and manipulator.target == target
    )
    moves = blend.set.manipulators[index].moves
    return values.positions[:, index] if moves else controller, values.rotations[:, index]


def _ground_placement(performed: Performed, frames: int) -> tuple[Floats, Floats]:
    """(F, 4) and (F, 3) the turn and the offset of a character's own space that walks along the ground."""
    heading = np.zeros(frames) if performed.headings is None else performed.headings
    turn = quat_from_axis_angle(heading[:, None] * np.array([0.0, 1.0, 0.0]))
    offset = np.zeros((frames, 3)) if performed.walked is None else performed.walked * [1.0, 0.0, 1.0]
    return turn, offset
