"""Pictures of characters and markers, with no display and no graphics card: same input, same bytes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.characters.rendering.camera import THREE_QUARTER, Camera, framing
from kinegraph.characters.rendering.marker_balls import balls
from kinegraph.characters.rendering.picture import Actor, Image, draw
from kinegraph.characters.rendering.stage import theme_named
from kinegraph.characters.rendering.surface import Surface, model_of, pose_surface
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.pose import Pose


@dataclass(frozen=True, eq=False)
class Ghost:
    """A pose to show beside the main one, translucent.

    opacity: Between 0 and 1.
    tint: '#rrggbb', or None for the character's own colours.
    """

    pose: Pose
    opacity: float = 0.35
    tint: str | None = None


def render_pose(
    character: Character,
    pose: Pose | None = None,
    size: tuple[int, int] = (640, 640),
    camera: Camera | None = None,
    *,
    azimuth: float = THREE_QUARTER[0],
    elevation: float = THREE_QUARTER[1],
    theme: str = "dark",
    ghosts: Sequence[Ghost] = (),
    ground: float | None = None,
    grid: bool = True,
    samples: int = 2,
    threads: int | None = None,
) -> Image:
    """(H, W, 3) sRGB bytes: the character in a pose, its rest pose by default.

    size: Width and height [px].
    camera: From where; by default the nearest place from which all of it is in the picture.
    azimuth, elevation: Where that place is, in degrees: 0, 0 in front of its face, 90, 0 at its left.
    ground: Height of the floor [m]; by default 0, or the lowest point of a character that was made elsewhere.
    samples: Sub-samples a pixel each way.
    """
    model = model_of(character)
    main = pose_surface(model, forward_kinematics(pose or character.rest))
    actors = [Actor(main)]
    for ghost in ghosts:
        if not 0.0 < ghost.opacity <= 1.0:
            raise InvalidValue(f"A ghost's opacity lies between 0 and 1, not at {ghost.opacity}.")
        surface = pose_surface(model, forward_kinematics(ghost.pose))
        actors.append(Actor(surface, min(ghost.opacity, 0.999), ghost.tint))
    return render_actors(
        actors,
        size,
        camera,
        azimuth=azimuth,
        elevation=elevation,
        theme=theme,
        ground=ground,
        grid=grid,
        samples=samples,
        threads=threads,
    )


def render_markers(
    markers: MarkerClip,
    frame: int = 0,
    size: tuple[int, int] = (640, 640),
    camera: Camera | None = None,
    *,
    azimuth: float = THREE_QUARTER[0],
    elevation: float = THREE_QUARTER[1],
    theme: str = "dark",
    ground: float | None = None,
    samples: int = 2,
) -> Image:
    """(H, W, 3) sRGB bytes: the markers seen in one frame, as balls."""
    if not -len(markers) <= frame < len(markers):
        raise InvalidValue(f"Frame {frame} is outside the clip's {len(markers)} frames.")
    return render_actors(
        [Actor(marker_surface(markers, frame))],
        size,
        camera,
        azimuth=azimuth,
        elevation=elevation,
        theme=theme,
        ground=ground,
        samples=samples,
    )


def marker_surface(markers: MarkerClip, frame: int) -> Surface:
    """The balls of the markers that were seen in a frame, of one size throughout the clip."""
    centers = markers.positions[frame][markers.seen[frame]]
    everywhere = markers.positions[markers.seen]
    span = float(np.ptp(everywhere[:, 1])) if len(everywhere) else 1.0
    return balls(centers, 0.011 * max(span, 0.05))


def render_actors(
    actors: Sequence[Actor],
    size: tuple[int, int],
    camera: Camera | None = None,
    *,
    azimuth: float = THREE_QUARTER[0],
    elevation: float = THREE_QUARTER[1],
    theme: str = "dark",
    ground: float | None = None,
    grid: bool = True,
    samples: int = 2,
    threads: int | None = None,
) -> Image:
    """(H, W, 3) sRGB bytes: anything that has surfaces, framed as `render_pose` does."""
    extent = extent_of([actor.surface for actor in actors])
    points = np.concatenate([np.empty((0, 3)), *(actor.surface.vertices for actor in actors)])
    return draw(
        actors,
        camera or framing(points, size, azimuth, elevation),
        size,
        theme_named(theme),
        ground=floor_height(extent) if ground is None else ground,
        extent=extent,
        grid=grid,
        samples=samples,
        threads=threads,
    )


def extent_of(surfaces: Sequence[Surface]) -> tuple[Floats, Floats]:
    """Lower and upper corner of the box around surfaces [m]; a unit box where there is nothing."""
    shown = [surface.vertices for surface in surfaces if len(surface.vertices)]
    if not shown:
        return np.array([-0.5, 0.0, -0.5]), np.array([0.5, 1.0, 0.5])
    return np.min([v.min(axis=0) for v in shown], axis=0), np.max([v.max(axis=0) for v in shown], axis=0)


def floor_height(extent: tuple[Floats, Floats], hover: float = 0.0) -> float:
    """Height of the floor [m]: 0, unless the surfaces reach below it or float far above.

    hover: Share of its own height by which something that stands may seem to hang in the air, as captures do
        whose feet are joints above the sole; it then gets its floor under the lowest point.
    """
    low, high = float(extent[0][1]), float(extent[1][1])
    tall = max(high - low, 1e-6)
    return 0.0 if (hover or -0.03) * tall <= low <= 0.6 * tall else low
