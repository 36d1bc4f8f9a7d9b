"""Tremor is not keyed, and smoothing removes it while contacts and extremes stay."""

from functools import cache

import numpy as np
import pytest

from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import detect_contacts
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.resample import resample
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.rules.contacts import guessed_contacts
from kinegraph.keys.rules.smoothing import smooth_motion
from kinegraph.keys.settings import KeySettings


@cache
def walk() -> Clip:
    return resample(next(clip for clip in sample_motions("bear") if clip.name == "walk"), 120.0)


def trembling(clip: Clip, degrees: float, seed: int = 0) -> Clip:
    turns = np.radians(degrees) * np.random.default_rng(seed).standard_normal((*clip.rotations.shape[:2], 3))
    rotations = quat_multiply(clip.rotations, quat_from_axis_angle(turns))
    return Clip(clip.skeleton, clip.fps, clip.root_translations, rotations)


def places(clip: Clip) -> np.ndarray:
    return forward_kinematics(clip).positions


@pytest.mark.parametrize("degrees", [0.2, 0.3])
def test_tremor_asks_for_hardly_any_keys(degrees: float) -> None:
    clean = choose_keys(walk()).automatic
    assert choose_keys(trembling(walk(), degrees)).automatic <= 1.25 * clean


def test_tremor_is_reported_and_smoothing_is_too() -> None:
    clip = trembling(walk(), 0.3)
    assert any("trembles" in note for note in choose_keys(clip).notes)
    assert any("Smoothed" in note for note in choose_keys(clip, KeySettings(smooth=True)).notes)
    assert not any("trembles" in note for note in choose_keys(walk()).notes)


@pytest.mark.parametrize("degrees", [0.2, 0.5])
def test_smoothing_halves_the_error(degrees: float) -> None:
    noisy, clean = trembling(walk(), degrees), places(walk())
    before = np.linalg.norm(places(noisy) - clean, axis=-1)
    after = np.linalg.norm(places(smooth_motion(noisy)) - clean, axis=-1)
    assert after.mean() < 0.55 * before.mean()
    assert after.max() < before.max()


def test_smoothing_keeps_contacts_and_extremes() -> None:
    noisy, points = trembling(walk(), 0.5), guessed_contacts(walk().skeleton)
    smooth = smooth_motion(noisy)
    wanted, found, spoiled = (detect_contacts(clip, points).touching for clip in (walk(), smooth, noisy))
    assert np.mean(found != wanted) < 0.6 * np.mean(spoiled != wanted)
    reach, kept = np.ptp(places(walk()), axis=0), np.ptp(places(smooth), axis=0)
    worst = np.linalg.norm(places(noisy) - places(walk()), axis=-1).max()
    assert np.abs(kept - reach).max() < worst


def test_clean_motion_is_hardly_changed() -> None:
    assert np.abs(places(smooth_motion(walk())) - places(walk())).max() < 0.003  # of a bear of 1.1 m


def test_short_clips_come_back_as_they_are() -> None:
    clip = walk().frames(0, 20)
    assert smooth_motion(clip) is clip
