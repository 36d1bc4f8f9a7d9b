"""Layers over a base: the residual gives the original back; weight, mute, solo and merge do what they say."""

from dataclasses import replace

import numpy as np
import pytest
from tests.keys.keyed_motion import swaying_clip

from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.motion_layers import MotionLayer, merge_layers, residual_layer
from kinegraph.keys.settings import KeySettings


def places(clip: Clip) -> np.ndarray:
    return forward_kinematics(clip).positions


def keyed(clip: Clip) -> Clip:
    return key_motion(choose_keys(clip, KeySettings(contacts=False)), 5).clip


def sliding(clip: Clip) -> Clip:
    moves = np.array(local_translations(clip))
    moves[:, 1:] += 0.05 * np.sin(np.arange(len(clip)))[:, None, None]
    return replace(clip, translations=moves)


@pytest.mark.parametrize("slides", [(False, False), (True, False), (False, True), (True, True)])
def test_a_keyed_base_and_its_residual_play_the_original(slides: tuple[bool, bool]) -> None:
    clip = swaying_clip(1, 61)
    original, base = clip, keyed(clip)
    original = sliding(original) if slides[0] else original
    base = sliding(base) if slides[1] else base
    merged = merge_layers(base, [residual_layer(original, base)])
    np.testing.assert_allclose(places(merged), places(original), atol=1e-9)


def test_the_weight_goes_from_the_base_to_the_original_and_beyond() -> None:
    original = swaying_clip(2, 61)
    base = keyed(original)
    detail = residual_layer(original, base)
    apart = [
        np.abs(places(merge_layers(base, [replace(detail, weight=weight)])) - places(base)).max()
        for weight in (0.0, 0.5, 1.0, 2.0)
    ]
    assert apart[0] < 1e-12
    assert apart[1] == pytest.approx(0.5 * apart[2], rel=0.05)
    assert apart[3] == pytest.approx(2.0 * apart[2], rel=0.1)


def test_muted_layers_and_those_beside_a_soloed_one_do_not_play() -> None:
    base = swaying_clip(3, 30)
    shape = base.rotations.shape

    def turning(axis: int, **states: bool) -> MotionLayer:
        turns = np.zeros((*shape[:2], 3))
        turns[..., axis] = 0.3
        return MotionLayer("turn", quat_from_axis_angle(turns), np.zeros((shape[0], 3)), **states)

    alone = places(merge_layers(base, [turning(0)]))
    np.testing.assert_array_equal(places(merge_layers(base, [turning(0), turning(1, muted=True)])), alone)
    np.testing.assert_array_equal(places(merge_layers(base, [turning(0, soloed=True), turning(1)])), alone)
    both = merge_layers(base, [turning(0), turning(1)])
    step = quat_multiply(quat_from_axis_angle([0.3, 0.0, 0.0]), quat_from_axis_angle([0.0, 0.3, 0.0]))
    np.testing.assert_allclose(np.abs((both.rotations * quat_multiply(base.rotations, step)).sum(-1)), 1.0)


def test_merging_in_two_steps_is_merging_at_once() -> None:
    original, other = swaying_clip(4, 40), swaying_clip(5, 40, len(swaying_clip(4, 40).skeleton))
    base = keyed(original)
    layers = [residual_layer(original, base), replace(residual_layer(original, other), weight=0.4)]
    at_once = merge_layers(base, layers)
    in_steps = merge_layers(merge_layers(base, layers[:1]), layers[1:])
    np.testing.assert_allclose(places(at_once), places(in_steps), atol=1e-12)


def test_layers_of_another_length_are_refused() -> None:
    base = swaying_clip(6, 40)
    with pytest.raises(InvalidValue, match="40 frames"):
        residual_layer(base.frames(0, 20), base)
    with pytest.raises(InvalidValue, match="has 20 frames"):
        merge_layers(base, [residual_layer(base.frames(0, 20), base.frames(0, 20))])
    with pytest.raises(InvalidValue, match="must be a number"):
        replace(residual_layer(base, base), weight=float("nan"))
