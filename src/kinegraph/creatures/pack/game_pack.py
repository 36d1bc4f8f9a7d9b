"""Game packs: a folder with a glTF file for each creature, coarser skins, and a manifest."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kinegraph.characters.detail.simplify import simplify_character
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.files.whole import whole_file
from kinegraph.core.scene import Scene
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import binds
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.plan import GaitPlan
from kinegraph.creatures.pack.clips import PackedClip, Walk, pack_animation, pack_walk
from kinegraph.creatures.pack.manifest import (
    FILE,
    ClipEntry,
    CreatureEntry,
    DetailEntry,
    EventEntry,
    Manifest,
)
from kinegraph.formats.gltf.container import glb_container
from kinegraph.formats.gltf.file import glb_bytes
from kinegraph.formats.gltf.splines import Tolerance
from kinegraph.formats.gltf.write_document import gltf_document
from kinegraph.formats.text.json import encode_json

MOST_DETAILS = 8


@dataclass(frozen=True)
class PackChoice:
    """The part of each creature that a pack holds.

    walks: Loops; their style is a gait's. root_motion: Whether they go on, or walk on the spot.
    details: Shares of the triangles of coarser skins, each above 0 and below 1.
    """

    animations: tuple[GeneralAnimation, ...] = ()
    walks: tuple[Walk, ...] = (Walk(1.0),)
    style: str | GaitPlan = "plain"
    fps: float = 30.0
    root_motion: bool = True
    details: tuple[float, ...] = (0.5, 0.25)

    def __post_init__(self) -> None:
        if len(self.details) > MOST_DETAILS or not all(0.0 < share < 1.0 for share in self.details):
            raise InvalidValue(
                f"A pack has up to {MOST_DETAILS} levels of detail, each a share of the triangles above 0 "
                "and below 1."
            )


def write_pack(creatures: Sequence[Creature], folder: Path, choice: PackChoice) -> Manifest:
    """Writes a pack into a folder, which may be there already."""
    if not creatures:
        raise InvalidValue("A game pack needs at least one creature.")
    folder.mkdir(parents=True, exist_ok=True)
    names = _file_names([each.character.name for each in creatures])
    entries = [
        _write_creature(each, name, folder, choice) for each, name in zip(creatures, names, strict=True)
    ]
    manifest = Manifest(entries)
    _write(folder / FILE, encode_json(manifest) + b"\n")
    return manifest


def _write_creature(creature: Creature, name: str, folder: Path, choice: PackChoice) -> CreatureEntry:
    character = creature.character
    clips = [
        pack_walk(creature, walk, style=choice.style, fps=choice.fps, root_motion=choice.root_motion)
        for walk in choice.walks
    ]
    fitting = [each for each in choice.animations if binds(each, creature)]
    clips += [pack_animation(each, creature, fps=choice.fps) for each in fitting]
    _write(folder / f"{name}.glb", _animated(character, clips, choice.root_motion))
    details = [DetailEntry(f"{name}.glb", _triangles(character))]
    for number, share in enumerate(sorted(choice.details, reverse=True), start=1):
        coarse = simplify_character(character, share)
        file = f"{name}-detail{number}.glb"
        _write(folder / file, glb_bytes(Scene(coarse)))
        details.append(DetailEntry(file, _triangles(coarse)))
    width, height, length = (float(value) for value in creature.size)
    joints = character.skeleton.names
    return CreatureEntry(
        character.name,
        f"{name}.glb",
        (width, height, length),
        list(joints),
        [joints[leg.foot] for leg in creature.legs],
        [_clip_entry(each, choice.root_motion) for each in clips],
        details,
        [each.name for each in choice.animations if each not in fitting],
    )


def _animated(character: Character, clips: Iterable[PackedClip], root_motion: bool) -> bytes:
    """A .glb file whose animations say in their extras what the manifest says of them."""
    packed = list(clips)
    scene = Scene(character, clips=tuple(each.clip for each in packed))
    document, binary = gltf_document(scene, Tolerance())
    for written, each in zip(document.animations, packed, strict=True):
        entry = _clip_entry(each, root_motion)
        own = written.extras["kinegraph"]  # type: ignore[index]  # the writer has just put it there
        own |= {"loops": entry.loops, "root_motion": entry.root_motion, "distance": entry.distance}
        if each.walk is not None:
            own |= {"speed": each.walk.speed, "direction": each.walk.direction}
    return glb_container(document, binary)


def _clip_entry(packed: PackedClip, root_motion: bool) -> ClipEntry:
    clip, walk = packed.clip, packed.walk
    return ClipEntry(
        clip.name,
        clip.duration,
        packed.loops,
        root_motion and walk is not None,
        packed.distance,
        [EventEntry(event.time, event.name, event.kind, event.part) for event in clip.events],
        None if walk is None else walk.speed,
        None if walk is None else walk.direction,
    )


def _triangles(character: Character) -> int:
    meshes = [skin.mesh for skin in character.skins]
    meshes += [mesh for body in character.bodies for mesh in body.meshes]
    return sum(len(mesh.triangles) for mesh in meshes)


def _file_names(names: Iterable[str]) -> list[str]:
    """Names of files: letters, digits and hyphens, each once."""
    found: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "creature"
        number, free = 1, plain
        while free in found:
            number += 1
            free = f"{plain}-{number}"
        found.append(free)
    return found


def _write(path: Path, data: bytes) -> None:
    with whole_file(path) as place:
        place.write_bytes(data)
