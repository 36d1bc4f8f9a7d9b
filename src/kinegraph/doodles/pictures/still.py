"""A doodle in one picture: all of its ink, and the character as a row of ghosts along the path."""

import numpy as np
from numpy.typing import NDArray

from kinegraph.characters.color import linear_rgba
from kinegraph.characters.rendering.surface import Surface, model_of, pose_surface
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.doodles.clip import DoodleResult
from kinegraph.doodles.line.motion import STAND
from kinegraph.doodles.pictures.film import ink_by, view_of
from kinegraph.doodles.pictures.picture import PAPER, CameraView, Painter
from kinegraph.doodles.props.shapes import prop_character, prop_clip

SIZE = (1600, 620)
_FAINTEST = 0.45  # share of the paper's colour in the oldest ghost
_MOST_POSES = 40


def doodle_still(
    result: DoodleResult, size: tuple[int, int] = SIZE, poses: int | None = None
) -> NDArray[np.uint8]:
    """(H, W, 3) the picture. poses: Number of ghosts, evenly in time; by default one or two for each
    motion."""
    if result.character is None or result.clip is None:
        raise InvalidValue("This doodle has no character yet: the drawing is incomplete.")
    clip = result.clip
    frames = _key_moments(result, clip) if poses is None else np.linspace(0, len(clip) - 1, poses).round()
    chosen = np.unique(np.clip(frames, 0, len(clip) - 1).astype(int))[:_MOST_POSES]
    model, world = model_of(result.character), forward_kinematics(clip)
    ghosts = []
    for age, frame in zip(np.linspace(1.0, 0.0, len(chosen)), chosen, strict=True):
        surface = pose_surface(model, WorldTransforms(world.positions[frame], world.rotations[frame]))
        ghosts.append(_fade_to_paper(surface, _FAINTEST * float(age)))
    view = view_of(result, clip, size)
    ink = [
        part
        for number, (line, reading) in enumerate(zip(result.doodle.lines, result.readings, strict=True))
        for part in ink_by(line, result.doodle.timed_stroke(number), reading, np.inf)
    ]
    on_sheet = None if isinstance(view, CameraView) else result.settings.jump_line
    return Painter(on_sheet, result.doodle.picture).paint(view, [*_props(result, clip), *ghosts], ink)


def _key_moments(result: DoodleResult, clip: Clip) -> NDArray[np.float64]:
    """Frames at the beginnings, tops and ends of motions."""
    times = [0.0]
    for motion in result.reading.motions:
        long = motion.duration > 0.6 and motion.name != STAND
        times += [motion.start_time, motion.apex_time] if long else [motion.start_time]
    return np.array([*times, clip.duration]) * clip.fps


def _props(result: DoodleResult, clip: Clip) -> list[Surface]:
    """The props at the end."""
    surfaces = []
    for number, prop in enumerate(result.scene.props):
        moved = prop_clip(result.scene, number, len(clip), clip.fps)
        world = forward_kinematics(moved.pose(-1))
        surfaces.append(pose_surface(model_of(prop_character(prop)), world))
    return surfaces


def _fade_to_paper(surface: Surface, share: float) -> Surface:
    """The surface with its colours nearer to the paper's."""
    paper = np.array(linear_rgba("#" + "".join(f"{part:02x}" for part in PAPER))[:3])
    colors = surface.colors + share * (paper - surface.colors)
    finishes = surface.finishes.copy()
    finishes[:, :3] += share * (1.0 - finishes[:, :3])
    return surface._replace(colors=colors, finishes=finishes)
