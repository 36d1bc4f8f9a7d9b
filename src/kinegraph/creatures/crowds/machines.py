"""Machines that run lane code: a GPU by CUDA, and the processor, which tests compare with."""

import ctypes
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.errors import KinegraphError
from kinegraph.creatures.crowds.lane_memory import LANES, Launch
from kinegraph.creatures.crowds.stages import FILES, PUT, STAGES

CODE = Path(__file__).parents[2] / "runtime" / "built" / "lanes"  # where `make runtime` puts it
_BLOCK = 128  # threads that start together


class NoMachine(KinegraphError):
    """A GPU that cannot be used, and why."""


class HostMemory:
    """The host's memory, which runs nothing."""

    xp: Any = np

    def check_room(self, needed: int) -> None:
        """Does nothing: the host has room."""

    def zeros(self, count: int) -> np.ndarray:
        """A buffer of that many bytes."""
        return np.zeros(count // 8 + 1, dtype=np.int64)

    def put(self, values: np.ndarray) -> np.ndarray:
        """A copy of an array."""
        return np.array(values)

    def to_host(self, values: np.ndarray) -> np.ndarray:
        """The values in the host's memory."""
        return np.array(values)

    def address(self, array: np.ndarray) -> int:
        """The address of an array."""
        return array.ctypes.data

    def view(self, block: np.ndarray, start: int, shape: tuple, kind: str, strides: tuple) -> np.ndarray:
        """Part of a block as an array."""
        return np.ndarray(shape, kind, block.data, start, strides)

    def finish(self) -> None:
        """Waits for all that runs."""


class Processor(HostMemory):
    """Lane code on the processor, one lane after the other: slow, and only to compare with."""

    def __init__(self, precision: str = "double", folder: Path = CODE) -> None:
        path = folder / "liblanes.so"
        if not path.is_file():
            raise NoMachine(f"The lane code {path.name} is missing. 'make runtime' builds it.")
        library = ctypes.CDLL(str(path))
        self._functions = {}
        for name in FILES[precision]:
            for stage in (*STAGES, PUT):
                function = getattr(library, f"kg_{name}_{stage}", None)
                if function is not None:
                    function.argtypes, function.restype = (ctypes.c_int64, ctypes.c_int64), None
                    self._functions[stage] = function

    def run(self, stages: Sequence[str], records: int, launches: Sequence[Launch]) -> None:
        """Runs stages over groups."""
        for launch in launches:
            for stage in stages:
                self._functions[stage](records + 24 * launch.first, launch.count)


class Graphics:
    """An NVIDIA GPU, by CuPy."""

    def __init__(self, precision: str = "double", folder: Path = CODE) -> None:
        try:
            cupy: Any = import_module("cupy")
        except ImportError:
            raise NoMachine(
                "CuPy is missing: 'pip install kinegraph[cuda]' installs it, for NVIDIA's GPUs."
            ) from None
        try:
            count = cupy.cuda.runtime.getDeviceCount()
        except Exception:
            raise NoMachine("No driver for an NVIDIA GPU was found on this machine.") from None
        if not count:
            raise NoMachine("This machine has no NVIDIA GPU.")
        self.xp: Any = cupy
        self._streams = [cupy.cuda.Stream(non_blocking=True) for _ in range(2)]
        self._functions = {}
        for name in FILES[precision]:
            path = folder / f"{name}.ptx"
            if not path.is_file():
                raise NoMachine(f"The GPU's code {path.name} is missing. 'make runtime' builds it.")
            module, text = cupy.RawModule(path=str(path)), path.read_text()
            try:
                for stage in (*STAGES, PUT):
                    if f".entry kg_{stage}(" in text:
                        self._functions[stage] = module.get_function(f"kg_{stage}")
            except Exception as error:
                raise NoMachine(f"The GPU's driver does not take the code {path.name}: {error}.") from None

    def check_room(self, needed: int) -> None:
        """Raises NoMachine if that many bytes are not free."""
        free, _ = self.xp.cuda.runtime.memGetInfo()
        if needed > free:
            raise NoMachine(
                f"The crowd needs {needed / 1e9:.1f} GB of the GPU's memory; {free / 1e9:.1f} GB are free."
            )

    def zeros(self, count: int) -> Any:
        """A buffer of that many bytes."""
        return self.xp.zeros(count // 8 + 1, dtype=self.xp.int64)

    def put(self, values: np.ndarray) -> Any:
        """A copy of an array in the GPU's memory."""
        return self.xp.asarray(values)

    def to_host(self, values: Any) -> np.ndarray:
        """The values in the host's memory."""
        return self.xp.asnumpy(values)

    def address(self, array: Any) -> int:
        """The address of an array."""
        return int(array.data.ptr)

    def view(self, block: Any, start: int, shape: tuple, kind: str, strides: tuple) -> Any:
        """Part of a block as an array."""
        return self.xp.ndarray(shape, kind, memptr=block.data + start, strides=strides)

    def run(self, stages: Sequence[str], records: int, launches: Sequence[Launch]) -> None:
        """Starts stages over groups: those of one stream in order, after all that was started before."""
        current = self.xp.cuda.get_current_stream()
        several = len(launches) > 1
        if several:
            before = current.record()
            for stream in self._streams:
                stream.wait_event(before)
        for launch in launches:
            stream = self._streams[launch.stream] if several else current
            with stream:
                for stage in stages:
                    blocks = -(-launch.count * LANES // _BLOCK)
                    arguments = np.int64(records + 24 * launch.first), np.int64(launch.count)
                    self._functions[stage]((blocks,), (_BLOCK,), arguments)
        if several:
            for stream in self._streams:
                current.wait_event(stream.record())

    def finish(self) -> None:
        """Waits for all that runs."""
        self.xp.cuda.get_current_stream().synchronize()
