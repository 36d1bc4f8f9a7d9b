"""The report of a batch: pages that need no network, with every file, error and figure; and a table."""

import csv
import re
import shutil
from pathlib import Path

import pytest
from small_library import write_library

from kinegraph.batch import InfoJob, run_batch, write_report
from kinegraph.batch.report import page as report_pages
from kinegraph.core.errors import FormatError


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of a batch with three captures and a file that cannot be read."""
    folder = tmp_path_factory.mktemp("batch")
    write_library(folder / "library", 3)
    (folder / "library" / "broken <b>.bvh").write_text("nothing")
    run_batch(InfoJob(), [folder / "library"], folder / "out", workers=0)
    return folder / "out"


def test_the_page_names_every_file_and_shows_its_poses(finished: Path) -> None:
    page = write_report(finished, finished / "report")
    text = page.read_text()
    assert "4 files: 3 made, 1 failed" in text
    pictures = re.findall(r'<img src="([^"]+)"', text)
    assert len(pictures) == 3
    assert all((page.parent / picture).read_bytes().startswith(b"\x89PNG") for picture in pictures)
    links = re.findall(r'<h3><a href="([^"]+)"', text)
    assert all((page.parent / link).is_file() for link in links)
    assert len(links) == 3


def test_a_failed_file_is_listed_with_its_reason_and_its_name_is_no_markup(finished: Path) -> None:
    text = write_report(finished, finished / "report").read_text()
    assert "broken &lt;b&gt;.bvh" in text
    assert "<b>.bvh" not in text
    assert re.search(r'class="failures">.*HIERARCHY', text, re.DOTALL)


def test_the_page_asks_no_other_server_for_anything(finished: Path) -> None:
    text = write_report(finished, finished / "report").read_text()
    assert not re.search(r"https?://|<link|@import", text)
    assert "prefers-color-scheme: dark" in text


def test_the_table_has_a_row_for_each_file(finished: Path) -> None:
    write_report(finished, finished / "report")
    with (finished / "report" / "files.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["state"] for row in rows] == ["failed", "made", "made", "made"]
    assert rows[0]["reason"]
    assert [row["frames"] for row in rows[1:]] == ["21", "21", "21"]


def test_a_large_library_has_several_pages(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinegraph.batch.report.write.FILES_A_PAGE", 3)
    folder = finished.parent / "pages"
    first = write_report(finished, folder)
    assert 'href="files-2.html"' in first.read_text()
    assert (folder / "files-2.html").read_text().count("<article") == 1
    monkeypatch.undo()
    write_report(finished, folder)
    assert not (folder / "files-2.html").exists()


def test_a_page_of_another_program_is_not_overwritten(finished: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(FormatError, match="would be overwritten"):
        write_report(finished, tmp_path)


def test_no_cell_of_the_table_is_a_formula(tmp_path: Path) -> None:
    write_library(tmp_path / "library", 1)
    shutil.move(tmp_path / "library" / "clip000.bvh", tmp_path / "library" / "=cmd.bvh")
    run_batch(InfoJob(), [tmp_path / "library"], tmp_path / "out", workers=0)
    write_report(tmp_path / "out", tmp_path / "report")
    with (tmp_path / "report" / "files.csv").open(newline="") as file:
        assert next(csv.DictReader(file))["result"] == "'=cmd"


def test_facts_have_words_and_units() -> None:
    assert report_pages.label_text("largest_error_mm") == ("largest error", " mm")
    assert report_pages.number_text(1234567) == "1,234,567"
    assert report_pages.number_text(0.123456) == "0.1235"
    assert report_pages.number_text(None) == "–"
