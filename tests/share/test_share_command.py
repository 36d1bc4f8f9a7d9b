"""`kinegraph share` writes a page of whatever it is given, and refuses in one sentence."""

import json
from pathlib import Path

import pytest
from tests.share.conftest import ReadPage
from typer.testing import CliRunner

from kinegraph.cli.app import app
from kinegraph.core.errors import KinegraphError
from kinegraph.runtime.libraries import WASM

EXAMPLES = Path(__file__).parents[2] / "examples"


def shared(tmp_path: Path, *words: str) -> dict:
    """The description of the page that the command writes."""
    out = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["share", *words, "-o", str(out), "--json"], catch_exceptions=True)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert facts["bytes"] == out.stat().st_size
    return json.loads(ReadPage(out.read_text(encoding="utf-8")).texts["content"])


def test_a_member_of_the_cast_plays(tmp_path: Path) -> None:
    content = shared(tmp_path, "cast:bear", "--as", "motion", "--motion", "wave")
    assert (content["kind"], content["title"], content["paper"]) == ("motion", "wave", False)


def test_a_doodle_plays_on_paper(tmp_path: Path) -> None:
    content = shared(tmp_path, str(EXAMPLES / "10_doodle.json"))
    assert (content["kind"], content["paper"]) == ("motion", True)


def test_a_scene_of_two_plays(tmp_path: Path) -> None:
    assert shared(tmp_path, str(EXAMPLES / "11_scene.yaml"))["kind"] == "motion"


@pytest.mark.skipif(not WASM.is_file(), reason="the compiled runtime is not built; 'make runtime' builds it")
@pytest.mark.parametrize(("words", "kind"), [("cast:bear", "sets"), ("seed:7", "creature")])
def test_what_is_performed_or_led_says_so(tmp_path: Path, words: str, kind: str) -> None:
    assert shared(tmp_path, words)["kind"] == kind


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["cast:bear", "--as", "motion", "--motion", "fly"], "no motion 'fly'"),
        (["cast:bear", "--animation", "wave"], "--as creature"),
        (["cast:bear", "--as", "sets", "--motion", "wave"], "--as motion"),
        (["nothing.bvh"], "no such file"),
        (["nothing.bvh", "--as", "sets"], "no spatial sets"),
    ],
)
def test_impossible_wishes_get_one_sentence(tmp_path: Path, words: list[str], says: str) -> None:
    with pytest.raises(KinegraphError, match=says):
        shared(tmp_path, *words)


def test_another_ending_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["share", "cast:bear", "-o", str(tmp_path / "page.txt")])
    assert "must end in .html" in str(done.exception)
