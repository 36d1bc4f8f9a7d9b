"""Sets that a script describes: poses as angles, or places of other sets' controllers."""

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.formats.text.yaml import YamlText
from kinegraph.perform.cast_sets.pose_description import Described, Marked, described_set
from kinegraph.perform.files.script_schema import KeyPart, SetPart
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet


def set_of_part(text: YamlText, rig: SpatialRig, part: SetPart, place: str) -> SpatialSet:
    """The set that a script describes, for a character with the sets that it has so far.

    place: Of the part in the text, for errors.
    """
    synchronizes = any(key.controllers for key in part.keys)
    for number, key in enumerate(part.keys):
        posed = bool(key.turns or key.reaches or any(key.shift))
        if synchronizes and posed:
            raise text.error(
                f"{place}.keys[{number}]",
                f"the set {part.name!r} moves other sets' controllers; it cannot pose joints as well.",
            )
    if synchronizes:
        return _synchronizing(text, rig, part, place)
    _check_joints(text, rig.character, part, place)
    with text.at(place):
        keys = [_mark_key(key) for key in part.keys]
        return described_set(
            rig.character,
            part.name,
            keys,
            feet=part.feet,
            only=_keyed_joints(rig.character, part),
            function=part.function,
            degree=part.degree,
        )


def _mark_key(key: KeyPart) -> Marked:
    return Marked(key.name, key.at, Described(key.turns, key.shift, {}, key.reaches))


def _keyed_joints(subject: Character, part: SetPart) -> set[str]:
    """The joints that a set keys: those it names, or those its poses turn; all where feet or hands reach."""
    if part.joints:
        return set(part.joints)
    if part.feet or any(key.reaches for key in part.keys):
        return set(subject.skeleton.names)
    turned = {joint for key in part.keys for joint in key.turns}
    if any(any(key.shift) for key in part.keys):
        turned.add(subject.skeleton.names[0])
    if not turned:
        raise InvalidValue(f"The keys of the set {part.name!r} turn nothing; give them turns.")
    return turned


def _check_joints(text: YamlText, subject: Character, part: SetPart, place: str) -> None:
    for name, at in _joints_named(part, place):
        with text.at(at):
            subject.skeleton.index(name)
    for number, foot in enumerate(part.feet):
        below = subject.skeleton.descendants(subject.skeleton.index(foot))
        if not any(point.joint in below for point in subject.contacts):
            raise text.error(f"{place}.feet[{number}]", f"{foot!r} has no contact points to stand on.")


def _joints_named(part: SetPart, place: str) -> list[tuple[str, str]]:
    """Every joint that a set names, and where."""
    found = [(name, f"{place}.joints[{i}]") for i, name in enumerate(part.joints)]
    found += [(name, f"{place}.feet[{i}]") for i, name in enumerate(part.feet)]
    for number, key in enumerate(part.keys):
        found += [(name, f"{place}.keys[{number}].turns.{name}") for name in key.turns]
        found += [(name, f"{place}.keys[{number}].reaches.{name}") for name in key.reaches]
    return found


def _synchronizing(text: YamlText, rig: SpatialRig, part: SetPart, place: str) -> SpatialSet:
    """A set of controllers; one that a key does not place is at home there."""
    if part.joints or part.feet:
        raise text.error(place, f"the set {part.name!r} moves other sets' controllers, not joints or feet.")
    targets = list(dict.fromkeys(name for key in part.keys for name in key.controllers))
    for number, key in enumerate(part.keys):
        for name in key.controllers:
            with text.at(f"{place}.keys[{number}].controllers.{name}"):
                rig.set(name)
    manipulators = tuple(Manipulator(ManipulatorKind.CONTROLLER, name, moves=True) for name in targets)
    homes = {name: rig.set(name).home for name in targets}
    still = np.tile([0.0, 0.0, 0.0, 1.0], (len(targets), 1))
    keys = [
        SpatialKey(
            key.name, key.at, np.array([key.controllers.get(name, homes[name]) for name in targets]), still
        )
        for key in part.keys
    ]
    with text.at(place):
        return SpatialSet(part.name, manipulators, tuple(keys), part.function, part.degree, part.keys[0].at)
