"""Reads packages; errors give their place inside the JSON."""

from base64 import b64decode
from binascii import Error as Base64Error
from dataclasses import replace
from os import PathLike

import msgspec
import numpy as np

from kinegraph.characters.cast import character
from kinegraph.core.character import Character
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.gltf.file import read_gltf_bytes
from kinegraph.formats.mapping.character_record import with_record
from kinegraph.formats.mapping.skeleton_entry import skeleton_of_entry
from kinegraph.formats.text.json import check_head, decode_json, locate_errors
from kinegraph.perform.files.package import Package
from kinegraph.perform.files.package_schema import (
    FORMAT,
    VERSION,
    CharacterEntry,
    LayerEntry,
    PackageFile,
    PerformanceEntry,
    SetEntry,
)
from kinegraph.perform.performances.layers import Layer, Release, Switch
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.manipulators import Manipulator
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet

_FORM = "a package of Kinegraph"
_MOST_BYTES = 256 << 20
_MOST_KEYS = 1_000  # of a set: checking takes the square of it, fitting the cube
_decoder = msgspec.json.Decoder(PackageFile)


def load_package(path: str | PathLike[str]) -> Package:
    """Opens a package."""
    return package_of_bytes(read_bounded(path, _MOST_BYTES, _FORM), str(path))


def package_of_bytes(data: bytes, source: str = "package") -> Package:
    """The package in the bytes of a file. source: The file's name for messages."""
    if not data.strip():
        raise FormatError(source, "the file is empty.")
    check_head(data, source, FORMAT, VERSION, _FORM)
    file = decode_json(_decoder, data, source, _FORM)
    with locate_errors(source, "$.character"):
        subject = _character(file.character, source)
    sets = [_set(entry, subject.skeleton, source, f"$.sets[{i}]") for i, entry in enumerate(file.sets)]
    with locate_errors(source, "$.sets"):
        rig = SpatialRig(subject, tuple(sets))
    performances: dict[str, Performance] = {}
    for number, entry in enumerate(file.performances):
        place = f"$.performances[{number}]"
        if entry.name in performances:
            raise FormatError(source, f"at {place}: there are two performances called {entry.name!r}.")
        performances[entry.name] = _performance(entry, rig, source, place)
    return Package(rig, performances)


def _character(entry: CharacterEntry, source: str) -> Character:
    if entry.cast is not None:
        return character(entry.cast)
    if entry.skeleton is None:
        raise InvalidValue("a member of the cast is named as `cast`, or a `skeleton` is given.")
    skeleton = skeleton_of_entry(entry.skeleton)
    bare = Character.bare(entry.name or "character", skeleton)
    shaped = bare if entry.shape is None else _shape_character(bare, entry.shape, source)
    found, notes = with_record(shaped, entry.record)
    if notes:
        raise InvalidValue("its record of caps, contacts and symmetry is damaged.")
    return found


def _shape_character(bare: Character, shape: str, source: str) -> Character:
    """The character with the meshes of a .glb file in base64."""
    try:
        data = b64decode(shape, validate=True)
    except (Base64Error, ValueError):
        raise InvalidValue("its `shape` is not base64.") from None
    found = read_gltf_bytes(data, source).character
    if found is None or found.skeleton.names != bare.skeleton.names:
        raise InvalidValue("its `shape` has other joints than its skeleton.")
    return replace(bare, bodies=found.bodies, skins=found.skins)


def _set(entry: SetEntry, skeleton: Skeleton, source: str, place: str) -> SpatialSet:
    manipulators = []
    for number, each in enumerate(entry.manipulators):
        with locate_errors(source, f"{place}.manipulators[{number}]"):
            if each.kind in ("joint", "handle", "pole"):
                skeleton.index(each.target)
            manipulators.append(Manipulator(each.kind, each.target, each.moves, each.turns))
    keys = []
    if len(entry.keys) > _MOST_KEYS:
        raise FormatError(
            source, f"at {place}: it has {len(entry.keys)} poses; a set holds at most {_MOST_KEYS}."
        )
    for number, key in enumerate(entry.keys):
        with locate_errors(source, f"{place}.keys[{number}]"):
            if not len(key.positions) == len(key.rotations) == len(manipulators):
                raise InvalidValue(
                    f"{key.name!r} has {len(key.positions)} positions and {len(key.rotations)} rotations "
                    f"for {len(manipulators)} manipulators."
                )
            keys.append(SpatialKey(key.name, key.place, key.positions, key.rotations))
    with locate_errors(source, place):
        return SpatialSet(
            entry.name, tuple(manipulators), tuple(keys), entry.function, entry.degree, entry.home
        )


def _performance(entry: PerformanceEntry, rig: SpatialRig, source: str, place: str) -> Performance:
    layers = []
    for number, layer in enumerate(entry.layers):
        with locate_errors(source, f"{place}.layers[{number}]"):
            rig.set(layer.set)
            layers.append(_layer(layer))
    with locate_errors(source, place):
        spans = () if isinstance(entry.walks, bool) else tuple((s.start, s.stop) for s in entry.walks)
        return Performance(rig, tuple(layers), entry.fade, bool(entry.walks), spans, tuple(entry.way))


def _layer(entry: LayerEntry) -> Layer:
    rows = np.array(entry.path, dtype=np.float64).reshape(-1, 4)
    return Layer(
        entry.name,
        entry.set,
        rows[:, 0],
        rows[:, 1:],
        tuple(Switch(switch.time, switch.set) for switch in entry.switches),
        tuple(Release(release.start, release.stop) for release in entry.releases),
        entry.muted,
        entry.solo,
        tuple(entry.keys),
    )
