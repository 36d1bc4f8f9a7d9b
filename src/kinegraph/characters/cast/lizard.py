"""The lizard: a long spine, four sprawling legs, and a tail as long as the rest."""

import numpy as np

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Contact, Eye, Ornament, Patch, chain
from kinegraph.characters.shapes import MATTE, SATIN, ellipsoid, tube
from kinegraph.core.body import Cap, Mesh

_SKIN, _BELLY, _SPOT, _DARK, _CREST = "#5fb04a", "#e9e8a0", "#3f8a3a", "#23361f", "#f2a63b"


def lizard_plan() -> BodyPlan:
    """1.2 m from nose to tail."""
    bones = [
        Bone("hips", None, (0, 0.125, -0.08), (0, 0.125, -0.01), (0.068, 0.075), {Cap.ROOT}, (1.15, 0.9, 1)),
        Bone(
            "spine",
            "hips",
            (0, 0.125, 0.01),
            (0, 0.127, 0.08),
            (0.077, 0.08),
            {Cap.SPINE},
            (1.18, 0.9, 1),
            blend=0.04,
        ),
        Bone(
            "spine_middle",
            "spine",
            (0, 0.127, 0.1),
            (0, 0.13, 0.16),
            (0.08, 0.077),
            {Cap.SPINE},
            (1.15, 0.9, 1),
            blend=0.04,
        ),
        Bone(
            "chest",
            "spine_middle",
            (0, 0.13, 0.18),
            (0, 0.14, 0.23),
            (0.074, 0.066),
            {Cap.SPINE},
            (1.12, 0.95, 1),
            blend=0.04,
        ),
        Bone("neck", "chest", (0, 0.155, 0.265), (0, 0.19, 0.31), (0.056, 0.055), {Cap.SPINE}, blend=0.03),
        Bone(
            "head",
            "neck",
            (0, 0.21, 0.335),
            (0, 0.222, 0.385),
            (0.072, 0.083),
            {Cap.HEAD},
            (1.15, 0.92, 1),
            blend=0.03,
        ),
        Bone("jaw", "head", (0, 0.19, 0.37), (0, 0.175, 0.48), None, {Cap.MOUTH}, color=_BELLY, blend=0.015),
        *chain(
            ("left_upper_foreleg", "left_lower_foreleg"),
            "chest",
            [(0.06, 0.125, 0.205), (0.14, 0.115, 0.195), (0.165, 0.035, 0.215)],
            (0.042, 0.032, 0.026),
            ({Cap.LIMB}, {Cap.LIMB}),
            blend=0.02,
        ),
        Bone(
            "left_forefoot",
            "left_lower_foreleg",
            (0.165, 0.028, 0.215),
            (0.182, 0.018, 0.25),
            (0.026, 0.022),
            {Cap.FOOT},
        ),
        *chain(
            ("left_thigh", "left_shin"),
            "hips",
            [(0.06, 0.115, -0.055), (0.145, 0.105, -0.03), (0.165, 0.035, -0.07)],
            (0.046, 0.035, 0.027),
            ({Cap.LIMB}, {Cap.LIMB}),
            blend=0.02,
        ),
        Bone(
            "left_hindfoot",
            "left_shin",
            (0.165, 0.028, -0.07),
            (0.185, 0.018, -0.03),
            (0.027, 0.022),
            {Cap.FOOT},
        ),
        *chain(
            ("tail", "tail_1", "tail_2", "tail_3", "tail_4", "tail_5", "tail_6"),
            "hips",
            [
                (0, 0.12, -0.12),
                (0, 0.1, -0.21),
                (0, 0.078, -0.3),
                (0, 0.06, -0.39),
                (0, 0.05, -0.47),
                (0, 0.058, -0.55),
                (0, 0.085, -0.62),
                (0, 0.13, -0.665),
            ],
            (0.066, 0.056, 0.047, 0.039, 0.032, 0.026, 0.021, 0.014),
            ({Cap.TAIL},) * 7,
            blend=0.02,
        ),
    ]
    blobs = [
        Blob("head", (0, 0.205, 0.435), (0.07, 0.048, 0.07), blend=0.04),
        Blob("head", (0.056, 0.268, 0.385), (0.034, 0.034, 0.036), blend=0.02),
        Blob("jaw", (0, 0.178, 0.425), (0.06, 0.024, 0.068), color=_BELLY),
        *(
            Blob(
                "left_forefoot",
                (0.165 + 0.021 * i, 0.013, 0.262 - 0.006 * i * i),
                (0.011, 0.011, 0.026),
                blend=0.01,
            )
            for i in (0, 1, 2)
        ),
        *(
            Blob(
                "left_hindfoot",
                (0.165 + 0.03 * i, 0.013, -0.015 - 0.006 * i * i),
                (0.011, 0.011, 0.028),
                blend=0.01,
            )
            for i in (0, 1, 2)
        ),
    ]
    torso = ("hips", "spine", "spine_middle", "chest")
    patches = [
        Patch((*torso, "neck"), (0, 0.035, 0.08), (0.08, 0.065, 0.32), _BELLY),
        *(
            Patch((*torso, "tail"), (0.05, 0.2 - 0.01 * i, 0.18 - 0.105 * i), (0.022, 0.03, 0.026), _SPOT)
            for i in range(4)
        ),
        Patch(("head",), (0.07, 0.2, 0.425), (0.03, 0.014, 0.03), "#f0b060", edge=0.6),
    ]
    spines = [
        (0.285, 0.335, 0.02),
        (0.243, 0.27, 0.024),
        (0.222, 0.2, 0.028),
        (0.215, 0.125, 0.03),
        (0.21, 0.05, 0.028),
        (0.2, -0.03, 0.025),
        (0.185, -0.115, 0.022),
        (0.158, -0.2, 0.019),
        (0.125, -0.29, 0.016),
    ]
    carriers = ("head", "neck", "chest", "spine_middle", "spine", "hips", "tail", "tail_1", "tail_2")
    ornaments = [
        Ornament(bone, ellipsoid((0, y - 0.012, z), (0.011, 1.25 * size, size), _CREST, SATIN, 12))
        for bone, (y, z, size) in zip(carriers, spines, strict=True)
    ]
    ornaments += [
        Ornament("head", ellipsoid((0.02, 0.226, 0.499), (0.0055, 0.0045, 0.005), _DARK, MATTE, 8)),
        Ornament("head", _smile()),
        *_mouth(),
    ]
    return BodyPlan.symmetric(
        "lizard",
        bones,
        blobs=blobs,
        patches=patches,
        eyes=[
            Eye(
                "left_eye",
                "head",
                (0.064, 0.276, 0.398),
                0.028,
                (0.45, 0.05, 1),
                pupil=0.85,
                iris="#e8a020",
                lid=_SKIN,
            )
        ],
        ornaments=ornaments,
        contacts=[
            Contact("left forefoot", "left_forefoot", (0.187, 0, 0.25)),
            Contact("left hindfoot", "left_hindfoot", (0.19, 0, -0.03)),
        ],
        color=_SKIN,
        vertices=8600,
        sole=0.004,
    )


def _mouth() -> list[Ornament]:
    """A lower jaw that covers a palate and a tongue while it is closed, and drops from them."""
    return [
        Ornament("head", ellipsoid((0, 0.178, 0.425), (0.0705, 0.03, 0.0725), "#8c2f39", MATTE)),
        Ornament("jaw", ellipsoid((0, 0.178, 0.425), (0.0745, 0.036, 0.0765), _BELLY, MATTE)),
        Ornament("jaw", ellipsoid((0, 0.199, 0.44), (0.032, 0.018, 0.05), "#ee7c8c", SATIN)),
    ]


def _smile() -> Mesh:
    angle = np.linspace(-1.15, 1.15, 31)
    x, z = 0.0745 * np.sin(angle), 0.435 + 0.0745 * np.cos(angle) - 0.004
    y = 0.19 + 0.018 * np.abs(angle / 1.15) ** 3
    return tube(np.stack([x, y, z], axis=1), 0.0028, _DARK, MATTE)
