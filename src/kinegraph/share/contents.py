"""The content of a page: a motion that plays, a character that is performed, or a creature that is led."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from kinegraph.core.animation import Animation
from kinegraph.core.bake import bake as bake_keys
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.resample import resample
from kinegraph.core.scene import Scene
from kinegraph.creatures.gait.walk_path import walking_pace
from kinegraph.creatures.playing.step_rig import kept_gait
from kinegraph.formats.gltf.file import glb_bytes
from kinegraph.formats.gltf.together import glb_bytes_together
from kinegraph.perform.files.package import Package, package_bytes
from kinegraph.runtime.baked.bake import LiveCreature, bake
from kinegraph.runtime.libraries import WASM, built

# Frames a second: a page draws between frames, so that more would only make it larger.
_FPS, _LONG_FPS = 60.0, 30.0
_LONG = 20.0  # from this length on a motion has fewer [s]


@dataclass(frozen=True, eq=False)
class PageContent:
    """The content of one page.

    parts: By name: "glb", or "live" with "wasm", and a "package" to which takes are added.
    paper: Whether the room is a sheet of paper.
    walks: Names of sets that carry their character along when the studio plays them.
    speed, turn: How fast a creature goes [m/s, rad/s].
    """

    kind: Literal["motion", "sets", "creature"]
    title: str
    parts: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}))
    paper: bool = False
    walks: tuple[str, ...] = ()
    speed: float = 0.0
    turn: float = 0.0


def motion_content(scenes: Sequence[Scene], title: str, *, paper: bool = False) -> PageContent:
    """Motions that play: one character with any number of them, or several characters with one each."""
    if not scenes:
        raise InvalidValue("A page needs at least one character.")
    for scene in scenes:
        if scene.character is None:
            what = "markers alone" if scene.markers else "no character"
            raise InvalidValue(f"A page shows characters, and this has {what}.")
    shown = [replace(each, clips=tuple(_clips(each)), animations=(), markers=()) for each in scenes]
    glb = glb_bytes(shown[0]) if len(shown) == 1 else glb_bytes_together(shown, title)
    return PageContent("motion", title, {"glb": glb}, paper)


def sets_content(package: Package, title: str, walks: Iterable[str] = ()) -> PageContent:
    """A page on which the visitor performs the character with its sets; takes can go back to the studio.

    walks: Names of sets that carry their character along.
    """
    if not any(each.keys for each in package.rig.sets):
        raise InvalidValue(f"{package.rig.character.name} has no set with poses. Make one in Perform first.")
    parts = {
        "wasm": built(WASM).read_bytes(),
        "live": bake(rigs=[package.rig]),
        "package": package_bytes(package),
    }
    return PageContent("sets", title, parts, walks=tuple(walks))


def creature_content(creature: LiveCreature, title: str) -> PageContent:
    """A creature that walks to where one points, and plays its layer sets meanwhile."""
    gait = next(iter(creature.gaits.values()))
    speed, turn = walking_pace(kept_gait(creature.creature, gait))
    parts = {"wasm": built(WASM).read_bytes(), "live": bake([creature])}
    return PageContent("creature", title, parts, speed=speed, turn=turn)


def _clips(scene: Scene) -> Iterable[Clip]:
    motions: tuple[Clip | Animation, ...] = (*scene.clips, *scene.animations)
    for motion in motions:
        clip = bake_keys(motion) if isinstance(motion, Animation) else motion
        most = _LONG_FPS if clip.duration > _LONG else _FPS
        yield resample(clip, most) if clip.fps > most else clip
