"""A full disk, in one sentence: no fault of the program, and one that a person can mend."""

import errno

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def is_full_disk(error: BaseException) -> bool:
    """Whether an error says that there is no more room on the disk."""
    return isinstance(error, OSError) and error.errno in _FULL


def explain_full_disk(error: OSError) -> str:
    """The sentence for the user."""
    where = f" ({error.filename})" if error.filename else ""
    return f"The disk is full{where}. Free some space, then try again; every edit up to now is saved."
