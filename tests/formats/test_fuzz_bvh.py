"""BVH files gone wrong: a scene with finite arrays or a FormatError, nothing else."""

from pathlib import Path

import numpy as np
from bvh_samples import WALKER
from hypothesis import given
from hypothesis import strategies as st
from mutations import mutated_text

from kinegraph.core.errors import FormatError
from kinegraph.core.forward_kinematics import forward_kinematics
from kinegraph.formats.bvh import bvh_from_bytes


def check(data: bytes) -> None:
    try:
        scene = bvh_from_bytes(data, "fuzzed.bvh")
    except FormatError:
        return
    assert scene.character is not None
    for clip in scene.clips:
        assert np.isfinite(forward_kinematics(clip).positions).all()
        assert clip.rotations.nbytes <= (64 << 20) + 200 * len(data)


@given(mutated_text(WALKER))
def test_a_mutated_walker_is_read_or_refused(data: bytes):
    check(data)


@given(st.binary(max_size=400))
def test_bytes_after_the_magic_word_are_read_or_refused(data: bytes):
    check(b"HIERARCHY\nROOT a\n{" + data)


@given(data=st.data())
def test_mutated_captures_are_read_or_refused(data: st.DataObject, shared_data: Path):
    seeds = sorted((shared_data / "bvh").glob("*.bvh"))
    seed = data.draw(st.sampled_from([path for path in seeds if path.stat().st_size < 60_000]))
    check(data.draw(mutated_text(seed.read_bytes()[:20_000])))
