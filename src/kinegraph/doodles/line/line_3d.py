"""A line drawn over a picture of a scene, read as motions in three dimensions.

The places where gestures end are found first: corners at which the pen has come down and goes up again,
pauses, and the two ends of the line. They are places to stand on (`back_projection`). Between two of them the
line is drawn in the vertical plane through both. Planes are laid out one after another on one sheet, always
to the right, and what is on that sheet is read as any line is. So a character goes forward wherever it is
drawn to, and a line up and down again is a stomp and not two slides: the paper's choices where a picture does
not say which (section 4.4, figure 10).
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
from kinegraph.doodles.line.motion import (
    Motion,
    Piece,
    Reading,
    Unknown,
)
from kinegraph.doodles.line.writing_settings import WritingSettings
from kinegraph.doodles.props.scene import DoodleScene

ReadLine = Callable[[Stroke], Reading]
_IN_PLACE = 0.12  # [leg lengths] nearer ends are one place: the plane then faces the camera
_AT_AN_END = 0.12  # [leg lengths] places as near to where a gesture ends as this are there
_DETOUR = 3.0  # times as far: who goes to a place and on so much farther was not there
_DOT = "It goes nowhere: a dot, or its end is in the sky."
_SKY = "It begins or ends in the sky: there is nothing to stand on."


@dataclass(frozen=True, eq=False)
class Leaf:
    """A piece of a line between two places to stand on, laid out on the sheet.

    first, last: Points of the stroke. plane: That it is drawn in.
    start, end: (3,) the places. offset: Where the plane's origin lies on the sheet [m].
    """

    first: int
    last: int
    plane: DrawingPlane
    start: Floats
    end: Floats
    offset: float

    def place(self, sheet: Floats) -> Floats:
        """(..., 3) the world's places of points (..., 2) of the sheet."""
        return self.plane.place(np.asarray(sheet) - [self.offset, 0.0])


@dataclass(frozen=True, eq=False)
class LaidOut:
    """A line laid out on a sheet.

    stroke: On that sheet [m]; as many points as the line has up to where the last leaf ends.
    lifts: (N,) how much higher than on that sheet its points are in the world [m]: where a gesture ends, a
        sheet is level, whatever one stands on.
    leaves: In order; empty where nothing of the line is on the ground.
    lost: First point of an end of the line that is in the sky, or None.
    """

    stroke: Stroke | None
    lifts: Floats
    leaves: tuple[Leaf, ...]
    lost: int | None


def read_line_3d(
    stroke: Stroke,
    camera: Camera,
    scene: DoodleScene,
    settings: WritingSettings,
    read: ReadLine,
) -> Reading:
    """What a line in picture coordinates says in a scene.

    read: Reads a line on the sheet; it is given the line laid out.
    """
    laid_out = lay_out(stroke, camera, scene, settings)
    if laid_out.stroke is None:
        reason = _DOT if standing_place(camera, scene, stroke.points[0]) is not None else _SKY
        return Reading((), (_unseen(stroke, camera, 0, reason),))
    reading = read(laid_out.stroke)
    pieces = [_in_the_scene(piece, laid_out, settings) for piece in reading.pieces]
    if laid_out.lost is not None:
        pieces.append(_unseen(stroke, camera, laid_out.lost, _SKY, pieces[-1] if pieces else None))
    return Reading(reading.tokens, tuple(pieces))


def lay_out(stroke: Stroke, camera: Camera, scene: DoodleScene, settings: WritingSettings) -> LaidOut:
    """The planes that a line is drawn in, one after another on a sheet."""
    ends = _ends(stroke, camera, scene, settings)
    places = [(point, standing_place(camera, scene, stroke.points[point])) for point in ends]
    standing = _without_detours(
        [(point, place) for point, place in places if place is not None], settings.longest_step
    )
    if places[0][1] is None or len(standing) < 2:
        return LaidOut(None, np.zeros(0), (), 0)
    leaves, flats, lifts, offset = [], [], [], 0.0
    for (first, start), (last, end) in pairwise(standing):
        leaf, flat = _leaf(stroke, camera, (first, last), (start, end), offset, settings)
        leaves.append(leaf)
        lift = start[1] + way_shares(flat) * (end[1] - start[1])
        seam = 1 if flats else 0
        flats.append((flat + np.stack([np.full(len(flat), offset), -lift], axis=1))[seam:])
        lifts.append(lift[seam:])
        offset += float((end - start) @ leaf.plane.along)
    until = leaves[-1].last + 1
    pressure = None if stroke.pressure is None else stroke.pressure[:until]
    on_sheet = Stroke(np.concatenate(flats), stroke.times[:until], pressure)
    lost = None if until == len(stroke) else until - 1
    return LaidOut(on_sheet, np.concatenate(lifts), tuple(leaves), lost)


