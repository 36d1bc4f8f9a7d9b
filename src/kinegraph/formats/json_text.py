"""JSON text into typed structures, with errors that say where."""

import re
from typing import TypeVar

import msgspec

from kinegraph.core.errors import FormatError

_Kind = TypeVar("_Kind")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PLACE = re.compile(r" - at `(?:key in )?(.+)`$")


def decode_json(
    decoder: msgspec.json.Decoder[_Kind], text: bytes | memoryview, source: str, form: str, start: int = 0
) -> _Kind:
    """What `text` says; a FormatError with the byte, or with the place inside the JSON, otherwise.

    form: What the text should be, for the error.
    start: At which byte of its file the text begins.
    """
    skipped = len(_BYTE_ORDER_MARK) if bytes(text[:3]) == _BYTE_ORDER_MARK else 0
    try:
        return decoder.decode(text[skipped:])
    except msgspec.ValidationError as error:
        raise FormatError(source, f"its JSON is not what {form} asks for: {_placed(str(error))}.") from error
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


def _placed(message: str) -> str:
    """The decoder's sentence, with the place in front."""
    found = _PLACE.search(message)
    if found is None:
        return message
    reason = message[: found.start()]
    return f"at {found[1]}: {reason[0].lower()}{reason[1:]}"
