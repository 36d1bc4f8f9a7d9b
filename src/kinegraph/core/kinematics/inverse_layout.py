"""Arrays that the inverse kinematics kernels take, by name."""

from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints

POSITION, ORIENTATION, AIM = 0, 1, 2
"""Kinds of goals."""


class Goals(NamedTuple):
    """G goals of F frames, or of one.

    kinds: (G,) POSITION, ORIENTATION or AIM.
    joints: (G,) the joint of each goal.
    offsets: (G, 3) the point of a position goal in its joint's frame [m]; the unit axis of an aim goal.
    targets: (F, G, 4) or (G, 4) a point, an orientation, or the point to aim at.
    weights: (G,) importance beside the other goals.
    """

    kinds: Ints
    joints: Ints
    offsets: Floats
    targets: Floats
    weights: Floats


class Joints(NamedTuple):
    """The joints that are solved.

    parents: (J,) index of each joint's parent; -1 for the root.
    local: (J, 3) positions in the parent's frame [m].
    rest: (J, 4) the local rotations that the joints are pulled towards.
    ease: (J + 1,) how readily each joint turns and, last, the root shifts: 1 freely, 0 not at all.
    """

    parents: Ints
    local: Floats
    rest: Floats
    ease: Floats


class Options(NamedTuple):
    """Options of a solve.

    length: Lengths are divided by it, so that one damping suits a mouse and a giant [m].
    rest_pull: Share of the way to rest that a joint is pulled in a step, 0 to 1.
    most_steps: The number of steps to try.
    tolerance: Error at which a goal is met: [rad], or a share of `length`.
    """

    length: float
    rest_pull: float
    most_steps: int
    tolerance: float
