"""A second generator of rigs, independent of ours: names, axes, units and bind poses of other tools."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.retarget.foreign_bodies import BODIES, Body, Bone, Random
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body as Flesh
from kinegraph.core.body import Material, Mesh, Skin
from kinegraph.core.character import Character
from kinegraph.core.math.rotations import (
    matrix_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import load, save

_NAMES = {
    "mixamo": "mixamorig:|Hips Spine# Neck Head HeadTop_End Jaw *Shoulder *Arm *ForeArm *Hand *HandIndex# "
    "*UpLeg *Leg *Hock *Foot *ToeBase Tail#",
    "biped": "Bip01 |Pelvis Spine# Neck Head HeadNub Jaw *-Clavicle *-UpperArm *-Forearm *-Hand *-Finger# "
    "*-Thigh *-Calf *-HorseLink *-Foot *-Toe# Tail#",
    "cmu": "|root upperback# upperneck head head_end jaw *clavicle *humerus *radius *hand *fingers *femur "
    "*tibia *hock *foot *toes tail#",
    "unreal": "|pelvis spine_0# neck_01 head head_end jaw clavicle_* upperarm_* lowerarm_* hand_* index_0#_* "
    "thigh_* calf_* hock_* foot_* ball_* tail_0#",
}
_PARTS = (
    *("hips", "spine", "neck", "head", "head end", "jaw", "clavicle", "upper arm", "forearm", "hand"),
    *("finger", "thigh", "shin", "hock", "foot", "toe", "tail"),
)
_SIDES = {"mixamo": ("Left", "Right"), "biped": ("L", "R"), "cmu": ("l", "r"), "unreal": ("l", "r")}
_CORNERS = np.array([[np.cos(a), np.sin(a)] for a in np.arange(8) * np.pi / 4])


@dataclass(frozen=True)
class Make:
    """How a tool writes a rig.

    names: One of the naming schemes, or "numbered".
    unit: Lengths of one metre.
    z_up: Whether the root turns a Z-up rig upright.
    axes: Joint axes: "world", or "random".
    twists: Whether arms and legs have twist bones.
    ground_root: Whether a joint at the origin carries the hips.
    arms_down: Angle of arms below the horizontal in the bind pose [rad].
    """

    names: str
    unit: float
    z_up: bool
    axes: str
    twists: bool
    ground_root: bool
    arms_down: float


def random_make(rng: Random) -> Make:
    """A make drawn at random."""
    return Make(
        names=str(rng.choice([*_NAMES, "numbered", "numbered"])),
        unit=float(rng.choice([1.0, 100.0])),
        z_up=bool(rng.random() < 0.5),
        axes=str(rng.choice(["world", "random"])),
        twists=bool(rng.random() < 0.5),
        ground_root=bool(rng.random() < 0.5),
        arms_down=float(rng.choice([0.0, 0.4, 0.8])),
    )


def foreign_rig(kind: str, seed: int, folder: Path) -> tuple[Character, Make]:
    """A rig as it is read back from a GLB, without any anatomy of ours, and its make.

    kind: One of BODIES.
    """
    rng = np.random.default_rng([seed, *kind.encode()])
    body, make = BODIES[kind](rng), random_make(rng)
    path = folder / f"{kind.replace(' ', '_')}_{seed}.glb"
    save(_character(f"{kind} {seed}", body, make, rng), path)
    character = load(path).character
    assert character is not None
    return character, make


def _character(name: str, body: Body, make: Make, rng: Random) -> Character:
    bones = _bind_pose(body.bones, make)
    if make.twists:
        bones = _with_twists(bones)
    if make.ground_root:
        moved = [_moved(bone, bone.parent + 1) for bone in bones]
        bones = [Bone("carrier", -1, (0.0, 0.0, 0.0), 0.0), *moved]
    parents = np.array([bone.parent for bone in bones])
    places = np.zeros((len(bones), 3))
    for joint, bone in enumerate(bones):
        places[joint] = np.array(bone.offset) + (places[bone.parent] if bone.parent >= 0 else 0.0)
    axes = np.tile([0.0, 0.0, 0.0, 1.0], (len(bones), 1))
    if make.z_up:
        axes[:] = quat_from_axis_angle(np.array([-0.5 * np.pi, 0.0, 0.0]))
    if make.axes == "random":
        turns = quat_from_axis_angle(rng.normal(size=(len(bones) - 1, 3)))
        axes[1:] = quat_multiply(axes[1:], turns)
    above = np.maximum(parents, 0)
    offsets = quat_rotate(quat_conjugate(axes[above]), places - places[above])
    offsets[0] = places[0]
    local = quat_multiply(quat_conjugate(axes[above]), axes)
    local[0] = axes[0]
    skeleton = Skeleton(_names(bones, make), parents, make.unit * offsets, local)
    skin = _skin(bones, make.unit * places, axes, make.unit)
    return Character(name, skeleton, (Flesh(),) * len(bones), (skin,))


def _moved(bone: Bone, parent: int) -> Bone:
    return Bone(bone.label, parent, bone.offset, bone.radius, bone.side, bone.number, bone.sole)


def _bind_pose(bones: list[Bone], make: Make) -> list[Bone]:
    """Arms that stick out in the body turned down by the make's angle."""
    below: set[int] = set()
    found = []
    for joint, bone in enumerate(bones):
        out = abs(bone.offset[0]) > abs(bone.offset[1]) and bone.label in ("forearm", "hand", "finger")
        if out or bone.parent in below:
            below.add(joint)
            turn = quat_from_axis_angle(np.array([0.0, 0.0, -bone.side * make.arms_down]))
            x, y, z = quat_rotate(turn, np.array(bone.offset)).tolist()
            bone = Bone(bone.label, bone.parent, (x, y, z), bone.radius, bone.side, bone.number, bone.sole)
        found.append(bone)
    return found


