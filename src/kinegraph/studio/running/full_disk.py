"""A full disk, in one sentence: no fault of the program, and one that a person can mend."""

import errno
from pathlib import Path

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def full_disk_error(error: BaseException) -> OSError | None:
    """The error that says that the disk has no more room: `error` itself, or what it was raised from."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno in _FULL:
            return cause
        cause = cause.__cause__
    return None


def is_full_disk(error: BaseException) -> bool:
    """True if an error says that there is no more room on the disk."""
    return full_disk_error(error) is not None


def explain_full_disk(error: OSError) -> str:
    """The sentence for the user. The file is named without its folder, which may be one of our own."""
    where = f" ({Path(str(error.filename)).name})" if error.filename else ""
    return f"The disk is full{where}. Free some space, then try again; every edit up to now is saved."
