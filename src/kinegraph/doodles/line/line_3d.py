"""A line drawn over a picture of a scene, read as motions in three dimensions.

The ends of gestures are found first: corners where the pen comes down and goes up again, pauses, and the two
ends of the line. They are places to stand on (`back_projection`). Between two of them the line is drawn in
the vertical plane through both. The planes are laid out one after another on one sheet, always to the right,
and that sheet is read as any line. So a character always goes forward, and a line up and down again is a
stomp and not two slides: the paper's choices where a picture is ambiguous (section 4.4, figure 10).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.back_projection import DrawingPlane, standing_place
from kinegraph.doodles.line.gesture_ends import gesture_ends, way_shares
from kinegraph.doodles.line.landings import choose_landings, drawn_in_a_loop
from kinegraph.doodles.line.motion import (
    Motion,
    Piece,
    Reading,
    Unknown,
)
from kinegraph.doodles.line.writing_settings import WritingSettings
from kinegraph.doodles.props.scene import DoodleScene

ReadLine = Callable[[Stroke], Reading]
_IN_PLACE = 0.12  # [leg lengths] nearer ends are one place; the plane then faces the camera
_AT_AN_END = 0.12  # [leg lengths] nearer places are the end of the gesture itself
_LOOP_REACH = 1.7  # a loop has at most this length of line on either side of its bottom [leg lengths]
_LOOPED = ("front_flip", "back_flip", "twist_flip", "butterfly", "front_handspring", "back_handspring")
_DOT = "The line is a dot, or it ends in the sky."
_EDGE_ON = (
    "This part goes straight towards the camera or away from it, where loops cannot be seen. "
    "Draw it from another view, or choose a motion."
)
_SKY = "The line begins or ends in the sky. Draw it to the ground or to the top of a box."


@dataclass(frozen=True, eq=False)
class Panel:
    """A piece of a line between two places to stand on, as a panel of the sheet.

    first, last: Points of the stroke. plane: The plane that it is drawn in.
    start, end: (3,) the places. offset: x of the plane's origin on the sheet [m].
    edge_on: Whether the camera looks along the plane, so that loops in it cannot be seen.
    """

    first: int
    last: int
    plane: DrawingPlane
    start: Floats
    end: Floats
    offset: float
    edge_on: bool = False

    def place(self, sheet: Floats) -> Floats:
        """(..., 3) places in the world of points (..., 2) of the sheet."""
        return self.plane.place(np.asarray(sheet) - [self.offset, 0.0])


@dataclass(frozen=True, eq=False)
class SheetLayout:
    """A line laid out on a sheet.

    stroke: The line on that sheet [m], up to the end of the last panel.
    lifts: (N,) heights of its points in the world above those on the sheet [m]: the sheet is level at the
        ends of gestures, at any height of the ground.
    panels: In order; empty if no part of the line is on the ground.
    lost: First point of an end of the line that is in the sky, or None.
    """

    stroke: Stroke | None
    lifts: Floats
    panels: tuple[Panel, ...]
    lost: int | None


def read_line_3d(
    stroke: Stroke,
    camera: Camera,
    scene: DoodleScene,
    settings: WritingSettings,
    read: ReadLine,
) -> Reading:
    """Reads a line in picture coordinates as motions in a scene.

    read: Reads a line on a sheet; gets the laid-out line.
    """
    layout = lay_out(stroke, camera, scene, settings)
    if layout.stroke is None:
        reason = _DOT if standing_place(camera, scene, stroke.points[0]) is not None else _SKY
        return Reading((), (_unknown_end(stroke, camera, 0, reason),))
    reading = read(layout.stroke)
    pieces = [_place_in_scene(piece, layout, settings) for piece in reading.pieces]
    if layout.lost is not None:
        pieces.append(_unknown_end(stroke, camera, layout.lost, _SKY, pieces[-1] if pieces else None))
    return Reading(reading.tokens, tuple(pieces))


def lay_out(stroke: Stroke, camera: Camera, scene: DoodleScene, settings: WritingSettings) -> SheetLayout:
    """Lays out the planes that a line is drawn in, one after another on a sheet."""
    ends = _ends(stroke, camera, scene, settings)
    places = [(point, standing_place(camera, scene, stroke.points[point])) for point in ends]
    known = [(point, place) for point, place in places if place is not None]
    looped = [
        drawn_in_a_loop(stroke, point, _loop_reach(camera, places[0][1], settings)) for point, _ in known
    ]
    standing = choose_landings(known, looped, stroke, camera, settings)
    if places[0][1] is None or len(standing) < 2:
        return SheetLayout(None, np.zeros(0), (), 0)
    panels, flats, lifts, offset = [], [], [], 0.0
    for (first, start), (last, end) in pairwise(standing):
        panel, flat = _panel(stroke, camera, (first, last), (start, end), offset, settings)
        panels.append(panel)
        lift = start[1] + way_shares(flat) * (end[1] - start[1])
        seam = 1 if flats else 0
        flats.append((flat + np.stack([np.full(len(flat), offset), -lift], axis=1))[seam:])
        lifts.append(lift[seam:])
        offset += float((end - start) @ panel.plane.along)
    until = panels[-1].last + 1
    pressure = None if stroke.pressure is None else stroke.pressure[:until]
    on_sheet = Stroke(np.concatenate(flats), stroke.times[:until], pressure)
    lost = None if until == len(stroke) else until - 1
    return SheetLayout(on_sheet, np.concatenate(lifts), tuple(panels), lost)


def _loop_reach(camera: Camera, begins: Floats | None, settings: WritingSettings) -> float:
    """Length of line on either side of a point that a loop may have, in picture coordinates."""
    return _LOOP_REACH * settings.leg_length / _picture_scale(camera, begins)


def _ends(stroke: Stroke, camera: Camera, scene: DoodleScene, settings: WritingSettings) -> list[int]:
    """Ends of gestures on a line in picture coordinates.

    The picture is scaled to a sheet: a leg has the length that it has at the beginning of the line.
    """
    begins = standing_place(camera, scene, stroke.points[0])
    return gesture_ends(Stroke(stroke.points * _picture_scale(camera, begins), stroke.times), settings)


def _picture_scale(camera: Camera, begins: Floats | None) -> float:
    """Metres of a unit of the picture at the depth of a place."""
    target = camera.target if begins is None else begins
    return max(float((target - camera.position) @ camera.axes[2]), 1e-3) * camera.half_height


def _panel(
    stroke: Stroke,
    camera: Camera,
    span: tuple[int, int],
    places: tuple[Floats, Floats],
    offset: float,
    settings: WritingSettings,
) -> tuple[Panel, Floats]:
    """A panel, and (N, 2) the line's points on it, its own beginning at 0."""
    start, end = places
    level = (end - start) * [1.0, 0.0, 1.0]
    length = float(np.linalg.norm(level))
    in_place = length < _IN_PLACE * settings.leg_length
    along = camera.axes[0] if in_place else level / length
    plane = DrawingPlane(start, along)
    drawn = stroke.points[span[0] : span[1] + 1]
    edge_on = not in_place and plane.seen_as_line(camera)
    if edge_on:
        times = stroke.times[span[0] : span[1] + 1]
        shares = (times - times[0]) / max(float(times[-1] - times[0]), 1e-9)
        flat = plane.flat_by_share(camera, drawn, shares, length)
    else:
        flat = plane.flat_from_picture(camera, drawn)
    # Where a place was moved off its ray (off the side of a box), the line moves with it.
    share = way_shares(flat)[:, None]
    off_start = np.array([0.0, start[1]]) - flat[0]
    off_end = np.array([(end - start) @ along, end[1]]) - flat[-1]
    return Panel(*span, plane, start, end, offset, edge_on), flat + (
        1.0 - share
    ) * off_start + share * off_end


