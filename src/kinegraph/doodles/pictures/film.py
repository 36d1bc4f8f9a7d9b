"""Films of doodles: the ink grows as it was drawn, and the character performs it at the same time."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kinegraph.characters.rendering.surface import Surface, model_of, pose_surface
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.resample import resample
from kinegraph.doodles.clip import DoodleResult
from kinegraph.doodles.doodle import MotionLine
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.motion import (
    STAND,
    Motion,
    Piece,
    Reading,
    world_from_sheet,
)
from kinegraph.doodles.pictures.picture import (
    EARTH,
    INK_OF_GROUP,
    INK_UNKNOWN,
    SCENERY,
    CameraView,
    InkLine,
    Painter,
    SheetView,
    sheet_view,
)
from kinegraph.doodles.props.shapes import join_stage

SIZE = (1280, 720)
_MARGIN = 0.25  # [m] above and below
_TINY = 1.5  # the view follows the character if the whole sheet is this many times higher than needed
_CALM = 0.8  # [s] smoothing of a view that follows
_EARTH_WIDTH, _SCENERY_WIDTH = 0.03, 0.024  # [m]
_INK_AHEAD = 0.006  # [m] width of a line one metre before the camera


def film_frames(
    result: DoodleResult, fps: float = 30.0, size: tuple[int, int] = SIZE
) -> Iterator[NDArray[np.uint8]]:
    """(H, W, 3) pictures of a doodle as it is performed, from its camera or of the whole sheet."""
    if not result.cast:
        raise InvalidValue("This doodle has no character yet: the drawing is incomplete.")
    character, clip = join_stage(result.cast, result.scene)
    clip = clip if len(clip) == 1 else resample(clip, fps)
    whole = view_of(result, clip, size)
    views = [whole] * len(clip) if isinstance(whole, CameraView) else _following_views(result, whole, clip)
    painter = sheet_painter(result, whole)
    behind, front = surrounding_ink(result)
    for frame, (surface, view) in enumerate(zip(_surfaces(character, clip), views, strict=True)):
        yield painter.paint(view, [surface], [*behind, *line_ink(result, frame / fps)], front)


def sheet_painter(result: DoodleResult, view: SheetView | CameraView) -> Painter:
    """The painter of a doodle's sheet, or of its space."""
    on_sheet = None if isinstance(view, CameraView) else result.settings.jump_line
    return Painter(on_sheet, result.doodle.picture, result.scene.drawn.level_spans)


def line_ink(result: DoodleResult, now: float) -> list[InkLine]:
    """The ink of the lines of all characters up to a time [s]."""
    return [
        part
        for each in (result, *result.others)
        for number, (line, reading) in enumerate(zip(each.doodle.lines, each.readings, strict=True))
        for part in ink_by(line, each.doodle.timed_stroke(number), reading, now)
    ]


def surrounding_ink(result: DoodleResult) -> tuple[list[InkLine], list[InkLine]]:
    """Drawn ground and scenery behind the characters, and scenery before them."""
    behind = [InkLine(world_from_sheet(each.points), EARTH, _EARTH_WIDTH) for each in result.doodle.ground]
    front = []
    for scenery in result.doodle.scenery:
        for runs, where in zip(scenery.split(), (behind, front), strict=True):
            where += [InkLine(world_from_sheet(run), SCENERY, _SCENERY_WIDTH) for run in runs]
    return behind, front


def frame_count(result: DoodleResult, fps: float) -> int:
    """Number of pictures of `film_frames`."""
    cast = result.cast
    return 1 if not cast or len(cast[0][1]) == 1 else len(resample(cast[0][1], fps))


def _surfaces(character: Character, clip: Clip) -> Iterator[Surface]:
    model, world = model_of(character), forward_kinematics(clip)
    for frame in range(len(clip)):
        yield pose_surface(model, WorldTransforms(world.positions[frame], world.rotations[frame]))


def _following_views(result: DoodleResult, whole: SheetView, clip: Clip) -> list[SheetView]:
    """A view for each frame: of the whole sheet, or, if the character would be tiny, around the character.

    clip: With the props.
    """
    world = forward_kinematics(clip).positions
    lines = [line for each in (result, *result.others) for line in each.doodle.lines]
    high = float(max([world[..., 1].max(), *(line.stroke.box[1, 1] for line in lines)]))
    # A head reaches further up than its joint.
    height = max(high + 0.5 * result.settings.jump_line, 2.0 * result.settings.jump_line) + 2.0 * _MARGIN
    if whole.height < _TINY * height or result.clip is None:
        return [whole] * len(clip)
    aspect = whole.size[0] / whole.size[1]
    left, right = whole.middle[0] + 0.5 * aspect * (whole.height - height) * np.array([-1.0, 1.0])
    hips = np.interp(np.arange(len(clip)) / clip.fps, result.clip.times, result.clip.root_translations[:, 2])
    window = np.hanning(2 * round(_CALM * clip.fps) + 3)
    padded = np.pad(hips, len(window) // 2, mode="edge")
    middles = np.clip(np.convolve(padded, window / window.sum(), mode="valid"), left, right)
    return [SheetView(whole.size, np.array([x, 0.5 * height - _MARGIN]), height) for x in middles]


def view_of(result: DoodleResult, clip: Clip, size: tuple[int, int]) -> SheetView | CameraView:
    """The view of the doodle's camera, or of that of its lines; without a camera, of the used part of the
    sheet."""
    lines = [line for each in (result, *result.others) for line in each.doodle.lines]
    cameras = [result.doodle.camera, *(line.camera for line in lines)]
    camera = next((each for each in cameras if each is not None), None)
    if camera is not None:
        return CameraView(size, camera)
    world = forward_kinematics(clip).positions.reshape(-1, 3)
    surroundings = (*result.doodle.ground, *(each.stroke for each in result.doodle.scenery))
    inks = (*(line.stroke for line in lines), *surroundings)
    drawn = [world_from_sheet(stroke.points) for stroke in inks]
    reach = np.array([[0.0, 0.0, -0.5], [0.0, 1.0, 0.5]])
    things = [prop.place + reach * prop.size for prop in result.scene.props]
    return sheet_view(np.concatenate([world, *drawn, *things]), size)


def ink_by(line: MotionLine, stroke: Stroke, reading: Reading, now: float) -> Iterator[InkLine]:
    """The ink of a line up to a time, its pieces in their colours."""
    count = int(np.searchsorted(stroke.times, now, side="right"))
    if count < 2:
        return
    if line.camera is None:
        points, width = world_from_sheet(stroke.points), InkLine.width
    else:
        points, width = line.camera.position + line.camera.rays(stroke.points), _INK_AHEAD
    yield InkLine(points[:count], INK_UNKNOWN, 0.5 * width)
    for piece in reading.pieces:
        first, last = piece.span[0], min(piece.span[1], count - 1)
        if last > first:
            yield InkLine(
                points[first : last + 1], _color(piece), width, dashed=not isinstance(piece, Motion)
            )


def _color(piece: Piece) -> tuple[int, int, int]:
    if not isinstance(piece, Motion):
        return INK_UNKNOWN
    return INK_OF_GROUP[STAND if piece.name == STAND else gesture_table().entry(piece.name).group]
