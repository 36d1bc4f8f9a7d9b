"""Readers of pens: what a stroke says while it is drawn; for links, for lines, and for lines in space."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, thin_stroke
from kinegraph.doodles.line.motion import Piece, Reading
from kinegraph.doodles.line.tokens.token import Token
from kinegraph.studio.document.doodle_fields import InkStroke
from kinegraph.studio.document.ink_blob import stroke_of_rows
from kinegraph.studio.doodles.info import (
    joint_infos,
    link_infos,
    piece_info,
    token_infos,
)
from kinegraph.studio.doodles.works import DoodleWork
from kinegraph.studio.protocol.doodle_events import PenRead

if TYPE_CHECKING:
    from kinegraph.doodles.line.way import TurningReader

Perform = Callable[[Sequence[Piece], bool], None]
_PIECES, _TOKENS = 400, 60  # of one line that pages get while it is drawn: the newest
_MEANWHILE = 1e-3  # [s] by which two readings of one moment may differ
_FINENESS = 0.004  # [m] between the points of a link that is only guessed at


class LinkPen:
    """Names a link while it is drawn, and the others anew: what one is says what all are."""

    interval = 0.06

    def __init__(self, doodle: str, stroke: str, work: DoodleWork) -> None:
        self._doodle, self._stroke = doodle, stroke
        self._links = (*work.links, InkStroke(id=stroke, ink="character", points=0, blob=""))
        self._others, self._known = work.result.doodle.links, work.result.doodle
        self._rows = np.zeros((0, 4))

    def read(self, rows: Floats, last: bool) -> PenRead | None:
        from kinegraph.doodles.sketch.drawing import read_drawing

        self._rows = np.concatenate([self._rows, rows])
        if not len(rows):
            return None
        drawn = thin_stroke(stroke_of_rows(self._rows), _FINENESS)
        known = self._known
        found = read_drawing((*self._others, drawn), known.labels, known.joints, known.annotations)
        return PenRead(
            doodle=self._doodle,
            stroke=self._stroke,
            points=len(self._rows),
            links=link_infos(self._links, found.labels),
            joints=joint_infos(found, known.joints),
        )

    def rest(self, now: float) -> PenRead | None:
        return None


class DetailPen:
    """Counts the points of a stroke that decorates: what it sticks to is known when it is drawn."""

    interval = 0.06

    def __init__(self, doodle: str, stroke: str) -> None:
        self._read = PenRead(doodle=doodle, stroke=stroke, points=0)

    def read(self, rows: Floats, last: bool) -> PenRead | None:
        from msgspec.structs import replace

        self._read = replace(self._read, points=self._read.points + len(rows))
        return self._read

    def rest(self, now: float) -> PenRead | None:
        return None


class LinePen:
    """Reads a line on the sheet as it is drawn, and lets what is settled be performed."""

    interval = 0.015

    def __init__(
        self, doodle: str, stroke: str, at: float, reader: "TurningReader", perform: Perform
    ) -> None:
        """
        at: When in the performance the line begins [s].
        perform: Takes what is settled, and whether that is all.
        """
        self._doodle, self._stroke, self._at = doodle, stroke, at
        self._reader, self._perform = reader, perform
        self._points = 0
        self._pieces: list[Piece] = []

    def read(self, rows: Floats, last: bool) -> PenRead | None:
        self._points += len(rows)
        settled = self._reader.feed(rows[:, :2], rows[:, 2] + self._at) if len(rows) else []
        if last:
            settled = [*settled, *self._reader.finish()]
        return self._report(settled, last)

    def rest(self, now: float) -> PenRead | None:
        """The pen is on the paper without moving."""
        settled = self._reader.still(now + self._at)
        return self._report(settled, last=False) if settled else None

    def _report(self, settled: list[Piece], last: bool) -> PenRead:
        self._pieces += settled
        if settled or last:
            self._perform(settled, last)
        tentative = [] if last else self._reader.tentative()
        return _line_read(
            self._doodle, self._stroke, self._points, self._reader.tokens, self._pieces, tentative
        )


class WholePen:
    """Reads a line in space or over boxes: all of it again and again, since where it goes on to says what is
    ground and what is air.
    """

    interval = 0.12

    def __init__(
        self,
        doodle: str,
        stroke: str,
        at: float,
        read_line: Callable[[Stroke], Reading],
        perform: Perform,
    ) -> None:
        self._doodle, self._stroke, self._at = doodle, stroke, at
        self._read_line, self._perform = read_line, perform
        self._rows = np.zeros((0, 4))
        self._done = at  # up to when it is performed already, however often that is read again [s]

    def read(self, rows: Floats, last: bool) -> PenRead | None:
        self._rows = np.concatenate([self._rows, rows])
        if not len(self._rows):
            return None
        drawn = stroke_of_rows(self._rows)
        reading = self._read_line(replace(drawn, times=drawn.times + self._at))
        pieces = list(reading.pieces)
        open_end = [] if last or not pieces else [pieces.pop()]
        new = [piece for piece in pieces if piece.start_time >= self._done - _MEANWHILE]
        self._done = max((piece.end_time for piece in new), default=self._done)
        self._perform(new, last)
        return _line_read(self._doodle, self._stroke, len(drawn), reading.tokens, pieces, open_end)

    def rest(self, now: float) -> PenRead | None:
        return None


def _line_read(
    doodle: str,
    stroke: str,
    points: int,
    tokens: Sequence[Token],
    pieces: Sequence[Piece],
    tentative: Sequence[Piece],
) -> PenRead:
    return PenRead(
        doodle=doodle,
        stroke=stroke,
        points=points,
        tokens=token_infos([(stroke, token) for token in tokens[-_TOKENS:]]),
        pieces=tuple(piece_info(replace(piece, stroke=0), (stroke,)) for piece in pieces[-_PIECES:]),
        tentative=tuple(piece_info(replace(piece, stroke=0), (stroke,)) for piece in tentative[-_PIECES:]),
    )
