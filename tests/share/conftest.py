"""What the tests of shared pages share."""

import gzip
from base64 import b64decode
from html.parser import HTMLParser

import numpy as np
import pytest

from kinegraph.runtime.libraries import WASM
from kinegraph.share.page import PLAYER


@pytest.fixture(scope="session", autouse=True)
def player() -> None:
    """The script of pages; their tests are skipped where the page has not been built."""
    if not (PLAYER / "page.js").is_file():
        pytest.skip("The script of shared pages is not built; 'make studio' builds it.")


@pytest.fixture(scope="session")
def wasm() -> bytes:
    """The compiled runtime of pages that perform; its tests are skipped where `make runtime` has not run."""
    if not WASM.is_file():
        pytest.skip("The compiled runtime is not built; 'make runtime' builds it.")
    return WASM.read_bytes()


class ReadPage(HTMLParser):
    """A page as a browser reads it.

    texts: Of elements with text, by id or by name. tags: Every start tag with its attributes.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._open = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes an element."""
        given = dict(attrs)
        self.tags.append((tag, given))
        self._open = given.get("id") or tag

    def handle_data(self, data: str) -> None:
        """Adds text to the element that is open."""
        self.texts[self._open] = self.texts.get(self._open, "") + data

    def handle_endtag(self, tag: str) -> None:
        """Closes the element."""
        self._open = "-"

    def attributes(self, id: str) -> dict[str, str | None]:
        """The attributes of the element of an id."""
        return next(given for _, given in self.tags if given.get("id") == id)

    def part(self, id: str) -> bytes:
        """The bytes of a part."""
        given = self.attributes(id)
        planes = np.frombuffer(gzip.decompress(b64decode(self.texts[id])), dtype=np.uint8)
        whole = planes.reshape(int(given["data-planes"] or 0), -1).T.tobytes()
        return whole[: int(given["data-bytes"] or 0)]
