"""`kinegraph creatures play`."""

import json
from pathlib import Path

from command import Command

from kinegraph.creatures.animation.motion_file import save_motion
from kinegraph.creatures.animations import shipped_animation


def test_without_a_file_it_prints_the_binding(kinegraph: Command, tmp_path: Path) -> None:
    save_motion(shipped_animation("wave"), tmp_path / "mine.kinemotion")
    outcome = kinegraph(
        "creatures", "play", tmp_path / "mine.kinemotion", "cast:bear", "--variant", 1, "--json"
    )
    facts = json.loads(outcome.out)
    assert facts["variants"] == 2
    assert facts["channels"]["hand"] == ["right_paw"]
    assert facts["file"] is None


def test_an_unknown_animation_is_an_error(kinegraph: Command) -> None:
    outcome = kinegraph("creatures", "play", "wavee", "cast:bear")
    assert outcome.code == 2
    assert "wave" in outcome.err
