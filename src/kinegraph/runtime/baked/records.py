"""The content of a `.kinelive` file, as NamedTuples of arrays.

A file is a header and arrays, each at a multiple of 16 bytes, little-endian. A record is a directory as
compiled kernels read it (`array_views`): per array its address, here counted from the start of the file, and
the lengths of its axes; per whole number that number; all as int64. A name is the number of a string.
"""

from typing import NamedTuple
from zlib import crc32

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.creatures.playing.array_views import ArrayView, TupleView, places
from kinegraph.creatures.playing.tables import STEP_VIEW, Step
from kinegraph.perform.playing.rig_program import RigProgram
from kinegraph.runtime.exports.views import PROGRAM_VIEW, TypedView, record_view

MAGIC = b"KINELIVE"
VERSION = 1
HEADER_BYTES = 64  # magic, then int64: version, layout, size of the file, checksum, address of Contents
ALIGNMENT = 16
ZEROS = -1  # address of an array that starts as zeros and takes no room in the file

# Step's fields that belong to one creature in a game. The ground belongs to the game; the rest is shared.
OWN_FIELDS = tuple(name for name in Step._fields if name not in ("ground", "tables"))


class Contents(NamedTuple):
    """The first record. text: All strings, UTF-8. strings: (S + 1,) where each begins, and the last ends."""

    text: np.ndarray
    strings: Ints
    creatures: Ints
    rigs: Ints


class BakedSkeleton(NamedTuple):
    """Joints: parents first, names, and the pose at rest in the parents' frames [m], xyzw."""

    parents: Ints
    names: Ints
    translations: Floats
    rotations: Floats


class BakedSkin(NamedTuple):
    """A mesh that follows joints. Optional arrays are empty.

    material: (6,) linear RGBA, metallic, roughness. texture: An encoded PNG or JPEG image.
    """

    vertices: np.ndarray
    normals: np.ndarray
    colors: np.ndarray
    uvs: np.ndarray
    triangles: np.ndarray
    joints: np.ndarray
    weights: np.ndarray
    joint_from_mesh: Floats
    material: Floats
    texture: np.ndarray
    two_sided: int


class BakedCreature(NamedTuple):
    """A creature with what it can play.

    size: (3,) width, height and length at rest [m].
    skins: Addresses of `BakedSkin`. layer_sets: Addresses of `BakedLayers`; a creature starts with the first.
    animations: (A, 2) name, 1 if it loops. durations: (A,) [s].
    events: (E, 4) animation, name, kind (0 sound, 1 visual, 2 data), channel; event_times: (E,) [s].
    gaits: (G,) names. feet: (F,) the joints of its feet, in the order of the gait.
    """

    name: int
    skeleton: BakedSkeleton
    size: Floats
    skins: Ints
    animations: Ints
    durations: Floats
    events: Ints
    event_times: Floats
    gaits: Ints
    feet: Ints
    layer_sets: Ints


class BakedLayers(NamedTuple):
    """Animations that play together over a gait.

    gait: One of the creature's. layers: (L, 2) animation and variant, lowest first.
    targets: (T,) names of the external targets.
    step: What the kernel works on. Fields of `OWN_FIELDS` are copied for every creature in a game.
    """

    name: int
    gait: int
    layers: Ints
    targets: Ints
    step: Step


class BakedRig(NamedTuple):
    """A character with spatial sets.

    skins: Addresses of `BakedSkin`.
    sets: (S, 2) name, the set that moves its controller or -1.
    marker_starts: (S + 1,) first marker of each set. markers: (K, 3) [m]. marker_names: (K,).
    shares: (S,) 1 for the sets that are in force at first, else 0.
    manipulators: How many the sets have together.
    """

    name: int
    skeleton: BakedSkeleton
    skins: Ints
    sets: Ints
    marker_starts: Ints
    markers: Floats
    marker_names: Ints
    shares: Floats
    manipulators: int
    program: RigProgram


_SKELETON = record_view(BakedSkeleton, {"parents": 1, "names": 1})
CONTENTS = record_view(Contents, {"strings": 1, "creatures": 1, "rigs": 1}, text=TypedView(np.uint8, 1))
SKIN = record_view(
    BakedSkin,
    {"joint_from_mesh": 3, "material": 1},
    vertices=TypedView(np.float32, 2),
    normals=TypedView(np.float32, 2),
    colors=TypedView(np.uint8, 2),
    uvs=TypedView(np.float32, 2),
    triangles=TypedView(np.uint32, 2),
    joints=TypedView(np.uint16, 2),
    weights=TypedView(np.float32, 2),
    texture=TypedView(np.uint8, 1),
)
CREATURE = record_view(
    BakedCreature,
    dict.fromkeys(("size", "skins", "durations", "event_times", "gaits", "feet", "layer_sets"), 1),
    skeleton=_SKELETON,
)
LAYERS = record_view(BakedLayers, {"targets": 1}, step=STEP_VIEW)
RIG = record_view(
    BakedRig,
    dict.fromkeys(("skins", "marker_starts", "marker_names", "shares"), 1),
    skeleton=_SKELETON,
    program=PROGRAM_VIEW,
)
# In the order of their numbers in headers.
RECORDS: dict[str, TupleView] = {
    "contents": CONTENTS,
    "creature": CREATURE,
    "layers": LAYERS,
    "skin": SKIN,
    "rig": RIG,
}


def layout_number() -> int:
    """A digest of all records: a file and a library that differ in it do not fit each other."""
    text = [f"version {VERSION}"]
    for name, view in RECORDS.items():
        for place in places(view):
            kind = (
                f"{place.view.dtype.str}{place.view.axes}" if isinstance(place.view, ArrayView) else "whole"
            )
            text.append(f"{name}.{'.'.join(place.path)} {kind}")
    return crc32("\n".join(text).encode())
