"""Acclaim files gone wrong: a scene with finite arrays or a FormatError, nothing else."""

from pathlib import Path

import numpy as np
from hypothesis import given
from tests.formats.acclaim.acclaim_samples import AMC, ASF
from tests.formats.mutations import mutated_text

from kinegraph.core.errors import FormatError
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.formats import load


def check(folder: Path, asf: bytes, amc: bytes) -> None:
    (folder / "1.asf").write_bytes(asf)
    (folder / "1.amc").write_bytes(amc)
    for path in (folder / "1.asf", folder / "1.amc"):
        try:
            scene = load(path)
        except FormatError:
            continue
        assert scene.character is not None
        for clip in scene.clips:
            assert np.isfinite(forward_kinematics(clip).positions).all()


@given(mutated_text(ASF))
def test_mutated_skeletons_are_read_or_refused(tmp_path: Path, data: bytes) -> None:
    check(tmp_path, data, AMC)


@given(mutated_text(AMC))
def test_mutated_motions_are_read_or_refused(tmp_path: Path, data: bytes) -> None:
    check(tmp_path, ASF, data)
