"""The vocabulary of lines, as the page shows it: names, colours, and how each motion is drawn."""

from functools import cache

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import UnknownName
from kinegraph.doodles.ink.stroke import path_lengths
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.motion import STAND
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.protocol.doodle_events import DoodleVocabulary, GestureGroup, GestureInfo

LEG = 0.82  # [m] leg length of the examples that show how to draw
_PEN = 3.0 * LEG  # how fast they draw [m/s]
_BACKWARD = " backward"


class UnknownDrawnMotion(UnknownName):
    """A motion that no line can say."""

    kind = "motion to draw"


@cache
def vocabulary() -> DoodleVocabulary:
    """All motions that can be drawn; the request is to be filled in."""
    return DoodleVocabulary(request=0, gestures=tuple(_info(name) for name in gesture_table().entries))


def check_motion(name: str, backward: bool) -> None:
    """Raises UnknownDrawnMotion where a piece of a line cannot mean that.

    A piece can mean the backward form of every motion: one that is drawn in one form only leaves the
    character facing away from where it goes.
    """
    table = gesture_table()
    if name not in table.entries and (name != STAND or backward):
        raise UnknownDrawnMotion(name, table.entries)


def title_of(name: str, backward: bool = False) -> str:
    """The display name of a motion."""
    if name == STAND:
        return "stand"
    title = gesture_table().entry(name).title
    return f"{title} backward" if backward else title


def group_of(name: str) -> GestureGroup:
    """The colour of a motion."""
    return STAND if name == STAND else gesture_table().entry(name).group  # type: ignore[return-value]


def guess_of(said: str) -> tuple[str, bool]:
    """A guess of the engine, "walk backward", as the motion and whether it is the backward form."""
    return said.removesuffix(_BACKWARD), said.endswith(_BACKWARD)


# Measures of a part as the page names them; lengths are in leg lengths, angles in degrees.
_MEASURES = {
    "apex": "place of the top", "jump": "height, over the jump line", "bow": "roundness",
    "point": "pointedness", "steps": "length, over the longest step", "width": "width",
    "height": "height", "reach": "extent",
    "level": "level share", "lean": "lean", "drop": "difference of the ends", "narrow": "width over height",
    "flat": "level stretch over height", "swell": "deviation from the line", "ripple": "waviness",
    "sag": "sag", "low": "lowest dip", "chord": "distance of the ends", "dip": "depth of the dip",
    "broad": "width of the top", "rise": "height over the beginning", "climb": "climb",
}  # fmt: skip


def measure_title(measure: str) -> str:
    """The display name of a measure of a part: "arc: place of the top"."""
    part, _, name = measure.partition(".")
    return f"{part}: {_MEASURES.get(name, name)}"


def _info(name: str) -> GestureInfo:
    table = gesture_table()
    entry = table.entry(name)
    return GestureInfo(
        name=name,
        title=entry.title,
        group=group_of(name),
        hint=entry.drawing,
        example=_draw_evenly(table.example(name, False)),
        backward=_draw_evenly(table.example(name, True)) if entry.backward else (),
    )


def _draw_evenly(example: Floats) -> tuple[Vector, ...]:
    """x, y [m] and time [s] of a drawing in leg lengths, drawn at an even speed."""
    points = example * LEG
    rows = np.column_stack([points, path_lengths(points) / _PEN])
    return tuple((x, y, time) for x, y, time in rows.round(4).tolist())
