"""Back-projection: from points of a picture to places in the scene that it shows.

After Thorne, Burke and van de Panne, "Motion Doodles", section 4.4: where gestures end, the pen points at
places to stand on. Between two such places it draws in the vertical plane through both.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.props.prop import Prop
from kinegraph.doodles.props.scene import DoodleScene

FARTHEST = 300.0  # [m] from here on it is the horizon
_BESIDE = 1e-3  # [m] inwards or outwards from the side of a box: the feet of a character drawn on the side
_UP, _LEVEL = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 1.0])
_EDGE_ON = np.sin(np.deg2rad(8.0))  # a plane seen at a smaller angle looks like a line


def standing_place(camera: Camera, scene: DoodleScene, drawn: ArrayLike) -> Floats | None:
    """(3,) the place to stand on that a picture point (2,) shows, or None where it shows the sky.

    This is the ground or the top of a box. A point on the side of a box means the edge above it or the ground
    before it, whichever is nearer in the picture.
    """
    point = np.asarray(drawn, dtype=np.float64)
    ray = camera.rays(point)
    best = _ground_hit(camera, ray)
    for prop in scene.standing_boxes:
        way, place = _box_hit(camera, prop, ray)
        if way < best[0]:
            best = way, place
    way, place = best
    if place is None:
        return None
    if place[1] > 1e-9 and not _is_on_top(scene, place):
        return _place_beside(camera, scene, point, place)
    return place


def _ground_hit(camera: Camera, ray: Floats) -> tuple[float, Floats | None]:
    if ray[1] >= -1e-9:
        return np.inf, None
    way = -float(camera.position[1] / ray[1])
    if not 0.0 < way <= FARTHEST:
        return np.inf, None
    return way, (camera.position + way * ray) * _LEVEL


def _box_hit(camera: Camera, prop: Prop, ray: Floats) -> tuple[float, Floats | None]:
    """Distance and place where a ray enters a box, by the slab method."""
    middle = prop.place + 0.5 * prop.size[1] * _UP
    frame = np.array(
        [[prop.axes[0, 0], 0.0, prop.axes[0, 1]], [0.0, 1.0, 0.0], [prop.axes[1, 0], 0.0, prop.axes[1, 1]]]
    )
    start, along = frame @ (camera.position - middle), frame @ ray
    along = np.where(np.abs(along) < 1e-12, 1e-12, along)
    near, far = np.sort([(-0.5 * prop.size - start) / along, (0.5 * prop.size - start) / along], axis=0)
    enters, leaves = float(near.max()), float(far.min())
    if enters > leaves or enters <= 0.0 or enters > FARTHEST:
        return np.inf, None
    place = camera.position + enters * ray
    if near.argmax() == 1 and along[1] < 0.0:
        place[1] = prop.top  # exactly: `_is_on_top` compares heights
    return enters, place


def _is_on_top(scene: DoodleScene, place: Floats) -> bool:
    return any(
        place[1] == prop.top and (np.abs(prop.plan_offsets(place)) <= 0.5 * prop.size[[0, 2]] + 1e-9).all()
        for prop in scene.standing_boxes
    )


def _place_beside(camera: Camera, scene: DoodleScene, point: Floats, place: Floats) -> Floats:
    """Place to stand on for a point on the side of a box."""
    inward = (place - camera.position) * _LEVEL
    inward *= _BESIDE / max(float(np.linalg.norm(inward)), 1e-9)
    feet = [place * _LEVEL + inward, place * _LEVEL - inward]
    above, before = (foot + float(scene.ground(foot)) * _UP for foot in feet)
    off = [float(np.linalg.norm(camera.project(each) - point)) for each in (above, before)]
    return above if off[0] <= off[1] else before


@dataclass(frozen=True, eq=False)
class DrawingPlane:
    """The vertical plane that a piece of a line is drawn in.

    start: (3,) where the piece begins [m]. along: (3,) its level unit direction.
    """

    start: Floats
    along: Floats

    def place(self, flat: Floats) -> Floats:
        """(..., 3) places in the world of points (..., 2) in the plane: metres along it, height."""
        flat = np.asarray(flat, dtype=np.float64)
        return self.start * _LEVEL + flat[..., :1] * self.along + flat[..., 1:] * _UP

    def seen_as_line(self, camera: Camera) -> bool:
        """True if the camera looks along the plane, so that points in it coincide."""
        toward = (self.start - camera.position) * _LEVEL
        normal = np.cross(self.along, _UP)
        return bool(abs(toward @ normal) < _EDGE_ON * np.linalg.norm(toward))

    def flat_from_picture(self, camera: Camera, drawn: Floats) -> Floats:
        """(N, 2) metres along the plane and height of picture points (N, 2) that are drawn in it."""
        rays = camera.rays(drawn)
        normal = np.cross(self.along, _UP)
        facing = rays @ normal
        facing = np.where(np.abs(facing) < 1e-9, 1e-9, facing)
        ways = ((self.start - camera.position) @ normal) / facing
        # A ray along the plane misses it, or meets it behind the camera: use the largest distance.
        ways = np.where((ways > 0.0) & (ways < FARTHEST), ways, FARTHEST)
        places = camera.position + ways[:, None] * rays
        return np.stack([(places - self.start) @ self.along, places[:, 1]], axis=1)

    def flat_by_share(self, camera: Camera, drawn: Floats, shares: Floats, length: float) -> Floats:
        """As `flat_from_picture`, for a plane that looks like a line: `shares` give the distance along it.

        shares: (N,) 0 at the beginning of the piece, 1 at its end. length: Of the piece [m].
        """
        along = shares * length
        feet = self.start * _LEVEL + along[:, None] * self.along
        rays = camera.rays(drawn)
        forward = camera.axes[2] * _LEVEL
        depth = (feet - camera.position) @ forward
        ways = depth / np.maximum(rays @ forward, 1e-9)
        return np.stack([along, camera.position[1] + ways * rays[:, 1]], axis=1)
