"""A class's server in processes of its own, as `kinegraph class` runs it, and what its processes use."""

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import msgspec

from kinegraph.studio.classroom.roster import FILE, Roster

_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Usage:
    """What processes use. seconds: Of CPU time since they began. own: Memory without what they share [bytes],
    shared memory counted once.
    """

    processes: int
    seconds: float
    own: int

    def since(self, before: "Usage") -> float:
        """CPU time since then [s]."""
        return self.seconds - before.seconds


class ClassServer:
    """`kinegraph class` on a folder, until the block ends."""

    def __init__(self, folder: Path, students: int) -> None:
        command = [sys.executable, "-m", "kinegraph", "class", "--no-browser"]
        command += ["--students", str(students), "--folder", str(folder)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "300"}
        )
        assert self.process.stdout is not None
        found = None
        while found is None:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("The class did not start.")
            found = re.search(r"https?://([^/]+)/classroom.html#token=(\S+)", line)
        self.address = found[1]
        roster = msgspec.json.decode((folder / FILE).read_bytes(), type=Roster)
        self.tokens = [student.token for student in roster.students]
        self.documents = [folder / "documents" / student.file for student in roster.students]

    def __enter__(self) -> "ClassServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def pids(self) -> list[int]:
        """The server's process and all that were started from it."""
        parents = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                stat = _read(entry / "stat")
                if stat:
                    parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
        found, new = {self.process.pid}, {self.process.pid}
        while new:
            new = {pid for pid, parent in parents.items() if parent in new} - found
            found |= new
        return sorted(found)

    def memory_of_documents(self) -> list[int]:
        """Memory that each document's process has for itself [bytes]."""
        forked = [pid for pid in self.pids() if "forkserver" in _read(Path(f"/proc/{pid}/cmdline"))]
        return [_private_bytes(pid) for pid in forked[1:]]  # the first is what they are forked from

    def usage(self) -> Usage:
        """What all of its processes use now. Linux only."""
        pids = self.pids()
        seconds, own = 0.0, 0
        for pid in pids:
            fields = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
            if fields:
                seconds += (int(fields[11]) + int(fields[12])) / _TICK
            found = re.search(r"^Pss:\s+(\d+)", _read(Path(f"/proc/{pid}/smaps_rollup")), re.MULTILINE)
            own += 1024 * int(found[1]) if found else 0
        return Usage(len(pids), seconds, own)


def _private_bytes(pid: int) -> int:
    found = re.findall(r"^Private_\w+:\s+(\d+)", _read(Path(f"/proc/{pid}/smaps_rollup")), re.MULTILINE)
    return 1024 * sum(map(int, found))


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # it has ended meanwhile
        return ""
