"""Keys at contacts and at the tops of jumps, and feet that stand."""

from pathlib import Path

import numpy as np
import pytest
from tests.keys.captures import CAPTURES, capture

from kinegraph.characters.cast import character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import detect_contacts
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.resample import resample
from kinegraph.core.scaling import scale_lengths
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.curves.channels import rig_channels
from kinegraph.keys.curves.playback_error import PlaybackError, PlaybackReference
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.rules import stances
from kinegraph.keys.rules.contacts import TOGETHER, contact_keys, guessed_contacts
from kinegraph.keys.rules.stances import drift_bound, stance_keys
from kinegraph.keys.selection.selection_space import FREE, KeyRules
from kinegraph.keys.settings import KeySettings


def bear(motion: str) -> Clip:
    return next(clip for clip in sample_motions("bear") if clip.name == motion)


def test_every_contact_change_has_a_key_within_two_frames_of_film() -> None:
    clip, points = bear("walk"), character("bear").contacts
    touching = detect_contacts(clip, points).touching
    changes = np.flatnonzero((touching[1:] != touching[:-1]).any(axis=1)) + 1
    keys = np.array([0, *contact_keys(clip, points), len(clip) - 1])
    assert len(changes) > 30
    for frame in changes:
        assert np.abs(keys - frame).min() <= TOGETHER * clip.fps + 1


def test_contact_keys_keep_apart() -> None:
    clip = bear("walk")
    keys = contact_keys(clip, character("bear").contacts, taken=(0, 100, len(clip) - 1))
    assert np.diff(sorted([0, 100, len(clip) - 1, *keys])).min() > TOGETHER * clip.fps


def test_the_top_of_a_hop_is_a_key() -> None:
    clip = bear("hop")
    top = int(np.argmax(clip.root_translations[:, 1]))
    assert min(abs(key - top) for key in contact_keys(clip, character("bear").contacts)) <= 1


def test_a_jump_is_keyed_where_it_is_crouched_for_and_taken_up(shared_data: Path) -> None:
    clip = capture(shared_data, "Jump")
    keys = np.array(contact_keys(clip, guessed_contacts(clip.skeleton)))
    hips = clip.root_translations[:, 1]
    for low in (int(np.argmin(hips[:120])), 184 + int(np.argmin(hips[184:230]))):
        assert np.abs(keys - low).min() <= 10


def test_a_walk_has_no_keys_but_its_contacts(shared_data: Path) -> None:
    clip = capture(shared_data, "Walk")
    found = detect_contacts(clip, guessed_contacts(clip.skeleton))
    changes = np.flatnonzero((found.touching[1:] != found.touching[:-1]).any(axis=1))
    keys = contact_keys(clip, guessed_contacts(clip.skeleton))
    assert all(np.abs(changes - key).min() <= 1 for key in keys)


def test_a_standing_character_has_no_contact_keys() -> None:
    assert contact_keys(bear("wave"), character("bear").contacts) == ()


def test_a_walks_keyposes_are_its_contacts_and_its_breakdowns_pass_between(shared_data: Path) -> None:
    choices = choose_keys(capture(shared_data, "Walk"))
    keys = choices.keys(choices.automatic)
    strikes = (58, 131, 197, 271, 339)  # where a heel touches down
    assert set(strikes) <= set(keys.frames[keys.layers < 2].tolist())
    feet = [choices.clip.skeleton.index(name) for name in ("LeftFoot", "RightFoot")]
    passing = np.argmin(_stride(choices.clip, feet)[64:125]) + 64  # the feet are side by side
    assert np.abs(keys.frames - passing).min() <= 10


def _stride(clip: Clip, feet: list[int]) -> np.ndarray:
    places = forward_kinematics(clip).positions[:, feet]
    return np.linalg.norm((places[:, 0] - places[:, 1])[:, [0, 2]], axis=1)


@pytest.mark.parametrize("name", CAPTURES)
def test_feet_that_stood_stay_within_the_bound(shared_data: Path, name: str) -> None:
    choices = choose_keys(capture(shared_data, name))
    error = key_motion(choices).error
    assert len(error.stances) > 3
    assert error.worst_stance_drift <= drift_bound(choices.clip)
    assert error.worst_sinking <= drift_bound(choices.clip)


