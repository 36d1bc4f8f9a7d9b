"""Moving pictures: a motion as it plays or as it turns, and the files that hold it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from kinegraph.characters.rendering.camera import THREE_QUARTER
from kinegraph.characters.rendering.footage import Footage, shot_of
from kinegraph.characters.rendering.picture import Actor, Image
from kinegraph.characters.rendering.sheets import turning_shots
from kinegraph.characters.rendering.stage import theme_named
from kinegraph.core.files.whole import whole_file

_PALETTE_FRAMES = 8


def frame_count(footage: Footage, fps: float) -> int:
    """Pictures that a film of the footage at `fps` has."""
    return int(np.floor((len(footage) - 1) / footage.fps * fps + 1e-9)) + 1


def playing(
    footage: Footage,
    size: tuple[int, int] = (640, 640),
    *,
    fps: float = 30.0,
    azimuth: float = THREE_QUARTER[0],
    elevation: float = THREE_QUARTER[1],
    theme: str = "dark",
) -> Iterator[Image]:
    """(H, W, 3) pictures of the motion in real time, from a tripod or, where it wanders, from rails."""
    look = theme_named(theme)
    shot = shot_of(footage, size, azimuth, elevation)
    for n in range(frame_count(footage, fps)):
        frame = min(round(n / fps * footage.fps), len(footage) - 1)
        yield shot.picture([Actor(footage.surface_at(frame))], frame, size, look)


def turning(
    footage: Footage,
    size: tuple[int, int] = (640, 640),
    *,
    count: int = 72,
    azimuth: float = THREE_QUARTER[0],
    elevation: float = THREE_QUARTER[1],
    theme: str = "dark",
    frame: int = 0,
) -> Iterator[Image]:
    """(H, W, 3) pictures of one frame, once around."""
    look = theme_named(theme)
    actor = Actor(footage.surface_at(frame))
    angles = (azimuth + np.arange(count) * (360.0 / count)).tolist()
    for shot in turning_shots(footage, size, angles, elevation, frame):
        yield shot.picture([actor], frame, size, look)


def write_png(image: Image, path: str | Path) -> None:
    """Writes one picture; the same picture gives the same bytes."""
    from PIL import Image as Pictures

    with whole_file(path) as place:
        Pictures.fromarray(image).save(place, format="PNG")


def write_gif(images: Iterable[Image], path: str | Path, fps: float) -> None:
    """Writes a film that loops; one palette and one dither pattern for all frames: nothing flickers."""
    from PIL import Image as Pictures

    frames = [np.asarray(image) for image in images]
    chosen = [frames[i] for i in np.linspace(0, len(frames) - 1, _PALETTE_FRAMES).round().astype(int)]
    sample = Pictures.fromarray(np.concatenate(chosen)[::2, ::2])
    palette = sample.quantize(256, method=Pictures.Quantize.MEDIANCUT)
    rows, columns = np.indices(frames[0].shape[:2], dtype=np.float64)
    waves = np.mod(0.06711056 * columns + 0.00583715 * rows, 1.0)
    noise = 6.0 * np.mod(52.9829189 * waves, 1.0) - 3.0

    def indexed(frame: Image) -> "Pictures.Image":
        dithered = np.clip(frame + noise[..., None], 0, 255).astype(np.uint8)
        return Pictures.fromarray(dithered).quantize(palette=palette, dither=Pictures.Dither.NONE)

    first, *rest = [indexed(frame) for frame in frames]
    # GIF counts in hundredths of a second: rounding each frame's end, not its length, keeps the film in time.
    ends = np.round(np.arange(len(frames) + 1) * 100.0 / fps)
    durations = (np.maximum(np.diff(ends), 1) * 10).astype(int).tolist()
    with whole_file(path) as place:
        first.save(place, format="GIF", save_all=True, append_images=rest, duration=durations, loop=0)


def write_mp4(images: Iterable[Image], path: str | Path, fps: float) -> None:
    """Writes a film every player opens: H.264, 4:2:0, sides made even by repeating the last row or column."""
    import imageio

    with whole_file(path) as place:
        writer = imageio.get_writer(
            place,
            format="FFMPEG",  # type: ignore[arg-type]
            fps=fps,
            codec="libx264",
            pixelformat="yuv420p",
            macro_block_size=1,
            output_params=["-crf", "18", "-movflags", "+faststart"],
        )
        try:
            for image in images:
                odd = ((0, image.shape[0] % 2), (0, image.shape[1] % 2), (0, 0))
                writer.append_data(np.pad(image, odd, mode="edge"))
        finally:
            writer.close()
