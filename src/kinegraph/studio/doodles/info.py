"""The engine's readings of doodles, as events for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, get_args

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.motion import Motion, Piece, Unknown
from kinegraph.doodles.line.tokens.token import Token
from kinegraph.doodles.sketch.topology import KINDS
from kinegraph.studio.document.doodle_fields import InkStroke, LinkLabel, PartLabel, PieceChoice
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.doodles.vocabulary import group_of, guess_of, measure_title, title_of
from kinegraph.studio.doodles.works import DoodleWork
from kinegraph.studio.protocol.doodle_events import (
    DoodleRead,
    GuessInfo,
    JointInfo,
    LimitInfo,
    LinkInfo,
    PieceInfo,
    TokenInfo,
)

if TYPE_CHECKING:
    from kinegraph.doodles.sketch.sketch import SketchReading

_SHOWN_GUESSES = 4
_PARTS = (*KINDS["person"], "arm", "leg")


def doodle_read(id: str, state: str, work: DoodleWork, request: int | None, preview: bool) -> DoodleRead:
    """All that is read of a doodle."""
    links, sketch = _links(work), work.result.sketch
    return DoodleRead(
        request=request,
        doodle=id,
        state=state,
        preview=preview,
        links=links,
        joints=joint_infos(sketch, work.content.joints),
        body=None if sketch is None else sketch.kind,  # type: ignore[arg-type]
        confidence=0.0 if sketch is None else float(sketch.confidence),
        doubts=() if sketch is None else sketch.doubts,
        missing=_missing(sketch, links),
        jump_line=work.result.settings.jump_line,
        longest_step=work.result.settings.longest_step,
        leg_length=work.result.settings.leg_length,
        level=work.result.scene.drawn.level_spans,
        tokens=token_infos(work.tokens),
        pieces=tuple(
            piece_info(piece, work.lines, work.content.choices) for piece in work.result.reading.pieces
        ),
        notes=work.result.notes,
        hand=limit_infos(work),
    )


def limit_infos(work: DoodleWork) -> tuple[LimitInfo, ...]:
    """The limits that corrections have moved for the hand that drew a doodle's lines."""
    from kinegraph.doodles.line.learned_hand import moved_limits

    return tuple(
        LimitInfo(
            measure=each.measure,
            title=measure_title(each.measure),
            usual=each.usual,
            now=each.now,
            corrections=each.corrections,
        )
        for each in moved_limits(work.result.hand)
    )


def link_infos(strokes: Sequence[InkStroke], labels: Sequence[str | None]) -> tuple[LinkInfo, ...]:
    """The role of each of some strokes. labels: As the engine reads them."""
    return tuple(
        LinkInfo(stroke=stroke.id, label=_label(label), fixed=stroke.label is not None)
        for stroke, label in zip(strokes, labels, strict=True)
    )


def joint_infos(sketch: SketchReading | None, fixed: Mapping[str, object]) -> tuple[JointInfo, ...]:
    """The places of a drawing's joints."""
    found = {} if sketch is None else sketch.joints
    return tuple(
        JointInfo(name=name, place=(float(place[0]), float(place[1])), fixed=name in fixed)
        for name, place in found.items()
    )


def token_infos(tokens: Sequence[tuple[str, Token]]) -> tuple[TokenInfo, ...]:
    """Tokens with the ids of the strokes they are of."""
    return tuple(
        TokenInfo(stroke=stroke, kind=token.kind.value, start=token.span[0], stop=token.span[1])
        for stroke, token in tokens
    )


def piece_info(piece: Piece, lines: Sequence[str], choices: Sequence[PieceChoice] = ()) -> PieceInfo:
    """A piece of a line. lines: Ids of the strokes by their index."""
    stroke, (start, stop) = lines[piece.stroke], piece.span
    chosen = any(c.stroke == stroke and c.start < stop and c.stop > start for c in choices)
    if isinstance(piece, Unknown):
        highest = piece.start if piece.start[1] > piece.end[1] else piece.end
        return PieceInfo(
            stroke=stroke, start=start, stop=stop, motion=None, title="?", backward=False, group=None,
            confidence=0.0, start_time=piece.start_time,
            apex_time=0.5 * (piece.start_time + piece.end_time), end_time=piece.end_time,
            takeoff=_vector(piece.start), apex=_vector(highest), landing=_vector(piece.end), turns=0.0,
            chosen=False, guesses=_guesses(piece), reason=piece.reason,
        )  # fmt: skip
    return PieceInfo(
        stroke=stroke, start=start, stop=stop, motion=piece.name, title=_title(piece),
        backward=piece.backward, group=group_of(piece.name), confidence=float(piece.confidence),
        start_time=piece.start_time, apex_time=piece.apex_time, end_time=piece.end_time,
        takeoff=_vector(piece.start), apex=_vector(piece.apex), landing=_vector(piece.end),
        turns=float(piece.turns), chosen=chosen, guesses=(), reason="",
    )  # fmt: skip


def _title(motion: Motion) -> str:
    if motion.taught:
        return motion.taught
    turned = f" × {motion.turns:g}" if motion.turns > 1.0 else ""
    return title_of(motion.name, motion.backward) + turned


def _guesses(piece: Unknown) -> tuple[GuessInfo, ...]:
    shown = []
    for said, closeness in piece.guesses[:_SHOWN_GUESSES]:
        name, backward = guess_of(said)
        shown.append(
            GuessInfo(
                motion=name, title=title_of(name, backward), backward=backward, closeness=float(closeness)
            )
        )
    return tuple(shown)


def _links(work: DoodleWork) -> tuple[LinkInfo, ...]:
    labels = (
        [None] * len(work.links)
        if work.result.sketch is None
        else work.result.sketch.labels[: len(work.links)]
    )
    drawn = link_infos(work.links, labels)
    decorating = tuple(
        LinkInfo(stroke=stroke.id, label=None)
        for stroke in work.content.strokes
        if stroke.ink == "annotation"
    )
    return (*drawn, *decorating)


def _missing(sketch: SketchReading | None, links: Sequence[LinkInfo]) -> tuple[LinkLabel, ...]:
    if sketch is not None and sketch.kind is not None:
        return ()
    there = {link.label for link in links}
    return tuple(link for link in get_args(LinkLabel) if link not in there)


def _label(label: str | None) -> PartLabel | None:
    part = (label or "").removeprefix("right_").removeprefix("left_")
    return part if part in _PARTS else None  # type: ignore[return-value]


def _vector(place: Floats) -> Vector:
    x, y, z = place.tolist()
    return (x, y, z)