def _place_in_scene(piece: Piece, layout: SheetLayout, settings: WritingSettings) -> Piece:
    """Moves a piece that was read on the sheet to its places in the world."""
    panels = layout.panels
    near = _AT_AN_END * settings.leg_length
    first = _panel_of(panels, piece.span[0], ends=False)
    last = _panel_of(panels, piece.span[1], ends=True)
    lifts = layout.lifts
    start = _snap_to_place(first.place(_plane_point(piece.start, lifts[piece.span[0]])), panels, near)
    end = _snap_to_place(last.place(_plane_point(piece.end, lifts[piece.span[1]])), panels, near)
    hidden = first.edge_on or last.edge_on
    if isinstance(piece, Unknown):
        return replace(piece, start=start, end=end, reason=_EDGE_ON if hidden else piece.reason)
    if hidden and piece.name in _LOOPED:
        return _hide_loops(replace(piece, start=start, end=end))
    times = layout.stroke.times if layout.stroke is not None else np.zeros(1)
    top = min(int(np.searchsorted(times, piece.apex_time)), len(times) - 1)
    apex = _panel_of(panels, top, ends=True).place(_plane_point(piece.apex, lifts[top]))
    return replace(piece, start=start, end=end, apex=apex, backward=False)


def _hide_loops(motion: Motion) -> Unknown:
    """A motion with loops on a plane that looks like a line, as a piece to choose a motion for."""
    guesses = ((motion.name, round(motion.confidence, 3)), ("jump", 0.5))
    return Unknown(
        motion.span, motion.stroke, motion.start_time, motion.end_time, motion.start, motion.end, guesses,
        _EDGE_ON,
    )  # fmt: skip


def _plane_point(place: Floats, lift: float) -> Floats:
    """(2,) point of the plane for a place of the sheet: the same distance along, and lifted."""
    return np.array([place[2], place[1] + lift])


def _panel_of(panels: Sequence[Panel], point: int, *, ends: bool) -> Panel:
    """The panel of a point; where two panels meet, the one that ends there or the one that begins."""
    for panel in panels:
        if point < panel.last or (ends and point == panel.last):
            return panel
    return panels[-1]


def _snap_to_place(place: Floats, panels: Sequence[Panel], near: float) -> Floats:
    """The place to stand on that is near to a place, or the place itself."""
    known = np.array([panels[0].start, *(panel.end for panel in panels)])
    away = np.linalg.norm(known - place, axis=1)
    return known[int(away.argmin())] if away.min() <= near else place


def _unknown_end(
    stroke: Stroke, camera: Camera, first: int, reason: str, before: Motion | Unknown | None = None
) -> Unknown:
    last = len(stroke) - 1
    place = camera.target if before is None else before.end
    return Unknown(
        (first, last), 0, float(stroke.times[first]), float(stroke.times[last]), place, place, (), reason
    )
