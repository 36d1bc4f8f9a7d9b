"""Random rigs whose hands and feet follow handles, for finding jumps. Two generators on different principles.

`grown_rig` grows a tree of limbs and takes every handle from a whole pose: all goals can be met. `drawn_rig`
has a fixed plan, a spine with two arms, and places handles and poles freely, in reach or out of it.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_normalize
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, joint_manipulators
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet

NAME = "handles"
_FUNCTIONS = (RadialFunction.LINEAR, RadialFunction.HARDY, RadialFunction.GAUSSIAN)


def grown_rig(seed: int) -> SpatialRig:
    """Two to four limbs of two to five bones on a trunk, with handles at their tips and two to six poses.

    Every other rig also keys the joints of the limbs, so that the solver starts from a blend.
    """
    rng = np.random.default_rng(seed)
    parents, offsets, tips = [-1, 0, 1], [np.zeros(3), rng.normal(size=3) * 0.2, rng.normal(size=3) * 0.2], []
    for _ in range(rng.integers(2, 5)):
        above = int(rng.integers(0, 3))
        direction = rng.normal(size=3)
        for _ in range(rng.integers(2, 6)):
            # Half of the limbs rest as straight as a rod.
            bone = direction + rng.normal(size=3) * (0.0 if seed % 2 else 0.5)
            parents.append(above)
            offsets.append(0.3 * bone / np.linalg.norm(bone))
            above = len(parents) - 1
        tips.append(above)
    names = [f"joint {i}" for i in range(len(parents))]
    skeleton = Skeleton.from_offsets(names, parents, offsets)
    handles = tuple(
        Manipulator(ManipulatorKind.HANDLE, names[tip], moves=True, turns=bool(rng.random() < 0.3))
        for tip in tips
    )
    keyed = () if seed % 4 < 2 else joint_manipulators(skeleton, tuple(names[3:]))
    made = SpatialSet(NAME, (*keyed, *handles), function=_FUNCTIONS[seed % 3])
    for place in _places(rng, int(rng.integers(2, 7))):
        turns = quat_from_axis_angle(rng.normal(size=(len(names), 3)) * rng.uniform(0.2, 1.0))
        turns[:3] = [0.0, 0.0, 0.0, 1.0]
        made = made.with_pose(Pose(skeleton, np.zeros(3), turns), place)
    return SpatialRig(Character.bare("grown", skeleton), (made,))


def drawn_rig(seed: int) -> SpatialRig:
    """A spine with two arms: handles for both hands anywhere around it, and poles for some elbows."""
    rng = np.random.default_rng(10_000 + seed)
    names = ["hips", "spine", "chest"]
    parents, offsets = [-1, 0, 1], [[0.0, 1.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.25, 0.0]]
    for side, sign in (("left", 1.0), ("right", -1.0)):
        slack = rng.uniform(0.0, 0.1)
        for part, offset in (
            ("arm", [0.18 * sign, 0.1, 0.0]),
            ("forearm", [0.3 * sign, 0.0, -slack]),
            ("hand", [0.28 * sign, 0.0, slack]),
        ):
            parents.append(2 if part == "arm" else len(parents) - 1)
            names.append(f"{side} {part}")
            offsets.append(offset)
    skeleton = Skeleton.from_offsets(names, parents, offsets)
    manipulators = [
        Manipulator(ManipulatorKind.HANDLE, f"{side} hand", moves=True, turns=bool(rng.random() < 0.4))
        for side in ("left", "right")
    ]
    if rng.random() < 0.5:
        manipulators.append(Manipulator(ManipulatorKind.POLE, "left forearm", moves=True))
    keys = tuple(
        SpatialKey(
            f"key {i}",
            place,
            np.array([0.0, 1.4, 0.0]) + rng.normal(size=(len(manipulators), 3)) * 0.4,
            np.where(
                [[m.turns] for m in manipulators],
                quat_normalize(rng.normal(size=(len(manipulators), 4))),
                [0.0, 0.0, 0.0, 1.0],
            ),
        )
        for i, place in enumerate(_places(rng, int(rng.integers(3, 9))))
    )
    made = SpatialSet(NAME, tuple(manipulators), keys, function=_FUNCTIONS[int(rng.integers(3))])
    return SpatialRig(Character.bare("drawn", skeleton), (made,))


def _places(rng: np.random.Generator, count: int) -> Floats:
    """(K, 3) markers, in a plane every third time."""
    return rng.normal(size=(count, 3)) * [0.4, 0.4, 0.0 if rng.random() < 0.34 else 0.4]