def _without_detours(standing: list[tuple[int, Floats]], step: float) -> list[tuple[int, Floats]]:
    """Ends of gestures without those that only look like one: a loop seen from its side has corners too, and
    behind them the ground is far away.
    """
    kept = standing[:1]
    for here, after in pairwise(standing[1:]):
        before, place, then = kept[-1][1], here[1], after[1]
        way = np.linalg.norm(place - before) + np.linalg.norm(then - place)
        if way <= _DETOUR * np.linalg.norm(then - before) + 2.0 * step:
            kept.append(here)
    return [*kept, *standing[1:][-1:]]


def _ends(stroke: Stroke, camera: Camera, scene: DoodleScene, settings: WritingSettings) -> list[int]:
    """Where gestures end on a line in picture coordinates.

    The picture is read with the eyes of the sheet: a leg is as long as it looks at the line's beginning.
    """
    begins = standing_place(camera, scene, stroke.points[0])
    target = camera.target if begins is None else begins
    depth = max(float((target - camera.position) @ camera.axes[2]), 1e-3)
    return gesture_ends(Stroke(stroke.points * (depth * camera.half_height), stroke.times), settings)


def _leaf(
    stroke: Stroke,
    camera: Camera,
    span: tuple[int, int],
    places: tuple[Floats, Floats],
    offset: float,
    settings: WritingSettings,
) -> tuple[Leaf, Floats]:
    """A leaf, and (N, 2) the line's points on it, its own beginning at 0."""
    start, end = places
    level = (end - start) * [1.0, 0.0, 1.0]
    length = float(np.linalg.norm(level))
    in_place = length < _IN_PLACE * settings.leg_length
    along = camera.axes[0] if in_place else level / length
    plane = DrawingPlane(start, along)
    drawn = stroke.points[span[0] : span[1] + 1]
    if not in_place and plane.seen_as_line(camera):
        times = stroke.times[span[0] : span[1] + 1]
        shares = (times - times[0]) / max(float(times[-1] - times[0]), 1e-9)
        flat = plane.flat_by_share(camera, drawn, shares, length)
    else:
        flat = plane.flat_from_picture(camera, drawn)
    # Where a place was moved off its ray (off the side of a box), the line goes along with it.
    share = way_shares(flat)[:, None]
    off_start = np.array([0.0, start[1]]) - flat[0]
    off_end = np.array([(end - start) @ along, end[1]]) - flat[-1]
    return Leaf(*span, plane, start, end, offset), flat + (1.0 - share) * off_start + share * off_end


def _in_the_scene(piece: Piece, laid_out: LaidOut, settings: WritingSettings) -> Piece:
    """A piece that was read on the sheet, with its places in the world."""
    leaves = laid_out.leaves
    near = _AT_AN_END * settings.leg_length
    first = _leaf_of(leaves, piece.span[0], ends=False)
    last = _leaf_of(leaves, piece.span[1], ends=True)
    lifts = laid_out.lifts
    start = _at_a_place(first.place(_on_sheet(piece.start, lifts[piece.span[0]])), leaves, near)
    end = _at_a_place(last.place(_on_sheet(piece.end, lifts[piece.span[1]])), leaves, near)
    if isinstance(piece, Unknown):
        return replace(piece, start=start, end=end)
    times = laid_out.stroke.times if laid_out.stroke is not None else np.zeros(1)
    top = min(int(np.searchsorted(times, piece.apex_time)), len(times) - 1)
    apex = _leaf_of(leaves, top, ends=True).place(_on_sheet(piece.apex, lifts[top]))
    return replace(piece, start=start, end=end, apex=apex, backward=False)


def _on_sheet(place: Floats, lift: float) -> Floats:
    """(2,) what a place of a sheet's world is on its plane: as far along, and lifted."""
    return np.array([place[2], place[1] + lift])


def _leaf_of(leaves: Sequence[Leaf], point: int, *, ends: bool) -> Leaf:
    """The leaf that a point is on; of two that meet there the one that ends, or the one that begins."""
    for leaf in leaves:
        if point < leaf.last or (ends and point == leaf.last):
            return leaf
    return leaves[-1]


def _at_a_place(place: Floats, leaves: Sequence[Leaf], near: float) -> Floats:
    """The place to stand on that a place is as good as at, or the place itself."""
    known = np.array([leaves[0].start, *(leaf.end for leaf in leaves)])
    away = np.linalg.norm(known - place, axis=1)
    return known[int(away.argmin())] if away.min() <= near else place


def _unseen(
    stroke: Stroke, camera: Camera, first: int, reason: str, before: Motion | Unknown | None = None
) -> Unknown:
    last = len(stroke) - 1
    place = camera.target if before is None else before.end
    return Unknown(
        (first, last), 0, float(stroke.times[first]), float(stroke.times[last]), place, place, (), reason
    )
