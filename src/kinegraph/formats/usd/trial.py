"""A trial reading of a USD file in a process of its own, with a clock and a limit on memory.

The USD library is C++ that was written for trusted files: a few changed bytes in a binary file
can send it into an endless loop, exhaust the memory, or end the process. So a binary file is first read
whole by a child process that may fail in all those ways; only files that it can read are opened here.
"""

import subprocess
import sys
import threading
from pathlib import Path

from kinegraph.core.errors import FormatError

_CHILD = Path(__file__).with_name("trial_process.py")
_START_SECONDS = 60.0  # for loading the library, on a machine that may be busy
_CPU_SECONDS, _CPU_SECONDS_PER_MEGABYTE = 2.0, 0.25  # an honest megabyte takes a hundredth of a second
_SECONDS_PER_CPU_SECOND = 10.0  # where other work takes the processor, or nothing limits its use
_MEMORY, _MEMORY_PER_BYTE = 3 << 30, 64


def check_readable(path: Path) -> None:
    """Raises FormatError unless a child process can read the whole file in reasonable time and memory."""
    size = path.stat().st_size
    memory = _MEMORY + _MEMORY_PER_BYTE * size
    seconds = _CPU_SECONDS + _CPU_SECONDS_PER_MEGABYTE * size / (1 << 20)
    command = [sys.executable, "-I", str(_CHILD), str(path.resolve()), str(memory), str(int(seconds))]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as child:
        try:
            answer = _line(child, _START_SECONDS)
            if answer == "ready":
                answer = _line(child, _SECONDS_PER_CPU_SECOND * seconds)
        finally:
            child.kill()
    if answer is None:
        raise FormatError(path, "the USD library did not come to an end with it; it is damaged.")
    if answer.startswith("refused"):
        raise FormatError(
            path, f"USD cannot read it: {answer.removeprefix('refused ').strip() or 'it is damaged'}"
        )
    if answer != "done":
        raise FormatError(path, "the USD library fails or loops on it; it is damaged.")


def _line(child: "subprocess.Popen[str]", seconds: float) -> str | None:
    """The child's next line, empty where it ended; None where it takes longer than that."""
    said: list[str] = []
    reader = threading.Thread(
        target=lambda: said.append(child.stdout.readline() if child.stdout else ""), daemon=True
    )
    reader.start()
    reader.join(seconds)
    return said[0].strip() if said else None
