"""Pictures and films of a motion: the checked request, the footage of a scene, and the writing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kinegraph.batch.jobs.motion_choice import clip_of, frame_range, unknown_motion
from kinegraph.characters.rendering.camera import view_axes
from kinegraph.characters.rendering.footage import (
    Footage,
    footage_of_clip,
    footage_of_markers,
    footage_of_rest,
)
from kinegraph.characters.rendering.picture import LARGEST_SIDE
from kinegraph.characters.rendering.stage import theme_named
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.resample import resample
from kinegraph.core.scene import Scene

STILLS = (".png",)
FILMS = (".gif", ".mp4")
_STYLES = ("sheet", "strip", "turntable")
_SIZES = {"sheet": (1280, 960), "turntable": (1280, 720), "film": (480, 480)}
_COUNTS = {"sheet": 12, "strip": 9, "turntable": 8}
_FPS = {".gif": 20.0, ".mp4": 30.0}
_TURN_SECONDS = 4.0

Bar = Callable[..., Iterator]
"""Wraps an iterable, and its length where it has none, to show progress."""


class UnknownStyle(UnknownName):
    """A style that no picture has."""

    kind = "style"


@dataclass(frozen=True)
class PictureOrder:
    """A checked request. `view` holds the theme and, if given, azimuth and elevation."""

    suffix: str
    style: str | None
    size: tuple[int, int] | None
    fps: float
    view: dict[str, Any]
    count: int | None

    @property
    def plays(self) -> bool:
        """True if the result is a film of the motion as it plays."""
        return self.suffix in FILMS and self.style is None


def check_picture(
    suffix: str,
    *,
    style: str | None = None,
    size: str | None = None,
    fps: float | None = None,
    theme: str = "dark",
    camera: str | None = None,
    count: int | None = None,
) -> PictureOrder:
    """The request as an order; raises an error for options that cannot be met.

    suffix: Ending of the file to write.
    size: "WIDTHxHEIGHT" [px]. camera: "AZIMUTH,ELEVATION" [degrees].
    """
    ending = suffix.lower()
    if ending not in (*STILLS, *FILMS):
        raise InvalidValue(f"{suffix or 'no ending'}: a picture is written as .png, a film as .gif or .mp4.")
    theme_named(theme)
    if count is not None and not 1 <= count <= 1000:
        raise InvalidValue(f"--count {count}: 1 to 1000 pictures can be shown.")
    return PictureOrder(
        ending,
        _check_style(style, ending),
        picture_size(size),
        _rate(fps, ending),
        {"theme": theme} | camera_angles(camera),
        count,
    )


def footage_of_scene(
    scene: Scene, motion: str | None = None, frames: str | None = None, fps: float | None = None
) -> Footage:
    """The requested motion, markers or pose; clips are resampled to `fps` for a film.

    frames: "A:B", frames A to B - 1; all by default.
    """
    clip = clip_of(scene, motion)
    if clip is not None and scene.character is not None:
        footage = footage_of_clip(scene.character, _cut_frames(clip, frames, fps))
        first = frame_range("--frames", frames, len(clip))[0]
        return footage if fps is not None else replace(footage, first=first)
    for markers in scene.markers:
        if motion is None or markers.name == motion:
            whole = footage_of_markers(markers)
            return whole.cut(*frame_range("--frames", frames, len(whole)))
    if motion is not None:
        raise unknown_motion(scene, motion)
    if scene.character is None:
        raise InvalidValue("The file has nothing to show: no character and no markers.")
    return footage_of_rest(scene.character).cut(*frame_range("--frames", frames, 1))


def write_picture(footage: Footage, order: PictureOrder, out: Path, bar: Bar | None = None) -> dict[str, Any]:
    """Writes the picture or film; returns its style, its size and the number of pictures in it."""
    show = bar or _without_bar
    return _film(footage, order, out, show) if order.suffix in FILMS else _still(footage, order, out, show)


def camera_angles(text: str | None) -> dict[str, Any]:
    """Azimuth and elevation of --camera as drawing arguments; empty without it."""
    if text is None:
        return {}
    try:
        azimuth, elevation = (float(part) for part in text.split(","))
    except ValueError:
        raise InvalidValue(
            f"--camera {text!r}: write it as AZIMUTH,ELEVATION in degrees, such as 35,12."
        ) from None
    view_axes(azimuth, elevation)
    return {"azimuth": azimuth, "elevation": elevation}


def _without_bar(work: Any, total: int | None = None) -> Any:
    return iter(work)


def _still(footage: Footage, order: PictureOrder, out: Path, bar: Bar) -> dict[str, Any]:
    from kinegraph.characters.rendering.movie import write_png
    from kinegraph.characters.rendering.sheets import contact_sheet, turntable_sheet
    from kinegraph.characters.rendering.strip import strip

    style = order.style or "sheet"
    count = order.count or _COUNTS[style]
    if style == "strip":
        image = strip(footage, order.size, count, **order.view)
    else:
        draw = contact_sheet if style == "sheet" else turntable_sheet
        image = draw(footage, order.size or _SIZES[style], count, progress=bar, **order.view)
    write_png(image, out)
    shown = count if style == "turntable" else len(footage.spread(count))
    return {"style": style, "pictures": shown, "width": image.shape[1], "height": image.shape[0]}


def _film(footage: Footage, order: PictureOrder, out: Path, bar: Bar) -> dict[str, Any]:
    from kinegraph.characters.rendering.movie import frame_count, playing, turning, write_gif, write_mp4

    size = order.size or _SIZES["film"]
    # A character without motion turns instead.
    turns = order.style == "turntable" or len(footage) == 1
    if turns:
        total = order.count or round(_TURN_SECONDS * order.fps)
        pictures = turning(footage, size, count=total, **order.view)
    else:
        total = frame_count(footage, order.fps)
        pictures = playing(footage, size, fps=order.fps, **order.view)
    write = write_gif if order.suffix == ".gif" else write_mp4
    write(bar(pictures, total), out, order.fps)
    style = "turntable" if turns else "film"
    return {"style": style, "pictures": total, "width": size[0], "height": size[1]}


def _cut_frames(clip: Clip, frames: str | None, fps: float | None) -> Clip:
    cut = clip.frames(*frame_range("--frames", frames, len(clip)))
    return cut if fps is None or fps == clip.fps or len(cut) == 1 else resample(cut, fps)


def _check_style(style: str | None, suffix: str) -> str | None:
    if style is not None and style not in _STYLES:
        raise UnknownStyle(style, _STYLES)
    if suffix in FILMS and style in ("sheet", "strip"):
        raise InvalidValue(
            f"A {style} is a still picture: write it to a .png, or leave --style out for a film."
        )
    return style


def picture_size(text: str | None) -> tuple[int, int] | None:
    """Width and height of --size [px]; None without it."""
    if text is None:
        return None
    parts = text.lower().replace("×", "x").split("x")
    if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
        raise InvalidValue(f"--size {text!r}: write it as WIDTHxHEIGHT in pixels, such as 1280x720.")
    width, height = int(parts[0]), int(parts[1])
    if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
        raise InvalidValue(f"--size {text}: width and height can be 1 to {LARGEST_SIDE} pixels.")
    return width, height


def _rate(fps: float | None, suffix: str) -> float:
    if fps is None:
        return _FPS.get(suffix, 30.0)
    if not 0.1 <= fps <= 240.0:
        raise InvalidValue(f"--fps {fps:g}: a film has 0.1 to 240 frames per second.")
    return fps
