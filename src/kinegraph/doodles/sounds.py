"""Sounds of taught gestures, as events of the clip: each begins where its gesture does."""

from collections.abc import Iterable

from kinegraph.core.clip_event import ClipEvent
from kinegraph.doodles.doodle import TaughtExamples
from kinegraph.doodles.line.motion import Motion, Piece


def sounds_of(pieces: Iterable[Piece], taught: Iterable[TaughtExamples]) -> tuple[ClipEvent, ...]:
    """The sounds of pieces, on the clock of the pieces."""
    sounds = {gesture.name: gesture.sound for gesture in taught if gesture.sound}
    return tuple(
        ClipEvent(max(piece.start_time, 0.0), sounds[piece.taught], "sound")
        for piece in pieces
        if isinstance(piece, Motion) and piece.taught in sounds
    )
