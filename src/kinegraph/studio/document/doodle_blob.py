"""A doodle's lines as a blob: all that the motion's frames are made of but the ink, which it names.

So whatever changes the motion changes the blob's hash, and the motion can be made wherever the blobs are: in
the studio, in an export, in a document that is only read.
"""

import hashlib

import msgspec

from kinegraph.studio.document.creature_blob import is_rigged, who_hash
from kinegraph.studio.document.doodle_fields import (
    SURROUNDINGS,
    DoodleProp,
    HandLesson,
    InkStroke,
    LearntGesture,
    PieceChoice,
    Point,
)
from kinegraph.studio.document.edits import Records, sheet_of
from kinegraph.studio.document.frames import FrameHeader, pack, report_damage, unpack
from kinegraph.studio.document.records import CharacterRecord, DoodleRecord

FPS = 60.0  # at which doodles are played


class DoodleBlob(FrameHeader, frozen=True, kw_only=True):
    """A doodle as far as it changes what is read and performed; there are no arrays.

    actor: A hash of the character that performs; empty for the one that is drawn.
    rigged: Whether that character's anatomy is partly a guess.
    hand: What is known of the writer's hand beside what the choices teach.
    """

    strokes: tuple[InkStroke, ...]
    joints: dict[str, Point]
    choices: tuple[PieceChoice, ...]
    props: tuple[DoodleProp, ...]
    taught: tuple[LearntGesture, ...]
    hand: tuple[HandLesson, ...] = ()
    learns: bool = True
    actor: str = ""
    rigged: bool = False

    @property
    def ink(self) -> tuple[str, ...]:
        """The blobs that this one names."""
        found = (
            *(stroke.blob for stroke in self.strokes),
            *(blob for gesture in self.taught for blob in gesture.blobs),
        )
        return tuple(dict.fromkeys(found))


def content_of(doodle: DoodleRecord, records: Records) -> DoodleBlob:
    """A doodle as far as it changes what is read and performed."""
    sheet = sheet_of(records, doodle)
    actor = records.get(doodle.actor or "")
    performs = isinstance(actor, CharacterRecord)
    return DoodleBlob(
        strokes=(
            *(stroke for stroke in sheet.strokes if stroke.ink == "ground"),
            *(stroke for stroke in doodle.strokes if stroke.ink not in SURROUNDINGS),
        ),
        joints=doodle.joints,
        choices=doodle.choices,
        props=sheet.props,
        taught=sheet.taught,
        hand=_hand(doodle, sheet, records),
        learns=sheet.learns,
        actor=who_hash(actor) if performs else "",
        rigged=performs and is_rigged(actor),
    )


def _hand(doodle: DoodleRecord, sheet: DoodleRecord, records: Records) -> tuple[HandLesson, ...]:
    """The learned hand that draws a doodle's lines, without the lessons of the doodle's own choices."""
    if not sheet.learns:
        return ()
    others = (record for _, record in sorted(records.items()) if isinstance(record, DoodleRecord))
    return (*sheet.hand, *(each for other in others if other.id != doodle.id for each in other.lessons))


def state_of(content: DoodleBlob) -> str:
    """A hash of all that changes what is read."""
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:24]


def pack_doodle(content: DoodleBlob) -> bytes:
    """The blob of what a doodle's lines say."""
    return pack(content, {})


@report_damage("doodle")
def unpack_doodle(blob: bytes) -> DoodleBlob:
    """The content of a doodle's blob."""
    return unpack(blob, DoodleBlob)[0]
