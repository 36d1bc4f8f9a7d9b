"""Answers about the motion library, which go over plain HTTP."""

import msgspec


class LibraryMotion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A motion of the library.

    seconds: Length [s]. mean_speed, peak_speed: Of the hips over the ground [m/s].
    contacts: How often a foot touches down. turns: Full turns about the vertical.
    rise: How far the hips rise over their usual height [m]. height: Of the character [m].
    distance: To the motion that others are compared with; null in a plain search.
    """

    id: int
    name: str
    seconds: float
    mean_speed: float
    peak_speed: float
    contacts: int
    turns: float
    rise: float
    height: float
    distance: float | None


class LibraryAnswer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Motions that match.

    total: How many match; `motions` are the first of them.
    size: How many motions the library has.
    """

    total: int
    size: int
    motions: tuple[LibraryMotion, ...]
