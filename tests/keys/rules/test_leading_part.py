"""The leading part that is proposed, and that anyone can overrule."""

from pathlib import Path

import pytest
from tests.keys.captures import capture
from tests.keys.keyed_motion import chain, swaying_clip

from kinegraph.characters.cast import character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.clip import Clip
from kinegraph.core.pose import Pose
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.rules.contacts import guessed_contacts
from kinegraph.keys.rules.leading_part import proposed_leading_part
from kinegraph.keys.settings import KeySettings

# As the thesis chose, but for the layup, where both hands carry the ball.
LEADING = {
    "Walk": {"Hips"},
    "Jump": {"Hips"},
    "Turn": {"Hips"},
    "Pitch": {"RightHand"},
    "Cartwheel": {"LeftHand", "RightHand"},
    "Layup": {"LeftHand", "RightHand"},
}


@pytest.mark.parametrize("name", LEADING)
def test_proposals_agree_with_the_thesis(shared_data: Path, name: str) -> None:
    clip = capture(shared_data, name)
    assert set(proposed_leading_part(clip, guessed_contacts(clip.skeleton))) == LEADING[name]


def test_a_wave_is_led_by_the_paw_that_waves() -> None:
    wave = next(clip for clip in sample_motions("bear") if clip.name == "wave")
    assert proposed_leading_part(wave, character("bear").contacts) == ("left_paw",)


def test_what_stands_still_is_led_by_its_root() -> None:
    still = Clip.from_poses([Pose.rest(chain(3))] * 20, 30.0)
    assert proposed_leading_part(still) == ("joint 0",)


def test_a_person_has_the_last_word() -> None:
    settings = KeySettings(leading=("joint 2",), contacts=False)
    assert choose_keys(swaying_clip(1, 60), settings).leading == ("joint 2",)
