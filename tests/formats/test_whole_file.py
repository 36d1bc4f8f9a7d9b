"""Files that appear whole or not at all."""

from pathlib import Path

import pytest

from kinegraph.core.errors import FormatError
from kinegraph.formats.whole_file import whole_file


def test_what_was_written_takes_the_place_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "x.txt"
    target.write_text("old")
    with whole_file(target) as place:
        place.write_text("new")
        assert target.read_text() == "old"
        assert place.suffix == ".txt"
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failure_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "x.txt"
    target.write_text("old")

    def half(place: Path) -> None:
        place.write_text("half")
        raise RuntimeError

    with pytest.raises(RuntimeError), whole_file(target) as place:
        half(place)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_the_disks_refusal_is_a_format_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be written"), whole_file(tmp_path / "absent" / "x.txt"):
        pass
    with pytest.raises(FormatError, match="No space"), whole_file(tmp_path / "x.txt"):
        raise OSError(28, "No space left on device")
