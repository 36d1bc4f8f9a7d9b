"""Reads and writes a glTF file's JSON and bytes: a .glb, or a .gltf with data URIs and files beside it."""

import base64
import binascii
import re
import stat
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

import msgspec

from kinegraph.core.errors import FormatError
from kinegraph.formats.gltf.schema import Buffer, Document
from kinegraph.formats.text.json import decode_json

_Part = TypeVar("_Part")

_MAGIC = b"glTF"
_JSON, _BIN = 0x4E4F534A, 0x004E4942
_HEADER = struct.Struct("<4sII")
_CHUNK = struct.Struct("<II")
_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.\-]*:")

# These extensions change the meaning of the bytes; any other required extension only changes the look.
_COMPRESSIONS = {
    "KHR_draco_mesh_compression": "Draco",
    "EXT_meshopt_compression": "meshopt",
    "KHR_meshopt_compression": "meshopt",
}
_decoder = msgspec.json.Decoder(Document, strict=False)


@dataclass(frozen=True)
class GltfFile:
    """A parsed file: its document and the bytes of each of its buffers.

    source: The file's name for messages.
    folder: Where relative addresses may point, or None where the file came as bytes.
    """

    source: str
    document: Document
    buffers: tuple[memoryview, ...]
    folder: Path | None

    def fail(self, reason: str, byte: int | None = None) -> FormatError:
        """The error to raise for something wrong in this file."""
        return FormatError(self.source, reason, byte=byte)

    def at(self, parts: list[_Part], index: int | None, what: str) -> _Part:
        """parts[index]; raises FormatError where the index is outside."""
        if index is None or not 0 <= index < len(parts):
            raise self.fail(f"{what} points at number {index}, but there are {len(parts)}.")
        return parts[index]


def parse_container(data: bytes, source: str, folder: Path | None = None) -> GltfFile:
    """Parses a .glb or .gltf file's bytes and gathers its buffers."""
    if data[:4] == _MAGIC:
        json_bytes, json_start, binary = _split_glb(data, source)
    else:
        json_bytes, json_start, binary = memoryview(data), 0, None
    document = decode_json(_decoder, json_bytes, source, "glTF", json_start)
    _check_version(document, source)
    buffers = []
    for index, buffer in enumerate(document.buffers):
        content = binary if index == 0 and buffer.uri is None else None
        if content is None:
            content = _buffer_from_uri(buffer, index, source, folder)
        if buffer.byte_length < 0 or len(content) < buffer.byte_length:
            raise FormatError(
                source, f"buffer {index} should have {buffer.byte_length} bytes but has {len(content)}."
            )
        buffers.append(content[: buffer.byte_length])
    return GltfFile(source, document, tuple(buffers), folder)


def resource(uri: str, what: str, source: str, folder: Path | None) -> bytes:
    """The bytes that an address in a glTF file names: a data URI, or a file in the glTF file's own folder."""
    if uri[:5].lower() == "data:":
        return _data_uri(uri, what, source)
    if _SCHEME.match(uri):
        raise FormatError(source, f"{what} is at {uri[:60]!r}; only files beside the glTF file are read.")
    if folder is None:
        raise FormatError(
            source, f"{what} is in the file {uri[:60]!r}, which did not come along; use a .glb file."
        )
    name = unquote(uri)
    if "\0" in name or len(name) > 1000:
        raise FormatError(source, f"{what} has a name that no file can have.")
    home = folder.resolve()
    try:
        path = (home / name).resolve()
        if not path.is_relative_to(home):
            raise FormatError(source, f"{what} is at {name!r}, outside the glTF file's folder.")
        if not stat.S_ISREG(path.stat().st_mode):
            raise FormatError(source, f"{what}: {name!r} is not a regular file.")
        return path.read_bytes()
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links
        raise FormatError(
            source, f"{what} should be in the file {name!r} beside it, which cannot be read."
        ) from error


def json_of(data: bytes) -> memoryview:
    """The JSON of a file that was parsed before."""
    return _split_glb(data, "")[0] if data[:4] == _MAGIC else memoryview(data)


def glb_container(document: Document | dict[str, Any], binary: bytes) -> bytes:
    """A .glb file of a document whose only buffer is `binary`."""
    text = _pad(msgspec.json.encode(document), b" ")
    body = _pad(binary, b"\0")
    chunks = [_CHUNK.pack(len(text), _JSON), text]
    if body:
        chunks += [_CHUNK.pack(len(body), _BIN), body]
    length = _HEADER.size + sum(map(len, chunks))
    return b"".join([_HEADER.pack(_MAGIC, 2, length), *chunks])


def gltf_container(document: Document | dict[str, Any], binary: bytes) -> bytes:
    """A .gltf file that carries its only buffer as a data URI."""
    if binary:
        address = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
        embedded = Buffer(byte_length=len(binary), uri=address)
        if isinstance(document, dict):
            document = {**document, "buffers": [msgspec.to_builtins(embedded)]}
        else:
            document = msgspec.structs.replace(document, buffers=[embedded])
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def _pad(data: bytes, filler: bytes) -> bytes:
    return data + filler * (-len(data) % 4)


def _split_glb(data: bytes, source: str) -> tuple[memoryview, int, memoryview | None]:
    """The JSON chunk, its place, and the binary chunk if there is one."""
    if len(data) < _HEADER.size:
        raise FormatError(source, "the file ends inside its header.", byte=len(data))
    _, version, length = _HEADER.unpack_from(data)
    if version != 2:
        raise FormatError(source, f"this is glTF version {version}; version 2 is wanted.", byte=4)
    if length > len(data):
        raise FormatError(source, f"the header says {length} bytes, but the file has {len(data)}.", byte=8)
    chunks: dict[int, tuple[memoryview, int]] = {}
    place, view = _HEADER.size, memoryview(data)
    while place + _CHUNK.size <= length:
        size, kind = _CHUNK.unpack_from(data, place)
        start = place + _CHUNK.size
        if start + size > length:
            raise FormatError(
                source, f"a chunk of {size} bytes reaches past the end of the file.", byte=place
            )
        chunks.setdefault(kind, (view[start : start + size], start))
        place = start + size + (-size % 4)
    if _JSON not in chunks:
        raise FormatError(source, "the file has no JSON chunk.", byte=_HEADER.size)
    text, start = chunks[_JSON]
    return text, start, chunks[_BIN][0] if _BIN in chunks else None


def _check_version(document: Document, source: str) -> None:
    if not document.asset.version.startswith("2."):
        raise FormatError(source, f"this is glTF version {document.asset.version[:20]}; version 2 is wanted.")
    for extension in document.extensions_required:
        if extension in _COMPRESSIONS:
            tool = _COMPRESSIONS[extension]
            raise FormatError(
                source,
                f"its meshes are compressed with {tool}, which is not read here; export it again without "
                "compression, or run `gltf-transform copy in.glb out.glb`, which unpacks it.",
            )


def _buffer_from_uri(buffer: Buffer, index: int, source: str, folder: Path | None) -> memoryview:
    if buffer.uri is None:
        raise FormatError(source, f"buffer {index} has neither an address nor a binary chunk.")
    return memoryview(resource(buffer.uri, f"buffer {index}", source, folder))


def _data_uri(uri: str, what: str, source: str) -> bytes:
    head, comma, body = uri.partition(",")
    if not comma:
        raise FormatError(source, f"{what} has a data URI without data.")
    if not head.lower().endswith(";base64"):
        return unquote(body).encode("latin-1", "replace")
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError) as error:
        raise FormatError(source, f"{what} has a data URI that is not base64.") from error
