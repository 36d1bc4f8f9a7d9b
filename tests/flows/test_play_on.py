"""Any motion on any character: copied, mapped or generalized, with planted contacts."""

from pathlib import Path

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import axis_angle_from_quat, quat_conjugate, quat_multiply
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.creatures.animations import shipped_animation
from kinegraph.doodles.example import example_doodle
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.flows.perform_drawing import perform_drawing
from kinegraph.flows.play_on import PlayedHow, play_on
from kinegraph.formats import load, save

BEAR = character("bear")
WALK = next(clip for clip in sample_motions("bear") if clip.name == "walk").frames(0, 60)
SLIP, DEPTH = 0.005, 0.01  # shares of the body's largest extent


def test_the_same_skeleton_takes_the_motion_as_it_is() -> None:
    played = play_on(WALK, BEAR)
    assert played.how == PlayedHow.COPIED
    assert played.clip is WALK
    assert 0.0 < played.slip < 0.02


def test_a_larger_body_goes_farther_with_the_same_rotations() -> None:
    giant = scale_lengths(Scene(BEAR), 2.5).character
    assert giant is not None
    played = play_on(WALK, giant)
    assert played.how == PlayedHow.MAPPED
    wanted = 2.5 * forward_kinematics(WALK).positions
    assert np.abs(forward_kinematics(played.clip).positions - wanted).max() < 1e-9
    assert played.slip == pytest.approx(play_on(WALK, BEAR).slip, rel=1e-6)


def test_a_body_with_the_same_limbs_follows_joint_by_joint() -> None:
    mouse = character("mouse")
    played = play_on(WALK, mouse, BEAR)
    assert played.how == PlayedHow.MAPPED
    knees = [
        axis_angle_from_quat(
            quat_multiply(
                quat_conjugate(who.skeleton.rest_rotations[who.skeleton.index("left_shin")]),
                clip.rotations[:, who.skeleton.index("left_shin")],
            )
        )[:, 0]
        for who, clip in ((BEAR, WALK), (mouse, played.clip))
    ]
    assert np.corrcoef(knees[0], knees[1])[0, 1] > 0.9  # it walks in step
    assert played.slip < 2.0 * play_on(WALK, BEAR).slip
    places = forward_kinematics(played.clip).positions
    soles = [places[:, mouse.skeleton.index(f"{side}_foot"), 1] for side in ("left", "right")]
    assert 0.0 <= min(heights.min() for heights in soles) < 0.1


def drawn() -> Character:
    character = perform_drawing(example_doodle(), 30.0, Proportions()).character
    assert character is not None
    return character


def foreign(folder: Path) -> Character:
    """The figure as an imported rig, without the anatomy that our own files carry."""
    save(Character.bare("foreign", character("figure").skeleton), folder / "figure.glb")
    found = load(folder / "figure.glb").character
    assert found is not None
    return Character.bare(found.name, found.skeleton)


@pytest.mark.parametrize("kind", ["figure", "spider", "drawn", "foreign"])
def test_other_bodies_keep_their_feet_planted_and_above_the_ground(kind: str, tmp_path: Path) -> None:
    onto = {"drawn": drawn, "foreign": lambda: foreign(tmp_path)}.get(kind, lambda: character(kind))()
    played = play_on(WALK, onto, BEAR)
    assert played.how == PlayedHow.GENERALIZED
    assert played.clip.skeleton == onto.skeleton
    assert played.slip < SLIP
    assert played.penetration < DEPTH
    assert played.clip.duration == pytest.approx(WALK.duration, abs=1.0 / WALK.fps)


def test_a_drawn_motion_plays_on_the_cast() -> None:
    result = perform_drawing(example_doodle(), 30.0, Proportions())
    assert result.clip is not None
    for name in ("bear", "spider"):
        played = play_on(result.clip.frames(0, 90), character(name), result.character)
        assert played.how != PlayedHow.COPIED
        assert max(played.slip, played.penetration) < 0.02


def test_an_animation_for_any_creature_is_played() -> None:
    played = play_on(shipped_animation("wave"), character("octopus"))
    assert played.how == PlayedHow.GENERALIZED
    assert played.clip.name == "wave"


def test_a_motion_that_cannot_be_played_is_named() -> None:
    with pytest.raises(InvalidValue, match="'walk' cannot be played on 'spider': "):
        play_on(WALK.frames(0, 1), character("spider"), BEAR)
