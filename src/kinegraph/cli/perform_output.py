"""Writes the result of `kinegraph perform`: motion files, packages, a document, a picture or a film."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinegraph.cli.output import DOCUMENT

if TYPE_CHECKING:
    from kinegraph.characters.rendering.footage import Footage
    from kinegraph.perform.files.play_script import Played

PICTURES = (".png", ".gif", ".mp4")
_SHEET = (1280, 960)
_FILM = (854, 480)
_FILM_FPS = {".gif": 20.0, ".mp4": 30.0}
_NOT_IN_NAMES = '<>:"/\\|?*'


def write_played(
    played: "tuple[Played, ...]", out: Path, view: dict[str, Any], *, quiet: bool
) -> dict[str, list[str]]:
    """Writes performed characters; returns the files of each.

    view: Azimuth and elevation of the camera, for pictures; can be empty.
    """
    from kinegraph.core.scene import Scene
    from kinegraph.formats import save
    from kinegraph.perform.files.package import Package, save_package
    from kinegraph.perform.files.package_schema import EXTENSION

    if out.suffix.lower() in PICTURES:
        _write_picture(_combine_footage(played), out, view, quiet)
        return {each.performer.name: [str(out)] for each in played}
    if out.suffix.lower() == DOCUMENT:
        from kinegraph.studio.perform.package_records import write_document

        write_document(played, out)
        return {each.performer.name: [str(out)] for each in played}
    names = _file_names([each.performer.name for each in played], out)
    for each, file in zip(played, names, strict=True):
        if out.suffix.lower() == EXTENSION:
            save_package(Package(each.performer.rig, {each.performer.name: each.performance}), file)
        else:
            locators = () if each.locators is None else (each.locators,)
            save(Scene(each.performer.rig.character, clips=(each.clip,), locators=locators), file)
    return {each.performer.name: [str(file)] for each, file in zip(played, names, strict=True)}


def _file_names(performers: list[str], out: Path) -> list[Path]:
    """The requested name for one file; with the character's name added for several."""
    if len(performers) == 1:
        return [out]
    safe = ["".join("-" if sign in _NOT_IN_NAMES else sign for sign in name) for name in performers]
    if len({name.lower() for name in safe}) < len(safe):
        safe = [f"{name}-{number}" for number, name in enumerate(safe, start=1)]
    return [out.with_name(f"{out.stem}-{name}{out.suffix}") for name in safe]


def _combine_footage(played: "tuple[Played, ...]") -> "Footage":
    """All characters in one shot."""
    from kinegraph.characters.rendering.footage import footage_of_clip, footage_together

    shots = [footage_of_clip(each.performer.rig.character, each.clip) for each in played]
    return footage_together(", ".join(each.performer.name for each in played), shots)


def _write_picture(footage: "Footage", out: Path, view: dict[str, Any], quiet: bool) -> None:
    from kinegraph.characters.rendering.movie import frame_count, playing, write_gif, write_mp4, write_png
    from kinegraph.characters.rendering.sheets import contact_sheet
    from kinegraph.cli.render import with_bar

    suffix = out.suffix.lower()
    if suffix == ".png":

        def bar(work: Any) -> Any:
            return with_bar(work, quiet=quiet)

        write_png(contact_sheet(footage, _SHEET, progress=bar, **view), out)
        return
    fps = _FILM_FPS[suffix]
    write = write_gif if suffix == ".gif" else write_mp4
    pictures = playing(footage, _FILM, fps=fps, **view)
    write(with_bar(pictures, frame_count(footage, fps), quiet=quiet), out, fps)
