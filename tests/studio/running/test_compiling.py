"""Compiling in another process happens once, and again when there is something new to compile."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kinegraph.core.kernels.cache import stamp_of_kernels
from kinegraph.studio.running import compiling, keepsakes
from kinegraph.studio.running.compiling import COMPILED, compile_elsewhere


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one file of kernels, and an empty cache."""
    package = tmp_path / "package"
    package.mkdir()
    path = package / "hops.py"
    path.write_text("from numba import njit\nFACTOR = 2\n")
    monkeypatch.setattr(compiling, "stamp_of_kernels", lambda: stamp_of_kernels(package))
    monkeypatch.setattr(keepsakes, "_code_fingerprint", lambda: "the same")
    monkeypatch.setattr(keepsakes, "cache_folder", lambda: tmp_path / "cache")
    return path


@pytest.fixture
def runs() -> list[str]:
    return []


def _compile(what: str, runs: list[str]) -> None:
    def run(task: Callable[..., bytes], **arguments: object) -> bytes:
        runs.append(what)
        return task(**arguments)

    compile_elsewhere(what, run, lambda: COMPILED)


def test_what_was_compiled_is_not_compiled_again(kernels: Path, runs: list[str]) -> None:
    _compile("performing", runs)
    _compile("performing", runs)
    _compile("following", runs)
    assert runs == ["performing", "following"]


def test_a_kernel_that_changed_is_compiled_elsewhere_again(kernels: Path, runs: list[str]) -> None:
    _compile("performing", runs)
    kernels.write_text("from numba import njit\nFACTOR = 3\n")
    _compile("performing", runs)
    assert runs == ["performing", "performing"]


def test_other_sources_may_change(kernels: Path, runs: list[str]) -> None:
    _compile("performing", runs)
    kernels.with_name("panel.py").write_text("WIDTH = 3")
    _compile("performing", runs)
    assert runs == ["performing"]
