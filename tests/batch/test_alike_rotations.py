"""A character's motions are keyed in the same rotation modes: in a batch, and by the command."""

from pathlib import Path

import pytest
from tests.cli.command import Command
from tests.keys.refining.test_refiner import turning

from kinegraph.batch.jobs.key_options import KeyOptions
from kinegraph.batch.jobs.keys import KeysJob
from kinegraph.batch.run import run_batch
from kinegraph.core.animation import QUATERNION
from kinegraph.formats import load, save
from kinegraph.keys import fitted_modes

RATES = {"hinge": (5.0, 0.0, 0.0), "tumble": (7.0, 6.0, 5.0)}


@pytest.fixture
def kinegraph(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Two motions of one character, in files of their own."""
    folder = tmp_path / "takes"
    folder.mkdir()
    for name, rates in RATES.items():
        save(turning(rates), folder / f"{name}.bvh")
    return folder


def modes_of(path: Path) -> tuple[str, ...]:
    (animation,) = load(path).animations
    return animation.rotation_modes


def test_a_batch_keys_all_motions_of_a_character_in_the_same_modes(library: Path, tmp_path: Path) -> None:
    job = KeysJob(to=".json", options=KeyOptions(count=6, contacts=False), fit="preview")
    out = tmp_path / "out"
    counts = run_batch(job, [library], out, workers=0)
    assert (counts.done, counts.failed) == (2, 0)
    found = [modes_of(out / f"{name}.json") for name in RATES]
    assert found[0] == found[1]
    assert found[0][1] == QUATERNION
    again = run_batch(job, [library], out, workers=0)
    assert again.reused == 2


def test_named_modes_are_kept_and_one_motion_decides_for_itself(library: Path) -> None:
    paths = sorted(library.iterdir())
    named = KeysJob(options=KeyOptions(rotation="ZXY"))
    assert named.prepared(paths) == named
    assert KeysJob().prepared(paths[:1]).modes == {}
    (library / "broken.bvh").write_text("HIERARCHY", encoding="utf-8")
    assert len(KeysJob().prepared(sorted(library.iterdir())).modes) == 1


def test_the_command_keys_a_motion_like_others(library: Path, tmp_path: Path, kinegraph: Command) -> None:
    hinge, tumble, out = library / "hinge.bvh", library / "tumble.bvh", tmp_path / "out.json"
    options = ("--count", "6", "--no-contacts", "--fit", "preview", "-o", str(out))
    assert kinegraph("keys", str(hinge), *options).code == 0
    assert modes_of(out) == fitted_modes(load(hinge).clips[0])
    assert kinegraph("keys", str(hinge), *options, "--alike", str(tumble)).code == 0
    assert modes_of(out) == fitted_modes(load(hinge).clips[0], load(tumble).clips[0])
    answer = kinegraph("keys", str(hinge), "--rotation", "ZXY", "--alike", str(tumble))
    assert (answer.code, "--rotation ZXY names them" in answer.err) == (2, True)
    other = library / "other.bvh"
    save(turning(RATES["hinge"]).frames(0, 5), other)
    text = other.read_text(encoding="utf-8").replace("joint_1", "elbow").replace("joint 1", "elbow")
    other.write_text(text, encoding="utf-8")
    answer = kinegraph("keys", str(hinge), "--alike", str(other))
    assert (answer.code, "moves another skeleton" in answer.err) == (2, True)
