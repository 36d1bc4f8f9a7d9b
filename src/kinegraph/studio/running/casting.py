"""Casting: members of the built-in cast as records, ready to go into a document.

A member is shaped once and kept. Shaping may have to compile, so it is done in the worker process.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from msgspec.structs import replace

from kinegraph.core.errors import UnknownName
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.frames import FrameHeader, pack, unpack
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion
from kinegraph.studio.document.records import CharacterRecord, MotionRecord, new_id
from kinegraph.studio.protocol.events import CastMember
from kinegraph.studio.running.keepsakes import kept
from kinegraph.studio.running.worker import Progress

FIRST = "bear"  # the character of a new document

Run = Callable[..., Any]


class UnknownCastMember(UnknownName):
    """A name that no member of the cast has."""

    kind = "member of the cast"


@dataclass(frozen=True)
class Cast:
    """A cast member as records.

    motions: The loops it comes with; in the first it looks around.
    blobs: What they need, by hash.
    """

    character: CharacterRecord
    motions: tuple[MotionRecord, ...]
    blobs: dict[str, bytes]


class _Keepsake(FrameHeader, frozen=True, kw_only=True):
    character: CharacterRecord
    motions: tuple[MotionRecord, ...]


def cast_members() -> tuple[CastMember, ...]:
    """All members of the cast, the first character first."""
    from kinegraph.characters.cast import CAST
    from kinegraph.perform.cast_sets import SETS, WALKING

    names = sorted(CAST, key=lambda name: (name != FIRST, list(CAST).index(name)))
    return tuple(
        CastMember(
            name=name,
            title=_title(name),
            description=CAST[name].description,
            sets=SETS.get(name, ()),
            walks=any(each in WALKING for each in SETS.get(name, ())),
        )
        for name in names
    )


def cast_member(name: str, run: Run) -> Cast:
    """New records of a cast member, from what was kept if it was shaped before.

    run: Calls a task with keyword arguments, in this process or another.
    """
    from kinegraph.characters.cast import CAST

    if name not in CAST:
        raise UnknownCastMember(name, CAST)
    frame = zlib.decompress(kept(keepsake_name(name), lambda: run(shape_member, name=name)))
    keepsake, arrays = unpack(frame, _Keepsake)
    blobs = {blob_hash(data): data for data in (array.tobytes() for array in arrays.values())}
    character = replace(keepsake.character, id=new_id("c"))
    motions = tuple(replace(m, id=new_id("m"), character=character.id) for m in keepsake.motions)
    return Cast(character, motions, blobs)


def shape_member(*, name: str, progress: Progress | None = None) -> bytes:
    """Shapes a cast member with the loops it comes with, for keeping: a task for the worker."""
    from kinegraph.characters.cast import character
    from kinegraph.characters.cast.motions import sample_motions

    member, clips = character(name), sample_motions(name)
    shape = pack_character(member)
    described = describe_character(member, id="c", blob=blob_hash(shape), cast=name)
    blobs, motions = [shape], []
    for clip in clips:
        blobs.append(pack_motion(clip))
        motion = describe_motion(clip, id="m", blob=blob_hash(blobs[-1]), character="c")
        motions.append(replace(motion, name=_title(clip.name)))
    keepsake = _Keepsake(character=replace(described, name=_title(name)), motions=tuple(motions))
    arrays = {str(number): np.frombuffer(blob, np.uint8) for number, blob in enumerate(blobs)}
    return zlib.compress(pack(keepsake, arrays), 6)


def keepsake_name(name: str) -> str:
    """Under which name a cast member is kept."""
    return f"cast {name}"


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
