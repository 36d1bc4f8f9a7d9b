"""Ground placement: a turn about the vertical and a shift that bring a clip to its place."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.skeleton import Skeleton


@dataclass(frozen=True)
class GroundPlacement:
    """p' = turn p + shift. turn: About the vertical [rad]. x, y, z: Shift [m]."""

    turn: float = 0.0
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0

    @property
    def rotation(self) -> Floats:
        """(4,) the turn as a quaternion."""
        return np.array([0.0, np.sin(0.5 * self.turn), 0.0, np.cos(0.5 * self.turn)])

    def place(self, points: Floats) -> Floats:
        """(..., 3) points in the scene [m]."""
        return quat_rotate(self.rotation, points) + np.array([self.x, self.y, self.z])

    def of_clip(self, clip: Clip) -> Clip:
        """A clip in the scene."""
        rotations = clip.rotations.copy()
        rotations[:, 0] = quat_multiply(self.rotation, rotations[:, 0])
        return clip.with_roots(self.place(clip.root_translations), rotations)


def headings(skeleton: Skeleton, root_rotations: Floats) -> Floats:
    """(...) angles about the vertical by which roots (..., 4) have turned from their rest [rad]."""
    turned = quat_multiply(root_rotations, quat_conjugate(skeleton.rest_rotations[0]))
    return 2.0 * np.arctan2(turned[..., 1], turned[..., 3])


def bring(point: Floats, angle: float, goal: Floats, height: float) -> GroundPlacement:
    """The placement with a turn [rad] and a height [m] that brings a point (3,) over a goal (3,)."""
    shift = goal - GroundPlacement(angle).place(point)
    return GroundPlacement(angle, float(shift[0]), height, float(shift[2]))
