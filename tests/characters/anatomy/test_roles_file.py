"""The anatomy of a rig as a file: written, corrected by hand, read back; mistakes get a sentence."""

from pathlib import Path

import numpy as np
import pytest
from anatomy_samples import biped, quadruped, school_names

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.characters.anatomy.roles_file import (
    anatomy_from_text,
    anatomy_text,
    load_anatomy,
    save_anatomy,
)
from kinegraph.core.body import Cap
from kinegraph.core.errors import FormatError


def test_what_was_written_reads_back_as_the_guess(tmp_path: Path) -> None:
    rig = quadruped(turned=90.0)
    save_anatomy(rig, tmp_path / "rig.yaml")
    given, guess = load_anatomy(tmp_path / "rig.yaml", rig), guess_anatomy(rig)
    assert [body.caps for body in given.character.bodies] == [body.caps for body in guess.bodies]
    assert np.array_equal(given.character.symmetry.mirror, guess.symmetry.mirror)
    assert guess.facing is not None
    assert given.front is not None
    assert given.front == pytest.approx(guess.facing, abs=0.01)


def test_a_corrected_role_replaces_the_guess() -> None:
    rig = biped(school_names("biped"))
    text = anatomy_text(rig).replace(
        'hands: ["Bip01 L Hand", "Bip01 R Hand"]', 'hands: ["Bip01 L Forearm", "Bip01 R Hand"]'
    )
    given = anatomy_from_text(text, "rig.yaml", rig).character
    joint = rig.skeleton.index
    assert Cap.GRASPER in given.bodies[joint("Bip01 L Forearm")].caps
    assert Cap.GRASPER not in given.bodies[joint("Bip01 L Hand")].caps


def test_a_front_in_degrees_turns_from_z_towards_x() -> None:
    rig = biped()
    text = anatomy_text(rig).replace("front: +Z", "front: 90")
    assert anatomy_from_text(text, "rig.yaml", rig).front == pytest.approx([1.0, 0.0, 0.0], abs=1e-9)


@pytest.mark.parametrize(
    ("wrong", "right", "sentence"),
    [
        ('feet: ["left foot"', 'feet: ["left fot"', r"did you mean 'left foot'"),
        ("hands: [", "hand: [", r"no key 'hand'; did you mean 'hands'"),
        ("front: +Z", "front: Z", r"no direction 'Z'; did you mean '-Z' or '\+Z'"),
        ('root: ["hips"]', 'root: ["hips", "chest"]', "one root, not 2"),
        ('hands: ["left hand"', 'hands: ["left foot"', "under 'feet' already"),
        ('head: ["head"]', 'head: ["head", "head"]', "listed twice"),
        ("version: 1", "version: 9", "reads version 1"),
        ("format: kinegraph anatomy", "format: anatomy", "is not an anatomy"),
        ('  "left hand": "right hand"', '  "left hand": "left hand"', "cannot be a pair"),
    ],
)
def test_a_bad_entry_is_refused_with_a_sentence(wrong: str, right: str, sentence: str) -> None:
    rig = biped()
    text = anatomy_text(rig)
    assert wrong in text
    with pytest.raises(FormatError, match=sentence) as refused:
        anatomy_from_text(text.replace(wrong, right), "rig.yaml", rig)
    assert refused.value.line is not None
