"""Casting: members of the built-in cast as records, ready to go into a document."""

import msgspec

from kinegraph.core.errors import UnknownName
from kinegraph.studio.blobs import blob_hash
from kinegraph.studio.character_blob import describe_character, pack_character
from kinegraph.studio.events import CastMember
from kinegraph.studio.keepsakes import kept
from kinegraph.studio.records import CharacterRecord, new_id

FIRST = "bear"  # whom everybody meets first


class UnknownCastMember(UnknownName):
    """A name that nobody in the cast has."""

    kind = "member of the cast"


def cast_members() -> tuple[CastMember, ...]:
    """Everybody in the cast, the first one first."""
    from kinegraph.characters.cast import CAST

    names = sorted(CAST, key=lambda name: (name != FIRST, list(CAST).index(name)))
    return tuple(
        CastMember(name=name, title=_title(name), description=CAST[name].description) for name in names
    )


def cast_record(name: str) -> tuple[CharacterRecord, bytes]:
    """A new record of a cast member, and its blob."""
    from kinegraph.characters.cast import CAST

    if name not in CAST:
        raise UnknownCastMember(name, CAST)
    blob = kept(f"cast blob {name}", lambda: _make(name)[1])
    described = kept(f"cast record {name}", lambda: msgspec.json.encode(_make(name)[0]))
    record = msgspec.json.decode(described, type=CharacterRecord)
    if record.blob != blob_hash(blob):  # the two were kept by different runs
        record, blob = _make(name)
    return msgspec.structs.replace(record, id=new_id("c")), blob


def _make(name: str) -> tuple[CharacterRecord, bytes]:
    from kinegraph.characters.cast import character

    member = character(name)
    blob = pack_character(member)
    record = describe_character(member, id="c", blob=blob_hash(blob), cast=name)
    return msgspec.structs.replace(record, name=_title(name)), blob


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