def _with_twists(bones: list[Bone]) -> list[Bone]:
    """A leaf half-way along upper arms and thighs, at the end of the list."""
    extra = []
    for joint, bone in enumerate(bones):
        child = next((b for b in bones if b.parent == joint), None)
        if bone.label in ("upper arm", "thigh") and child is not None:
            x, y, z = (0.5 * value for value in child.offset)
            extra.append(Bone(f"{bone.label} twist", joint, (x, y, z), 0.0, bone.side, 1))
    return [*bones, *extra]


def _names(bones: list[Bone], make: Make) -> tuple[str, ...]:
    if make.names == "numbered":
        return tuple(f"joint{number}" for number in range(len(bones)))
    prefix, words = _NAMES[make.names].split("|")
    patterns = dict(zip(_PARTS, words.split(), strict=True))
    found: list[str] = []
    for bone in bones:
        if bone.label == "carrier":
            found.append("Armature")
            continue
        label = bone.label.removesuffix(" twist")
        left, right = _SIDES[make.names]
        name = patterns[label].replace("*", left if bone.side > 0 else right)
        name = prefix + name.replace("-", " ").replace("#", str(bone.number))
        name += "_twist" if label != bone.label else ""
        while name in found:
            name += "_1"
        found.append(name)
    return tuple(found)


def _skin(bones: list[Bone], places: Floats, axes: Floats, unit: float) -> Skin:
    """A prism around each bone, which follows its joint alone; feet have a sole on the ground."""
    vertices, triangles, owners = [], [], []
    for joint, bone in enumerate(bones):
        children = [
            c for c, other in enumerate(bones) if other.parent == joint and "twist" not in other.label
        ]
        for child in children or ([joint] if bone.radius > 0.0 else []):
            if bone.radius <= 0.0:
                continue
            far = places[child] if child != joint else places[joint] + _onward(bones, places, joint)
            prism = _prism(places[joint], far, bone.radius * unit)
            if bone.sole:
                prism[:, 1] = np.where(prism[:, 1] < prism[:, 1].mean(), 0.0, prism[:, 1])
            start = sum(map(len, vertices))
            vertices.append(prism)
            owners += [joint] * len(prism)
            triangles += [[start + a, start + b, start + c] for a, b, c in _PRISM_FACES]
    matrices = np.tile(np.eye(4), (len(bones), 1, 1))
    matrices[:, :3, :3] = matrix_from_quat(quat_conjugate(axes))
    matrices[:, :3, 3] = -quat_rotate(quat_conjugate(axes), places)
    mesh = Mesh(np.concatenate(vertices), np.array(triangles), material=Material((0.45, 0.62, 0.75, 1.0)))
    joints = np.zeros((len(owners), 4), dtype=np.int64)
    joints[:, 0] = owners
    weights = np.tile([1.0, 0.0, 0.0, 0.0], (len(owners), 1))
    return Skin(mesh, joints, weights, matrices)


def _onward(bones: list[Bone], places: Floats, joint: int) -> Floats:
    """A short bone that goes on from a leaf."""
    back = places[joint] - places[max(bones[joint].parent, 0)]
    return 0.6 * back if np.linalg.norm(back) > 0.0 else np.array([0.0, 0.0, 0.01])


def _prism(start: Floats, end: Floats, radius: float) -> Floats:
    """(16, 3) two rings of eight."""
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    side = np.cross(along, [0.0, 1.0, 0.0] if abs(along[1]) < 0.9 else [0.0, 0.0, 1.0])
    side /= np.linalg.norm(side)
    up = np.cross(side, along)
    ring = radius * (_CORNERS[:, :1] * side + _CORNERS[:, 1:] * up)
    return np.concatenate([start + ring, end + 0.8 * ring])


_PRISM_FACES = [
    *((n, (n + 1) % 8, 8 + n) for n in range(8)),
    *(((n + 1) % 8, 8 + (n + 1) % 8, 8 + n) for n in range(8)),
    *((0, n + 1, n) for n in range(1, 7)),
    *((8, 8 + n, 9 + n) for n in range(1, 7)),
]
