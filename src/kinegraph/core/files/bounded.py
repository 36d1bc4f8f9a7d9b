"""Files that are read whole, up to a largest size."""

from pathlib import Path

from kinegraph.core.errors import FormatError


def bounded_bytes(path: Path, most: int, form: str) -> bytes:
    """The bytes of a file; a FormatError where it cannot be read, or has more than `most` of them.

    form: What the file should be, for the error: "a doodle".
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise FormatError(path, f"cannot be read: {error.strerror or error}.") from error
    if len(data) > most:
        raise FormatError(path, f"is larger than {most >> 20} MB, the most that {form} may have.")
    return data
