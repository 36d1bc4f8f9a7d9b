"""A GPU that cannot be used says why in one sentence: tried with a stand-in for CuPy."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from kinegraph.creatures.crowds.machines import Graphics, NoMachine
from kinegraph.creatures.crowds.stages import FILES, PUT, STAGES


class _Code:
    """Stands in for a module of a GPU's code."""

    def __init__(self, path: str) -> None:
        self.path = path

    def get_function(self, name: str) -> str:
        if "refused" in Path(self.path).read_text():
            raise RuntimeError("unsupported toolchain")
        return name


def _stand_in(monkeypatch: pytest.MonkeyPatch, count: Callable[[], int], free: int = 0) -> None:
    runtime = SimpleNamespace(getDeviceCount=count, memGetInfo=lambda: (free, 8 * free))
    stand_in: Any = ModuleType("cupy")
    stand_in.cuda = SimpleNamespace(runtime=runtime, Stream=lambda **_: None)
    stand_in.RawModule = _Code
    monkeypatch.setitem(sys.modules, "cupy", stand_in)


def _code(folder: Path, text: str = "") -> Path:
    for name in FILES["mixed"]:
        stages = (*STAGES, PUT) if name == "lanes_lasting" else ()
        (folder / f"{name}.ptx").write_text(text + "".join(f".entry kg_{stage}(" for stage in stages))
    return folder


def test_cupy_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(NoMachine, match=r"CuPy is missing: 'pip install kinegraph\[cuda\]' installs it"):
        Graphics()


def test_there_is_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> int:
        raise RuntimeError("cudaErrorInsufficientDriver")

    _stand_in(monkeypatch, none)
    with pytest.raises(NoMachine, match="No driver for an NVIDIA GPU was found on this machine"):
        Graphics()


def test_there_is_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    _stand_in(monkeypatch, lambda: 0)
    with pytest.raises(NoMachine, match="This machine has no NVIDIA GPU"):
        Graphics()


def test_the_code_is_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _stand_in(monkeypatch, lambda: 1)
    with pytest.raises(NoMachine, match=r"lanes_lasting.ptx is missing. 'make runtime' builds it"):
        Graphics("mixed", tmp_path)


def test_the_driver_refuses_the_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _stand_in(monkeypatch, lambda: 1)
    with pytest.raises(NoMachine, match=r"does not take the code lanes_lasting.ptx: unsupported toolchain"):
        Graphics("mixed", _code(tmp_path, "refused "))


def test_memory_is_too_small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _stand_in(monkeypatch, lambda: 1, free=2 * 10**9)
    graphics = Graphics("mixed", _code(tmp_path))
    graphics.check_room(10**9)
    with pytest.raises(NoMachine, match=r"needs 7.0 GB of the GPU's memory; 2.0 GB are free"):
        graphics.check_room(7 * 10**9)
