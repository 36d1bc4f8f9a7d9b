"""Addresses of results: digests of an input's bytes, of a job's settings, and of both."""

import hashlib
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec

from kinegraph import __version__
from kinegraph.batch.jobs.job import Job
from kinegraph.core.errors import FormatError
from kinegraph.formats.acclaim.file import skeleton_beside

NOT_UTF8 = "its name is not valid UTF-8; rename the file."
_MOST_JSON = 64 << 20  # bytes of a .gltf that is searched for the files that it names


def is_text(path: Path) -> bool:
    """True if the name of a file is UTF-8; on Linux and macOS it can be any bytes."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def digest_of_input(path: Path) -> str:
    """Digest of a file and of the files that it is read together with: an .asf, the .bin of a .gltf."""
    digest = hashlib.sha256()
    for file in (path, *companion_files(path)):
        digest.update(_digest_of_file(file))
    return digest.hexdigest()


def digest_of_job(job: Job) -> str:
    """Digest of a job's settings, of the other files that it reads, and of the version of its results."""
    settings = json.dumps(msgspec.to_builtins(job), sort_keys=True)
    digest = hashlib.sha256(f"{__version__} {job.version} {settings}".encode())
    for file in job.other_files():
        digest.update(digest_of_input(file).encode())
    return digest.hexdigest()


def result_key(path: Path, input_digest: str, job_digest: str) -> str:
    """The address of a result. The input's name counts: motions and files are named after it."""
    return hashlib.sha256(f"{job_digest} {input_digest} {path.name}".encode("utf-8", "replace")).hexdigest()[
        :40
    ]


def companion_files(path: Path) -> list[Path]:
    """The files that must lie beside a file for it to be read, as far as they are there."""
    ending = path.suffix.lower()
    if ending == ".amc":
        try:
            return [skeleton_beside(path, [])]
        except FormatError:
            return []  # its reader will report it
    if ending == ".gltf" and path.stat().st_size <= _MOST_JSON:
        named = [path.parent / unquote(uri) for uri in _addresses(path.read_bytes())]
        return [file for file in named if file.is_file()]
    return []


def _addresses(data: bytes) -> list[str]:
    """Relative addresses of the buffers and images of a .gltf file; nothing where it is broken."""
    try:
        content: Any = msgspec.json.decode(data)
        parts = [*content.get("buffers", ()), *content.get("images", ())]
        uris = [part.get("uri") for part in parts]
    except (msgspec.DecodeError, AttributeError, TypeError):
        return []
    return [uri for uri in uris if isinstance(uri, str) and not uri.startswith("data:") and "\0" not in uri]


def _digest_of_file(file: Path) -> bytes:
    if file.exists() and not file.is_file():  # a pipe or a device would never end
        raise FormatError(file, "is not a regular file.")
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").digest()
