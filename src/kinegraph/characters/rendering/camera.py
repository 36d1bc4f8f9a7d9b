"""Camera: a pinhole, and the one place from which everything just fits into the picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue

THREE_QUARTER = (35.0, 12.0)
"""Azimuth and elevation of the default view [degrees]: half from the front, a little from above."""

_UP = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True, eq=False)
class Camera:
    """A perspective camera in the world.

    eye: (3,) where it is [m].
    axes: (3, 3) its right, up and forward directions, as rows of unit length in the world.
    half_height: Tangent of half the vertical field of view.
    """

    eye: Floats
    axes: Floats
    half_height: float = 0.2679

    def camera_from_world(self, points: ArrayLike) -> Floats:
        """(..., 3) points by right, up and depth before the eye [m]."""
        return (np.asarray(points, dtype=np.float64) - self.eye) @ self.axes.T

    def pixels(self, points: ArrayLike, size: tuple[int, int]) -> Floats:
        """(..., 2) column and row of world points in a picture of `size` (width, height)."""
        width, height = size
        local = self.camera_from_world(points)
        depth = np.maximum(local[..., 2], 1e-9)
        column = (local[..., 0] / depth / (self.half_height * width / height) + 1.0) * 0.5 * width
        row = (1.0 - local[..., 1] / depth / self.half_height) * 0.5 * height
        return np.stack([column, row], axis=-1)


def view_axes(azimuth: float, elevation: float) -> Floats:
    """(3, 3) right, up, forward of a camera that looks at the character from a direction.

    azimuth: Degrees around the vertical: 0 looks at its face (from +Z), 90 at its left side (from +X).
    elevation: Degrees above the horizon, within -89 and 89.
    """
    if not (np.isfinite(azimuth) and np.isfinite(elevation)):
        raise InvalidValue("A camera's azimuth and elevation must be finite numbers of degrees.")
    if abs(elevation) > 89.0:
        raise InvalidValue(f"A camera's elevation must lie within -89 and 89 degrees, not at {elevation:g}.")
    around, above = np.radians([azimuth, elevation])
    forward = -np.array([np.sin(around) * np.cos(above), np.sin(above), np.cos(around) * np.cos(above)])
    right = np.cross(forward, _UP)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(right, forward), forward])


def framing(
    points: ArrayLike,
    size: tuple[int, int],
    azimuth: float = THREE_QUARTER[0],
    elevation: float = THREE_QUARTER[1],
    *,
    field_of_view: float = 30.0,
    margin: float = 0.1,
) -> Camera:
    """The nearest camera that looks in a direction and has all `points` in its picture.

    points: (N, 3) what must be seen [m].
    size: Width and height of the picture [px].
    field_of_view: Vertical, in degrees.
    margin: Share of the picture that stays free on every side.

    A point is inside the left edge where x - ex >= -t (z - ez), and so on for the four edges; each edge turns
    into one bound on the eye, and the nearest eye is where the two bounds of the tighter pair meet.
    """
    width, height = size
    if width < 1 or height < 1:
        raise InvalidValue(f"A picture needs at least one pixel each way, not {width} x {height}.")
    cloud = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    if len(cloud) == 0:
        cloud = np.array([[-0.5, 0.0, -0.5], [0.5, 1.0, 0.5]])
    axes = view_axes(azimuth, elevation)
    half_height = float(np.tan(np.radians(field_of_view) / 2))
    x, y, z = (cloud @ axes.T).T
    inner = (half_height * width / height * (1 - 2 * margin), half_height * (1 - 2 * margin))
    bounds = [((a - t * z).max(), (-a - t * z).max(), t) for a, t in zip((x, y), inner, strict=True)]
    depth = min(-(high + low) / (2 * t) for high, low, t in bounds)
    # A single point would put the eye into it.
    depth = min(depth, float(z.min()) - 0.05)
    across, above = ((high - low) / 2 for high, low, _ in bounds)
    eye = np.array([across, above, depth]) @ axes
    return Camera(eye, axes, half_height)
