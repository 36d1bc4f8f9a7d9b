"""The bear: round, heavy below, large head. The character of the first start."""

import numpy as np

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Contact, Eye, Ornament, Patch, chain
from kinegraph.characters.clay.surface import onto_clay
from kinegraph.characters.shapes import GLOSSY, SATIN, ellipsoid, tube
from kinegraph.core.body import Cap

_FUR, _CREAM, _DARK, _INNER = "#b9733a", "#f2d9ae", "#3a2118", "#e0a06a"


def bear_plan() -> BodyPlan:
    """Stands 1.2 m tall, arms a little away from the belly."""
    bones = [
        Bone("hips", None, (0, 0.34, 0), (0, 0.42, 0), (0.2, 0.215), {Cap.ROOT}, (1.06, 1, 0.92)),
        Bone(
            "spine",
            "hips",
            (0, 0.44, 0),
            (0, 0.54, 0),
            (0.21, 0.195),
            {Cap.SPINE},
            (1.06, 1, 0.92),
            blend=0.12,
        ),
        Bone(
            "chest",
            "spine",
            (0, 0.56, 0),
            (0, 0.655, 0),
            (0.19, 0.14),
            {Cap.SPINE},
            (1.08, 1, 0.9),
            blend=0.12,
        ),
        Bone("neck", "chest", (0, 0.7, 0), (0, 0.76, 0.01), (0.12, 0.12), {Cap.SPINE}, blend=0.05),
        Bone(
            "head",
            "neck",
            (0, 0.8, 0.01),
            (0, 0.935, 0.02),
            (0.14, 0.222),
            {Cap.HEAD},
            (1.14, 0.98, 1),
            blend=0.06,
        ),
        Bone("jaw", "head", (0, 0.86, 0.1), (0, 0.818, 0.235), None, {Cap.MOUTH}, blend=0.02),
        Bone(
            "left_ear",
            "head",
            (0.155, 1.07, 0),
            (0.19, 1.125, 0),
            (0.062, 0.078),
            {Cap.EAR},
            (1, 1, 0.5),
            blend=0.03,
        ),
        *chain(
            ("left_upper_arm", "left_forearm", "left_paw"),
            "chest",
            [(0.165, 0.66, 0), (0.31, 0.59, 0.01), (0.425, 0.52, 0.035), (0.478, 0.486, 0.05)],
            (0.078, 0.07, 0.072, 0.079),
            ({Cap.LIMB}, {Cap.LIMB}, {Cap.GRASPER}),
            blend=0.05,
        ),
        *chain(
            ("left_thigh", "left_shin"),
            "hips",
            [(0.125, 0.3, 0), (0.15, 0.185, 0.015), (0.155, 0.085, -0.01)],
            (0.115, 0.098, 0.085),
            ({Cap.LIMB}, {Cap.LIMB}),
            blend=0.06,
        ),
        Bone(
            "left_foot", "left_shin", (0.155, 0.085, -0.01), (0.165, 0.072, 0.11), (0.085, 0.079), {Cap.FOOT}
        ),
        Bone("tail", "hips", (0, 0.33, -0.18), (0, 0.35, -0.23), (0.05, 0.062), {Cap.TAIL}, blend=0.02),
    ]
    blobs = [
        Blob("spine", (0, 0.43, 0.06), (0.205, 0.2, 0.185), blend=0.08),
        Blob("head", (0, 0.862, 0.2), (0.108, 0.086, 0.128), color=_CREAM, blend=0.035),
        Blob("head", (0.13, 0.87, 0.08), (0.11, 0.095, 0.11), blend=0.07),
        Blob("jaw", (0, 0.818, 0.215), (0.07, 0.042, 0.075), color=_CREAM),
        Blob("left_foot", (0.165, 0.07, 0.1), (0.085, 0.07, 0.09), blend=0.05),
    ]
    patches = [
        Patch(("hips", "spine", "chest"), (0, 0.455, 0.26), (0.165, 0.2, 0.16), _CREAM),
        Patch(("left_ear",), (0.19, 1.123, 0.055), (0.05, 0.054, 0.05), _INNER),
        Patch(("left_foot",), (0.165, 0.085, 0.215), (0.058, 0.05, 0.05), _CREAM),
    ]
    return BodyPlan.symmetric(
        "bear",
        bones,
        blobs=blobs,
        patches=patches,
        eyes=[Eye("left_eye", "head", (0.1, 0.972, 0.196), 0.044, (0.2, 0.02, 1), pupil=1.05, lid=_FUR)],
        ornaments=_face(bones, blobs),
        contacts=[
            Contact("left heel", "left_foot", (0.155, 0, -0.03)),
            Contact("left toe", "left_foot", (0.165, 0, 0.13)),
        ],
        color=_FUR,
        vertices=9400,
        sole=0.02,
    )


def _face(bones: list[Bone], blobs: list[Blob]) -> list[Ornament]:
    """Nose and mouth, seated on the muzzle."""
    back = (0, 0, -1)
    x = np.linspace(-0.042, 0.042, 15)
    line = np.stack([x, 0.853 + 9.0 * x**2, np.zeros(15)], axis=1)
    smile = onto_clay(bones, blobs, line, back, lift=0.001)
    (nose,) = onto_clay(bones, blobs, [(0, 0.905, 0)], back, lift=-0.004)
    return [
        Ornament("head", ellipsoid(nose, (0.044, 0.031, 0.03), _DARK, GLOSSY)),
        Ornament("head", tube(smile, 0.0045, _DARK, SATIN)),
    ]
