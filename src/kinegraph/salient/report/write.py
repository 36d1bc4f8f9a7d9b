"""Writing the report into a folder."""

from pathlib import Path

from kinegraph.characters.rendering.movie import write_png
from kinegraph.core.character import Character
from kinegraph.core.errors import FormatError
from kinegraph.formats.whole_file import whole_file
from kinegraph.salient.key_choices import KeyChoices
from kinegraph.salient.keyed_motion import KeyedMotion
from kinegraph.salient.report.page import report_page
from kinegraph.salient.report.strips import key_strips

_THEMES = ("dark", "light")


def write_report(
    folder: str | Path, character: Character, choices: KeyChoices, result: KeyedMotion, sentence: str
) -> Path:
    """Writes index.html and the pictures it shows; returns the page. The folder is made if it is not there.

    sentence: The figure that matters, as people read it first.
    """
    place = Path(folder)
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise FormatError(place, f"the folder cannot be made: {error.strerror or error}.") from error
    for left in place.glob("keys-*.png"):  # of an earlier report with more strips
        left.unlink(missing_ok=True)
    names: dict[str, list[str]] = {}
    for theme in _THEMES:
        pictures = key_strips(character, choices.clip, result.keys, choices.start, theme)
        names[theme] = [f"keys-{number}-{theme}.png" for number in range(1, len(pictures) + 1)]
        for name, picture in zip(names[theme], pictures, strict=True):
            write_png(picture, place / name)
    strips = list(zip(names["dark"], names["light"], strict=True))
    page = place / "index.html"
    with whole_file(page) as temporary:
        temporary.write_text(report_page(choices, result, sentence, strips), encoding="utf-8")
    return page
