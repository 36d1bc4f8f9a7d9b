"""Pages: one HTML file that asks for nothing else, neither a server nor a network.

Its content security policy lets nothing in but the script and the looks that the file itself has, which it
names by their hashes. What a user has named is never markup: titles are escaped, and descriptions are JSON
without a `<`.
"""

import gzip
import html
import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from os import PathLike
from pathlib import Path

import numpy as np

from kinegraph import __version__
from kinegraph.core.errors import KinegraphError
from kinegraph.core.files.whole import whole_file
from kinegraph.share.contents import PageContent

PLAYER = Path(__file__).parent / "player"
_VERSION = 1  # of the description, as web/src/share/content.ts has it
_POLICY = (
    "default-src 'none'; script-src {script} 'wasm-unsafe-eval'; style-src {style}; img-src blob: data:; "
    "font-src data:; connect-src blob:; media-src blob:; base-uri 'none'; form-action 'none'"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Kinegraph {version}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page draws in the browser and needs JavaScript.</noscript>
<script id="content" type="application/json">{description}</script>
{parts}
<script type="module">{script}</script>
</body>
</html>
"""


class PlayerNotBuilt(KinegraphError):
    """The script of shared pages, which is not there."""

    def __init__(self) -> None:
        super().__init__(
            "The script of shared pages is missing. 'make studio' builds it (Node 20 or newer is needed)."
        )


def page_html(content: PageContent) -> str:
    """The text of a page."""
    script, style = _player()
    description = {
        "version": _VERSION,
        "kind": content.kind,
        "title": content.title,
        "paper": content.paper,
        "walks": content.walks,
        "speed": content.speed,
        "turn": content.turn,
    }
    return _PAGE.format(
        policy=_POLICY.format(script=_hash(script), style=_hash(style)),
        version=__version__,
        title=html.escape(content.title),
        style=style,
        description=_inert(json.dumps(description)),
        parts="\n".join(_packed(name, data) for name, data in content.parts.items()),
        script=script,
    )


def save_page(content: PageContent, path: str | PathLike[str]) -> None:
    """Writes a page, whole or not at all."""
    text = page_html(content)
    with whole_file(path) as place:
        place.write_text(text, encoding="utf-8", newline="\n")


@cache
def _player() -> tuple[str, str]:
    """The script and the looks of all pages."""
    script, style = PLAYER / "page.js", PLAYER / "page.css"
    if not (script.is_file() and style.is_file()):
        raise PlayerNotBuilt
    # Inside strings and regular expressions of a script, these say the same to it and nothing to the page.
    text = script.read_text(encoding="utf-8").replace("</script", "<\\/script").replace("<!--", "<\\!--")
    return text, style.read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _inert(text: str) -> str:
    """JSON in which nothing ends a script element or begins a comment."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _packed(name: str, data: bytes) -> str:
    """An element with a part in it: by byte planes where that makes it smaller, zipped, as base64."""
    tries = {planes: gzip.compress(_planes(data, planes), 9, mtime=0) for planes in (1, 4)}
    planes = min(tries, key=lambda each: len(tries[each]))
    text = b64encode(tries[planes]).decode()
    place = f'id="{name}" data-planes="{planes}" data-bytes="{len(data)}"'
    return f'<script {place} type="text/plain">{text}</script>'


def _planes(data: bytes, count: int) -> bytes:
    """First every `count`-th byte from the first on, then from the second on, and so on.

    Floats have like bytes at like places.
    """
    whole = np.frombuffer(data + bytes(-len(data) % count), dtype=np.uint8)
    return whole.reshape(-1, count).T.tobytes()
