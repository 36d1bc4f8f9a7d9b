"""TokenOutline: a token as the grammar reads it: its letters in both directions, its ends and its height."""

from typing import NamedTuple

from kinegraph.doodles.line.part_kernels import outline
from kinegraph.doodles.line.tokens.token import Token, TokenKind

_FLAT = 0.07  # largest height of a curve that is read as a level line [leg lengths]
_LEVEL = 0.19  # slope below which a horizontal line neither climbs nor sinks


class TokenOutline(NamedTuple):
    """Lengths in leg lengths.

    letters: The letter in a gesture that travels to the right, and in one that travels to the left.
    left, right: x of its beginning and of its end.
    start, end, top: Heights of its ends, and its greatest height.
    falls: Whether it goes down more than along.
    extent: The larger side of the box about it.
    """

    letters: tuple[str, str]
    left: float
    right: float
    start: float
    end: float
    top: float
    falls: bool
    extent: float


def token_outline(token: Token, unit: float) -> TokenOutline:
    """The outline of a token drawn for legs of length `unit` [m]."""
    left, right, start, end, top, wide, tall = outline(token.points, unit)
    letters = _letters(token.kind, right - left, end - start, tall)
    falls = end - start < -_LEVEL * abs(right - left)
    return TokenOutline(letters, left, right, start, end, top, falls, max(wide, tall))


def _letters(kind: TokenKind, along: float, up: float, tall: float) -> tuple[str, str]:
    """The letters of a token whose chord goes `along` and `up`, in a box as tall as `tall`."""
    rises = up >= 0.0
    if kind is TokenKind.VERTICAL:
        return ("u", "u") if rises else ("d", "d")
    flat = tall < _FLAT and abs(along) > 3.0 * tall  # a level line with tremor
    if (kind is TokenKind.RISING or kind is TokenKind.FALLING) and not flat:
        return ("r", "r") if rises else ("f", "f")
    letter = "s" if rises else "b"
    if flat or kind is TokenKind.HORIZONTAL:
        level = abs(up) < _LEVEL * abs(along)
        letter = "h" if level else ("p" if rises else "q")
    return (letter, letter.upper()) if along >= 0.0 else (letter.upper(), letter)
