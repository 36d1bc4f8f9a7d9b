"""The octopus: a soft dome on eight arms of five joints."""

import numpy as np

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Contact, Eye, Ornament, Patch, chain
from kinegraph.characters.shapes import MATTE, tube
from kinegraph.core.body import Cap, Mesh

_SKIN, _PALE, _SPOT, _DARK = "#e8657f", "#ffc4b8", "#c8456a", "#5a1f33"
_ARMS = {"front": 25.0, "front_side": 67.0, "back_side": 113.0, "back": 155.0}


def octopus_plan() -> BodyPlan:
    """Stands 0.8 m tall on the curled tips of its arms."""
    bones = [
        Bone("hips", None, (0, 0.26, 0), (0, 0.29, 0), (0.115, 0.12), {Cap.ROOT}),
        Bone("mantle", "hips", (0, 0.32, 0), (0, 0.39, 0), (0.125, 0.15), {Cap.SPINE}, blend=0.08),
        Bone(
            "head",
            "mantle",
            (0, 0.43, 0),
            (0, 0.57, -0.04),
            (0.165, 0.23),
            {Cap.HEAD},
            (1.06, 1, 1),
            blend=0.1,
        ),
        Bone("mouth", "head", (0, 0.41, 0.15), (0, 0.4, 0.19), None, {Cap.MOUTH}),
    ]
    for name, degrees in _ARMS.items():
        bones += _arm(name, np.radians(degrees))
    patches = [
        Patch(("head",), (0.1, 0.74, 0.1), (0.045, 0.04, 0.05), _SPOT),
        Patch(("head",), (0.15, 0.66, -0.12), (0.05, 0.055, 0.06), _SPOT),
        Patch(("head",), (0, 0.795, 0.02), (0.04, 0.06, 0.035), _SPOT),
        Patch(("head",), (0.07, 0.77, -0.1), (0.035, 0.04, 0.035), _SPOT),
        Patch(("head", "mantle"), (0.135, 0.415, 0.15), (0.04, 0.028, 0.07), "#ff9a94", edge=0.5),
    ]
    blobs = [Blob("head", (0.095, 0.5, 0.12), (0.085, 0.085, 0.08), blend=0.05)]
    return BodyPlan.symmetric(
        "octopus",
        bones,
        blobs=blobs,
        patches=patches,
        eyes=[
            Eye(
                "left_eye",
                "head",
                (0.092, 0.5, 0.168),
                0.056,
                (0.16, 0.02, 1),
                pupil=0.85,
                iris="#7a3b9a",
                lid=_SKIN,
            )
        ],
        ornaments=[Ornament("head", _smile())],
        contacts=[_contact(name, np.radians(degrees)) for name, degrees in _ARMS.items()],
        color=_SKIN,
        vertices=7400,
        sole=0.008,
    )


def _arm(name: str, angle: float) -> tuple[Bone, ...]:
    """Five bones that fall from the body, run along the ground and curl up at the tip."""
    out = np.array([0.12, 0.2, 0.3, 0.4, 0.475, 0.49])
    height = np.array([0.25, 0.14, 0.055, 0.032, 0.045, 0.1])
    points = np.stack([out * np.sin(angle), height, out * np.cos(angle)], axis=1)
    caps = [{Cap.LIMB}] * 4 + [{Cap.GRASPER, Cap.FOOT} if name == "front" else {Cap.FOOT}]
    names = [f"left_{name}_arm"] + [f"left_{name}_arm_{i}" for i in range(2, 6)]
    return chain(names, "hips", points, (0.08, 0.066, 0.052, 0.04, 0.031, 0.022), caps, blend=0.035)


def _contact(name: str, angle: float) -> Contact:
    return Contact(
        f"left {name.replace('_', ' ')} arm",
        f"left_{name}_arm_4",
        (0.42 * np.sin(angle), 0, 0.42 * np.cos(angle)),
    )


def _smile() -> Mesh:
    x = np.linspace(-0.036, 0.036, 15)
    y = 0.41 + 14.0 * x**2
    return tube(np.stack([x, y, 0.166 - 2.0 * x**2 + 0.45 * (y - 0.41)], axis=1), 0.0055, _DARK, MATTE)
