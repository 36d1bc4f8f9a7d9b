"""Anatomy as a file to edit: the roles of joints, mirrored pairs and the front, in YAML.

`save_anatomy` writes what was guessed. A person corrects it. `load_anatomy` reads it back for the same rig:
what the file states replaces the guess.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.character import Character, Symmetry
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.files.whole import whole_file
from kinegraph.core.pose import Pose
from kinegraph.formats.text.yaml import MOST_BYTES, YamlText, parse_yaml

FORMAT, VERSION = "kinegraph anatomy", 1
_ROLES = {
    "root": Cap.ROOT,
    "spine": Cap.SPINE,
    "head": Cap.HEAD,
    "feet": Cap.FOOT,
    "hands": Cap.GRASPER,
    "limbs": Cap.LIMB,
    "tail": Cap.TAIL,
    "wings": Cap.WING,
    "mouth": Cap.MOUTH,
    "eyes": Cap.EYE,
    "ears": Cap.EAR,
    "spikes": Cap.SPIKE,
}
_FRONTS = {"+X": (1.0, 0.0, 0.0), "-X": (-1.0, 0.0, 0.0), "+Z": (0.0, 0.0, 1.0), "-Z": (0.0, 0.0, -1.0)}
_ALONE = (("feet", "hands"), ("feet", "head"), ("hands", "head"), ("tail", "head"), ("root", "head"))
"""Roles that one joint cannot have at once."""
_COMMENTS = {
    "front": "The way it faces at rest: +X, -X, +Z, -Z, or degrees from +Z towards +X.",
    "root": "The hips, or the middle of a body without legs.",
    "spine": "From the root to the neck, in any order.",
    "feet": "One joint per leg, the ankle: it stands on the ground.",
    "hands": "One joint per arm, the wrist.",
    "limbs": "The joints between the spine and a foot or a hand.",
    "pairs": "Left joint: right joint.",
}


class UnknownFront(UnknownName):
    """A direction other than +X, -X, +Z, -Z or degrees."""

    kind = "direction"


class _File(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    version: int
    rig: str = ""
    front: str | float | None = None
    root: list[str] = []
    spine: list[str] = []
    head: list[str] = []
    feet: list[str] = []
    hands: list[str] = []
    limbs: list[str] = []
    tail: list[str] = []
    wings: list[str] = []
    mouth: list[str] = []
    eyes: list[str] = []
    ears: list[str] = []
    spikes: list[str] = []
    pairs: dict[str, str] = {}


@dataclass(frozen=True, eq=False)
class GivenAnatomy:
    """A character with the anatomy of a file.

    front: (3,) level unit vector that it faces along at rest, or None to guess it.
    """

    character: Character
    front: Floats | None


def save_anatomy(character: Character, path: Path, pose: Pose | None = None) -> None:
    """Writes the anatomy of a character, guessed where it has none; `pose` as in `guess_anatomy`."""
    with whole_file(path) as place:
        place.write_text(anatomy_text(character, pose), encoding="utf-8")


def anatomy_text(character: Character, pose: Pose | None = None) -> str:
    """The content of an anatomy's file."""
    anatomy, names = guess_anatomy(character, pose), character.skeleton.names
    lines = [f"# The anatomy of a rig. Joints: {len(names)}. Correct it and give it back with --anatomy."]
    lines += [f"# {note}" for note in anatomy.notes]
    lines += [f"format: {FORMAT}", f"version: {VERSION}", f"rig: {json.dumps(character.name)}"]
    lines += _entry("front", _front_word(anatomy.facing))
    for role, cap in _ROLES.items():
        joints = [names[joint] for joint, body in enumerate(anatomy.bodies) if cap in body.caps]
        lines += _entry(role, f"[{', '.join(json.dumps(name) for name in joints)}]")
    left = np.flatnonzero(anatomy.symmetry.sides > 0).tolist()
    pairs = [(joint, int(anatomy.symmetry.mirror[joint])) for joint in left]
    rows = [f"  {json.dumps(names[a])}: {json.dumps(names[b])}" for a, b in pairs if a != b]
    lines += _entry("pairs", "" if rows else "{}")
    return "\n".join([*lines, *rows, ""])


