"""The page's default settings of Keys are those of the engine."""

import json
import re
from pathlib import Path

import msgspec

from kinegraph.studio.document.key_fields import KeySettings

_PAGE = Path(__file__).parents[3] / "web" / "src" / "workspaces" / "keys" / "model" / "settings.ts"


def test_the_page_has_the_usual_settings_of_the_engine() -> None:
    written = re.search(
        r"AUTOMATIC: KeySettings = (\{.*?\n\});", _PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert written, "settings.ts has no AUTOMATIC"
    named = re.sub(r"^\s*(\w+):", r'"\1":', written[1], flags=re.MULTILINE)
    page = json.loads(re.sub(r",\s*\}$", "}", named))
    assert page == json.loads(msgspec.json.encode(KeySettings()))
