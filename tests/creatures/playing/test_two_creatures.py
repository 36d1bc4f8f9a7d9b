"""Two creatures of one animation: each one's target is the other's hand, as the example has it."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.maker import creature_from_plan

EXAMPLE = Path(__file__).parents[3] / "examples" / "09_two_creatures_shake_hands.py"


@pytest.mark.parametrize(("seed", "kind"), [(105, "biped"), (100, "many armed"), (104, "centaur")])
def test_palms_of_different_creatures_stay_together_while_they_shake(seed: int, kind: str) -> None:
    example = runpy.run_path(str(EXAMPLE))
    bear, friend = (
        creature_from_character(character("bear")),
        creature_from_plan(generate(seed, kind), skin=False),
    )
    leader, follower, meeting = example["partners"](bear, friend)
    seconds = (
        np.arange(1, round(shipped_animation("shake hands").duration * example["FPS"]) + 1) / example["FPS"]
    )
    gaps = np.array([example["shake_hands"](leader, follower, meeting) for _ in seconds])
    away = np.linalg.norm(gaps, axis=1)
    held = (seconds > 0.95) & (seconds < 2.1)
    arm = min(subject.actor.creature.limb_lengths[subject.hand] for subject in (leader, follower))
    assert away[held].max() < 0.15 * arm
    assert away[-1] > 0.5 * arm
