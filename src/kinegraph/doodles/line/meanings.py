"""Meanings that a piece of a line can be given: every motion of the vocabulary, the nearest first.

A meaning keeps the side to which the character faces: what was read as a backward form, or goes to the left,
becomes the backward form of another motion. The forms to the other side come last; they turn the character.
"""

from typing import NamedTuple

from kinegraph.doodles.line.gesture_table import GestureTable, gesture_table
from kinegraph.doodles.line.motion import Motion, Piece

_BACKWARD = " backward"


class Meaning(NamedTuple):
    """A motion or its backward form, and how near it is to the drawing, 0..1; 0: unknown."""

    name: str
    backward: bool
    closeness: float = 0.0


def meanings_of(piece: Piece, table: GestureTable | None = None) -> tuple[Meaning, ...]:
    """All that a piece can be corrected to: its guesses, the other motions without a turn, those of its own
    group first, and then the forms that turn the character."""
    table = table or gesture_table()
    backward = goes_backward(piece)
    guesses = () if isinstance(piece, Motion) else piece.guesses
    found = {
        (name.removesuffix(_BACKWARD), backward): Meaning(name.removesuffix(_BACKWARD), backward, closeness)
        for name, closeness in guesses
    }
    own = table.entries[piece.name].group if isinstance(piece, Motion) and piece.name in table.entries else ""
    entries = sorted(table.entries.values(), key=lambda entry: entry.group != own)
    for turned in (False, True):
        for entry in entries:
            form = (entry.name, backward != turned)
            if not turned or backward or entry.backward:
                found.setdefault(form, Meaning(*form))
    if isinstance(piece, Motion):
        found.pop((piece.name, piece.backward), None)
    return tuple(found.values())


def goes_backward(piece: Piece) -> bool:
    """True if a piece is a backward form; of a piece that was not understood, whether its guesses are, and
    without any whether it goes to the left."""
    if isinstance(piece, Motion):
        return piece.backward
    if piece.guesses:
        return any(name.endswith(_BACKWARD) for name, _ in piece.guesses)
    return bool(piece.end[2] < piece.start[2])
