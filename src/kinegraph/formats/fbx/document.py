"""A scene as an FBX document: the skeleton's nodes, its meshes, and one take for each motion.

Lengths are centimetres with Y up, as most programs write FBX: several of them read other units wrongly.
"""

import json
from collections.abc import Sequence

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.bake import animation_from_clip
from kinegraph.core.character import Character
from kinegraph.core.math.euler import euler_from_quat
from kinegraph.core.scene import Scene
from kinegraph.formats.fbx.container import CREATION_TIME, FILE_ID, VERSION, Node
from kinegraph.formats.fbx.curves import ticks
from kinegraph.formats.fbx.meshes import add_meshes
from kinegraph.formats.fbx.objects import CENTIMETRES, Objects, add_properties
from kinegraph.formats.fbx.takes import add_take
from kinegraph.formats.mapping.character_record import character_record
from kinegraph.formats.mapping.joint_names import short_names
from kinegraph.formats.mapping.node_curves import ORDERS, Tolerance, node_orders

_PLAIN_NAMES = str.maketrans({'"': "'", "\\": "/", "\x00": " ", "\x01": " "})  # importers trip over these
_FREE_RATE = 14  # the time mode whose rate is stated by itself
_SPAN = 1.0  # seconds of the time line where nothing moves


def fbx_document(scene: Scene, character: Character, tolerance: Tolerance) -> list[Node]:
    """The top nodes of the document of a character and its motions. Equal scenes give equal documents."""
    motions = list(scene.animations)
    orders = node_orders(character.skeleton, [*motions, *map(animation_from_clip, scene.clips)])
    motions += [animation_from_clip(clip, orders) for clip in scene.clips]
    objects = Objects()
    joints = _add_skeleton(objects, character, orders, motions)
    add_meshes(objects, character, joints)
    for motion in motions:
        add_take(objects, motion, joints, orders, tolerance)
    return [
        _header(),
        Node("FileId", (FILE_ID,)),
        Node("CreationTime", (CREATION_TIME,)),
        Node("Creator", ("Kinegraph",)),
        _settings(motions),
        _documents(),
        Node("References"),
        _definitions(objects),
        Node("Objects", (), objects.nodes),
        Node("Connections", (), objects.connections),
        _takes(motions),
    ]


def _add_skeleton(
    objects: Objects, character: Character, orders: Sequence[str], motions: Sequence[Animation]
) -> list[int]:
    """The joints' nodes below one that stands for the character.

    End sites have none: importers would read them as further bones.
    """
    skeleton = character.skeleton
    top, node = objects.add("Model", _plain_name(character.name or "character"), "Model", "Null")
    node.add("Version", 232)
    add_properties(
        node,
        [
            ("DefaultAttributeIndex", "int", 0),
            ("InheritType", "enum", 1),
            ("kinegraph", "own text", _record(character, motions)),
        ],
    )
    attribute, null = objects.add("NodeAttribute", "", "NodeAttribute", "Null")
    null.add("TypeFlags", "Null")
    objects.connect(attribute, top)
    objects.connect(top, 0)
    joints: list[int] = []
    names = _node_names(character)
    rests = np.degrees(euler_from_quat(skeleton.rest_rotations, ORDERS[0]))[:, ::-1]
    for joint, parent in enumerate(skeleton.parents.tolist()):
        place, rest = CENTIMETRES * skeleton.offsets[joint], rests[joint]
        own = _add_bone(objects, names[joint], place, rest, orders[joint])
        objects.connect(own, joints[parent] if parent >= 0 else top)
        joints.append(own)
    return joints


def _add_bone(objects: Objects, name: str, place: np.ndarray, rest: np.ndarray, order: str) -> int:
    own, node = objects.add("Model", name, "Model", "LimbNode")
    node.add("Version", 232)
    add_properties(
        node,
        [
            ("RotationOrder", "enum", ORDERS.index(order)),
            ("RotationActive", "bool", True),
            ("PreRotation", "vector", rest),
            ("InheritType", "enum", 1),
            ("DefaultAttributeIndex", "int", 0),
            ("Lcl Translation", "Lcl Translation", place),
            ("Lcl Rotation", "Lcl Rotation", np.zeros(3)),
            ("Lcl Scaling", "Lcl Scaling", np.ones(3)),
        ],
    )
    attribute, limb = objects.add("NodeAttribute", name, "NodeAttribute", "LimbNode")
    limb.add("TypeFlags", "Skeleton")
    add_properties(limb, [("Size", "double", 1.0)])
    objects.connect(attribute, own)
    return own


