"""Every error a user can cause, with the context needed to say what, where and what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches
from os import PathLike


class KinegraphError(Exception):
    """Base of all errors that are the input's fault; the message is one sentence fit for a user."""


class InvalidValue(KinegraphError, ValueError):
    """An impossible value: a wrong shape, a NaN, a negative rate."""


class UnknownName(KinegraphError, KeyError):
    """A name that is not there, with the nearest names that are."""

    kind = "name"

    def __init__(self, name: str, valid: Iterable[str]) -> None:
        self.name = name
        self.valid = tuple(valid)
        super().__init__(name)

    def __str__(self) -> str:
        close = get_close_matches(self.name, self.valid, n=3, cutoff=0.5)
        if close:
            hint = f"did you mean {' or '.join(repr(c) for c in close)}?"
        elif self.valid:
            shown = ", ".join(self.valid[:12]) + (", ..." if len(self.valid) > 12 else "")
            hint = f"valid: {shown}."
        else:
            hint = "there are none here."
        return f"There is no {self.kind} {self.name!r}; {hint}"


class UnknownJoint(UnknownName):
    """A joint name that the skeleton does not have."""

    kind = "joint"


class UnknownMotion(UnknownName):
    """A motion name that a file, a document or the vocabulary of doodles does not have."""

    kind = "motion"


class FormatError(KinegraphError):
    """A file that cannot be read: which file, where in it, and why.

    path: The file as the user named it.
    reason: One sentence without the place.
    line: Line number from 1, for text formats.
    byte: Byte offset from 0, for binary formats.
    """

    def __init__(
        self, path: str | PathLike[str], reason: str, *, line: int | None = None, byte: int | None = None
    ) -> None:
        self.path = str(path)
        self.reason = reason
        self.line = line
        self.byte = byte
        super().__init__(path, reason)

    def __str__(self) -> str:
        place = f", line {self.line}" if self.line is not None else ""
        place += f", byte {self.byte}" if self.byte is not None else ""
        return f"{self.path}{place}: {self.reason}"
