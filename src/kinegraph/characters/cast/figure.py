"""The figure: an artist's wooden mannequin that woke up. Turned pieces on ball joints, simple fingers."""

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.characters.body_plan import BodyPlan, Bone, Contact, Eye, Ornament
from kinegraph.characters.shapes import MATTE, Material, Mesh, ellipsoid, lathe, tube
from kinegraph.core.body import Cap

_WOOD, _JOINT, _DARK = "#dda86a", "#a86f3c", "#4a2d1a"
_VARNISH = Material(roughness=0.38, name="varnish")
_FINGERS = {
    "thumb": (0.03, -0.6),
    "index": (0.026, 0.1),
    "middle": (0.008, 0.16),
    "ring": (-0.01, 0.1),
    "little": (-0.027, 0.0),
}


def figure_plan() -> BodyPlan:
    """1.75 m tall, arms a little away from the body."""
    shoulder, elbow, wrist, knuckles = (
        np.array(p)
        for p in ((0.2, 1.36, 0), (0.385, 1.17, -0.012), (0.555, 0.985, 0.015), (0.61, 0.918, 0.026))
    )
    hip, knee, ankle, ball, toe = (
        np.array(p)
        for p in (
            (0.1, 0.89, 0),
            (0.112, 0.49, 0.012),
            (0.118, 0.085, -0.01),
            (0.128, 0.035, 0.11),
            (0.132, 0.032, 0.17),
        )
    )
    joints = [
        ("hips", None, (0, 0.93, 0), (0, 1.0, 0), {Cap.ROOT}),
        ("spine", "hips", (0, 1.03, 0), (0, 1.12, 0), {Cap.SPINE}),
        ("chest", "spine", (0, 1.15, 0), (0, 1.36, 0), {Cap.SPINE}),
        ("neck", "chest", (0, 1.41, 0), (0, 1.46, 0), {Cap.SPINE}),
        ("head", "neck", (0, 1.48, 0.005), (0, 1.75, 0.01), {Cap.HEAD}),
        ("jaw", "head", (0, 1.53, 0.07), (0, 1.525, 0.12), {Cap.MOUTH}),
        ("left_upper_arm", "chest", shoulder, elbow, {Cap.LIMB}),
        ("left_forearm", "left_upper_arm", elbow, wrist, {Cap.LIMB}),
        ("left_hand", "left_forearm", wrist, knuckles, {Cap.GRASPER}),
        *_finger_bones(wrist, knuckles),
        ("left_thigh", "hips", hip, knee, {Cap.LIMB}),
        ("left_shin", "left_thigh", knee, ankle, {Cap.LIMB}),
        ("left_foot", "left_shin", ankle, ball, {Cap.FOOT}),
        ("left_toes", "left_foot", ball, toe, set()),
    ]
    bones = [
        Bone(name, parent, head, tail, None, frozenset(caps)) for name, parent, head, tail, caps in joints
    ]
    ornaments = [Ornament(bone, mesh) for bone, mesh in (*_trunk(), *_limbs(bones), *_head())]
    contacts = [
        Contact("left heel", "left_foot", (0.118, 0, -0.05)),
        Contact("left toe", "left_toes", (0.132, 0, 0.17)),
    ]
    eye = Eye("left_eye", "head", (0.046, 1.625, 0.101), 0.0185, (0.15, 0.02, 1), pupil=1.6, lid=_WOOD)
    return BodyPlan.symmetric(
        "figure", bones, eyes=[eye], ornaments=ornaments, contacts=contacts, color=_WOOD
    )


def _finger_bones(wrist: np.ndarray, knuckles: np.ndarray) -> list[tuple]:
    """One bone a finger, spread across the hand."""
    along = (knuckles - wrist) / np.linalg.norm(knuckles - wrist)
    bones = []
    for name, (sideways, longer) in _FINGERS.items():
        across = np.array([0.0, 0.0, 1.0])
        start = knuckles + sideways * across
        if name == "thumb":
            start = wrist + 0.35 * (knuckles - wrist) + sideways * across
        direction = along + (0.9 if name == "thumb" else 3.0 * sideways) * across
        length = 0.07 * (1.0 + longer) if name != "thumb" else 0.06
        bones.append(
            (
                f"left_{name}",
                "left_hand",
                start,
                start + length * direction / np.linalg.norm(direction),
                set(),
            )
        )
    return bones


def _turn_piece(
    start: ArrayLike, end: ArrayLike, radii: tuple[float, float, float], squash: float = 1.0
) -> Mesh:
    """A piece from the lathe: round ends, and a thickness that runs through three radii."""
    t = 0.5 - 0.5 * np.cos(np.linspace(0.0, np.pi, 25))
    first, middle, last = radii
    body = first * (1 - t) * (1 - 2 * t) + 4 * middle * t * (1 - t) + last * t * (2 * t - 1)
    ends = np.sqrt(np.maximum(1.0 - np.abs(2 * t - 1) ** 7, 0.0))
    return lathe(start, end, np.column_stack([t, body * ends]), _WOOD, _VARNISH, 28, squash)


