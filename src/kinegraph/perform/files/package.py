"""Package: a character with its sets and performances in one file, ready to be performed elsewhere.

Sets, layers and skeletons are restored exactly; meshes, which are stored as glTF, to 32 bits.
"""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

import numpy as np

from kinegraph.characters.cast import CAST, character
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.files.whole import whole_file
from kinegraph.core.scene import Scene
from kinegraph.formats.gltf.file import glb_bytes
from kinegraph.formats.mapping.character_record import character_record
from kinegraph.formats.mapping.skeleton_entry import skeleton_entry
from kinegraph.formats.text.json import encode_json, lines
from kinegraph.perform.files.package_schema import (
    FORMAT,
    VERSION,
    CharacterEntry,
    KeyEntry,
    LayerEntry,
    ManipulatorEntry,
    SpanEntry,
    SwitchEntry,
)
from kinegraph.perform.performances.layers import Layer
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet


class UnknownPerformance(UnknownName):
    """A performance name that the package does not have."""

    kind = "performance"


@dataclass(frozen=True, eq=False)
class Package:
    """The contents of one file.

    performances: By name, all of this rig.
    """

    rig: SpatialRig
    performances: Mapping[str, Performance] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, performance in self.performances.items():
            if performance.rig is not self.rig:
                raise InvalidValue(f"The performance {name!r} is of another rig than the package's.")

    def performance(self, name: str) -> Performance:
        """The performance of a name."""
        if name not in self.performances:
            raise UnknownPerformance(name, self.performances)
        return self.performances[name]


def save_package(package: Package, path: str | PathLike[str], embed: bool = False) -> None:
    """Writes a package, whole or not at all.

    embed: Whether to store the whole body of a cast member, for a Kinegraph whose cast may differ.
    """
    data = package_bytes(package, embed)
    with whole_file(path) as place:
        place.write_bytes(data)


def package_bytes(package: Package, embed: bool = False) -> bytes:
    """A package as a file in memory, with one line for each joint, key and layer."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "character": _character_entry(package.rig.character, embed),
        "sets": [_set_entry(each) for each in package.rig.sets],
        "performances": [_performance_entry(name, each) for name, each in package.performances.items()],
    }
    return encode_json(content) + b"\n"


def _character_entry(subject: Character, embed: bool) -> CharacterEntry:
    if not embed and _is_of_the_cast(subject):
        return CharacterEntry(cast=subject.name)
    shaped = bool(subject.skins) or any(body.meshes for body in subject.bodies)
    return CharacterEntry(
        name=subject.name,
        skeleton=skeleton_entry(subject.skeleton),
        record=character_record(subject),
        shape=b64encode(glb_bytes(Scene(subject))).decode("ascii") if shaped else None,
    )


def _is_of_the_cast(subject: Character) -> bool:
    """True if this is an unchanged member of the cast. A corrected one must be stored whole."""
    if subject.name not in CAST:
        return False
    member = character(subject.name)
    if member is subject:
        return True
    return (
        member.skeleton == subject.skeleton
        and character_record(member) == character_record(subject)
        and len(member.skins) == len(subject.skins)
        and all(
            np.array_equal(ours.mesh.vertices, theirs.mesh.vertices)
            for ours, theirs in zip(member.skins, subject.skins, strict=True)
        )
    )


def _set_entry(each: SpatialSet) -> dict[str, Any]:
    keys = [
        KeyEntry(key.name, tuple(key.place.tolist()), key.positions.tolist(), key.rotations.tolist())
        for key in each.keys
    ]
    manipulators = [ManipulatorEntry(m.kind, m.target, m.moves, m.turns) for m in each.manipulators]
    return {
        "name": each.name,
        "function": each.function,
        "degree": each.degree,
        "home": each.home.tolist(),
        "manipulators": lines(manipulators),
        "keys": lines(keys),
    }


def _performance_entry(name: str, performance: Performance) -> dict[str, Any]:
    return {
        "name": name,
        "fade": performance.fade,
        "walks": [SpanEntry(*span) for span in performance.walking] or performance.walks,
        **({"way": [list(point) for point in performance.way]} if performance.way else {}),
        "layers": lines([_layer_entry(layer) for layer in performance.layers]),
    }


def _layer_entry(layer: Layer) -> LayerEntry:
    rows = np.column_stack([layer.times, layer.displacements])
    return LayerEntry(
        layer.name,
        layer.set,
        [tuple(row) for row in rows.tolist()],
        [SwitchEntry(switch.time, switch.set) for switch in layer.switches],
        [SpanEntry(release.start, release.stop) for release in layer.releases],
        layer.muted,
        layer.solo,
        list(layer.keys),
    )
