"""`kinegraph creatures make`."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import Command

from kinegraph.creatures.body.creature_from_rig import creature_from_scene
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.creatures.maker.plan_file import load_plan, save_plan
from kinegraph.formats import load


def test_a_made_creature_is_the_same_after_reading_its_file(kinegraph: Command, tmp_path: Path) -> None:
    assert kinegraph("creatures", "make", "--seed", 7, "-o", tmp_path / "made.glb").code == 0
    read, made = creature_from_scene(load(tmp_path / "made.glb")), creature_from_plan(generate(7), skin=False)
    assert read is not None
    assert read.character.skeleton.names == made.character.skeleton.names
    assert read.caps == made.caps
    assert read.spine == made.spine
    np.testing.assert_allclose(read.rest_handles, made.rest_handles, atol=1e-5)


def test_a_plan_goes_to_a_file_and_comes_back(kinegraph: Command, tmp_path: Path) -> None:
    assert kinegraph("creatures", "make", "--seed", 3, "-o", tmp_path / "made.kinecreature").code == 0
    assert load_plan(tmp_path / "made.kinecreature") == generate(3)


def test_a_plan_is_made(kinegraph: Command, tmp_path: Path) -> None:
    save_plan(generate(5), tmp_path / "five.kinecreature")
    outcome = kinegraph(
        "creatures", "make", "--plan", tmp_path / "five.kinecreature", "-o", tmp_path / "five.glb", "--json"
    )
    facts = json.loads(outcome.out)
    assert facts["name"] == generate(5).name
    assert facts["bodies"] == len(creature_from_plan(generate(5), skin=False))
    assert facts["vertices"] > 1000


def test_json_counts_what_a_kind_has(kinegraph: Command, tmp_path: Path) -> None:
    outcome = kinegraph(
        "creatures", "make", "--seed", 1, "--kind", "insect", "-o", tmp_path / "x.kinecreature", "--json"
    )
    facts = json.loads(outcome.out)
    assert (facts["legs"], facts["seed"]) == (6, 1)


def test_without_a_seed_the_random_one_is_printed(kinegraph: Command, tmp_path: Path) -> None:
    outcome = kinegraph("creatures", "make", "-o", tmp_path / "x.kinecreature", "--json")
    seed = json.loads(outcome.out)["seed"]
    assert load_plan(tmp_path / "x.kinecreature") == generate(seed)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b'{"format": "kinegraph creature", "version": 99}',
        b'{"format": "kinegraph creature", "version": 1, "plan": {"name": "x", "spine": []}}',
        b'{"format": "kinegraph creature", "version": 1, "plan": {"name": "x", "spine": [{"place": [0, 0], '
        b'"radius": 1}, {"place": [0, 0, 0], "radius": 1}]}}',
        b"[" * 100_000,
        b"\xff\xfe\x00",
    ],
)
def test_a_damaged_plan_is_refused_with_one_sentence(kinegraph: Command, tmp_path: Path, text: bytes) -> None:
    (tmp_path / "bad.kinecreature").write_bytes(text)
    outcome = kinegraph(
        "creatures", "make", "--plan", tmp_path / "bad.kinecreature", "-o", tmp_path / "x.glb"
    )
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert not (tmp_path / "x.glb").exists()


@pytest.mark.parametrize(
    "options", [["--kind", "unicron"], ["--seed", "1", "--plan", "x"], ["--plan", "nothing"]]
)
def test_what_cannot_be_made_is_refused(kinegraph: Command, tmp_path: Path, options: list[str]) -> None:
    outcome = kinegraph("creatures", "make", *options, "-o", tmp_path / "x.glb")
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
