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
from kinegraph.doodles.pictures.film import line_ink, sheet_painter, surrounding_ink, view_of
from kinegraph.doodles.pictures.picture import PAPER
from kinegraph.doodles.props.shapes import join_stage, prop_character, prop_clip

SIZE = (1600, 620)
_FAINTEST = 0.45  # share of the paper's colour in the oldest ghost
_MOST_POSES = 40


def doodle_still(
    result: DoodleResult, size: tuple[int, int] = SIZE, poses: int | None = None
) -> NDArray[np.uint8]:
    """(H, W, 3) the picture. poses: Number of ghosts, evenly in time; by default one or two for each
    motion."""
    if not result.cast:
        raise InvalidValue("This doodle has no character yet: the drawing is incomplete.")
    _, whole = join_stage(result.cast, result.scene)
    ghosts = [ghost for each in result.performers for ghost in _ghosts(each, poses)]
    view = view_of(result, whole, size)
    behind, front = surrounding_ink(result)
    ink = [*behind, *line_ink(result, np.inf)]
    return sheet_painter(result, view).paint(view, [*_props(result, whole), *ghosts], ink, front)


def _ghosts(result: DoodleResult, poses: int | None) -> list[Surface]:
    """A character at some moments, the older ones fainter."""
    if result.character is None or result.clip is None:
        return []
    clip = result.clip
    frames = _key_moments(result, clip) if poses is None else np.linspace(0, len(clip) - 1, poses).round()
    chosen = np.unique(np.clip(frames, 0, len(clip) - 1).astype(int))[:_MOST_POSES]
    model, world = model_of(result.character), forward_kinematics(clip)
    ghosts = []
    for age, frame in zip(np.linspace(1.0, 0.0, len(chosen)), chosen, strict=True):
        surface = pose_surface(model, WorldTransforms(world.positions[frame], world.rotations[frame]))
        ghosts.append(_fade_to_paper(surface, _FAINTEST * float(age)))
    return ghosts


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
