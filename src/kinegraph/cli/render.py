"""`kinegraph render`: a picture or a film of a motion or a character, with no display."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinegraph.cli.motion_source import clip_of, frame_range, scene_from, unknown_motion

if TYPE_CHECKING:
    from kinegraph.characters.rendering.footage import Footage
    from kinegraph.core.clip import Clip
    from kinegraph.core.scene import Scene

_STILLS = (".png",)
_FILMS = (".gif", ".mp4")
_STYLES = ("sheet", "strip", "turntable")
_SIZES = {"sheet": (1280, 960), "turntable": (1280, 720), "film": (480, 480)}
_COUNTS = {"sheet": 12, "strip": 9, "turntable": 8}
_FPS = {".gif": 20.0, ".mp4": 30.0}
_TURN_SECONDS = 4.0


def render(
    file: Annotated[str, typer.Argument(help="A motion or character file, or cast:NAME.")],
    out: Annotated[Path, typer.Argument(help="Picture (.png) or film (.gif, .mp4) to write.")],
    style: Annotated[
        str | None,
        typer.Option(
            help="sheet (frames in a grid), strip (poses along the path) or turntable (all around). "
            "By default a picture is a sheet, and a film is the motion as it plays."
        ),
    ] = None,
    motion: Annotated[str | None, typer.Option(help="Name of the motion, if the file has several.")] = None,
    frames: Annotated[str | None, typer.Option(help="A:B, frames A to B-1; either may be left out.")] = None,
    count: Annotated[int | None, typer.Option(help="Number of poses, or of views of a turntable.")] = None,
    size: Annotated[str | None, typer.Option(help="WxH: the picture's width and height in pixels.")] = None,
    theme: Annotated[str, typer.Option(help="dark or light.")] = "dark",
    fps: Annotated[float | None, typer.Option(help="Frames per second of a film.")] = None,
    camera: Annotated[
        str | None,
        typer.Option(
            help="AZ,EL in degrees: 0,0 looks at the face, 90,0 at the left side, EL is from above."
        ),
    ] = None,
    scale: Annotated[
        float | None, typer.Option(help="Metres per unit, for formats that do not state it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Make a picture or a film of a motion: a contact sheet, a strip of poses, a turntable."""
    from kinegraph.characters.rendering.stage import theme_named

    suffix = _suffix(out)
    theme_named(theme)
    order = _Order(
        out=out,
        style=_style(style, suffix),
        size=_size(size),
        fps=_rate(fps, suffix),
        view={"theme": theme} | camera_angles(camera),
        count=_count(count),
        quiet=as_json,
    )
    # A member of the cast on a turntable stands in its rest pose, unless a motion is named.
    scene = scene_from(file, scale, motion=motion, moving=style != "turntable" or motion is not None)
    playing = suffix in _FILMS and style is None
    footage = _footage(scene, motion, frames, order.fps if playing else None)
    facts = _film(footage, order) if suffix in _FILMS else _still(footage, order)
    _report({"out": str(out), "motion": footage.name} | facts, as_json)


@dataclass(frozen=True)
class _Order:
    """A checked request. `view` holds the theme and, if given, azimuth and elevation."""

    out: Path
    style: str | None
    size: tuple[int, int] | None
    fps: float
    view: dict[str, Any]
    count: int | None
    quiet: bool


def _still(footage: "Footage", order: _Order) -> dict[str, Any]:
    from kinegraph.characters.rendering.movie import write_png
    from kinegraph.characters.rendering.sheets import contact_sheet, turntable_sheet
    from kinegraph.characters.rendering.strip import strip

    style = order.style or "sheet"
    count = order.count or _COUNTS[style]
    if style == "strip":
        image = strip(footage, order.size, count, **order.view)
    else:
        draw = contact_sheet if style == "sheet" else turntable_sheet
        bar = partial(with_bar, quiet=order.quiet)
        image = draw(footage, order.size or _SIZES[style], count, progress=bar, **order.view)
    write_png(image, order.out)
    shown = count if style == "turntable" else len(footage.spread(count))
    return {"style": style, "pictures": shown, "width": image.shape[1], "height": image.shape[0]}


