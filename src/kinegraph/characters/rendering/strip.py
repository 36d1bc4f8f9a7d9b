"""The stroboscopic strip: poses of a motion in one picture, along its path or side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.characters.rendering.camera import framing, view_axes
from kinegraph.characters.rendering.footage import Footage
from kinegraph.characters.rendering.lettering import text_width, write_text
from kinegraph.characters.rendering.picture import Actor, Image, draw
from kinegraph.characters.rendering.render import extent_of, floor_height
from kinegraph.characters.rendering.stage import Theme, theme_named
from kinegraph.characters.rendering.surface import Surface, merged
from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue

_FAINTEST, _STRONGEST = 0.36, 0.78
_MOST_POSES = 60
_LENS = 24.0
"""Field of view across [degrees]: a long lens, so that poses at both ends are seen from the same side."""
_WIDTH, _HEIGHTS = 1600, (280, 720)
_SIDE_ON = 14.0
"""Degrees by which the camera leads the path, so that faces are seen."""


@dataclass(frozen=True)
class StripPose:
    """One pose of a strip.

    opacity: 1 is solid; below, a ghost.
    tint: '#rrggbb' that a ghost is coloured with, or None for its own colours.
    labelled: Whether its frame's number stands under it.
    slot: Its place in the row where poses stand side by side; None for the next after the pose before.
    """

    frame: int
    opacity: float = 1.0
    tint: str | None = None
    labelled: bool = True
    slot: float | None = None


@dataclass(frozen=True, eq=False)
class _Layout:
    """The poses of a strip at their places, and the azimuth that shows them best."""

    surfaces: list[Surface]
    feet: Floats
    azimuth: float
    travels: bool


def strip(
    footage: Footage,
    size: tuple[int, int] | None = None,
    count: int = 9,
    *,
    azimuth: float | None = None,
    elevation: float = 10.0,
    theme: str = "dark",
) -> Image:
    """(H, W, 3) `count` poses in one picture, the last one solid, the others fainter the older they are.

    size: Width and height [px]; by default 1600 wide and as high as the poses need.
    azimuth: From where [degrees]; by default across the path, so that the motion runs from left to right.
    A motion that stays in place is laid out side by side, all poses solid.
    """
    if count > _MOST_POSES:
        raise InvalidValue(f"A strip shows up to {_MOST_POSES} poses, not {count}.")
    frames = footage.spread(count)
    last = len(frames) - 1
    fading = np.linspace(_FAINTEST, _STRONGEST, max(last, 1)).tolist()
    poses = [StripPose(frame, 1.0 if i == last else fading[i]) for i, frame in enumerate(frames)]
    layout = _layout(footage, poses, azimuth)
    if not layout.travels:
        poses = [replace(pose, opacity=1.0) for pose in poses]
    return _picture(footage, poses, layout, size or _WIDTH, elevation, theme)


def strip_of_poses(
    footage: Footage,
    poses: Sequence[StripPose],
    size: tuple[int, int] | None = None,
    *,
    width: int = _WIDTH,
    azimuth: float | None = None,
    elevation: float = 10.0,
    theme: str = "dark",
) -> Image:
    """(H, W, 3) the given poses, increasing in time, in one picture: along the path, or side by side.

    width: Of the picture [px], where its height follows from the poses; `size` states both.
    """
    if not 1 <= len(poses) <= _MOST_POSES:
        raise InvalidValue(f"A strip shows 1 to {_MOST_POSES} poses, not {len(poses)}.")
    return _picture(footage, poses, _layout(footage, poses, azimuth), size or width, elevation, theme)


def _picture(
    footage: Footage,
    poses: Sequence[StripPose],
    layout: _Layout,
    asked: tuple[int, int] | int,
    elevation: float,
    theme: str,
) -> Image:
    look = theme_named(theme)
    actors = _actors(poses, layout.surfaces)
    extent = extent_of(layout.surfaces)
    ground = floor_height(extent, hover=0.15)
    feet = layout.feet * [1.0, 0.0, 1.0] + [0.0, ground, 0.0]
    points = np.concatenate([np.empty((0, 3)), *(s.vertices for s in layout.surfaces), feet])
    size = _fit_size(points, layout.azimuth, elevation, asked) if isinstance(asked, int) else asked
    upright = 2 * float(np.degrees(np.arctan(np.tan(np.radians(_LENS / 2)) * size[1] / size[0])))
    camera = framing(points, size, layout.azimuth, elevation, field_of_view=upright, margin=0.07)
    picture = draw(actors, camera, size, look, ground=ground, extent=extent)
    bottoms = [camera.pixels(s.vertices, size)[:, 1].max(initial=0.0) for s in layout.surfaces]
    named = [index for index, pose in enumerate(poses) if pose.labelled]
    labels = [str(footage.first + poses[index].frame) for index in named]
    return _label(picture, labels, camera.pixels(feet[named], size), max(bottoms), look)


def _actors(poses: Sequence[StripPose], surfaces: Sequence[Surface]) -> list[Actor]:
    """The actors: poses of one tint become one, because every ghost needs a layer of its own."""
    alike: dict[object, list[int]] = {}
    for index, pose in enumerate(poses):
        alike.setdefault(index if pose.tint is None else (pose.tint, pose.opacity), []).append(index)
    return [
        Actor(merged([surfaces[index] for index in group]), poses[group[0]].opacity, poses[group[0]].tint)
        for group in alike.values()
    ]


def _fit_size(points: Floats, azimuth: float, elevation: float, width: int) -> tuple[int, int]:
    """A size of that width whose height fits the poses, with room for the numbers."""
    across, above, _ = np.ptp(points @ view_axes(azimuth, elevation).T, axis=0)
    lowest, highest = (height * width / _WIDTH for height in _HEIGHTS)
    return width, int(np.clip(1.25 * width * above / max(across, 1e-9) + 40, lowest, highest))


def _layout(footage: Footage, poses: Sequence[StripPose], azimuth: float | None) -> _Layout:
    frames = [pose.frame for pose in poses]
    surfaces = [footage.surface_at(frame) for frame in frames]
    path = footage.path[frames]
    slots = _slots(poses)
    spread = float(np.linalg.norm(np.ptp(path[:, [0, 2]], axis=0)))
    widths = [
        float(np.linalg.norm(np.ptp(s.vertices[:, [0, 2]], axis=0))) for s in surfaces if len(s.vertices)
    ]
    width = float(np.median(widths)) if widths else 1.0
    if len(frames) > 1 and spread > 0.35 * width * slots[-1]:
        if azimuth is None:
            azimuth = _across(path, (path[-1] - path[0]) * [1.0, 0.0, 1.0])
        return _Layout(surfaces, path, azimuth, True)
    azimuth = 25.0 if azimuth is None else azimuth
    right = view_axes(azimuth, 0.0)[0]
    # One step fits all: the widest pose, as seen, and a little air.
    seen = [np.ptp(s.vertices @ right) for s in surfaces if len(s.vertices)]
    step = 1.08 * float(max(seen, default=1.0))
    shifts = [slot * step * right - p * [1.0, 0.0, 1.0] for slot, p in zip(slots, path, strict=True)]
    moved = [s._replace(vertices=s.vertices + shift) for s, shift in zip(surfaces, shifts, strict=True)]
    return _Layout(moved, path + shifts, azimuth, False)


def _slots(poses: Sequence[StripPose]) -> list[float]:
    slots: list[float] = []
    for pose in poses:
        slots.append(pose.slot if pose.slot is not None else slots[-1] + 1.0 if slots else 0.0)
    return slots


def _across(path: Floats, travel: Floats) -> float:
    """The azimuth that sees a path run from left to right [degrees]."""
    level = path[:, [0, 2]] - path[:, [0, 2]].mean(axis=0)
    _, _, axes = np.linalg.svd(level, full_matrices=False)
    along = axes[0] if axes[0] @ travel[[0, 2]] >= 0 else -axes[0]
    return float(np.degrees(np.arctan2(-along[1], along[0]))) + _SIDE_ON


def _label(picture: Image, labels: Sequence[str], places: Floats, bottom: float, look: Theme) -> Image:
    """The picture with a frame number under each pose, those that would touch the one before left out."""
    row = min(bottom + 22.0, picture.shape[0] - 8.0)
    taken = -np.inf
    for label, (column, _) in zip(labels, places, strict=True):
        half = text_width(label) / 2
        if column - half < taken + 6:
            continue
        picture = write_text(picture, label, (float(column), row), look.quiet_ink, 14, "ms")
        taken = column + half
    return picture
