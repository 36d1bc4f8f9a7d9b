"""One Blender for many files: it stays open and does job after job, which saves its start for each.

A process that works through a library asks for it with `keep_blender`; every job of `run_job` then goes to
the same Blender. A file that crashes it, or takes too long, costs that Blender; the next file gets a new one.
"""

import atexit
import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from kinegraph.formats.blender.launch import Blender, blender_environment, find_blender, kill_process

MOST_JOBS = 200  # after which a new Blender starts: what it leaks is given back
_SERVE = "-"  # in place of the folder: folders come line by line


class BlenderSession:
    """A Blender that waits for folders with jobs. It has state: the process and its number of jobs."""

    def __init__(self) -> None:
        self.started = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._home: tempfile.TemporaryDirectory[str] | None = None
        self._jobs = 0
        self._lock = threading.Lock()

    def run(self, folder: Path, timeout: float) -> int | None:
        """Does the job in a folder; returns an exit code if Blender ended, None if it goes on.

        Raises subprocess.TimeoutExpired if the job takes longer than `timeout` [s]; Blender is then stopped.
        """
        with self._lock:
            process = self._ready()
            if process.stdin is None:
                raise RuntimeError("Blender was started without a way to hand it jobs.")
            try:
                process.stdin.write(os.fsencode(folder) + b"\n")
                process.stdin.flush()
            except OSError:  # it has ended since the last job
                return self._end()
            self._jobs += 1
            return self._wait(process, folder, timeout)

    def close(self) -> None:
        """Ends Blender."""
        with self._lock:
            self._end()

    def _ready(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and (self._process.poll() is not None or self._jobs >= MOST_JOBS):
            self._end()
        if self._process is None:
            self._process, self._jobs = self._start(find_blender()), 0
            self.started += 1
        return self._process

    def _start(self, blender: Blender) -> "subprocess.Popen[bytes]":
        self._home = tempfile.TemporaryDirectory(prefix="kinegraph-blender-")
        home = Path(self._home.name)
        (home / "user").mkdir()
        with (home / "log.txt").open("wb") as log:
            return subprocess.Popen(
                blender.command(_SERVE),
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env=blender_environment(home),
                start_new_session=True,
            )

    def _wait(self, process: "subprocess.Popen[bytes]", folder: Path, timeout: float) -> int | None:
        """Waits for the result's file, which Blender moves into place when it is whole."""
        result, until, pause = folder / "result.json", time.monotonic() + timeout, 0.002
        while not result.is_file():
            if process.poll() is not None:
                return None if result.is_file() else self._end()
            if time.monotonic() > until:
                self._end()
                raise subprocess.TimeoutExpired(process.args, timeout)
            time.sleep(pause)
            pause = min(2.0 * pause, 0.05)
        return None

    def _end(self) -> int:
        process, self._process = self._process, None
        code = 0
        if process is not None:
            ended = process.poll()
            if process.stdin is not None:
                process.stdin.close()
            kill_process(process)
            code = ended if ended is not None else 0
        if self._home is not None:
            self._home.cleanup()
            self._home = None
        return code


_kept: BlenderSession | None = None


def keep_blender() -> BlenderSession:
    """From now on all Blender jobs of this process go to one Blender; it starts with the first of them."""
    global _kept
    if _kept is None:
        _kept = BlenderSession()
        atexit.register(release_blender)
    return _kept


def release_blender() -> None:
    """Ends the Blender that was kept; jobs after this get one each."""
    global _kept
    if _kept is not None:
        _kept.close()
        _kept = None


def kept_blender() -> BlenderSession | None:
    """The session of this process, if there is one."""
    return _kept
