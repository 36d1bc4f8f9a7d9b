"""Checks that a file is a .blend or .fbx before a Blender is started for it."""

import re
import zlib
from pathlib import Path

from kinegraph.core.errors import FormatError

LARGEST = 4 << 30  # bytes

_BLEND = re.compile(rb"BLENDER(?:[-_][vV]\d{3}|\d\d-\d\dv\d{4})")
_GZIP, _ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_FBX_BINARY = b"Kaydara FBX Binary  \x00"
_FBX_TEXT = re.compile(rb"^\s*;\s*FBX \d|FBXHeaderExtension\s*:", re.MULTILINE)


def check_signature(path: Path) -> None:
    """Raises FormatError where the file's first bytes or its size say that no Blender will read it."""
    size = path.stat().st_size
    if size > LARGEST:
        raise FormatError(path, f"has {size >> 20} MB; Blender is handed files up to {LARGEST >> 20} MB.")
    with open(path, "rb") as file:
        start = file.read(4096)
    if path.suffix.lower() == ".fbx":
        if not start.startswith(_FBX_BINARY) and not _FBX_TEXT.search(start):
            raise FormatError(
                path, "is not an FBX file: neither the binary signature nor an FBX text header.", byte=0
            )
    elif not _is_blend(start):
        raise FormatError(
            path, "is not a Blender file: its first bytes are neither BLENDER nor a compressed one.", byte=0
        )


def _is_blend(start: bytes) -> bool:
    if start.startswith(_GZIP):
        try:
            start = zlib.decompressobj(wbits=31).decompress(start, 64)
        except zlib.error:
            return False
    return start.startswith(_ZSTANDARD) or _BLEND.match(start) is not None
