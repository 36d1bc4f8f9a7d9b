"""A compiled kernel is discarded when any source that it was made of changes."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kinegraph
from kinegraph.core.kernels.cache import kernel_files, stamp_of_kernels, stamp_of_sources
from kinegraph.perform.sets.blend_kernels import blend_frames

PACKAGE = Path(kinegraph.__file__).parent


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A package whose kernel reaches a constant over two imports, none of them with a telling name."""
    folder = tmp_path / "kinegraph" / "hops"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "hop.py").write_text("from numba import njit\nfrom kinegraph.hops.leg import bend\n")
    (folder / "leg.py").write_text("from kinegraph.hops import knee as at\n")
    (folder / "knee.py").write_text("KNEE = 1\n")
    (folder / "words.py").write_text("HELLO = 1\n")
    return folder


def _stamps(folder: Path) -> tuple[str, str]:
    return stamp_of_sources.__wrapped__(folder / "hop.py", folder.parent), stamp_of_kernels(folder.parent)


@pytest.mark.parametrize("changed", ["hop", "leg", "knee"])
def test_a_stamp_changes_with_every_source_that_a_kernel_imports(sources: Path, changed: str) -> None:
    before = _stamps(sources)
    path = sources / f"{changed}.py"
    path.write_text(path.read_text() + "KNEES = 2\n")
    assert not set(_stamps(sources)) & set(before)


def test_a_stamp_changes_when_an_imported_module_moves(sources: Path) -> None:
    before = stamp_of_kernels(sources.parent)
    (sources / "knee.py").rename(sources / "joint.py")
    (sources / "leg.py").write_text("from kinegraph.hops import joint as at\n")
    assert stamp_of_kernels(sources.parent) != before


def test_a_stamp_stays_when_another_source_changes(sources: Path) -> None:
    before = stamp_of_kernels(sources.parent)
    (sources / "words.py").write_text("HELLO = 2\n")
    assert stamp_of_kernels(sources.parent) == before


def test_only_files_that_define_kernels_are_kernel_files(sources: Path) -> None:
    assert kernel_files(sources.parent) == [sources / "hop.py"]


def test_numba_compares_our_stamp() -> None:
    """Fails if a new Numba stores its version elsewhere: changes in other files would go unnoticed."""
    stored = blend_frames._cache._cache_file._version
    assert stored[1] == stamp_of_sources(PACKAGE / "perform" / "sets" / "blend_kernels.py")


def _imports_kinegraph(path: Path) -> bool:
    imports = [node for node in ast.parse(path.read_bytes()).body if isinstance(node, ast.ImportFrom)]
    return any((node.module or "").startswith("kinegraph") for node in imports)


def test_kernels_that_use_other_files_carry_our_stamp() -> None:
    """`njit(cache=True)` is for files that import nothing of ours."""
    careless = [
        str(path.relative_to(PACKAGE))
        for path in kernel_files()
        if "njit(cache=True" in path.read_text(encoding="utf-8") and _imports_kinegraph(path)
    ]
    assert not careless


_KERNEL = """
from typing import NamedTuple
import numpy as np
from kinegraph.core.kernels.cache import cached_kernel
class {name}(NamedTuple):
    values: np.ndarray
@cached_kernel()
def add(rows):
    return rows.values.sum()
print(add({name}(np.ones({count}))))
"""


def test_a_kernel_whose_argument_type_was_renamed_is_compiled_anew(tmp_path: Path) -> None:
    """The cache of the old kernel names a type that no longer exists; reading it would raise."""
    script, cache = tmp_path / "sums.py", {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    for name, count in (("Rows", 2), ("Cells", 3)):
        script.write_text(_KERNEL.format(name=name, count=count))
        ran = subprocess.run(
            [sys.executable, "-c", "import sums"],
            cwd=tmp_path,
            env={**os.environ, **cache},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.stdout.strip(), ran.stderr) == (f"{count}.0", "")
