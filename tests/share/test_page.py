"""Pages hold what they were made of, let nothing else in, and take no name for markup."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from tests.share.conftest import ReadPage

from kinegraph.characters.cast import character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.errors import InvalidValue
from kinegraph.core.resample import resample
from kinegraph.core.scene import Scene
from kinegraph.formats.gltf.file import glb_bytes, read_gltf_bytes
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.files.package import Package
from kinegraph.perform.files.package_reading import package_of_bytes
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.runtime.baked.bake import LiveCreature
from kinegraph.share import PageContent, creature_content, motion_content, page_html, save_page, sets_content

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]></title><img src=x onerror=alert(1)>",
    "a \"quoted\" & 'named' <b>bear</b>",
    "\u2028line\u2029 \u0000 \ud7ff 熊 🐻",
    "{title}%s\\u003c",
)


def waving() -> Scene:
    clips = {each.name: each for each in sample_motions("bear")}
    return Scene(character("bear"), clips=(clips["wave"],))


@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_title_stays_text(title: str) -> None:
    plain, page = (ReadPage(page_html(PageContent("motion", each, {"glb": b"abc"}))) for each in ("x", title))
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in plain.tags]
    assert json.loads(page.texts["content"])["title"] == title
    assert page.texts["title"] == title
    assert page.texts["script"] == plain.texts["script"]


def test_the_policy_lets_in_the_script_and_the_looks_of_the_page_alone() -> None:
    page = ReadPage(page_html(PageContent("motion", "Bear")))
    policy = next(given["content"] for tag, given in page.tags if given.get("http-equiv"))
    rules = dict(rule.strip().split(" ", 1) for rule in str(policy).split(";"))
    hashes = {
        tag: base64.b64encode(hashlib.sha256(page.texts[tag].encode()).digest()).decode()
        for tag in ("script", "style")
    }
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{hashes['script']}' 'wasm-unsafe-eval'"
    assert rules["style-src"] == f"'sha256-{hashes['style']}'"
    assert rules["connect-src"] == "blob:"


def test_a_page_names_no_other_file() -> None:
    page = ReadPage(page_html(PageContent("motion", "Bear")))
    named = [given[name] for _, given in page.tags for name in ("src", "href") if name in given]
    assert named == ["data:,"]
    assert not re.search(r"url\((?!\"?data:|\"?#)", page.texts["style"])


def test_parts_unpack_to_the_bytes_that_went_in() -> None:
    parts = {"glb": bytes(range(256)) * 9 + b"end", "live": b"", "package": b"{}"}
    page = ReadPage(page_html(PageContent("motion", "Bear", parts)))
    assert {name: page.part(name) for name in ("glb", "package")} == {
        name: parts[name] for name in ("glb", "package")
    }


def test_a_motion_arrives_as_the_file_that_the_studio_writes() -> None:
    content = motion_content([waving()], "Bear")
    assert ReadPage(page_html(content)).part("glb") == glb_bytes(waving())


def test_long_motions_have_thirty_frames_a_second_and_short_ones_at_most_sixty() -> None:
    def rate(fps: float, seconds: float) -> float:
        (clip,) = waving().clips
        frames = [round(i * (len(clip) - 1) / (seconds * fps)) for i in range(int(seconds * fps) + 1)]
        stretched = type(clip)(
            clip.skeleton, fps, clip.root_translations[frames], clip.rotations[frames], None, "long"
        )
        content = motion_content([Scene(character("bear"), clips=(stretched,))], "Bear")
        return read_gltf_bytes(content.parts["glb"], "page").clips[0].fps

    assert rate(120, 2.0) == pytest.approx(60)
    assert rate(60, 21.0) == pytest.approx(30)
    assert rate(24, 21.0) == pytest.approx(24)


def test_several_characters_share_a_page() -> None:
    dog = Scene(character("dog"), clips=(resample(sample_motions("dog")[0], 30.0),))
    content = motion_content([waving(), dog], "Two")
    assert b"bear_" in content.parts["glb"]
    assert b"dog_" in content.parts["glb"]


def test_what_has_no_character_is_refused() -> None:
    with pytest.raises(InvalidValue, match="no character"):
        motion_content([Scene()], "x")
    with pytest.raises(InvalidValue, match="at least one"):
        motion_content([], "x")


def test_a_rig_without_poses_is_refused() -> None:
    with pytest.raises(InvalidValue, match="no set with poses"):
        sets_content(Package(SpatialRig(character("bear"))), "x")


def test_a_performed_page_of_the_bear_is_under_two_megabytes(wasm: bytes, tmp_path: Path) -> None:
    package = Package(cast_rig("bear"))
    save_page(sets_content(package, "Bear", ["walk"]), tmp_path / "bear.html")
    page = ReadPage((tmp_path / "bear.html").read_text(encoding="utf-8"))
    assert (tmp_path / "bear.html").stat().st_size < 2e6
    assert page.part("wasm") == wasm
    found = package_of_bytes(page.part("package"))
    assert [each.name for each in found.rig.sets] == [each.name for each in package.rig.sets]


def test_a_creature_brings_its_pace(wasm: bytes) -> None:
    from kinegraph.creatures.body.anatomy import creature_from_character

    content = creature_content(LiveCreature(creature_from_character(character("dog"))), "Dog")
    description = json.loads(ReadPage(page_html(content)).texts["content"])
    assert 0.3 < description["speed"] < 2.0
    assert 0.5 < description["turn"] < 20.0
