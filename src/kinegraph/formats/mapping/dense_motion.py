"""Dense motion of a scene for writers: one clip, the joints that slide, names that any reader takes."""

import re
from collections.abc import Callable, Iterable
from os import PathLike

import numpy as np

from kinegraph.core.bake import bake
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene

STILL = 1e-9  # a joint that slides less than this keeps its offset [m]
_UNSAFE = re.compile(r"[\s{}]+")


def chosen_clip(scene: Scene, path: str | PathLike[str], motion: str | int, fps: float | None) -> Clip:
    """One motion of a scene, dense; a character without any gives one frame of its rest pose.

    motion: Which of the clips and then animations, by name or index.
    fps: The rate at which a keyed animation is baked; its own when None.
    """
    if scene.character is None:
        raise FormatError(path, "this format holds the motion of a skeleton, and the scene has none.")
    motions = (*scene.clips, *scene.animations)
    if not motions:
        return Clip.from_poses([Pose.rest(scene.character.skeleton)], fps or 30.0, scene.character.name)
    named = [index for index, candidate in enumerate(motions) if candidate.name == motion]
    index = named[0] if named else motion
    if not isinstance(index, int) or not -len(motions) <= index < len(motions):
        names = ", ".join(repr(candidate.name) for candidate in motions)
        raise InvalidValue(f"There is no motion {motion!r} in this scene; it has {names}.")
    chosen = motions[index]
    return chosen if isinstance(chosen, Clip) else bake(chosen, fps)


def sliding_joints(clip: Clip) -> frozenset[int]:
    """The root, and every joint that does not keep its offset."""
    if clip.translations is None:
        return frozenset({0})
    away = np.abs(clip.translations - clip.skeleton.offsets).max(axis=(0, 2)) > STILL
    return frozenset({0, *np.flatnonzero(away).tolist()})


def without_blanks(name: str) -> str:
    """A name without white space or braces, which most readers stumble over."""
    return _UNSAFE.sub("_", name)


def safe_names(names: Iterable[str], clean: Callable[[str], str] = without_blanks) -> list[str]:
    """Names that `clean` made fit for a format, still unique; those that it leaves alone stay."""
    names = tuple(names)
    safe: list[str] = []
    taken = set(names)
    for name in names:
        fresh = stem = clean(name) or "joint"
        count = 1
        while fresh != name and fresh in taken:
            count += 1
            fresh = f"{stem}_{count}"
        taken.add(fresh)
        safe.append(fresh)
    return safe