def _plain_name(name: str) -> str:
    return name.translate(_PLAIN_NAMES)


def _node_names(character: Character) -> list[str]:
    """The joints' names as Blender, too, will keep them."""
    return short_names([_plain_name(name) for name in character.skeleton.names])


def _record(character: Character, motions: Sequence[Animation]) -> str:
    """Values for our own reader that nodes cannot hold: exact rest, end sites, caps, symmetry, the rate."""
    skeleton = character.skeleton
    about = {
        "bones": _node_names(character),
        "joints": list(skeleton.names),
        "offsets": skeleton.offsets.tolist(),
        "rotations": skeleton.rest_rotations.tolist(),
        "end_joints": skeleton.end_joints.tolist(),
        "end_offsets": skeleton.end_offsets.tolist(),
        "character": character_record(character),
        "fps": max((motion.fps for motion in motions), default=24.0),
    }
    return json.dumps(about)


def _header() -> Node:
    header = Node("FBXHeaderExtension")
    header.add("FBXHeaderVersion", 1003)
    header.add("FBXVersion", VERSION)
    header.add("EncryptionType", 0)
    stamp = header.add("CreationTimeStamp")
    stamp.add("Version", 1000)
    for name, value in (("Year", 1970), ("Month", 1), ("Day", 1), ("Hour", 10), ("Minute", 0), ("Second", 0)):
        stamp.add(name, value)
    stamp.add("Millisecond", 0)
    header.add("Creator", "Kinegraph")
    return header


def _settings(motions: Sequence[Animation]) -> Node:
    settings = Node("GlobalSettings")
    settings.add("Version", 1000)
    rate = max((motion.fps for motion in motions), default=24.0)
    add_properties(
        settings,
        [
            ("UpAxis", "int", 1),
            ("UpAxisSign", "int", 1),
            ("FrontAxis", "int", 2),
            ("FrontAxisSign", "int", 1),
            ("CoordAxis", "int", 0),
            ("CoordAxisSign", "int", 1),
            ("OriginalUpAxis", "int", 1),
            ("OriginalUpAxisSign", "int", 1),
            ("UnitScaleFactor", "double", 1.0),
            ("OriginalUnitScaleFactor", "double", 1.0),
            ("TimeMode", "enum", _FREE_RATE),
            ("TimeSpanStart", "time", np.int64(ticks(min((m.start for m in motions), default=0.0)))),
            ("TimeSpanStop", "time", np.int64(ticks(max((m.end for m in motions), default=_SPAN)))),
            ("CustomFrameRate", "double", float(rate)),
        ],
    )
    return settings


def _documents() -> Node:
    documents = Node("Documents")
    documents.add("Count", 1)
    document = documents.add("Document", np.int64(1), "Scene", "Scene")
    add_properties(document, [("SourceObject", "object", None), ("ActiveAnimStackName", "text", "")])
    document.add("RootNode", np.int64(0))
    return documents


def _definitions(objects: Objects) -> Node:
    definitions = Node("Definitions")
    definitions.add("Version", 100)
    counts = {"GlobalSettings": 1, **objects.counts()}
    definitions.add("Count", sum(counts.values()))
    for name, count in counts.items():
        definitions.add("ObjectType", name).add("Count", count)
    return definitions


def _takes(motions: Sequence[Animation]) -> Node:
    takes = Node("Takes")
    takes.add("Current", "")
    for motion in motions:
        take = takes.add("Take", motion.name)
        take.add("FileName", f"{motion.name}.tak")
        span = (np.int64(ticks(motion.start)), np.int64(ticks(motion.end)))
        take.add("LocalTime", *span)
        take.add("ReferenceTime", *span)
    return takes
