"""`kinegraph keys compare`."""

import json
from pathlib import Path

import pytest
from command import Command

from kinegraph.core.clip import Clip
from kinegraph.formats import save


def test_json_holds_every_method_and_none_beats_the_optimum(kinegraph: Command, swinging_bvh: Path) -> None:
    (facts,) = json.loads(kinegraph("keys", "compare", swinging_bvh, "--json").out)
    assert facts["frames"] == 61
    assert {"optimal", "lim_thalmann", "togawa_okuda", "genetic", "kmeans", "velocity", "uniform"} == set(
        facts["errors"]
    )
    for errors in facts["errors"].values():
        assert len(errors) == len(facts["counts"])
        for error, best in zip(errors, facts["errors"]["optimal"], strict=True):
            assert error is None or error >= best - 1e-12


def test_the_table_names_methods_and_shares(kinegraph: Command, swinging_bvh: Path) -> None:
    out = kinegraph("keys", "compare", swinging_bvh).out
    assert "swinging.bvh: 61 frames, max of chord_max" in out
    assert "optimal" in out
    assert "uniform" in out


def test_several_files_make_one_figure(kinegraph: Command, swinging_bvh: Path, tmp_path: Path) -> None:
    from PIL import Image

    target = tmp_path / "figure.png"
    assert kinegraph("keys", "compare", swinging_bvh, "cast:stick", "-o", target, "--range", "0:40").code == 0
    with Image.open(target) as picture:
        assert picture.size[0] > 1000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figure.png", "swinging.bvh"]


def test_two_files_of_one_name_get_different_titles(
    kinegraph: Command, swinging: Clip, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    for folder in (tmp_path, tmp_path / "other"):
        save(swinging, folder / "take.bvh")
    files = (tmp_path / "take.bvh", tmp_path / "other" / "take.bvh")
    facts = json.loads(kinegraph("keys", "compare", *files, "--json").out)
    assert len({fact["file"] for fact in facts}) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--objective", "chord_mx"), "did you mean 'chord_max'"),
        (("--joints", "hnd"), "did you mean 'hand'"),
        (("--range", "9:3"), "the motion has the frames 0:61"),
        (("-o", "figure.gif"), "a figure is written as .png, .svg or .pdf"),
        (("-o", "absent/figure.png"), "does not exist"),
    ],
)
def test_a_bad_option_is_one_sentence(
    kinegraph: Command, swinging_bvh: Path, options: tuple[str, ...], said: str
) -> None:
    outcome = kinegraph("keys", "compare", swinging_bvh, *options)
    assert (outcome.code, said in outcome.err, outcome.err.count("\n")) == (2, True, 1)


def test_of_several_files_the_one_that_cannot_be_compared_is_named(
    kinegraph: Command, swinging_bvh: Path
) -> None:
    outcome = kinegraph("keys", "compare", swinging_bvh, "cast:lamp", "--joints", "hand")
    assert (outcome.code, "cast:lamp: There is no joint 'hand'" in outcome.err) == (2, True)
