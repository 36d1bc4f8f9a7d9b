"""JSON text into typed structures, with errors that say where."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
import msgspec.inspect

from kinegraph.core.errors import FormatError, KinegraphError

_Kind = TypeVar("_Kind")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PLACE = re.compile(r" - at `(?:key in )?(.+)`$")
_STEP = re.compile(r"\.\w+|\[[^\]]*\]")
_MOST_OBJECTS = 1_000_000
_MOST_VALUES = 10_000_000
_NO_CHOICE = "nvalid enum value"


class _Head(msgspec.Struct):
    """The fields that mark our own files among other JSON; read before anything else."""

    format: Any = None
    version: Any = None


_head_decoder = msgspec.json.Decoder(_Head)
encode_json = msgspec.json.Encoder().encode


def check_head(data: bytes, source: str, format: str, version: int, form: str) -> None:
    """Refuses a file that does not begin as ours do, or that a newer version has written.

    format, version: What the file's fields of these names should say, and the newest that is read.
    form: What the file should be, for the error.
    """
    head = decode_json(_head_decoder, data, source, form)
    if head.format != format:
        raise FormatError(
            source, f'this is JSON, but not {form}: that begins with {{"format": "{format}", ...}}.'
        )
    if not isinstance(head.version, int) or isinstance(head.version, bool) or head.version < 1:
        raise FormatError(
            source, f"$.version must be a whole number from 1 on, not {repr(head.version)[:40]}."
        )
    if head.version > version:
        raise FormatError(
            source,
            f"it has version {head.version}, made by a newer Kinegraph; this one reads up to {version}.",
        )


@contextmanager
def locate_errors(source: str, place: str) -> Iterator[None]:
    """Raises errors of the block as FormatErrors that name a place inside the JSON."""
    try:
        yield
    except FormatError:
        raise
    except KinegraphError as error:
        raise FormatError(source, f"at {place}: {error}") from error


def lines(entries: Sequence[Any]) -> msgspec.Raw:
    """A JSON list with a line for each entry, so that people and version control can read it."""
    return msgspec.Raw(b"[\n" + b",\n".join(map(encode_json, entries)) + b"\n]" if entries else b"[]")


def decode_json(
    decoder: msgspec.json.Decoder[_Kind], text: bytes | memoryview, source: str, form: str, start: int = 0
) -> _Kind:
    """The decoded text; raises FormatError with the byte, or with the place inside the JSON.

    form: What the text should be, for the error.
    start: At which byte of its file the text begins.
    """
    _check_extent(text, source)
    skipped = len(_BYTE_ORDER_MARK) if bytes(text[:3]) == _BYTE_ORDER_MARK else 0
    try:
        return decoder.decode(text[skipped:])
    except msgspec.ValidationError as error:
        reason = _locate(str(error), decoder.type)
        raise FormatError(source, f"its JSON is not what {form} asks for: {reason}.") from error
    except msgspec.DecodeError as error:
        found = re.search(r"\(byte (\d+)\)", str(error))
        byte = start + skipped + int(found[1]) if found else None
        reason = re.sub(r"\s*\(byte \d+\)", "", str(error))
        raise FormatError(source, f"its JSON cannot be read: {reason}.", byte=byte) from error
    except UnicodeDecodeError as error:
        raise FormatError(
            source, "its JSON is not UTF-8 text.", byte=start + skipped + error.start
        ) from error
    except RecursionError as error:
        raise FormatError(source, "its JSON is nested too deeply.") from error


def _check_extent(text: bytes | memoryview, source: str) -> None:
    """Refuses JSON that would take far more memory than its text; data in base64 count for nothing here."""
    if len(text) <= min(_MOST_OBJECTS, _MOST_VALUES):
        return
    whole = bytes(text)
    for sign, most, what in ((b"{", _MOST_OBJECTS, "objects"), (b",", _MOST_VALUES, "values")):
        if whole.count(sign) > most:
            raise FormatError(source, f"its JSON holds more than {most:,} {what}, too many to read.")


def _locate(message: str, kind: Any) -> str:
    """The decoder's sentence, with the place in front, and with the valid names where they can be listed.

    kind: The type that was asked for.
    """
    found = _PLACE.search(message)
    if found is None:
        return message
    reason = message[: found.start()]
    valid = _valid(msgspec.inspect.type_info(kind), _STEP.findall(found[1])) if _NO_CHOICE in reason else ()
    listed = f"; valid: {', '.join(map(str, valid))}" if valid else ""
    return f"at {found[1]}: {reason[0].lower()}{reason[1:]}{listed}"


def _valid(kind: msgspec.inspect.Type, steps: Sequence[str]) -> tuple[Any, ...]:
    """The values of an enumeration that lies `steps` down inside a type; none where it is not found."""
    if isinstance(kind, msgspec.inspect.UnionType):
        return tuple(value for part in kind.types for value in _valid(part, steps))
    if isinstance(kind, msgspec.inspect.Metadata):
        return _valid(kind.type, steps)
    if not steps:
        if isinstance(kind, msgspec.inspect.EnumType):
            return tuple(member.value for member in kind.cls)
        return kind.values if isinstance(kind, msgspec.inspect.LiteralType) else ()
    if isinstance(kind, msgspec.inspect.StructType):
        own = [field.type for field in kind.fields if f".{field.encode_name}" == steps[0]]
        return _valid(own[0], steps[1:]) if own else ()
    if isinstance(kind, msgspec.inspect.CollectionType):
        return _valid(kind.item_type, steps[1:])
    return ()