def load_anatomy(path: Path, character: Character) -> GivenAnatomy:
    """Reads an anatomy for a character; errors name the line and the nearest joints."""
    return anatomy_from_text(read_bounded(path, MOST_BYTES, "an anatomy"), str(path), character)


def anatomy_from_text(data: bytes | str, source: str, character: Character) -> GivenAnatomy:
    """The anatomy in a file's content. source: Its name in error messages."""
    text = parse_yaml(data, source)
    content = text.content if isinstance(text.content, dict) else {}
    if content.get("format") != FORMAT:
        raise text.error("$", f"is not an anatomy: its first line must be 'format: {FORMAT}'.")
    if content.get("version") != VERSION:
        raise text.error("$.version", f"this version of Kinegraph reads version {VERSION} of anatomies.")
    file = text.convert(_File)
    caps = _caps(text, file, character)
    bodies = tuple(
        replace(body, caps=frozenset(own)) for body, own in zip(character.bodies, caps, strict=True)
    )
    symmetry = _symmetry(text, file.pairs, character)
    return GivenAnatomy(replace(character, bodies=bodies, symmetry=symmetry), _front(text, file.front))


def _caps(text: YamlText, file: _File, character: Character) -> list[set[Cap]]:
    caps: list[set[Cap]] = [set() for _ in character.bodies]
    for role, cap in _ROLES.items():
        for number, name in enumerate(getattr(file, role)):
            with text.at(f"$.{role}[{number}]"):
                joint = character.skeleton.index(name)
                if cap in caps[joint]:
                    raise InvalidValue(f"{name!r} is listed twice under {role!r}; once is enough.")
                _check_roles(name, role, caps[joint])
                caps[joint].add(cap)
    if len(file.root) != 1:
        raise text.error("$.root", f"a rig has one root, not {len(file.root)}: the hips, for most bodies.")
    return caps


def _check_roles(name: str, role: str, held: set[Cap]) -> None:
    for one, other in _ALONE:
        clashing = {one: other, other: one}.get(role)
        if clashing is not None and _ROLES[clashing] in held:
            raise InvalidValue(f"{name!r} is under {clashing!r} already and cannot be under {role!r} too.")


def _symmetry(text: YamlText, pairs: dict[str, str], character: Character) -> Symmetry:
    count = len(character.skeleton)
    mirror, sides = np.arange(count), np.zeros(count, dtype=np.int64)
    for left, right in pairs.items():
        with text.at(f"$.pairs.{left}"):
            a, b = character.skeleton.index(left), character.skeleton.index(right)
            if a == b or mirror[a] != a or mirror[b] != b:
                raise InvalidValue(f"{left!r} and {right!r} cannot be a pair: one of them has a partner.")
            mirror[a], mirror[b], sides[a], sides[b] = b, a, 1, -1
    return Symmetry(mirror, sides)


def _front(text: YamlText, front: str | float | None) -> Floats | None:
    if front is None:
        return None
    if isinstance(front, str):
        with text.at("$.front"):
            if front not in _FRONTS:
                raise UnknownFront(front, _FRONTS)
        return np.array(_FRONTS[front])
    return np.array([np.sin(np.radians(front)), 0.0, np.cos(np.radians(front))])


def _front_word(facing: Floats | None) -> str:
    if facing is None:
        return "+Z"
    for word, way in _FRONTS.items():
        if float(np.dot(facing, way)) > np.cos(np.radians(1.0)):
            return word
    return f"{np.degrees(np.arctan2(facing[0], facing[2])):.1f}"


def _entry(key: str, value: str) -> Sequence[str]:
    comment = [f"# {_COMMENTS[key]}"] if key in _COMMENTS else []
    return [*comment, f"{key}: {value}".rstrip()]
