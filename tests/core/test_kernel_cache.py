"""What is compiled and kept is thrown away with any source that it was made of."""

import re
from pathlib import Path

import pytest

import kinegraph
from kinegraph.core.kernel_cache import stamp_of
from kinegraph.spatial.blend_kernels import blend_frames

PACKAGE = Path(kinegraph.__file__).parent


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "kinegraph" / "hops"
    folder.mkdir(parents=True)
    (folder / "hop_kernels.py").write_text("from kinegraph.hops.leg_kernels import leg\n")
    (folder / "leg_kernels.py").write_text("from kinegraph.hops.leg_layout import KNEE\n")
    (folder / "leg_layout.py").write_text("KNEE = 1\n")
    (folder / "words.py").write_text("HELLO = 1\n")
    return folder


def _stamp(folder: Path) -> str:
    return stamp_of.__wrapped__(folder / "hop_kernels.py", folder.parents[1])


@pytest.mark.parametrize("changed", ["hop_kernels", "leg_kernels", "leg_layout"])
def test_a_stamp_changes_with_every_source_that_a_kernel_is_made_of(sources: Path, changed: str):
    before = _stamp(sources)
    path = sources / f"{changed}.py"
    path.write_text(path.read_text() + "KNEES = 2\n")
    assert _stamp(sources) != before


def test_a_stamp_stays_when_something_else_changes(sources: Path):
    before = _stamp(sources)
    (sources / "words.py").write_text("HELLO = 2\n")
    assert _stamp(sources) == before


def test_numba_compares_our_stamp_with_the_one_it_kept():
    """Fails if a new Numba keeps its stamp elsewhere: then nothing would notice a change in another file."""
    kept = blend_frames._cache._cache_file._source_stamp
    assert kept[1] == stamp_of(PACKAGE / "spatial" / "blend_kernels.py")


def test_kernels_that_use_other_files_are_kept_with_their_stamp():
    """`njit(cache=True)` is for files that stand alone."""
    together = re.compile(r"^from kinegraph[.\w]+(_kernels|_layout|_tables|\.channels) import", re.MULTILINE)
    careless = [
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if "njit(cache=True" in (text := path.read_text(encoding="utf-8")) and together.search(text)
    ]
    assert not careless
