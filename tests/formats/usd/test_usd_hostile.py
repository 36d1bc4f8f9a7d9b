"""Broken and hostile USD files: a FormatError in bounded time, whatever the USD library does with them."""

import os
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.format_samples import character, clip, keyed
from tests.present import present

from kinegraph.core.errors import FormatError
from kinegraph.core.scene import Scene
from kinegraph.formats.usd.container import check_crate, check_text
from kinegraph.formats.usd.file import read_usd, write_usd


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with bear.usda, bear.usdc and bear.usdz."""
    folder = tmp_path_factory.mktemp("samples")
    bear = character()
    scene = Scene(bear, (clip(bear.skeleton, 4),), (keyed(bear.skeleton),))
    for kind in ("usda", "usdc", "usdz"):
        write_usd(scene, folder / f"bear.{kind}")
    return folder


def _refused(path: Path, *words: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_usd(path)
    for word in words:
        assert word in str(caught.value)
    return caught.value


def _text(folder: Path, body: str) -> Path:
    path = folder / "a.usda"
    path.write_text("#usda 1.0\n" + body)
    return path


def test_a_file_without_a_skeleton_says_so(tmp_path: Path) -> None:
    _refused(_text(tmp_path, 'def Xform "a" {}'), "no UsdSkel Skeleton")


def test_a_parse_error_names_the_line(tmp_path: Path) -> None:
    assert _refused(_text(tmp_path, 'def Xform "a" {\n    int b = \n}\n')).line == 3


@pytest.mark.parametrize(
    "arc",
    [
        'def "a" (references = @/etc/passwd@) {}',
        'def "a" (payload = @../other.usda@) {}',
        'def "a" (\nprepend variantSets = "v"\n) {\nvariantSet "v" = {\n"x" (payload = @b.usda@) {\n}\n}\n}',
    ],
)
def test_files_that_pull_in_others_are_refused(tmp_path: Path, arc: str) -> None:
    (tmp_path / "b.usda").write_text('#usda 1.0\ndef "b" {}')
    _refused(_text(tmp_path, arc), "other files")


_EYE = "((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))"


def _skeleton(joints: list[str], body: str = "") -> str:
    tokens = ", ".join(f'"{joint}"' for joint in joints)
    rest = ", ".join([_EYE] * len(joints))
    return (
        f'def SkelRoot "R" {{\ndef Skeleton "S" {{\nuniform token[] joints = [{tokens}]\n'
        f"uniform matrix4d[] restTransforms = [{rest}]\n}}\n{body}\n}}\n"
    )


@pytest.mark.parametrize("code", ["1e7", "1e9", "1e30"])
def test_a_small_file_with_samples_far_apart_is_refused(tmp_path: Path, code: str) -> None:
    samples = f"{{0: [(1, 0, 0, 0)], {code}: [(0, 1, 0, 0)]}}"
    turns = f'uniform token[] joints = ["a"]\nquatf[] rotations.timeSamples = {samples}'
    _refused(_text(tmp_path, _skeleton(["a"], f'def SkelAnimation "A" {{\n{turns}\n}}')), "too long")


def test_joints_hang_on_the_nearest_joint_above_them_in_their_path(tmp_path: Path) -> None:
    chain = ["/".join(f"j{i}" for i in range(depth + 1)) for depth in range(300)]
    skeleton = present(read_usd(_text(tmp_path, _skeleton([*chain, "j0/gap/tip"]))).character).skeleton
    assert skeleton.parents.tolist() == [*range(-1, 299), 0]


def test_sublayers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.usda"
    path.write_text("#usda 1.0\n(\n    subLayers = [@b.usda@]\n)\n")
    _refused(path, "other files")


def test_value_clips_are_refused(tmp_path: Path) -> None:
    values = 'asset[] assetPaths = [@x.usda@]\nstring primPath = "/a"'
    clips = f'def "a" (clips = {{\ndictionary d = {{\n{values}\n}}\n}}) {{\n}}'
    _refused(_text(tmp_path, clips), "other files")


def test_prims_that_multiply_are_refused(tmp_path: Path) -> None:
    levels = ""
    for i in range(40):
        arc = f"(references = </l{i + 1}>) {{\n}}"
        levels += f'def "l{i}" {{\ndef "x" {arc}\ndef "y" {arc}\n}}\n'
    _refused(_text(tmp_path, levels + 'def "l40" {}'), "copy each other")


def test_nesting_is_refused_before_the_library_sees_it() -> None:
    deep = b"#usda 1.0\n" + b'def "a" {\n' * 5000
    with pytest.raises(FormatError, match="nested"):
        check_text(deep, Path("a.usda"))


def test_brackets_in_strings_do_not_nest() -> None:
    check_text(b'#usda 1.0\ndef "a" { string s = "' + b"(" * 5000 + b'" }', Path("a.usda"))


def test_closing_brackets_in_strings_hide_nothing() -> None:
    hidden = b"#usda 1.0\n" + b'string s = "}}}}}}}}}}"\ndef "a" {\n' * 300
    with pytest.raises(FormatError, match="nested"):
        check_text(hidden, Path("a.usda"))


@pytest.mark.parametrize(
    ("name", "data"), [("a.usda", b"PXR-USDC"), ("a.usdc", b"#usda 1.0"), ("a.usdz", b"junk"), ("a.usd", b"")]
)
def test_a_file_that_is_not_what_its_name_says_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    _refused(tmp_path / name, "first bytes")


def test_text_that_is_not_utf8_names_the_byte(tmp_path: Path) -> None:
    (tmp_path / "a.usda").write_bytes(b"#usda 1.0\n\xff")
    assert _refused(tmp_path / "a.usda").byte == 10


@pytest.mark.parametrize("size", [8, 50, 88, 1000, 20_000])
def test_a_crate_that_was_cut_off_is_refused(samples: Path, size: int) -> None:
    data = (samples / "bear.usdc").read_bytes()
    with pytest.raises(FormatError):
        check_crate(data[:size], "a.usdc")


@pytest.mark.parametrize("table", [-1, 0, 1 << 60])
def test_a_table_of_contents_outside_the_file_is_refused(samples: Path, table: int) -> None:
    data = bytearray((samples / "bear.usdc").read_bytes())
    struct.pack_into("<q", data, 16, table)
    with pytest.raises(FormatError, match="table of contents"):
        check_crate(bytes(data), "a.usdc")


def test_sections_that_claim_too_much_are_refused(samples: Path) -> None:
    data = (samples / "bear.usdc").read_bytes()
    (table,) = struct.unpack_from("<q", data, 16)
    (count,) = struct.unpack_from("<Q", data, table)
    for index in range(count):
        (begin,) = struct.unpack_from("<q", data, table + 8 + 32 * index + 16)
        broken = bytearray(data)
        struct.pack_into("<Q", broken, begin, 1 << 50)
        with pytest.raises(FormatError, match="claims"):
            check_crate(bytes(broken), "a.usdc")


def test_a_compressed_package_is_refused(samples: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.usdz", "w", zipfile.ZIP_DEFLATED) as package:
        package.write(samples / "bear.usdc", "bear.usdc")
    _refused(tmp_path / "a.usdz", "compressed")


def test_a_damaged_picture_in_a_package_is_left_out_with_a_note(samples: Path, tmp_path: Path) -> None:
    data = (samples / "bear.usdz").read_bytes()
    own_header = data.index(b"PK\x03\x04", 4)
    first = data.index(b"textures/texture_0.png", own_header)
    (tmp_path / "a.usdz").write_bytes(data[:first] + b"te\xfftures" + data[first + 8 :])
    scene = read_usd(tmp_path / "a.usdz")
    assert present(scene.character).skins[0].mesh.material.texture is None
    assert any("texture" in note for note in scene.notes)


def test_a_package_of_something_else_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.usdz", "w") as package:
        package.writestr("hello.txt", "hello")
    _refused(tmp_path / "a.usdz", "not a USD file")


def test_pictures_outside_the_folder_are_left_alone(tmp_path: Path, samples: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    text = (samples / "bear.usda").read_text()
    place = text.index("@./bear_textures/")
    end = text.index("@", place + 1)
    (tmp_path / "secret.png").write_bytes((samples / "bear_textures" / "texture_0.png").read_bytes())
    (home / "bear.usda").write_text(text[:place] + "@../secret.png" + text[end:])
    scene = read_usd(home / "bear.usda")
    assert all(skin.mesh.material.texture is None for skin in present(scene.character).skins)
    assert any("texture" in note for note in scene.notes)


def test_attributes_of_the_wrong_type_are_refused(samples: Path, tmp_path: Path) -> None:
    text = (samples / "bear.usda").read_text()
    start = text.index("point3f[] points = [")
    end = text.index("]", start + 20)
    (tmp_path / "a.usda").write_text(text[:start] + 'string[] points = ["x"' + text[end:])
    _refused(tmp_path / "a.usda")


@pytest.fixture(scope="module")
def text_sample(samples: Path) -> bytes:
    return (samples / "bear.usda").read_bytes()


@given(data=st.data())
def test_fuzz_mutated_text_never_escapes(
    text_sample: bytes, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    mutated = bytearray(text_sample)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(10, len(mutated) - 1))
        mutated[place : place + data.draw(st.integers(0, 3))] = data.draw(
            st.sampled_from(
                [
                    b"",
                    b"[",
                    b"]",
                    b"}",
                    b"-",
                    b"1e999",
                    b"nan",
                    b"inf",
                    b"@",
                    b'"',
                    b"(",
                    b"99999999999",
                    b"\n",
                ]
            )
        )
    path = tmp_path_factory.getbasetemp() / "fuzz.usda"
    path.write_bytes(bytes(mutated))
    try:
        scene = read_usd(path)
    except FormatError:
        return
    assert scene.character is not None


_CHILD = """
import random, sys
from pathlib import Path
from kinegraph.core.errors import FormatError
from kinegraph.formats.usd.file import read_usd
source, count = Path(sys.argv[1]), int(sys.argv[2])
rng, data = random.Random(7), source.read_bytes()
for number in range(count):
    broken = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(broken))
        broken[place : place + 1] = rng.choice([b"\\xff", b"\\0", bytes([rng.randrange(256)])])
    path = source.with_name("fuzzed" + source.suffix)
    path.write_bytes(bytes(broken))
    try:
        read_usd(path)
    except FormatError:
        pass
print("survived")
"""


@pytest.mark.parametrize("kind", ["usdc", "usdz"])
def test_fuzz_mutated_binaries_never_bring_the_process_down(samples: Path, kind: str) -> None:
    """In a process of its own: if the USD library takes it along, this test fails, not the whole run."""
    count = 150 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 4
    command = [sys.executable, "-c", _CHILD, str(samples / f"bear.{kind}"), str(count)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60 + 30 * count, check=False)
    assert "survived" in done.stdout, done.stderr[-2000:]
