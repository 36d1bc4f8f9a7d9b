"""Files that are no .blend or .fbx are refused before any Blender is started."""

import contextlib
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.core.errors import FormatError
from kinegraph.formats import load
from kinegraph.formats.blender.signature import check_signature


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("old.blend", b"BLENDER-v279" + bytes(100)),
        ("small_pointers.blend", b"BLENDER_v248" + bytes(100)),
        ("new.blend", b"BLENDER17-01v0500" + bytes(100)),
        ("zstandard.blend", b"\x28\xb5\x2f\xfd" + bytes(100)),
        ("gzip.blend", gzip.compress(b"BLENDER-v279" + bytes(100), mtime=0)),
        ("binary.fbx", b"Kaydara FBX Binary  \x00\x1a\x00\xe8\x1c\x00\x00"),
        ("text.fbx", b"; FBX 6.1.0 project file\n"),
        ("bare.FBX", b"FBXHeaderExtension:  {\n"),
    ],
)
def test_every_signature_of_the_two_formats_is_let_through(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    check_signature(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("text.blend", b"hello"),
        ("fbx.blend", b"Kaydara FBX Binary  \x00"),
        ("gzip_of_something.blend", gzip.compress(b"hello" * 100, mtime=0)),
        ("broken_gzip.blend", b"\x1f\x8b" + bytes(50)),
        ("short.blend", b"BLENDER"),
        ("blend.fbx", b"BLENDER-v279" + bytes(100)),
        ("obj.fbx", b"# Blender OBJ\nv 0 0 0\n"),
        ("nothing.fbx", b"\n"),
    ],
)
def test_anything_else_is_refused_without_a_blender(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes
) -> None:
    monkeypatch.setenv("KINEGRAPH_BLENDER", "/nowhere/blender")  # finding one would fail in other words
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FormatError, match="is not a"):
        load(tmp_path / name)


@given(content=st.binary(max_size=200))
def test_fuzz_any_bytes_are_let_through_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    folder = tmp_path_factory.mktemp("signature")
    for name in ("any.blend", "any.fbx"):
        (folder / name).write_bytes(content)
        with contextlib.suppress(FormatError):
            check_signature(folder / name)


def test_a_file_too_large_for_blender_is_refused_by_its_size(tmp_path: Path) -> None:
    with open(tmp_path / "huge.blend", "wb") as file:
        file.write(b"BLENDER-v279")
        file.truncate(5 << 30)  # sparse: takes no room
    with pytest.raises(FormatError, match="5120 MB"):
        check_signature(tmp_path / "huge.blend")
