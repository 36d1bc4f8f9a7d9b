"""The spider: eight legs of four joints, a fuzzy body, and more eyes than strictly needed."""

import numpy as np

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Contact, Eye, Ornament, Patch, chain
from kinegraph.characters.shapes import GLOSSY, MATTE, ellipsoid, tube
from kinegraph.core.body import Cap, Mesh

_BODY, _BAND, _PALE, _DARK = "#6f5ab8", "#ffb84d", "#cbb8f2", "#241a3d"
# Where each leg leaves the body (z), where its knee and its foot are (degrees from ahead), and its reach [m].
_LEGS = {
    "first": (0.06, 46.0, 0.27),
    "second": (0.035, 74.0, 0.265),
    "third": (0.005, 106.0, 0.265),
    "fourth": (-0.025, 136.0, 0.28),
}


def spider_plan() -> BodyPlan:
    """About 0.5 m wide, standing high on its knees."""
    bones = [
        Bone("hips", None, (0, 0.15, -0.01), (0, 0.152, 0.03), (0.066, 0.068), {Cap.ROOT}, (1.1, 0.9, 1)),
        Bone(
            "head",
            "hips",
            (0, 0.175, 0.08),
            (0, 0.2, 0.115),
            (0.09, 0.112),
            {Cap.HEAD},
            (1.14, 0.95, 1),
            blend=0.03,
        ),
        Bone(
            "abdomen",
            "hips",
            (0, 0.165, -0.06),
            (0, 0.2, -0.135),
            (0.07, 0.112),
            {Cap.SPINE, Cap.TAIL},
            (1.05, 1, 1),
            blend=0.02,
        ),
        Bone(
            "left_fang",
            "head",
            (0.032, 0.125, 0.19),
            (0.03, 0.1, 0.2),
            (0.0185, 0.016),
            {Cap.MOUTH},
            color=_PALE,
            blend=0.006,
        ),
    ]
    for name, (z, degrees, reach) in _LEGS.items():
        bones += _leg(name, z, np.radians(degrees), reach)
    blobs = [Blob("head", (0.06, 0.158, 0.15), (0.058, 0.048, 0.055), color=_BODY, blend=0.03)]
    patches = [
        Patch(("abdomen",), (0, 0.31, -0.12), (0.04, 0.04, 0.045), _BAND),
        Patch(("abdomen",), (0.083, 0.27, -0.15), (0.032, 0.036, 0.032), _BAND),
        Patch(("abdomen",), (0, 0.275, -0.225), (0.038, 0.04, 0.04), _BAND),
        Patch(("head",), (0.088, 0.16, 0.2), (0.03, 0.02, 0.045), "#f29ac0", edge=0.5),
    ]
    small_eyes = [
        ((0.03, 0.282, 0.188), 0.0125),
        ((0.072, 0.28, 0.166), 0.0145),
        ((0.104, 0.256, 0.15), 0.0115),
    ]
    ornaments = [
        Ornament("head", ellipsoid(place, (r, r, r), "#120c1a", GLOSSY, 12)) for place, r in small_eyes
    ]
    ornaments += [
        Ornament(
            "head",
            ellipsoid((x + 0.3 * r, y + 0.45 * r, z + 0.75 * r), (0.28 * r,) * 3, "#ffffff", GLOSSY, 6),
        )
        for (x, y, z), r in small_eyes
    ]
    return BodyPlan.symmetric(
        "spider",
        bones,
        blobs=blobs,
        patches=patches,
        eyes=[
            Eye(
                "left_eye",
                "head",
                (0.05, 0.214, 0.2),
                0.041,
                (0.2, 0.02, 1),
                pupil=0.95,
                iris="#4a2f9a",
                lid=_BODY,
            )
        ],
        ornaments=[*ornaments, Ornament("head", _smile())],
        contacts=[
            Contact(
                f"left {name} foot",
                f"left_{name}_foot",
                (reach * np.sin(np.radians(d)), 0, z + reach * np.cos(np.radians(d))),
            )
            for name, (z, d, reach) in _LEGS.items()
        ],
        color=_BODY,
        vertices=7400,
        sole=0.003,
    )


def _leg(name: str, z: float, angle: float, reach: float) -> tuple[Bone, ...]:
    """Four bones: out, up to a high knee, down, and a foot."""
    out = np.array([0.05, 0.1, 0.66 * reach, 0.93 * reach, reach])
    height = np.array([0.145, 0.165, 0.225, 0.075, 0.017])
    points = np.stack([out * np.sin(angle), height, z + out * np.cos(angle)], axis=1)
    names = [f"left_{name}_{part}" for part in ("hip", "thigh", "shin", "foot")]
    caps = [{Cap.LIMB}, {Cap.LIMB}, {Cap.LIMB}, {Cap.FOOT, Cap.GRASPER} if name == "first" else {Cap.FOOT}]
    radii = (0.03, 0.027, 0.0245, 0.0215, 0.0195)
    legs = chain(names, "hips", points, radii, caps, blend=0.012)
    return (
        *legs[:3],
        Bone(
            legs[3].name,
            legs[3].parent,
            legs[3].head,
            legs[3].tail,
            legs[3].radii,
            legs[3].caps,
            color=_BAND,
            blend=0.01,
        ),
    )


def _smile() -> Mesh:
    x = np.linspace(-0.03, 0.03, 13)
    y = 0.152 + 11.0 * x**2
    return tube(np.stack([x, y, 0.219 - 5.0 * x**2 + 0.25 * (y - 0.152)], axis=1), 0.003, _DARK, MATTE)
