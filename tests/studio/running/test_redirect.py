"""The browser opens the studio, and the list of programs does not show the token."""

import stat
from pathlib import Path

import pytest

from kinegraph.studio.running.redirect import open_in_browser

URL = "http://127.0.0.1:8000/#token=secret&more"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KINEGRAPH_DATA", str(tmp_path))
    return tmp_path / "opening"


def test_the_browser_gets_a_private_page_that_leads_to_the_address(folder: Path) -> None:
    seen: list[str] = []

    def open_page(address: str) -> None:
        seen.append(address)
        (page,) = folder.iterdir()
        assert address == page.as_uri()
        assert "url=http://127.0.0.1:8000/#token=secret&amp;more" in page.read_text()
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700

    open_in_browser(URL, 0.0, open_page)
    assert len(seen) == 1
    assert "secret" not in seen[0]


def test_the_page_is_deleted_also_where_no_browser_opens(folder: Path) -> None:
    def fail(address: str) -> None:
        raise OSError("no browser")

    with pytest.raises(OSError, match="no browser"):
        open_in_browser(URL, 0.0, fail)
    open_in_browser(URL, 0.0, lambda address: None)
    assert not list(folder.iterdir())
