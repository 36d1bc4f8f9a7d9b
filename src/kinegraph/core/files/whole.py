"""Files that appear whole or not at all."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from kinegraph.core.errors import FormatError


@contextmanager
def whole_file(path: str | PathLike[str]) -> Iterator[Path]:
    """A place to write to, beside `path` and with its ending, that is moved there when all went well.

    A file that was there stays as it was until then and keeps its permissions; a read-only one stays. A
    link is followed. The disk's refusals become one FormatError.
    """
    named, target = Path(path), Path(path).resolve()
    try:
        there = target.stat().st_mode if target.exists() else None
        if there is not None and not os.access(target, os.W_OK):
            raise FormatError(named, "cannot be written: it is read-only.")
        handle, name = tempfile.mkstemp(prefix=".kinegraph-", suffix=target.suffix, dir=target.parent)
        os.close(handle)
    except OSError as error:
        raise FormatError(named, f"cannot be written: {error.strerror or error}.") from error
    place = Path(name)
    try:
        yield place
        place.chmod(0o666 & ~_umask() if there is None else stat.S_IMODE(there))
        place.replace(target)
    except OSError as error:
        raise FormatError(named, f"cannot be written: {error.strerror or error}.") from error
    finally:
        place.unlink(missing_ok=True)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
