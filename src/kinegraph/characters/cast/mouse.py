"""The mouse: mostly ears, on hind legs, with a long tail."""

import numpy as np

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Contact, Eye, Ornament, Patch, chain
from kinegraph.characters.shapes import GLOSSY, MATTE, ellipsoid, tube
from kinegraph.core.body import Cap, Mesh

_FUR, _PALE, _PINK, _DARK = "#9aa3b5", "#f4efe9", "#f5a9ad", "#2a2326"


def mouse_plan() -> BodyPlan:
    """Sits up 0.4 m tall."""
    bones = [
        Bone("hips", None, (0, 0.088, 0), (0, 0.105, 0.002), (0.078, 0.078), {Cap.ROOT}, (1.05, 1, 1)),
        Bone("spine", "hips", (0, 0.115, 0.002), (0, 0.145, 0.005), (0.074, 0.064), {Cap.SPINE}, blend=0.03),
        Bone("chest", "spine", (0, 0.155, 0.005), (0, 0.182, 0.01), (0.06, 0.05), {Cap.SPINE}, blend=0.03),
        Bone("neck", "chest", (0, 0.195, 0.012), (0, 0.215, 0.018), (0.042, 0.04), {Cap.SPINE}, blend=0.02),
        Bone(
            "head",
            "neck",
            (0, 0.228, 0.02),
            (0, 0.262, 0.028),
            (0.062, 0.082),
            {Cap.HEAD},
            (1.1, 0.95, 1),
            blend=0.02,
        ),
        Bone("jaw", "head", (0, 0.232, 0.07), (0, 0.219, 0.115), None, {Cap.MOUTH}, color=_PALE, blend=0.006),
        Bone(
            "left_ear",
            "head",
            (0.06, 0.312, 0.012),
            (0.098, 0.347, 0.006),
            (0.03, 0.06),
            {Cap.EAR},
            (1, 1, 0.3),
            blend=0.01,
        ),
        *chain(
            ("left_upper_arm", "left_forearm", "left_hand"),
            "chest",
            [(0.048, 0.175, 0.015), (0.083, 0.145, 0.035), (0.092, 0.13, 0.078), (0.089, 0.132, 0.096)],
            (0.022, 0.02, 0.0185, 0.02),
            ({Cap.LIMB}, {Cap.LIMB}, {Cap.GRASPER}),
            blend=0.012,
        ),
        *chain(
            ("left_thigh", "left_shin"),
            "hips",
            [(0.055, 0.085, 0.0), (0.078, 0.06, 0.035), (0.078, 0.024, 0.0)],
            (0.042, 0.032, 0.022),
            ({Cap.LIMB}, {Cap.LIMB}),
            blend=0.015,
        ),
        Bone(
            "left_foot",
            "left_shin",
            (0.078, 0.02, 0.0),
            (0.09, 0.017, 0.085),
            (0.02, 0.022),
            {Cap.FOOT},
            color=_PINK,
            blend=0.006,
        ),
        *chain(
            ("tail", "tail_1", "tail_2", "tail_3", "tail_4"),
            "hips",
            [
                (0, 0.05, -0.06),
                (0, 0.022, -0.115),
                (0, 0.02, -0.17),
                (0, 0.042, -0.218),
                (0, 0.085, -0.245),
                (0, 0.135, -0.25),
            ],
            (0.015, 0.0125, 0.0115, 0.0105, 0.0095, 0.008),
            ({Cap.TAIL},) * 5,
            color=_PINK,
            blend=0.008,
        ),
    ]
    blobs = [
        Blob("hips", (0, 0.1, 0.025), (0.078, 0.078, 0.07), blend=0.03),
        Blob("head", (0, 0.24, 0.082), (0.036, 0.03, 0.044), color=_PALE, blend=0.03),
        Blob("head", (0.048, 0.24, 0.06), (0.042, 0.036, 0.04), color=_PALE, blend=0.025),
        Blob("jaw", (0, 0.222, 0.085), (0.024, 0.014, 0.026), color=_PALE),
    ]
    patches = [
        Patch(("hips", "spine", "chest"), (0, 0.125, 0.1), (0.056, 0.075, 0.066), _PALE),
        Patch(("left_ear",), (0.097, 0.345, 0.035), (0.044, 0.044, 0.033), _PINK),
        Patch(("left_hand",), (0.089, 0.132, 0.1), (0.03, 0.03, 0.022), _PINK),
    ]
    ornaments = [
        Ornament("head", ellipsoid((0, 0.256, 0.124), (0.014, 0.0115, 0.0115), "#e8727f", GLOSSY)),
        Ornament("head", ellipsoid((0.0068, 0.2165, 0.108), (0.0058, 0.0095, 0.0035), "#ffffff", GLOSSY)),
        *(Ornament("head", _whisker(height)) for height in (-1.0, 0.0, 1.0)),
    ]
    return BodyPlan.symmetric(
        "mouse",
        bones,
        blobs=blobs,
        patches=patches,
        eyes=[
            Eye(
                "left_eye",
                "head",
                (0.04, 0.278, 0.096),
                0.0205,
                (0.3, 0.05, 1),
                pupil=1.35,
                iris="#3a2a2a",
                lid=_FUR,
            )
        ],
        ornaments=ornaments,
        contacts=[
            Contact("left heel", "left_foot", (0.078, 0, -0.006)),
            Contact("left toe", "left_foot", (0.09, 0, 0.09)),
        ],
        color=_FUR,
        vertices=10100,
        sole=0.006,
    )


def _whisker(height: float) -> Mesh:
    t = np.linspace(0.0, 1.0, 9)
    path = np.stack(
        [0.03 + 0.075 * t, 0.243 + height * (0.004 + 0.018 * t) - 0.008 * t**2, 0.106 - 0.022 * t**1.5],
        axis=1,
    )
    return tube(path, 0.0011, _DARK, MATTE, segments=5)
