"""Footage: anything that can be filmed, frame by frame: a character's motion, captured markers, a pose."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.characters.rendering.camera import Camera, framing
from kinegraph.characters.rendering.picture import Actor, Image, draw
from kinegraph.characters.rendering.render import extent_of, floor_height, marker_surface
from kinegraph.characters.rendering.stage import Theme
from kinegraph.characters.rendering.surface import Surface, merged, model_of, pose_surface
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.marker_clip import MarkerClip

_LOOKED_AT = 24
"""Frames that are posed to find out how much room a motion takes."""


@dataclass(frozen=True, eq=False)
class Footage:
    """Something to film.

    fps: Frames per second.
    path: (F, 3) where its middle is [m].
    surface_at: Its surface at a frame, 0..F-1.
    first: Number of frame 0 in the motion that this was cut from.
    """

    name: str
    fps: float
    path: Floats
    surface_at: Callable[[int], Surface]
    first: int = 0

    def __len__(self) -> int:
        return len(self.path)

    def cut(self, start: int, stop: int) -> "Footage":
        """Frames start..stop-1."""
        if not 0 <= start < stop <= len(self):
            raise InvalidValue(f"Frames {start}:{stop} are not within the motion's 0:{len(self)}.")
        surface_at = self.surface_at
        return replace(
            self,
            path=self.path[start:stop],
            surface_at=lambda frame: surface_at(start + frame),
            first=self.first + start,
        )

    def spread(self, count: int) -> list[int]:
        """`count` frames, evenly spaced from the first to the last; fewer where there are fewer."""
        if count < 1:
            raise InvalidValue(f"At least one frame must be shown, not {count}.")
        return sorted({int(f) for f in np.linspace(0, len(self) - 1, min(count, len(self))).round()})


def footage_of_clip(character: Character, clip: Clip) -> Footage:
    """A character in motion."""
    model = model_of(character)
    world = forward_kinematics(clip)

    def surface_at(frame: int) -> Surface:
        return pose_surface(model, WorldTransforms(world.positions[frame], world.rotations[frame]))

    return Footage(clip.name, clip.fps, world.positions.mean(axis=1), surface_at)


def footage_together(name: str, footages: Sequence[Footage]) -> Footage:
    """Several at once, on one stage; all of one rate and length."""
    if len({(len(each), each.fps) for each in footages}) != 1:
        raise InvalidValue("Motions filmed together must have one rate and one length.")
    path = np.mean([each.path for each in footages], axis=0)
    return Footage(
        name,
        footages[0].fps,
        path,
        lambda frame: merged([each.surface_at(frame) for each in footages]),
        footages[0].first,
    )


def footage_of_rest(character: Character) -> Footage:
    """A character that stands still."""
    still = Clip.from_poses([character.rest], fps=1.0, name=character.name)
    return footage_of_clip(character, still)


def footage_of_markers(markers: MarkerClip) -> Footage:
    """Captured points; where none was seen, they are where they were last."""
    if len(markers) == 0:
        raise InvalidValue(f"The marker clip {markers.name!r} has no frames.")
    seen = markers.seen.sum(axis=1)
    means = (markers.positions * markers.seen[..., None]).sum(axis=1) / np.maximum(seen, 1)[:, None]
    last = np.maximum.accumulate(np.where(seen > 0, np.arange(len(markers)), 0))
    return Footage(markers.name, markers.fps, means[last], lambda frame: marker_surface(markers, frame))


@dataclass(frozen=True, eq=False)
class Shot:
    """Camera and floor of footage: one camera that may travel along, one floor.

    camera: Where the camera is when the middle of what it films is at the origin.
    follow: (F, 3) how far the camera has moved at each frame [m], level.
    ground: Height of the floor [m].
    reach: (2, 3) corners of the box that contains the motion, relative to its middle [m].
    """

    camera: Camera
    follow: Floats
    ground: float
    reach: Floats

    def picture(self, surfaces: Sequence[Actor], frame: int, size: tuple[int, int], theme: Theme) -> Image:
        """(H, W, 3) actors as seen at a frame."""
        shift = self.follow[frame]
        camera = replace(self.camera, eye=self.camera.eye + shift)
        extent = (self.reach[0] + shift, self.reach[1] + shift)
        return draw(surfaces, camera, size, theme, ground=self.ground, extent=extent)


def shot_of(
    footage: Footage,
    size: tuple[int, int],
    azimuth: float,
    elevation: float,
    *,
    frames: Sequence[int] | None = None,
    follow: str = "auto",
    margin: float = 0.1,
) -> Shot:
    """Frames a motion so that all of it is in the picture.

    frames: The frames that will be shown; by default a sample of all.
    follow: "always" keeps the middle in the picture's middle; "auto" lets the camera glide along only where
        the motion leaves its place, so that what stays put is filmed from a tripod.
    """
    looked_at = footage.spread(_LOOKED_AT) if frames is None else list(frames)
    surfaces = [footage.surface_at(frame) for frame in looked_at]
    ground = floor_height(extent_of(surfaces), hover=0.15)
    level = footage.path * [1.0, 0.0, 1.0]
    tall = float(np.mean([np.ptp(s.vertices[:, 1]) for s in surfaces if len(s.vertices)] or [1.0]))
    travel = float(np.linalg.norm(np.ptp(level, axis=0)))
    if follow == "always":
        path = level
    elif travel > 1.2 * tall:
        path = _glide(level, footage.fps)
    else:
        path = np.broadcast_to((level.min(axis=0) + level.max(axis=0)) / 2, level.shape)
    points = [s.vertices - path[f] for f, s in zip(looked_at, surfaces, strict=True) if len(s.vertices)]
    cloud = np.concatenate([np.empty((0, 3)), *points])
    low, high = (cloud.min(axis=0), cloud.max(axis=0)) if len(cloud) else (np.zeros(3), np.ones(3))
    return Shot(framing(cloud, size, azimuth, elevation, margin=margin), path, ground, np.stack([low, high]))


def _glide(path: Floats, fps: float) -> Floats:
    """The path as a camera on rails follows it: smoothed over about a second, its ends held."""
    width = max(0.5 * fps, 1e-9)
    reach = min(int(3 * width), 4 * len(path)) + 1
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    padded = np.pad(path, ((reach, reach), (0, 0)), mode="edge")
    smooth = [np.convolve(padded[:, i], weights / weights.sum(), "valid") for i in range(3)]
    return np.stack(smooth, axis=1).astype(np.float64, copy=False)
