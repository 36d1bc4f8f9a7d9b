"""Files that appear whole or not at all."""

from pathlib import Path

import pytest

from kinegraph.core.errors import FormatError
from kinegraph.core.files.whole import whole_file


def test_the_new_file_replaces_the_old_one_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "x.txt"
    target.write_text("old")
    with whole_file(target) as place:
        place.write_text("new")
        assert target.read_text() == "old"
        assert place.suffix == ".txt"
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
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


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    target = tmp_path / "x.txt"
    target.write_text("old")
    target.chmod(0o600)
    with whole_file(target) as place:
        place.write_text("new")
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "x.txt"
    target.write_text("old")
    monkeypatch.setattr("os.access", lambda path, mode: False)  # chmod does not stop the superuser
    with pytest.raises(FormatError, match="read-only"), whole_file(target):
        pass
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "x.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    with whole_file(link) as place:
        place.write_text("new")
    assert link.is_symlink()
    assert target.read_text() == "new"
