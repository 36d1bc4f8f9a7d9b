"""A class's file: seats that stay, tokens that only their owner can read, a lesson for every student."""

import stat
from pathlib import Path

import pytest

from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.studio.classroom.roster import FILE, RosterFile
from kinegraph.studio.classroom.server import Where
from kinegraph.studio.classroom.sheet import links_sheet
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document


def test_links_survive_a_restart(tmp_path: Path) -> None:
    first = RosterFile(tmp_path / "class")
    first.seat(3)
    first.save()
    second = RosterFile(tmp_path / "class")
    second.seat(5)
    assert second.roster.teacher == first.roster.teacher
    assert second.roster.students[:3] == first.roster.students
    assert [student.name for student in second.roster.students] == [f"Student {n}" for n in range(1, 6)]


def test_fewer_students_take_no_seat_away(tmp_path: Path) -> None:
    file = RosterFile(tmp_path)
    file.seat(4)
    file.seat(2)
    assert len(file.roster.students) == 4


def test_every_token_is_another(tmp_path: Path) -> None:
    file = RosterFile(tmp_path)
    file.seat(50)
    tokens = [token for student in file.roster.students for token in (student.token, student.view)]
    assert len({*tokens, file.roster.teacher}) == 101


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    file = RosterFile(tmp_path / "class")
    file.seat(1)
    file.save()
    assert stat.S_IMODE((tmp_path / "class" / FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "class").stat().st_mode) == 0o700


def test_names_become_files_that_stay_in_the_folder(tmp_path: Path) -> None:
    file = RosterFile(tmp_path)
    file.seat(0, ["Ada", "../../etc/passwd", "Ada", "  Zoë\tB. ", "", "ada", "." * 5])
    assert [student.name for student in file.roster.students][:4] == [
        "Ada",
        "../../etc/passwd",
        "Zoë B.",
        "ada",
    ]
    files = [student.file for student in file.roster.students]
    assert len({name.casefold() for name in files}) == len(files)
    for student in file.roster.students:
        assert file.document(student).resolve().parent == (tmp_path / "documents").resolve()


def test_too_many_students_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="at most 200"):
        RosterFile(tmp_path).seat(201)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{")
    with pytest.raises(FormatError, match="not the file of a class"):
        RosterFile(tmp_path)


def test_the_lesson_is_where_every_student_begins(tmp_path: Path) -> None:
    with Document(tmp_path / "lesson.kine") as document:
        document.commit(edits.entitle(document.records, "Walk cycles"))
    file = RosterFile(tmp_path / "class")
    file.seat(2)
    file.take_lesson(tmp_path / "lesson.kine")
    file.hand_out()
    first, second = (file.document(student) for student in file.roster.students)
    with Document(first) as document:
        assert edits.stage_of(document.records).title == "Walk cycles"
        document.commit(edits.entitle(document.records, "Mine"))
    file.hand_out()
    for path, title in ((first, "Mine"), (second, "Walk cycles")):
        with Document(path) as document:
            assert edits.stage_of(document.records).title == title


def test_a_lesson_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such document"):
        RosterFile(tmp_path / "class").take_lesson(tmp_path / "no.kine")


def test_the_sheet_has_every_link_and_no_markup_from_names(tmp_path: Path) -> None:
    file = RosterFile(tmp_path)
    file.seat(0, ["<b>Bo</b>", "Ada"])
    sheet = links_sheet(file, "http://127.0.0.1:8000")
    assert "<b>Bo" not in sheet.replace("&lt;b&gt;Bo", "")
    for student in file.roster.students:
        assert sheet.count(f"http://127.0.0.1:8000/#token={student.token}") == 2
        assert student.view not in sheet


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        (Where(host="192.0.2.1"), "needs TLS"),
        (Where(host="teacher.local"), "needs TLS"),
        (Where(host="0.0.0.0"), "name or the address"),
        (Where(host="::"), "name or the address"),
        (Where(host="teacher.local", certificate=Path("a.pem")), "both a certificate"),
        (Where(host="teacher.local", certificate=Path("no.pem"), key=Path("no.key")), "no such file"),
    ],
)
def test_other_machines_come_in_by_tls_alone(where: Where, sentence: str) -> None:
    with pytest.raises((InvalidValue, FormatError), match=sentence):
        where.check()


def test_a_certificate_that_is_none_is_refused(tmp_path: Path) -> None:
    for name in ("a.pem", "a.key"):
        (tmp_path / name).write_text("not a certificate")
    where = Where(host="teacher.local", certificate=tmp_path / "a.pem", key=tmp_path / "a.key")
    with pytest.raises(FormatError, match="cannot be used"):
        where.check()
