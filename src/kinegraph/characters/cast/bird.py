"""The bird: a round chick with wings of three joints."""

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Contact, Eye, Ornament, Patch, chain
from kinegraph.characters.shapes import SATIN, ellipsoid, lathe
from kinegraph.core.body import Cap

_BLUE, _DEEP, _CREAM, _ORANGE, _BLUSH = "#3f9fd8", "#2b6fb5", "#fff0d2", "#ff9a2e", "#f79a86"


def bird_plan() -> BodyPlan:
    """Stands 0.5 m tall, wings half open."""
    toes = [(0.04, 0.055), (0.075, 0.06), (0.108, 0.05)]
    bones = [
        Bone("hips", None, (0, 0.175, -0.015), (0, 0.19, -0.005), (0.11, 0.118), {Cap.ROOT}, (1, 1, 1.05)),
        Bone("chest", "hips", (0, 0.215, 0), (0, 0.26, 0.01), (0.118, 0.1), {Cap.SPINE}, blend=0.06),
        Bone("neck", "chest", (0, 0.29, 0.012), (0, 0.315, 0.015), (0.09, 0.088), {Cap.SPINE}, blend=0.06),
        Bone(
            "head",
            "neck",
            (0, 0.33, 0.016),
            (0, 0.375, 0.02),
            (0.1, 0.112),
            {Cap.HEAD},
            (1.06, 0.96, 1),
            blend=0.03,
        ),
        Bone("crest", "head", (0, 0.462, 0.01), (0, 0.492, -0.03), (0.018, 0.01), blend=0.012),
        Bone("beak", "head", (0, 0.356, 0.11), (0, 0.345, 0.18), None, {Cap.MOUTH}),
        *chain(
            ("left_wing", "left_wing_middle", "left_wing_tip"),
            "chest",
            [(0.1, 0.265, -0.005), (0.185, 0.255, -0.02), (0.265, 0.235, -0.035), (0.325, 0.2, -0.05)],
            (0.05, 0.062, 0.054, 0.028),
            ({Cap.WING, Cap.LIMB}, {Cap.WING, Cap.LIMB}, {Cap.WING, Cap.GRASPER}),
            color=_DEEP,
            section=(1, 1, 0.4),
            blend=0.02,
        ),
        *chain(
            ("left_thigh", "left_shin"),
            "hips",
            [(0.055, 0.115, -0.01), (0.068, 0.075, 0.0), (0.07, 0.022, -0.004)],
            (0.045, 0.02, 0.014),
            ({Cap.LIMB}, {Cap.LIMB}),
            color=_ORANGE,
            blend=0.012,
        ),
        Bone(
            "left_foot",
            "left_shin",
            (0.07, 0.018, -0.004),
            (0.075, 0.014, 0.058),
            (0.017, 0.016),
            {Cap.FOOT},
            color=_ORANGE,
            blend=0.006,
        ),
        *chain(
            ("tail", "tail_tip"),
            "hips",
            [(0, 0.17, -0.115), (0, 0.185, -0.175), (0, 0.205, -0.235)],
            (0.04, 0.045, 0.03),
            ({Cap.TAIL}, {Cap.TAIL}),
            color=_DEEP,
            section=(1.25, 0.5, 1),
            blend=0.03,
        ),
    ]
    blobs = [
        Blob("chest", (0, 0.2, 0.04), (0.105, 0.105, 0.09), blend=0.05),
        Blob("left_thigh", (0.06, 0.105, -0.005), (0.042, 0.036, 0.042), color=_BLUE),
        Blob("crest", (0, 0.472, -0.045), (0.011, 0.011, 0.022), blend=0.01),
        *(Blob("left_foot", (x, 0.013, z), (0.013, 0.013, 0.03), blend=0.008) for x, z in toes),
        Blob("left_foot", (0.07, 0.013, -0.03), (0.012, 0.012, 0.022), blend=0.008),
        Blob("left_wing_middle", (0.185, 0.205, -0.03), (0.05, 0.045, 0.02), blend=0.02),
        Blob("left_wing_tip", (0.268, 0.188, -0.042), (0.042, 0.04, 0.018), blend=0.02),
    ]
    patches = [
        Patch(("hips", "chest", "neck"), (0, 0.19, 0.14), (0.085, 0.115, 0.1), _CREAM),
        Patch(("head",), (0.062, 0.335, 0.12), (0.03, 0.024, 0.06), _BLUSH, edge=0.4),
    ]
    upper = lathe((0, 0.36, 0.1), (0, 0.352, 0.195), _beak(0.036), _ORANGE, SATIN, squash=1.0)
    lower = lathe((0, 0.342, 0.1), (0, 0.338, 0.168), _beak(0.026), "#e07f1c", SATIN)
    return BodyPlan.symmetric(
        "bird",
        bones,
        blobs=blobs,
        patches=patches,
        eyes=[
            Eye(
                "left_eye",
                "head",
                (0.056, 0.388, 0.098),
                0.029,
                (0.34, 0.03, 1),
                pupil=1.0,
                iris="#1d3a5a",
                lid=_BLUE,
            )
        ],
        ornaments=[
            Ornament("head", upper),
            Ornament("beak", lower),
            Ornament("head", ellipsoid((0, 0.36, 0.112), (0.03, 0.02, 0.012), _ORANGE)),
        ],
        contacts=[
            Contact("left heel", "left_foot", (0.07, 0, -0.04)),
            Contact("left toe", "left_foot", (0.075, 0, 0.08)),
        ],
        color=_BLUE,
        vertices=8600,
        sole=0.004,
    )


def _beak(radius: float) -> list[tuple[float, float]]:
    return [
        (0.0, radius),
        (0.25, 0.93 * radius),
        (0.5, 0.74 * radius),
        (0.75, 0.46 * radius),
        (0.92, 0.2 * radius),
        (1.0, 0.0),
    ]
