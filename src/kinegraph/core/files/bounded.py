"""Read whole files up to a size limit."""

from os import PathLike
from pathlib import Path

from kinegraph.core.errors import FormatError


def read_bounded(path: str | PathLike[str], most: int, form: str) -> bytes:
    """The bytes of a file; raises FormatError where it cannot be read or is larger than `most` bytes.

    form: What the file should be, for the error: "a doodle".
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise FormatError(path, f"cannot be read: {(error.strerror or str(error)).lower()}.") from error
    if len(data) > most:
        raise FormatError(path, f"is larger than {most >> 20} MB, the limit for {form}.")
    return data
