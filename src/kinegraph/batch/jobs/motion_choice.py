"""The motion of a scene that a command or a job works on, and the frames of it."""

from typing import TYPE_CHECKING

from kinegraph.core.errors import InvalidValue, UnknownMotion

if TYPE_CHECKING:  # commands import this module before they know that they need the engine
    from kinegraph.core.clip import Clip
    from kinegraph.core.scene import Scene


def clip_of(scene: "Scene", motion: str | None) -> "Clip | None":
    """The named motion (or the first) as a clip; None if there is no skeleton motion."""
    from kinegraph.core.bake import bake

    for clip in scene.clips:
        if motion is None or clip.name == motion:
            return clip
    for animation in scene.animations:
        if motion is None or animation.name == motion:
            return bake(animation)
    return None


def unknown_motion(scene: "Scene", motion: str) -> UnknownMotion:
    """An error that lists the motions of a scene."""
    return UnknownMotion(motion, [m.name for m in (*scene.clips, *scene.animations, *scene.markers)])


def frame_range(option: str, text: str | None, length: int) -> tuple[int, int]:
    """The first frame of A:B and the frame after its last; all frames if `text` is None.

    option: Name of the option, for the error.
    """
    if text is None:
        return 0, length
    parts = text.split(":")
    try:
        start, stop = (
            int(part) if part.strip() else default for part, default in zip(parts, (0, length), strict=True)
        )
    except ValueError:
        raise InvalidValue(f"{option} {text!r}: write it as A:B, such as 100:200.") from None
    if not 0 <= start < stop <= length:
        empty = "its start must come before its end, and " if start >= stop else ""
        raise InvalidValue(f"{option} {text!r}: {empty}the motion has the frames 0:{length}.")
    return start, stop
