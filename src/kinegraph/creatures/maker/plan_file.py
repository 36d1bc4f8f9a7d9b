"""Creature plans as files: readable JSON, `.kinecreature`."""

from pathlib import Path

import msgspec

from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.files.whole import whole_file
from kinegraph.creatures.maker.creature_plan import CreaturePlan
from kinegraph.formats.text.json import (
    check_head,
    decode_json,
    encode_json,
    locate_errors,
)

FORMAT, VERSION = "kinegraph creature", 1
ENDING = ".kinecreature"
_FORM = "a creature's plan"
_MOST_BYTES = 4 << 20


class _File(msgspec.Struct):
    format: str
    version: int
    plan: CreaturePlan


_decoder = msgspec.json.Decoder(_File)


def plan_bytes(plan: CreaturePlan) -> bytes:
    """The content of a plan's file."""
    return msgspec.json.format(encode_json(_File(FORMAT, VERSION, plan)), indent=1)


def plan_from_bytes(data: bytes, source: str) -> CreaturePlan:
    """The plan in a file's content. source: Its name in error messages."""
    check_head(data, source, FORMAT, VERSION, _FORM)
    with locate_errors(source, "$.plan"):
        return decode_json(_decoder, data, source, _FORM).plan


def save_plan(plan: CreaturePlan, path: Path) -> None:
    """Writes a plan."""
    with whole_file(path) as place:
        place.write_bytes(plan_bytes(plan))


def load_plan(path: Path) -> CreaturePlan:
    """Reads a plan."""
    return plan_from_bytes(read_bounded(path, _MOST_BYTES, _FORM), str(path))
