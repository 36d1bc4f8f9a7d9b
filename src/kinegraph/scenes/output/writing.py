"""Writes scenes: a film, a strip of pictures, or one file with all characters and props."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.characters.rendering.movie import write_gif, write_mp4, write_png
from kinegraph.core.scene import Scene
from kinegraph.formats import save_together
from kinegraph.scenes.output.film import Film
from kinegraph.scenes.stage_player import StagePlayer

PICTURES, FILMS = (".png",), (".gif", ".mp4")
_STRIP = 12  # pictures of a strip
_COLUMNS = 4

Bar = Callable[[Iterable[Any], int], Iterable[Any]]
"""Wraps pictures, and their number, to show progress."""


def write_stage(
    player: StagePlayer,
    out: Path,
    *,
    fps: float = 30.0,
    size: tuple[int, int] = (1280, 720),
    bar: Bar | None = None,
) -> None:
    """Writes a scene in the format that the ending of `out` names.

    size: Width and height of a film [px]; of a strip (.png), of all of its pictures.
    """
    ending = out.suffix.lower()
    if ending in FILMS:
        film = Film(player, size)
        pictures: Iterable[Any] = film.pictures(fps)
        shown = pictures if bar is None else bar(pictures, len(player.times(fps)))
        (write_gif if ending == ".gif" else write_mp4)(shown, out, fps)
    elif ending in PICTURES:
        write_png(_strip(player, size), out)
    else:
        save_together(stage_scenes(player, fps), out, player.stage.name)


def stage_scenes(player: StagePlayer, fps: float) -> list[Scene]:
    """All characters and props of a scene, each with its motion."""
    return [
        Scene(replace(each.character, name=each.name), clips=(replace(each.clip, name=each.name),))
        for each in player.cast(fps)
    ]


def _strip(player: StagePlayer, size: tuple[int, int]) -> np.ndarray:
    """(H, W, 3) moments of the scene in rows, left to right."""
    film = Film(player, (size[0] // _COLUMNS, size[1] // _COLUMNS))
    times = np.linspace(0.0, player.stage.duration, _STRIP).tolist()
    pictures = [film.picture(time) for time in times]
    rows = [np.concatenate(pictures[n : n + _COLUMNS], axis=1) for n in range(0, _STRIP, _COLUMNS)]
    return np.concatenate(rows, axis=0)
