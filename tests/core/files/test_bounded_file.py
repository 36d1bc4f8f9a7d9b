"""Reading files up to a size limit."""

from pathlib import Path

import pytest

from kinegraph.core.errors import FormatError
from kinegraph.core.files.bounded import read_bounded


def test_a_file_up_to_the_limit_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * (1 << 20))
    assert len(read_bounded(path, 1 << 20, "a doodle")) == 1 << 20


def test_a_larger_file_is_refused_with_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * ((1 << 20) + 1))
    with pytest.raises(FormatError, match=r"larger than 1 MB, the limit for a doodle"):
        read_bounded(path, 1 << 20, "a doodle")


@pytest.mark.parametrize("name", ["missing", "."])
def test_an_unreadable_file_is_a_format_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        read_bounded(tmp_path / name, 100, "a doodle")