def _ball(place: ArrayLike, radius: float) -> Mesh:
    return ellipsoid(place, (radius, radius, radius), _JOINT, _VARNISH, 12)


def _trunk() -> list[tuple[str, Mesh]]:
    return [
        ("hips", ellipsoid((0, 0.935, 0), (0.15, 0.085, 0.1), _WOOD, _VARNISH, 20)),
        ("spine", _ball((0, 1.025, 0), 0.062)),
        ("spine", ellipsoid((0, 1.085, 0.0), (0.1, 0.06, 0.078), _WOOD, _VARNISH, 18)),
        ("chest", _ball((0, 1.145, 0), 0.066)),
        ("chest", _turn_piece((0, 1.115, 0), (0, 1.425, 0), (0.11, 0.185, 0.11), 0.66)),
        ("neck", _turn_piece((0, 1.375, 0), (0, 1.52, 0.005), (0.048, 0.045, 0.046))),
    ]


def _head() -> list[tuple[str, Mesh]]:
    x = np.linspace(-0.03, 0.03, 13)
    y = 1.553 + 9.0 * x**2
    z = 0.005 + 0.116 * np.sqrt(1 - (x / 0.108) ** 2 - ((y - 1.613) / 0.137) ** 2) + 0.001
    return [
        ("head", ellipsoid((0, 1.613, 0.005), (0.108, 0.137, 0.116), _WOOD, _VARNISH, 24)),
        ("head", ellipsoid((0, 1.592, 0.121), (0.013, 0.016, 0.014), _JOINT, _VARNISH, 10)),
        ("jaw", tube(np.stack([x, y, z], axis=1), 0.0034, _DARK, MATTE)),
    ]


def _limbs(bones: list[Bone]) -> list[tuple[str, Mesh]]:
    shape = {
        "left_upper_arm": (0.046, 0.05, 0.038),
        "left_forearm": (0.04, 0.044, 0.028),
        "left_thigh": (0.07, 0.076, 0.052),
        "left_shin": (0.052, 0.06, 0.036),
    }
    knob = {
        "left_upper_arm": 0.054,
        "left_forearm": 0.041,
        "left_hand": 0.031,
        "left_thigh": 0.07,
        "left_shin": 0.054,
        "left_foot": 0.04,
    }
    pieces = []
    for bone in bones:
        if bone.name in knob:
            pieces.append((bone.name, _ball(bone.head, knob[bone.name])))
        if bone.name in shape:
            inset = 0.09 * (bone.tail - bone.head)
            pieces.append(
                (bone.name, _turn_piece(bone.head + inset, bone.tail - 0.5 * inset, shape[bone.name]))
            )
        elif bone.name.removeprefix("left_") in _FINGERS:
            pieces.append((bone.name, _turn_piece(bone.head, bone.tail, (0.0115, 0.0115, 0.0095))))
    palm = next(bone for bone in bones if bone.name == "left_hand")
    pieces.append(
        (
            "left_hand",
            _turn_piece(
                palm.head + 0.25 * (palm.tail - palm.head),
                palm.tail + 0.06 * (palm.tail - palm.head),
                (0.022, 0.026, 0.02),
                1.75,
            ),
        )
    )
    foot = [
        (0, 0),
        (0, 0.03),
        (0, 0.03),
        (0.08, 0.042),
        (0.3, 0.048),
        (0.6, 0.05),
        (0.9, 0.046),
        (1, 0.036),
        (1, 0.036),
        (1, 0),
    ]
    pieces.append(("left_foot", _shoe((0.118, 0, -0.055), (0.128, 0, 0.108), foot, (0.078, 0.052))))
    toes = [(0, 0), (0, 0.044), (0, 0.044), (0.4, 0.046), (0.7, 0.041), (0.9, 0.029), (1.0, 0.0)]
    pieces.append(("left_toes", _shoe((0.128, 0, 0.113), (0.133, 0, 0.19), toes, (0.052, 0.03))))
    return pieces


def _shoe(
    start: ArrayLike, end: ArrayLike, profile: list[tuple[float, float]], heights: tuple[float, float]
) -> Mesh:
    """Half a turned piece, flat on the ground: what lies below y = 0 is folded up to it.

    heights: Of the upper at start and end [m].
    """
    start, end = np.asarray(start, float), np.asarray(end, float)
    whole = lathe(start, end, profile, _WOOD, _VARNISH, 32)
    along = np.clip((whole.vertices - start) @ (end - start) / ((end - start) @ (end - start)), 0.0, 1.0)
    widest = max(radius for _, radius in profile)
    tall = (heights[0] + along * (heights[1] - heights[0])) / widest
    vertices, normals = np.array(whole.vertices), np.array(whole.normals)
    below = vertices[:, 1] <= 1e-9
    vertices[:, 1] = np.where(below, 0.0, vertices[:, 1] * tall)
    normals[below & (np.abs(normals[:, 1]) > 0.2)] = (0.0, -1.0, 0.0)
    return Mesh(vertices, whole.triangles, normals, whole.colors, material=_VARNISH)
