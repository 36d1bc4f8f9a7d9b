"""Checks of USD containers before the USD library reads them: text (usda), crate (usdc), package (usdz)."""

import re
import struct
import zipfile
from pathlib import Path
from typing import Literal

import numpy as np

from kinegraph.core.errors import FormatError

_DEEPEST = 200  # brackets inside brackets; the library's parser recurses
_LZ4_RATIO = 256  # no honest crate section grows more than this when it is unpacked
_LARGEST_TEXT = 512 << 20
_CRATE = b"PXR-USDC"
_TEXT = b"#usda"
_PACKAGE = b"PK\x03\x04"
_SECTIONS = {b"TOKENS", b"STRINGS", b"FIELDS", b"FIELDSETS", b"PATHS", b"SPECS"}

# Strings, asset paths and comments: brackets in them do not nest.
_QUOTED = re.compile(
    rb'"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    rb"|@@@(?:[^@]|@(?!@@))*@@@|@[^@\n]*@|#[^\n]*",
    re.DOTALL,
)

_STEPS = np.zeros(256, dtype=np.int8)  # how much deeper each byte goes
_STEPS[list(b"[({")] = 1
_STEPS[list(b"])}")] = -1


def check_container(path: Path) -> Literal["text", "crate", "package"]:
    """Checks the container of a file and returns its kind.

    Raises FormatError where it is not what its name says, or claims more than it can hold.
    """
    try:
        with path.open("rb") as stream:
            magic = stream.read(8)
    except OSError as error:
        raise FormatError(path, f"cannot be read: {(error.strerror or 'unknown reason').lower()}.") from error
    kind = path.suffix.lower()
    if magic == _CRATE and kind in (".usdc", ".usd"):
        check_crate(path.read_bytes(), path)
        return "crate"
    if magic.startswith(_TEXT) and kind in (".usda", ".usd"):
        check_text(path.read_bytes(), path)
        return "text"
    if magic.startswith(_PACKAGE) and kind == ".usdz":
        _check_package(path)
        return "package"
    raise FormatError(path, f"its first bytes are not those of a {kind} file.", byte=0)


def check_text(data: bytes, path: Path) -> None:
    """Bounds the nesting of a usda file."""
    if len(data) > _LARGEST_TEXT:
        raise FormatError(path, "is too large for a text file; save it as usdc.")
    if b"\0" in data:
        raise FormatError(path, "is not text.", byte=data.index(b"\0"))
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise FormatError(path, "is not UTF-8 text.", byte=error.start) from error
    bare = np.frombuffer(_QUOTED.sub(lambda found: b"\n" * found[0].count(b"\n"), data), dtype=np.uint8)
    depth = np.cumsum(_STEPS[bare], dtype=np.int32)
    deep = depth > _DEEPEST
    if deep.any():
        line = 1 + int(np.count_nonzero(bare[: int(np.argmax(deep))] == ord("\n")))
        raise FormatError(path, "its brackets are nested too deeply.", line=line)


def check_crate(data: bytes, path: Path | str, start: int = 0) -> None:
    """Checks a usdc file's table of contents, and what its sections claim to unpack to.

    start: Where in the user's file the crate begins, for messages.
    """
    if len(data) < 88:
        raise FormatError(path, "the file ends inside its header.", byte=start + len(data))
    (table,) = struct.unpack_from("<q", data, 16)
    if not 88 <= table <= len(data) - 8:
        raise FormatError(path, "its table of contents lies outside the file.", byte=start + 16)
    (count,) = struct.unpack_from("<Q", data, table)
    if count > 64 or table + 8 + 32 * count > len(data):
        raise FormatError(path, f"its table of contents claims {count} sections.", byte=start + table)
    found = {}
    for index in range(count):
        place = table + 8 + 32 * index
        name, begin, size = struct.unpack_from("<16sqq", data, place)
        if begin < 0 or size < 0 or begin + size > len(data):
            raise FormatError(path, "a section reaches past the end of the file.", byte=start + place)
        found[name.rstrip(b"\0")] = (begin, size)
    if missing := _SECTIONS - found.keys():
        raise FormatError(path, f"it has no section {min(missing).decode()}.", byte=start + table)
    _check_claims(data, found, path, start)


def _check_claims(data: bytes, sections: dict[bytes, tuple[int, int]], path: Path | str, start: int) -> None:
    """A section starts with the number of its elements, which its bytes must be able to hold."""
    for name, (begin, size) in sections.items():
        if name not in _SECTIONS:
            continue
        if size < 8:
            raise FormatError(path, f"its section {name.decode()} is cut off.", byte=start + begin)
        (count,) = struct.unpack_from("<Q", data, begin)
        most = size * _LZ4_RATIO
        if name == b"TOKENS" and size >= 24:
            _, unpacked, packed = struct.unpack_from("<QQQ", data, begin)
            if packed > size or unpacked > most:
                raise FormatError(path, "its tokens unpack to more than they can.", byte=start + begin)
        if count > most:
            raise FormatError(
                path, f"its section {name.decode()} claims {count} elements.", byte=start + begin
            )


def _check_package(path: Path) -> None:
    """A usdz is a zip that compresses nothing; its first file is the scene."""
    try:
        with zipfile.ZipFile(path) as package:
            entries = package.infolist()
            if not entries or len(entries) > 10_000:
                raise FormatError(path, f"the package holds {len(entries)} files.")
            for entry in entries:
                if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
                    raise FormatError(
                        path, f"{entry.filename!r} in it is compressed, which a usdz may not be."
                    )
                if entry.header_offset + entry.file_size > path.stat().st_size:
                    raise FormatError(path, f"{entry.filename!r} in it reaches past the end of the file.")
            first = entries[0]
            data = package.read(first)
    except (
        zipfile.BadZipFile,
        OSError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        struct.error,
    ) as error:
        raise FormatError(path, "the package is damaged.") from error
    kind = Path(first.filename).suffix.lower()
    if data.startswith(_CRATE) and kind in (".usdc", ".usd"):
        check_crate(data, path, first.header_offset)
    elif data.startswith(_TEXT) and kind in (".usda", ".usd"):
        check_text(data, path)
    else:
        raise FormatError(path, f"the package starts with {first.filename[:80]!r}, which is not a USD file.")
