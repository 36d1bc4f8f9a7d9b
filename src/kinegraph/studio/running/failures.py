"""Failures: unexpected errors, written with their traceback to a log beside the document.

All modules of the studio write to loggers below `kinegraph.studio`; an open `FailureLog` stores what they
write. The user gets one sentence that names the log.
"""

import logging
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

from kinegraph.studio.running.full_disk import explain_full_disk, full_disk_error

LARGEST = 500_000  # [bytes] of the log; one older log of that size is kept as well
_log = logging.getLogger("kinegraph.studio")
_FORMAT = logging.Formatter("%(asctime)s %(name)s: %(message)s")


class FailureLog:
    """The log of one document's unexpected errors. Any thread may report to it."""

    def __init__(self, document: Path, verbose: bool = False) -> None:
        """
        document: The document's file; the log of `walk.kine` is `walk.kine.log` beside it.
        verbose: Whether to write to the standard error stream as well.
        """
        self.path = document.with_name(f"{document.name}.log")
        self._file = _LogFile(self.path)
        self._handlers: list[logging.Handler] = [self._file]
        if verbose:
            self._handlers.append(logging.StreamHandler(sys.stderr))
        for handler in self._handlers:
            handler.setFormatter(_FORMAT)
            _log.addHandler(handler)

    def close(self) -> None:
        """Stops writing."""
        for handler in self._handlers:
            _log.removeHandler(handler)
        self._file.close()

    def report(self, error: BaseException, doing: str) -> str:
        """Writes an error's traceback; returns the sentence for the user. doing: As in "Import"."""
        _log.error("%s failed.", doing, exc_info=error)
        if full := full_disk_error(error):
            return explain_full_disk(full)
        return self._sentence(describe_error(error))

    def report_traceback(self, description: str, traceback: str, doing: str) -> str:
        """Writes a traceback that another process sent; returns the sentence for the user."""
        _log.error("%s failed.\n%s", doing, traceback.rstrip())
        return self._sentence(description)

    def _sentence(self, description: str) -> str:
        if self._file.failed:
            where = f"{self.path} cannot be written: start the studio with --verbose to see the details"
        else:
            where = f"the details are in {self.path}"
        return f"Something went wrong inside Kinegraph ({description}); {where}."


def describe_error(error: BaseException) -> str:
    """An unexpected error in a few words: "KeyError: 'head'"."""
    return f"{type(error).__name__}: {error}"


class _LogFile(RotatingFileHandler):
    """A log file of bounded size, made when the first error is written. failed: Whether it cannot be."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True)
        self.failed = False

    def handleError(self, record: logging.LogRecord) -> None:
        """Remembers that the file cannot be written, in place of a report on the standard error stream."""
        self.failed = True
