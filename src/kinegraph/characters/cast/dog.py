"""The dog: a quadruped puppy with floppy ears and a tail to wag."""

import numpy as np

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Contact, Eye, Ornament, Patch, chain
from kinegraph.characters.clay.surface import onto_clay
from kinegraph.characters.shapes import GLOSSY, MATTE, SATIN, ellipsoid, lathe, tube
from kinegraph.core.body import Cap

_FUR, _WHITE, _DARK, _EAR, _COLLAR = "#e0a656", "#fff3df", "#33201a", "#8a5226", "#d8433b"


def dog_plan() -> BodyPlan:
    """Stands 0.7 m tall on four short legs."""
    bones = [
        Bone("hips", None, (0, 0.32, -0.2), (0, 0.325, -0.12), (0.1, 0.102), {Cap.ROOT}),
        Bone("spine", "hips", (0, 0.325, -0.1), (0, 0.32, 0.02), (0.104, 0.112), {Cap.SPINE}, blend=0.05),
        Bone("chest", "spine", (0, 0.32, 0.04), (0, 0.33, 0.12), (0.118, 0.115), {Cap.SPINE}, blend=0.05),
        Bone("neck", "chest", (0, 0.36, 0.15), (0, 0.43, 0.2), (0.085, 0.075), {Cap.SPINE}, blend=0.05),
        Bone(
            "head",
            "neck",
            (0, 0.46, 0.21),
            (0, 0.535, 0.22),
            (0.1, 0.135),
            {Cap.HEAD},
            (1.12, 1, 1),
            blend=0.04,
        ),
        Bone(
            "jaw", "head", (0, 0.475, 0.28), (0, 0.445, 0.385), None, {Cap.MOUTH}, color=_WHITE, blend=0.015
        ),
        *chain(
            ("left_ear", "left_ear_tip"),
            "head",
            [(0.095, 0.625, 0.2), (0.168, 0.575, 0.215), (0.182, 0.47, 0.235)],
            (0.034, 0.05, 0.055),
            ({Cap.EAR}, {Cap.EAR}),
            color=_EAR,
            section=(0.6, 1, 1),
            blend=0.02,
        ),
        *chain(
            ("left_upper_foreleg", "left_lower_foreleg"),
            "chest",
            [(0.078, 0.27, 0.115), (0.088, 0.155, 0.11), (0.09, 0.06, 0.115)],
            (0.07, 0.05, 0.046),
            ({Cap.LIMB}, {Cap.LIMB}),
            blend=0.04,
        ),
        Bone(
            "left_forepaw",
            "left_lower_foreleg",
            (0.09, 0.055, 0.118),
            (0.092, 0.042, 0.155),
            (0.05, 0.046),
            {Cap.FOOT},
            color=_WHITE,
        ),
        *chain(
            ("left_thigh", "left_shin"),
            "hips",
            [(0.075, 0.275, -0.19), (0.092, 0.165, -0.165), (0.092, 0.065, -0.21)],
            (0.082, 0.056, 0.042),
            ({Cap.LIMB}, {Cap.LIMB}),
            blend=0.04,
        ),
        Bone(
            "left_hindpaw",
            "left_shin",
            (0.092, 0.055, -0.21),
            (0.094, 0.042, -0.155),
            (0.046, 0.046),
            {Cap.FOOT},
            color=_WHITE,
        ),
        *chain(
            ("tail", "tail_middle", "tail_tip"),
            "hips",
            [(0, 0.375, -0.28), (0, 0.435, -0.34), (0, 0.51, -0.365), (0, 0.58, -0.345)],
            (0.034, 0.034, 0.036, 0.026),
            ({Cap.TAIL},) * 3,
            blend=0.02,
        ),
    ]
    blobs = [
        Blob("chest", (0, 0.29, 0.13), (0.1, 0.105, 0.1), blend=0.05),
        Blob("head", (0, 0.492, 0.335), (0.076, 0.058, 0.095), color=_WHITE, blend=0.04),
        Blob("head", (0.08, 0.485, 0.27), (0.07, 0.062, 0.07), blend=0.05),
        Blob("jaw", (0, 0.452, 0.33), (0.05, 0.03, 0.07), color=_WHITE),
        Blob("tail_tip", (0, 0.59, -0.338), (0.03, 0.034, 0.03), color=_WHITE),
    ]
    patches = [
        Patch(("head",), (0, 0.62, 0.34), (0.034, 0.15, 0.1), _WHITE),
        Patch(("chest", "spine", "neck"), (0, 0.25, 0.23), (0.08, 0.13, 0.11), _WHITE),
        Patch(("head",), (0.088, 0.565, 0.32), (0.058, 0.065, 0.06), _EAR),
        Patch(("spine", "hips"), (0.075, 0.4, -0.1), (0.075, 0.07, 0.09), _EAR),
    ]
    collar = lathe(
        (0, 0.385, 0.175),
        (0, 0.42, 0.19),
        [(0, 0.0835), (0, 0.0835), (0.1, 0.0895), (0.9, 0.0845), (1, 0.079), (1, 0.079)],
        _COLLAR,
        SATIN,
        32,
    )
    (hanging,) = onto_clay(bones, blobs, [(0, 0.358, 0)], (0, 0, -1), lift=0.006)
    tag = ellipsoid(hanging, (0.02, 0.024, 0.009), "#ffc93d", GLOSSY)
    return BodyPlan.symmetric(
        "dog",
        bones,
        blobs=blobs,
        patches=patches,
        eyes=[Eye("left_eye", "head", (0.066, 0.572, 0.322), 0.03, (0.2, 0, 1), pupil=1.05, lid=_EAR)],
        ornaments=[
            *_face(bones, blobs),
            Ornament("neck", collar),
            Ornament("neck", tag),
        ],
        contacts=[
            Contact("left forepaw", "left_forepaw", (0.092, 0, 0.155)),
            Contact("left hindpaw", "left_hindpaw", (0.094, 0, -0.155)),
        ],
        color=_FUR,
        vertices=9400,
        sole=0.012,
    )


def _face(bones: list[Bone], blobs: list[Blob]) -> list[Ornament]:
    """Nose, mouth and tongue, seated on the muzzle."""
    back = (0, 0, -1)
    x = np.linspace(-0.046, 0.046, 25)
    y = 0.462 - 0.011 * np.sin(np.abs(x) / 0.046 * np.pi) + 0.02 * (np.abs(x) / 0.046) ** 3
    smile = onto_clay(bones, blobs, np.stack([x, y, np.zeros(25)], axis=1), back, lift=0.001)
    nose, tongue = onto_clay(bones, blobs, [(0, 0.524, 0), (0, 0.434, 0)], back, lift=-0.003)
    return [
        Ornament("head", ellipsoid(nose, (0.034, 0.025, 0.024), _DARK, GLOSSY)),
        Ornament("jaw", ellipsoid(tongue, (0.024, 0.03, 0.012), "#f0768b", SATIN)),
        Ornament("head", tube(smile, 0.003, _DARK, MATTE)),
    ]
