"""`kinegraph class` as people run it: a process, a link, a sheet, Ctrl+C."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from page_client import PageClient

from kinegraph.cli.classroom import classroom
from kinegraph.core.errors import KinegraphError
from kinegraph.studio.classroom.roster import RosterFile
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document


def start(*arguments: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "kinegraph", "class", "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "300"},
    )


def test_a_host_without_tls_is_one_clear_line_and_exit_code_2(tmp_path: Path) -> None:
    process = start("--folder", str(tmp_path / "class"), "--host", "192.0.2.1")
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "the class needs TLS" in errors
    assert len(errors.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"names": Path("missing.txt")}, "names cannot be read"),
        ({"lesson": Path("missing.kine")}, "no such document"),
        ({"cert": Path("a.pem")}, "both a certificate"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(KinegraphError, match=sentence):
        classroom(folder=tmp_path / "class", **options)


def test_a_class_starts_and_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Ada\nGrace\n", encoding="utf-8")
    with Document(tmp_path / "lesson.kine") as lesson:
        lesson.commit(edits.entitle(lesson.records, "Lesson one"))
    folder = tmp_path / "class"
    process = start(
        *("--folder", str(folder), "--names", str(tmp_path / "names.txt")),
        *("--lesson", str(tmp_path / "lesson.kine")),
    )
    assert process.stdout is not None
    found = None
    while found is None and (line := process.stdout.readline()):
        found = re.search(r"http://([\d.]+:\d+)/classroom.html#token=(\S+)", line)
    assert found is not None
    ada, grace = RosterFile(folder).roster.students
    assert (ada.name, grace.name) == ("Ada", "Grace")
    with PageClient(found[1], ada.token) as page:
        assert page.records["stage"]["title"] == "Lesson one"
        assert page.ask("RenameDocument", title="Mine")["type"] == "Done"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    with Document(folder / "documents" / ada.file) as document:
        assert edits.stage_of(document.records).title == "Mine"