def _film(footage: "Footage", order: _Order) -> dict[str, Any]:
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
    write = write_gif if order.out.suffix.lower() == ".gif" else write_mp4
    write(with_bar(pictures, total, quiet=order.quiet), order.out, order.fps)
    style = "turntable" if turns else "film"
    return {"style": style, "pictures": total, "width": size[0], "height": size[1]}


def with_bar(work: Any, total: int | None = None, *, quiet: bool) -> Any:
    """Iterates over `work`, with a progress bar where standard error is a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    total = len(work) if total is None else total
    return track(
        work,
        "Rendering",
        total=total,
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal or total < 2,
    )


def _footage(scene: "Scene", motion: str | None, frames: str | None, fps: float | None) -> "Footage":
    """The requested motion, markers or pose; clips are resampled to `fps` for a film."""
    from kinegraph.characters.rendering.footage import footage_of_clip, footage_of_markers, footage_of_rest
    from kinegraph.core.errors import InvalidValue

    clip = clip_of(scene, motion)
    if clip is not None and scene.character is not None:
        footage = footage_of_clip(scene.character, _cut(clip, frames, fps))
        return footage if fps is not None else _with_first_frame(footage, clip, frames)
    for markers in scene.markers:
        if motion is None or markers.name == motion:
            whole = footage_of_markers(markers)
            return whole.cut(*frame_range("--frames", frames, len(whole)))
    if motion is not None:
        raise unknown_motion(scene, motion)
    if scene.character is None:
        raise InvalidValue("The file has nothing to show: no character and no markers.")
    return footage_of_rest(scene.character).cut(*frame_range("--frames", frames, 1))


def _cut(clip: "Clip", frames: str | None, fps: float | None) -> "Clip":
    from kinegraph.core.resample import resample

    cut = clip.frames(*frame_range("--frames", frames, len(clip)))
    return cut if fps is None or fps == clip.fps or len(cut) == 1 else resample(cut, fps)


def _with_first_frame(footage: "Footage", clip: "Clip", frames: str | None) -> "Footage":
    from dataclasses import replace

    return replace(footage, first=frame_range("--frames", frames, len(clip))[0])


def _suffix(out: Path) -> str:
    from kinegraph.core.errors import InvalidValue

    suffix = out.suffix.lower()
    if suffix not in (*_STILLS, *_FILMS):
        raise InvalidValue(f"{out}: a picture is written as .png, a film as .gif or .mp4.")
    if not out.parent.is_dir():
        raise InvalidValue(f"{out}: the folder {out.parent} does not exist.")
    return suffix


def _style(style: str | None, suffix: str) -> str | None:
    from kinegraph.core.errors import InvalidValue, UnknownName

    class UnknownStyle(UnknownName):
        kind = "style"

    if style is not None and style not in _STYLES:
        raise UnknownStyle(style, _STYLES)
    if suffix in _FILMS and style in ("sheet", "strip"):
        raise InvalidValue(
            f"A {style} is a still picture: write it to a .png, or leave --style out for a film."
        )
    return style


def _size(text: str | None) -> tuple[int, int] | None:
    from kinegraph.characters.rendering.picture import LARGEST_SIDE
    from kinegraph.core.errors import InvalidValue

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
    from kinegraph.core.errors import InvalidValue

    if fps is None:
        return _FPS.get(suffix, 30.0)
    if not 0.1 <= fps <= 240.0:
        raise InvalidValue(f"--fps {fps:g}: a film has 0.1 to 240 frames per second.")
    return fps


def camera_angles(text: str | None) -> dict[str, Any]:
    """Azimuth and elevation of --camera as drawing arguments; empty without it."""
    from kinegraph.characters.rendering.camera import view_axes
    from kinegraph.core.errors import InvalidValue

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


def _count(count: int | None) -> int | None:
    from kinegraph.core.errors import InvalidValue

    if count is not None and not 1 <= count <= 1000:
        raise InvalidValue(f"--count {count}: 1 to 1000 pictures can be shown.")
    return count


def _report(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        import json

        typer.echo(json.dumps(facts, indent=2))
    else:
        plural = "" if facts["pictures"] == 1 else "s"
        typer.echo(
            f"{facts['out']}: {facts['motion']}, {facts['style']} of {facts['pictures']} picture{plural}"
        )
