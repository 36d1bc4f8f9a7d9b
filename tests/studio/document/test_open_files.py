"""What happens to the file of an open document: renamed, copied, deleted, replaced, or left by a crash."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from samples_of_records import BLOBS, a_character

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.store.lock import DocumentLock
from kinegraph.studio.server.opening import open_document

SCRIPT = Path(__file__).parents[1] / "crashing_process.py"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.kine"


def add_bear(document: Document) -> None:
    document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of("bear"), [a_character()], BLOBS))


def rename(document: Document, name: str) -> None:
    document.commit(edits.rename(document.records, "c1", name))


def name_in(path: Path) -> str:
    with Document(path) as document:
        return edits.character_record(document.records, "c1").name


def write_document(path: Path, name: str) -> None:
    with Document(path) as document:
        add_bear(document)
        rename(document, name)


def crash(path: Path, *names: str) -> None:
    """Makes edits in another process that dies without closing the document."""
    subprocess.run([sys.executable, str(SCRIPT), str(path), *names], check=True)


def files_of(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_renamed_document_keeps_edits_from_before_and_after(path: Path, tmp_path: Path) -> None:
    moved = tmp_path / "y.kine"
    with Document(path) as document:
        add_bear(document)
        path.rename(moved)
        rename(document, "Otto")
        assert document.path == moved
    assert name_in(moved) == "Otto"
    assert files_of(tmp_path) == ["y.kine"], "no log is left at the old name"


def test_a_document_whose_folder_was_renamed_keeps_its_edits(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    with Document(tmp_path / "old" / "x.kine") as document:
        add_bear(document)
        (tmp_path / "old").rename(tmp_path / "new")
        rename(document, "Otto")
    assert name_in(tmp_path / "new" / "x.kine") == "Otto"
    assert files_of(tmp_path / "new") == ["x.kine"]


def test_a_rename_without_an_edit_after_it_loses_nothing(path: Path, tmp_path: Path) -> None:
    with Document(path) as document:
        add_bear(document)
        path.rename(tmp_path / "y.kine")
    assert name_in(tmp_path / "y.kine") == "bear"


def test_the_owner_of_a_document_learns_its_new_name(path: Path, tmp_path: Path) -> None:
    told: list[Path] = []
    with Document(path, on_move=told.append) as document:
        add_bear(document)
        path.rename(tmp_path / "y.kine")
        assert document.problem() == ""
    assert told == [tmp_path / "y.kine"]


def test_a_copy_of_the_file_alone_is_whole_after_a_checkpoint(path: Path, tmp_path: Path) -> None:
    with Document(path) as document:
        add_bear(document)
        document.checkpoint()
        shutil.copyfile(path, tmp_path / "copy.kine")
    assert name_in(tmp_path / "copy.kine") == "bear"


def test_a_new_document_is_whole_in_its_file(path: Path, tmp_path: Path) -> None:
    with Document(path) as document:
        shutil.copyfile(path, tmp_path / "copy.kine")
        with Document(tmp_path / "copy.kine") as copy:
            assert copy.id == document.id


def test_edits_of_a_deleted_document_are_refused_and_a_copy_can_be_saved(path: Path, tmp_path: Path) -> None:
    with Document(path) as document:
        add_bear(document)
        path.unlink()
        with pytest.raises(KinegraphError, match=r"was deleted\. .* save a copy"):
            rename(document, "Otto")
        assert "was deleted" in document.problem()
        assert edits.character_record(document.records, "c1").name == "bear"
        document.copy_to(tmp_path / "copy.kine")
    assert name_in(tmp_path / "copy.kine") == "bear"
    assert files_of(tmp_path) == ["copy.kine"]


def test_edits_of_a_replaced_document_are_refused_and_the_other_file_is_left_alone(
    path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.kine"
    write_document(other, "Ida")
    before = other.read_bytes()
    with Document(path) as document:
        add_bear(document)
        os.replace(other, path)
        with pytest.raises(KinegraphError, match="replaced by another file"):
            rename(document, "Otto")
    assert path.read_bytes() == before
    assert name_in(path) == "Ida"


def test_a_file_that_another_program_overwrites_is_left_alone(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.kine"
    write_document(other, "Ida")
    before = other.read_bytes()
    with Document(path) as document:
        add_bear(document)
        shutil.copyfile(other, path)  # the same file, with other content
        with pytest.raises(KinegraphError, match="has overwritten"):
            rename(document, "Otto")
    assert path.read_bytes() == before
    assert name_in(path) == "Ida"


def test_a_touched_document_can_be_edited(path: Path) -> None:
    with Document(path) as document:
        add_bear(document)
        os.utime(path, (1, 1))
        rename(document, "Otto")
    assert name_in(path) == "Otto"


def test_a_document_copied_over_a_crashed_one_does_not_get_its_log(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.kine"
    write_document(other, "Ida")
    crash(path, "Otto", "Mia")
    shutil.copyfile(other, path)
    assert name_in(path) == "Ida"


def test_a_document_copied_over_a_crashed_one_that_is_opened_by_a_link_does_not_get_its_log(
    path: Path, tmp_path: Path
) -> None:
    link, other = tmp_path / "links" / "l.kine", tmp_path / "other.kine"
    link.parent.mkdir()
    link.symlink_to(path)
    write_document(other, "other")
    write_document(path, "before")
    crash(link, "crashed")
    shutil.copyfile(other, path)
    assert name_in(link) == "other"


def test_a_document_that_is_opened_by_a_link_leaves_no_log_where_it_was_renamed(
    path: Path, tmp_path: Path
) -> None:
    folder, link = tmp_path / "folder", tmp_path / "l.kine"
    folder.mkdir()
    link.symlink_to(folder / "x.kine")
    with Document(link) as document:
        add_bear(document)
        (folder / "x.kine").rename(folder / "y.kine")
        rename(document, "after")
    assert files_of(folder) == ["y.kine"]
    assert name_in(folder / "y.kine") == "after"


def test_a_new_document_at_the_end_of_a_link_leaves_the_link(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "l.kine"
    link.symlink_to(path)
    write_document(link, "new")
    assert link.is_symlink()
    assert name_in(path) == "new"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_pipe_is_refused_and_stays(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(KinegraphError, match="not a regular file"):
        Document(path)
    assert path.is_fifo()


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    circle = tmp_path / "c.kine"
    circle.symlink_to(circle)
    with pytest.raises(KinegraphError, match="leads back to itself"):
        Document(circle)
    with pytest.raises(KinegraphError, match="leads back to itself"):
        open_document(circle)
    assert circle.is_symlink()


def test_a_backup_copied_over_a_crashed_document_does_not_get_its_log(path: Path, tmp_path: Path) -> None:
    write_document(path, "Otto")
    with Document(path) as document:
        document.copy_to(tmp_path / "backup.kine")
        rename(document, "Ida")
    crash(path, "Mia", "Bo")
    shutil.copyfile(tmp_path / "backup.kine", path)
    assert name_in(path) == "Otto"


def test_a_new_document_in_the_place_of_a_crashed_one_is_empty(path: Path) -> None:
    crash(path, "Otto")
    path.unlink()
    with Document(path) as document:
        assert not document.records


def test_a_crashed_document_gets_its_own_log(path: Path) -> None:
    crash(path, "Otto", "Mia")
    assert path.with_name("x.kine-wal").stat().st_size > 0
    assert name_in(path) == "Mia"


def test_a_crashed_document_gets_its_log_after_a_checkpoint_too(path: Path) -> None:
    crash(path, "Otto", "--checkpoint", "Mia", "--checkpoint", "Ida", "Bo")
    assert name_in(path) == "Bo"


def test_another_process_that_reads_the_document_does_not_disturb_it(path: Path) -> None:
    read = (
        "import sys; from kinegraph.studio.document.document import Document; Document(sys.argv[1]).close()"
    )
    with Document(path) as document:
        add_bear(document)
        for name in ("Otto", "Ida"):
            rename(document, name)
            subprocess.run([sys.executable, "-c", read, str(path)], check=True)
            assert document.problem() == ""
        rename(document, "Mia")
    assert name_in(path) == "Mia"


def test_a_document_renamed_just_before_a_crash_finds_its_log(path: Path, tmp_path: Path) -> None:
    crash(path, "Otto", "--checkpoint", "Mia")
    path.rename(tmp_path / "y.kine")
    assert name_in(tmp_path / "y.kine") == "Mia"
    assert files_of(tmp_path) == ["y.kine"]


def test_an_orphaned_log_of_another_document_is_left_alone(path: Path, tmp_path: Path) -> None:
    crash(path, "Otto", "--checkpoint", "Mia")
    write_document(tmp_path / "y.kine", "Ida")
    path.rename(tmp_path / "elsewhere")
    log = (tmp_path / "x.kine-wal").read_bytes()
    assert name_in(tmp_path / "y.kine") == "Ida"
    assert (tmp_path / "x.kine-wal").read_bytes() == log


def test_a_log_that_a_running_studio_writes_is_left_alone(path: Path, tmp_path: Path) -> None:
    lock = DocumentLock(path)
    crash(path, "Otto", "--checkpoint", "Mia")
    path.rename(tmp_path / "y.kine")
    assert name_in(tmp_path / "y.kine") == "Otto"
    assert (tmp_path / "x.kine-wal").stat().st_size > 0
    lock.release()


def cut_checkpoint(path: Path) -> None:
    """Leaves the file as a checkpoint does that ends after its first page."""
    log, size = path.with_name(f"{path.name}-wal").read_bytes(), 4096
    frames = (log[at : at + 24 + size] for at in range(32, len(log), 24 + size))
    first = [frame[24:] for frame in frames if int.from_bytes(frame[:4], "big") == 1]
    path.write_bytes(first[-1] + path.read_bytes()[size:])


@pytest.mark.parametrize("name", ["x.kine", "y.kine"])
def test_a_checkpoint_that_was_cut_off_is_completed(path: Path, tmp_path: Path, name: str) -> None:
    crash(path, "Otto", "--checkpoint", "--grow", "Mia")
    cut_checkpoint(path)
    alone = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    with closing(alone), pytest.raises(sqlite3.DatabaseError):
        alone.execute("SELECT * FROM seal").fetchall()
    path.rename(tmp_path / name)
    assert name_in(tmp_path / name) == "Mia"
