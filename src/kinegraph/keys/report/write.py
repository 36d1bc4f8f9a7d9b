"""Writing the report into a folder."""

import re
from pathlib import Path

from kinegraph.characters.rendering.movie import write_png
from kinegraph.core.character import Character
from kinegraph.core.errors import FormatError
from kinegraph.core.files.report_folder import PAGE, check_report_folder
from kinegraph.core.files.whole import whole_file
from kinegraph.keys.choices import KeyChoices
from kinegraph.keys.keyed_motion import KeyedMotion
from kinegraph.keys.report.page import MAKER, report_page
from kinegraph.keys.report.strips import key_strips

_THEMES = ("dark", "light")
_STRIP = re.compile(rf"keys-\d+-({'|'.join(_THEMES)})\.png")


def write_report(
    folder: str | Path, character: Character, choices: KeyChoices, result: KeyedMotion, sentence: str
) -> Path:
    """Writes index.html and the pictures it shows; returns the page. The folder is made if it is not there.

    sentence: The figure that matters, as people read it first.
    """
    place = Path(folder)
    check_report_folder(place, MAKER)
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise FormatError(place, f"the folder cannot be made: {error.strerror or error}.") from error
    for left in place.iterdir():  # of an earlier report with more strips
        if _STRIP.fullmatch(left.name):
            left.unlink(missing_ok=True)
    names: dict[str, list[str]] = {}
    for theme in _THEMES:
        pictures = key_strips(character, choices.clip, result.keys, choices.start, theme)
        names[theme] = [f"keys-{number}-{theme}.png" for number in range(1, len(pictures) + 1)]
        for name, picture in zip(names[theme], pictures, strict=True):
            write_png(picture, place / name)
    strips = list(zip(names["dark"], names["light"], strict=True))
    page = place / PAGE
    with whole_file(page) as temporary:
        temporary.write_text(report_page(choices, result, sentence, strips), encoding="utf-8")
    return page
