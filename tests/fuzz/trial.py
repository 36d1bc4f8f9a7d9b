"""One input under watch: only a KinegraphError may escape, in bounded time and memory."""

import hashlib
import resource
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kinegraph.core.errors import KinegraphError

MOST_SECONDS = 5.0  # of the processor, for inputs of up to LONGEST bytes
MOST_MEMORY = 600 << 20  # [bytes] that one input may add
LONGEST = 64 << 10  # [bytes]


@dataclass
class Trials:
    """All inputs of one target.

    findings: Where inputs that broke a rule are kept, one per place in the code.
    """

    read: Callable[[bytes], object]
    findings: Path
    inputs: int = 0
    refused: int = 0
    found: dict[str, str] = field(default_factory=dict)

    def run(self, data: bytes) -> None:
        """Reads an input; keeps it where something else than a KinegraphError happens."""
        self.inputs += 1
        memory, started = _peak(), time.process_time()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.read(data)
        except KinegraphError:
            self.refused += 1
        except Exception as error:
            self._keep(f"{type(error).__name__} {_place(error)}", data, traceback.format_exc())
        seconds, grown = time.process_time() - started, _peak() - memory
        if seconds > MOST_SECONDS:
            self._keep("slow", data, f"{seconds:.1f} s for {len(data)} bytes")
        if self.inputs > 1 and grown > MOST_MEMORY:
            self._keep("memory", data, f"{grown >> 20} MB for {len(data)} bytes")

    def _keep(self, kind: str, data: bytes, detail: str) -> None:
        if kind in self.found:
            return
        self.found[kind] = detail
        name = hashlib.sha256(kind.encode()).hexdigest()[:12]
        self.findings.mkdir(parents=True, exist_ok=True)
        (self.findings / f"{name}.bin").write_bytes(data)
        (self.findings / f"{name}.txt").write_text(f"{kind}\n{detail}\n", encoding="utf-8")


def _peak() -> int:
    """The most memory that this process had so far [bytes]."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak << 10


def _place(error: BaseException) -> str:
    """The innermost line of ours that an error went through."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "kinegraph" in f.filename]
    last = frames[-1] if frames else traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.name}:{last.lineno}"
