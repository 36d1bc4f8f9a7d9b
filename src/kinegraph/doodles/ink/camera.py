"""Camera: the view of a doodle in three dimensions.

The points of a drawing are in *picture coordinates*: x to the right, y up, the middle of the picture (0, 0),
its upper edge y = 1, its right edge x = aspect. They do not depend on the size of the picture in pixels.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import FARTHEST

_UP = np.array([0.0, 1.0, 0.0])
_NEAREST = 1e-6  # [m] in front of the camera: nearer points cannot be projected
_STEEPEST = 0.9998  # sine of the steepest view up or down: beyond it, "up" in the picture is undefined


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole that stands upright: vertical lines through the picture's middle are vertical in the world.

    position: (3,) [m].
    target: (3,) the place in the middle of the picture [m].
    vertical_fov: Angle between the picture's lower and upper edge [rad].
    aspect: Width of the picture over its height.
    """

    position: Floats
    target: Floats
    vertical_fov: float = 0.7
    aspect: float = 16.0 / 9.0

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "position", frozen_floats("A camera's position", self.position, (3,)))
        set_field(self, "target", frozen_floats("A camera's target", self.target, (3,)))
        if max(np.abs(self.position).max(), np.abs(self.target).max()) > FARTHEST:
            raise InvalidValue(f"The position and target of a camera must be within {FARTHEST:g} m.")
        look = self.target - self.position
        away = float(np.linalg.norm(look))
        if away < _NEAREST:
            raise InvalidValue("The target of a camera must differ from its position.")
        if abs(look[1]) > _STEEPEST * away:
            raise InvalidValue("A camera must not look straight up or down.")
        if not 0.01 <= self.vertical_fov <= 3.0:
            raise InvalidValue(
                f"A camera's vertical angle must be 0.01 to 3 radians, not {self.vertical_fov}."
            )
        if not 0.01 <= self.aspect <= 100.0:
            raise InvalidValue(f"A camera's aspect must be 0.01 to 100, not {self.aspect}.")

    @property
    def axes(self) -> Floats:
        """(3, 3) its right, up and forward directions, as rows of unit length in the world."""
        forward = self.target - self.position
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, _UP)
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(right, forward), forward])

    @property
    def half_height(self) -> float:
        """Tangent of half the vertical angle."""
        return float(np.tan(0.5 * self.vertical_fov))

    def project(self, points: ArrayLike) -> Floats:
        """(..., 2) picture coordinates of world points (..., 3) [m]; all must be before the camera."""
        local = (_check_range(points, "A place before a camera") - self.position) @ self.axes.T
        if local.size and not local[..., 2].min() > _NEAREST:
            raise InvalidValue("A place behind the camera is not in its picture.")
        return local[..., :2] / (local[..., 2:] * self.half_height)

    def rays(self, drawn: ArrayLike) -> Floats:
        """(..., 3) unit directions in the world of picture points (..., 2)."""
        drawn = _check_range(drawn, "A point of a picture")
        across = drawn * self.half_height
        local = np.concatenate([across, np.ones((*drawn.shape[:-1], 1))], axis=-1)
        local /= np.linalg.norm(local, axis=-1, keepdims=True)
        return local @ self.axes


def _check_range(places: ArrayLike, what: str) -> Floats:
    """Places as an array; refuses absurd numbers."""
    numbers = np.asarray(places, dtype=np.float64)
    if not np.abs(numbers).max(initial=0.0) <= FARTHEST:
        raise InvalidValue(f"{what} must be within {FARTHEST:g} of the middle, and finite.")
    return numbers
