"""`kinegraph keys --report`."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command import Command

from kinegraph.keys.report import strips


class Seen(HTMLParser):
    """Checks that tags nest, and collects addresses, headings and rows."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.rows = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "img", "source"):
            self.open.append(tag)
        self.rows += tag == "tr"
        self.addresses += [str(value) for name, value in attrs if name in ("src", "srcset", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [str(value) for name, value in attrs if name in ("src", "srcset", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strips, "_WIDTH", 320)


@pytest.fixture
def report(kinegraph: Command, swinging_bvh: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "report"
    assert kinegraph("keys", swinging_bvh, "--report", folder, "--count", 16).code == 0
    return folder


def test_the_page_needs_nothing_but_its_folder(report: Path) -> None:
    page = (report / "index.html").read_text(encoding="utf-8")
    seen = Seen()
    seen.feed(page)
    assert seen.open == []
    assert seen.addresses
    assert all((report / address).is_file() for address in seen.addresses)
    assert not re.search(r"https?://|@import|<script|<link|url\(", page)


def test_the_page_says_the_figure_and_has_a_row_for_each_joint(report: Path) -> None:
    page = (report / "index.html").read_text(encoding="utf-8")
    assert "16 keys of 61 frames, largest error" in page
    assert "chosen: 16 keys" in page
    for joint in ("hips", "chest", "arm", "hand"):
        assert re.search(rf'<th scope="row"[^>]*>{joint}</th>', page)
    assert page.count("<svg") == 1 + page.count("<figcaption>")
    assert not re.search(r"\bnan\b|\binf\b", page)


def test_a_second_report_replaces_the_first_and_nothing_else(
    kinegraph: Command, swinging_bvh: Path, report: Path
) -> None:
    (report / "mine.txt").write_text("mine")
    (report / "keys-final.png").write_bytes(b"mine")
    before = {path.name for path in report.iterdir()}
    assert kinegraph("keys", swinging_bvh, "--report", report, "--count", 8, "--no-contacts").code == 0
    after = {path.name for path in report.iterdir()}
    assert "8 keys of 61 frames" in (report / "index.html").read_text(encoding="utf-8")
    assert (report / "mine.txt").read_text() == "mine"
    assert (report / "keys-final.png").read_bytes() == b"mine"
    assert after < before


def test_names_are_text_and_not_markup(kinegraph: Command, tmp_path: Path, swinging_bvh: Path) -> None:
    odd = tmp_path / "odd.bvh"
    odd.write_text(swinging_bvh.read_text().replace("JOINT hand", "JOINT <b>&hand"))
    assert kinegraph("keys", odd, "--report", tmp_path / "odd", "--count", 12).code == 0
    page = (tmp_path / "odd" / "index.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;&amp;hand" in page
    assert "<b>&hand" not in page


def test_a_report_where_a_file_is_is_refused(kinegraph: Command, swinging_bvh: Path) -> None:
    outcome = kinegraph("keys", swinging_bvh, "--report", swinging_bvh)
    assert (outcome.code, "a report wants a folder" in outcome.err) == (2, True)


def test_a_page_that_is_no_report_is_not_replaced(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path
) -> None:
    page = tmp_path / "index.html"
    page.write_text("<title>My site</title>")
    outcome = kinegraph("keys", swinging_bvh, "--report", tmp_path)
    assert (outcome.code, "is not a Kinegraph report" in outcome.err) == (2, True)
    assert page.read_text() == "<title>My site</title>"


def test_a_report_in_a_folder_that_is_not_there_is_refused(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path
) -> None:
    outcome = kinegraph("keys", swinging_bvh, "--report", tmp_path / "no" / "where")
    assert (outcome.code, "does not exist" in outcome.err) == (2, True)
