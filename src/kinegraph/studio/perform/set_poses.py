"""Between poses and sets: what a key of a set holds of a pose, and what pose a set gives."""

from collections.abc import Mapping

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.pose import Pose
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.blend import blend
from kinegraph.perform.sets.manipulators import ManipulatorKind, values_of_pose
from kinegraph.perform.sets.rig import ON_THE_BODY, SpatialRig, controllers_of
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet
from kinegraph.perform.sets.wiring import wiring
from kinegraph.studio.perform.posing import overlaid


def key_of_pose(
    rig: SpatialRig, each: SpatialSet, pose: Pose, controllers: Mapping[str, Floats], name: str, place: Floats
) -> SpatialKey:
    """A key that holds a pose, and where controllers are: by set name, at home by default.

    Locators are where the set's key of that name has them, else where the set has them at that place.
    """
    count = len(each.manipulators)
    positions, rotations = np.zeros((count, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
    known = next((key for key in each.keys if key.name == name), None)
    if known is not None:
        positions[:], rotations[:] = known.positions, known.rotations
    elif any(m.kind == ManipulatorKind.LOCATOR for m in each.manipulators):
        positions[:], rotations[:] = _blend_at(each, place)
    body = [index for index, m in enumerate(each.manipulators) if m.kind in ON_THE_BODY]
    held = tuple(each.manipulators[index] for index in body)
    positions[body], rotations[body] = values_of_pose(held, pose, rig.carrier(each.name))
    for index, manipulator in enumerate(each.manipulators):
        if manipulator.kind == ManipulatorKind.CONTROLLER:
            target = manipulator.target
            positions[index] = controllers[target] if target in controllers else rig.set(target).home
    return SpatialKey(name, place, positions, rotations)


def _blend_at(each: SpatialSet, place: Floats) -> tuple[Floats, Floats]:
    """(M, 3) and (M, 4) what a set's manipulators are at a place; locators are there before the first key."""
    count = len(each.manipulators)
    if not each.keys:
        return np.tile(place, (count, 1)), np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
    found = blend(each).at(place)
    return found.positions, found.rotations


def pose_of_controllers(
    playable: PlayableRig, pose: Pose, name: str, controllers: Mapping[str, Floats]
) -> tuple[Pose, dict[str, Floats]]:
    """A pose with what a set moves as the set has it, controllers being where they are put (by set name).

    Returns with it where the controllers are that the set moves itself.
    """
    rig = playable.rig
    displaced: dict[str, Floats] = {}
    places = playable.places({}, 1)
    for each in rig.from_the_top():
        if each in controllers:
            displaced[each] = controllers[each][None] - places[each]
            places = playable.places(displaced, 1)
    chosen = {name, *_below(rig, name)}
    shares = {each: np.ones(1) for each in playable.blends if each in chosen}
    shown = playable.perform(places, 60.0, shares).clip.pose(0)
    moved = {child: places[child][0] for child in controllers_of(rig.set(name))}
    return overlaid(pose, shown, joints_moved(rig, chosen)), moved


def locators_of(each: SpatialSet) -> list[int]:
    """The manipulators of a set that are locators and move."""
    return [i for i, m in enumerate(each.manipulators) if m.kind == ManipulatorKind.LOCATOR and m.moves]


def _below(rig: SpatialRig, name: str) -> set[str]:
    """The sets that a set moves, through others too."""
    children = set(controllers_of(rig.set(name)))
    return children.union(*(_below(rig, child) for child in children))


def joints_moved(rig: SpatialRig, names: set[str]) -> set[int]:
    """The joints that sets turn or slide, those that meet their goals included."""
    joints: set[int] = set()
    for each in map(rig.set, names):
        keyed = [m.target for m in each.manipulators if m.kind == ManipulatorKind.JOINT]
        joints.update(rig.character.skeleton.index(target) for target in keyed)
        joints.update(wiring(rig, each).free)
    return joints
