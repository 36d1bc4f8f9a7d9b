"""C3D files gone wrong: a scene with finite arrays or a FormatError, nothing else."""

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.c3d.test_c3d import sample
from tests.formats.mutations import mutated_binary

from kinegraph.core.errors import FormatError
from kinegraph.formats import load
from kinegraph.formats.c3d.file import write_c3d
from kinegraph.formats.registry import as_scene


def check(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    try:
        scene = load(path)
    except FormatError:
        return
    clip = scene.markers[0]
    assert np.isfinite(clip.positions).all()
    assert clip.positions.nbytes <= 24 * len(data)
    assert all(np.isfinite(event.time) for event in clip.events)


@given(data=st.data())
def test_mutated_markers_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    write_c3d(as_scene(sample()), tmp_path / "seed.c3d")
    seed = (tmp_path / "seed.c3d").read_bytes()
    check(tmp_path / "fuzzed.c3d", data.draw(mutated_binary(seed, 1600)))


@given(data=st.data())
def test_mutated_captures_are_read_or_refused(shared_data: Path, tmp_path: Path, data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(sorted((shared_data / "c3d").glob("*.c3d"))))
    with seed.open("rb") as file:
        start = file.read(60_000)
    check(tmp_path / "fuzzed.c3d", data.draw(mutated_binary(start, 14_000)))
