"""Redirect: opens an address in the browser without showing it to other users of the machine.

Every user can list the arguments of running programs. So the browser gets the path of a small page that
leads to the address. Only the owner can read that page, and it is deleted after the browser has loaded it.
"""

import atexit
import html
import os
import tempfile
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

from kinegraph.core.files.places import data_folder

PATIENCE = 20.0  # [s] in which a browser loads the page
_PREFIX, _ENDING = "open-", ".html"
_PAGE = """<!doctype html><meta charset="utf-8"><title>Kinegraph</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url={url}">
<body><p><a href="{url}">Open Kinegraph</a></p>
"""


def open_in_browser(
    url: str,
    patience: float = PATIENCE,
    open_page: Callable[[str], object] = webbrowser.open,
) -> None:
    """Shows an address in the browser; returns when the page that leads there is deleted.

    patience: How long the browser may take to load that page [s].
    open_page: Opens a page by its address.
    """
    folder = _private_folder()
    _sweep(folder)
    file, name = tempfile.mkstemp(prefix=_PREFIX, suffix=_ENDING, dir=folder)  # readable by its owner alone
    delete = Path(name).unlink
    atexit.register(delete, missing_ok=True)  # the studio may end sooner
    try:
        with os.fdopen(file, "w", encoding="utf-8") as page:
            page.write(_PAGE.format(url=html.escape(url)))
        open_page(Path(name).as_uri())
        time.sleep(patience)
    finally:
        delete(missing_ok=True)
        atexit.unregister(delete)


def _private_folder() -> Path:
    folder = data_folder() / "opening"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)
    return folder


def _sweep(folder: Path) -> None:
    """Deletes the pages of studios that were killed before they could."""
    for page in folder.glob(f"{_PREFIX}*{_ENDING}"):
        try:
            if time.time() - page.stat().st_mtime > 2 * PATIENCE:
                page.unlink()
        except OSError:  # another studio was faster
            continue