def _straying(error: PlaybackError) -> float:
    return max(error.worst_stance_drift, error.worst_sinking)


def test_stance_keys_mend_a_sliding_foot_and_come_after_the_layers() -> None:
    clip, points = bear("walk"), character("bear").contacts
    choices = choose_keys(clip, contacts=points)
    layers = max(stage.highest for stage in choices.ladder.stages[:3])
    bound = drift_bound(clip)
    assert _straying(key_motion(choices, layers, refine=False).error) > bound
    assert _straying(key_motion(choices).error) <= bound
    assert choices.automatic > layers
    assert any("no planted foot drifts" in note for note in choices.notes)
    before, after = choices.keys(layers), choices.keys(choices.automatic)
    assert set(before.frames.tolist()) < set(after.frames.tolist())


def test_a_count_by_hand_gets_no_stance_keys_and_reports_its_drift() -> None:
    choices = choose_keys(
        bear("walk"), KeySettings(layer_counts=(None, None, 41)), character("bear").contacts
    )
    assert choices.automatic == 41
    assert key_motion(choices).error.worst_stance_drift > 0.0


def test_stances_that_rules_leave_no_room_for_are_reported_not_hidden() -> None:
    clip, points = bear("walk"), character("bear").contacts
    keys = np.array([0, len(clip) - 1])
    rules = KeyRules(forbidden=tuple(range(1, len(clip) - 1)))
    found = stance_keys(PlaybackReference(clip, points), rig_channels(clip), keys, rules)
    assert not found.held
    assert len(found.frames) == 0


def test_no_stance_keys_where_nothing_strays() -> None:
    clip, points = bear("hop"), character("bear").contacts
    found = stance_keys(PlaybackReference(clip, points), rig_channels(clip), np.arange(len(clip)), FREE)
    assert found.held
    assert len(found.frames) == 0


@pytest.mark.parametrize("name", ["Walk", "Layup"])
def test_the_unit_of_a_capture_does_not_change_its_keys(shared_data: Path, name: str) -> None:
    metres, centimetres = (
        choose_keys(scale_lengths(capture(shared_data, name), unit)) for unit in (1.0, 100.0)
    )
    frames = [own.keys(own.automatic).frames.tolist() for own in (metres, centimetres)]
    assert frames[0] == frames[1]


@pytest.mark.parametrize("name", ["Walk", "Layup"])
def test_twice_the_frame_rate_gives_the_same_keys_within_a_frame(shared_data: Path, name: str) -> None:
    clip = capture(shared_data, name)
    once, twice = choose_keys(clip), choose_keys(resample(clip, 2 * clip.fps))
    # A threshold that is only just met, or only just not, may add a key; what is chosen stays where it was.
    assert abs(once.automatic - twice.automatic) <= 1
    frames, halves = once.keys(once.automatic).frames, twice.keys(twice.automatic).frames / 2
    assert np.mean([np.abs(halves - frame).min() <= 1.0 for frame in frames]) >= 0.95


@pytest.mark.parametrize("name", ["Walk", "Jump", "Layup"])
def test_twice_the_frame_rate_gives_the_same_layers_within_a_frame(shared_data: Path, name: str) -> None:
    clip, settings = capture(shared_data, name), KeySettings(contacts=False)
    once, twice = choose_keys(clip, settings), choose_keys(resample(clip, 2 * clip.fps), settings)
    assert once.automatic == twice.automatic
    frames, halves = (own.keys(once.automatic).frames for own in (once, twice))
    assert np.abs(frames - halves / 2).max() <= 1.0


def test_contact_points_are_guessed_where_none_are_marked(shared_data: Path) -> None:
    names = {point.name for point in guessed_contacts(capture(shared_data, "Walk").skeleton)}
    assert names == {"left toe", "left heel", "right toe", "right heel"}


def test_feet_of_long_clips_are_held_although_stretches_are_fitted_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clip, points = bear("walk"), character("bear").contacts
    reference, rig = PlaybackReference(clip, points), rig_channels(clip)
    keys = np.unique(np.append(np.arange(0, len(clip), 7), len(clip) - 1))
    monkeypatch.setattr(stances, "_STRETCH", 8)
    found = stance_keys(reference, rig, keys, KeyRules())
    assert found.held
    assert len(found.frames) > 0
