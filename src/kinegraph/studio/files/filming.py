"""Films of a character's motion, for an export. Runs in the worker process."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kinegraph.characters.rendering.camera import THREE_QUARTER
from kinegraph.characters.rendering.footage import (
    Footage,
    footage_of_clip,
    footage_of_markers,
    footage_of_rest,
)
from kinegraph.characters.rendering.picture import Image
from kinegraph.core.bake import bake
from kinegraph.core.errors import InvalidValue
from kinegraph.core.resample import resample
from kinegraph.core.scene import Scene
from kinegraph.studio.protocol.commands import ExportOptions
from kinegraph.studio.running.worker import Progress

FILM = "film"
FILM_ENDINGS = (".mp4", ".gif")

_SIZE = (854, 480)
_FPS = {".mp4": 30.0, ".gif": 20.0}
_TURN_SECONDS = 4.0


def write_film(scene: Scene, target: Path, options: ExportOptions, progress: Progress) -> None:
    """Films the one motion of a scene; a character that stands still is turned round instead."""
    from kinegraph.characters.rendering.movie import frame_count, playing, turning

    fps = film_rate(target, options)
    footage = _footage(scene, fps)
    azimuth, elevation = options.view or THREE_QUARTER
    if len(footage) == 1:
        total = round(_TURN_SECONDS * fps)
        pictures = turning(
            footage, _SIZE, count=total, azimuth=azimuth, elevation=elevation, theme=options.theme
        )
    else:
        total = frame_count(footage, fps)
        pictures = playing(footage, _SIZE, fps=fps, azimuth=azimuth, elevation=elevation, theme=options.theme)
    write_pictures(pictures, total, target, fps, progress)


def film_rate(target: Path, options: ExportOptions) -> float:
    """Pictures a second of a film."""
    return options.fps or _FPS[target.suffix]


def write_pictures(
    pictures: Iterable[Image], total: int, target: Path, fps: float, progress: Progress
) -> None:
    """Writes pictures as a film, telling how far it is."""
    from kinegraph.characters.rendering.movie import write_gif, write_mp4

    def shown() -> Iterator[Image]:
        for number, picture in enumerate(pictures):
            progress(f"Filming {target.name}", number, total)
            yield picture

    write = write_gif if target.suffix == ".gif" else write_mp4
    write(shown(), target, fps)


def _footage(scene: Scene, fps: float) -> Footage:
    moves = [*scene.clips, *(bake(each) for each in scene.animations)]
    if len(moves) + len(scene.markers) > 1:
        raise InvalidValue("A film shows one motion; choose one at a time.")
    if scene.markers:
        return footage_of_markers(scene.markers[0])
    if scene.character is None:
        raise InvalidValue("A film needs a character, or markers.")
    if not moves:
        return footage_of_rest(scene.character)
    (clip,) = moves
    return footage_of_clip(scene.character, clip if len(clip) == 1 else resample(clip, fps))
