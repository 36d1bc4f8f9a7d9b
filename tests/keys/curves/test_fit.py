"""Curve fits: exact at keys, smooth where the motion is, handles inside, and close to the motion between."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.keys.keyed_motion import FPS, chain, random_animation, random_frames, swaying_clip

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.bake import bake, poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.formats import load
from kinegraph.keys.curves.channels import rig_channels
from kinegraph.keys.curves.fit import (
    FitMethod,
    FitWeights,
    fit_handles,
    fit_keys,
)
from kinegraph.keys.curves.slopes import key_slopes

METHODS = tuple(FitMethod)


def rooted(values: np.ndarray, fps: float = FPS) -> Clip:
    """A single joint whose height above rest is `values` (F,) [m]."""
    roots = np.zeros((len(values), 3))
    roots[:, 1] = 0.3 + values
    return Clip(chain(1), fps, roots, np.tile([0.0, 0.0, 0.0, 1.0], (len(values), 1, 1)))


def height_curve(animation: Animation) -> Curve:
    return animation.curves[Channel(0, Property.TRANSLATION, 1)]


def turns(curve: Curve) -> np.ndarray:
    """Relative change of slope at the inner keys: zero where the handles are collinear."""
    before = (curve.values - curve.in_handles[:, 1]) / (curve.times - curve.in_handles[:, 0])
    after = (curve.out_handles[:, 1] - curve.values) / (curve.out_handles[:, 0] - curve.times)
    scale = np.ptp(curve.values) / (curve.times[-1] - curve.times[0]) + 1e-12
    return (np.abs(after - before) / (scale + np.abs(after)))[1:-1]


def errors_mm(clip: Clip, animation: Animation) -> np.ndarray:
    wanted, found = forward_kinematics(clip), forward_kinematics(bake(animation))
    return 1e3 * np.linalg.norm(found.positions - wanted.positions, axis=-1)


def check_handles(animation: Animation) -> None:
    """Every handle inside its segment, and no two of a segment overlapping in time."""
    for curve in animation.curves.values():
        starts, ends = curve.out_handles[:-1, 0], curve.in_handles[1:, 0]
        assert (starts > curve.times[:-1]).all()
        assert (ends < curve.times[1:]).all()
        assert (starts <= ends).all()


@pytest.mark.parametrize("seed", range(12))
def test_the_final_fit_recovers_a_keyed_animation(seed: int) -> None:
    """Given the true keys of a Bezier animation sampled at 120 fps: within 0.1 % of each channel's range."""
    animation, frames = random_animation(seed)
    times = np.arange(frames[-1] + 1) / FPS
    fitted = fit_keys(poses_at(animation, times, FPS), frames, method="final", rotation_modes="ZXY")
    between = np.linspace(0.0, times[-1], 4 * len(times))
    for channel, curve in animation.curves.items():
        wanted = curve.evaluate(between)
        miss = np.abs(fitted.curves[channel].evaluate(between) - wanted).max()
        assert miss <= 1e-3 * np.ptp(wanted)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("modes", [None, QUATERNION])
def test_curves_pass_exactly_through_the_keys(method: FitMethod, modes: str | None) -> None:
    clip, keys = swaying_clip(2), np.array([0, 1, 17, 40, 41, 90, 120])
    rig = rig_channels(clip, modes)
    fitted = fit_keys(clip, keys, method=method, rotation_modes=modes)
    for channel, values in zip(rig.channels, rig.values, strict=True):
        np.testing.assert_array_equal(fitted.curves[channel].times, keys / clip.fps)
        np.testing.assert_array_equal(fitted.curves[channel].evaluate(keys / clip.fps), values[keys])


@pytest.mark.parametrize("method", METHODS)
def test_slopes_are_continuous_where_the_motion_is_smooth(method: FitMethod) -> None:
    clip = swaying_clip(3, frames=241)
    fitted = fit_keys(clip, random_frames(np.random.default_rng(3), 6), method=method)
    assert max(turns(curve).max() for curve in fitted.curves.values()) < 1e-9


@pytest.mark.parametrize("method", METHODS)
def test_a_bounce_stays_a_corner(method: FitMethod) -> None:
    """|sin| lands on the ground with its full speed and leaves with it, both within 5 %."""
    values = np.abs(np.sin(np.arange(121) * np.pi / 60))
    curve = height_curve(fit_keys(rooted(values), [0, 30, 60, 90, 120], method=method))
    touch = 60 / FPS
    into, away = curve.slopes([touch - 1e-6, touch]) / (np.pi / 60 * FPS)
    assert into == pytest.approx(-1.0, abs=0.05)
    assert away == pytest.approx(1.0, abs=0.05)
    assert (turns(curve)[[0, 2]] < 1e-9).all()


def test_noise_makes_no_corners() -> None:
    rng = np.random.default_rng(4)
    values = np.sin(np.arange(400) / 30) + 0.01 * rng.normal(size=(50, 400))
    assert key_slopes(values, np.arange(0, 400, 20)).corners.mean() < 0.02


@pytest.mark.parametrize("method", METHODS)
def test_scaling_the_values_scales_the_handles(method: FitMethod) -> None:
    clip, keys = swaying_clip(5), np.array([0, 20, 55, 80, 120])
    values = rig_channels(clip).values
    handles, scaled = fit_handles(values, keys, method), fit_handles(1000.0 * values, keys, method)
    np.testing.assert_allclose(scaled.lengths, handles.lengths, atol=1e-5)
    np.testing.assert_allclose(
        scaled.in_slopes, 1000.0 * handles.in_slopes, rtol=1e-5, atol=1e-3 * np.ptp(values)
    )


@pytest.mark.parametrize("method", METHODS)
def test_the_frame_rate_on_paper_changes_no_handle(method: FitMethod) -> None:
    clip, keys = swaying_clip(6), [0, 20, 55, 80, 120]
    curves = fit_keys(clip, keys, method=method).curves
    for channel, slow in fit_keys(replace(clip, fps=FPS / 4), keys, method=method).curves.items():
        np.testing.assert_allclose(slow.out_handles[:, 1], curves[channel].out_handles[:, 1], atol=1e-12)
        np.testing.assert_allclose(slow.in_handles[:, 0], 4 * curves[channel].in_handles[:, 0], atol=1e-12)


@pytest.mark.parametrize(("method", "tolerance"), [("preview", 0.02), ("final", 0.005)])
def test_a_denser_recording_gives_the_same_curves(method: str, tolerance: float) -> None:
    """60 and 120 fps of one motion, keys at the same times: curves within a share of the range."""
    values = [np.sin(np.linspace(0, 9, n)) + 0.5 * np.sin(np.linspace(1, 23, n)) for n in (121, 241)]
    keys = np.array([0, 13, 30, 48, 70, 92, 120])
    sparse = height_curve(fit_keys(rooted(values[0], 60.0), keys, method=method))
    dense = height_curve(fit_keys(rooted(values[1], 120.0), 2 * keys, method=method))
    times = np.linspace(0, 2, 500)
    miss = np.abs(sparse.evaluate(times) - dense.evaluate(times)).max()
    assert miss <= tolerance * np.ptp(values[0])


@given(st.integers(0, 100_000), st.integers(2, 12), st.sampled_from(METHODS))
def test_fuzz_any_keys_of_any_motion_give_sound_curves(seed: int, frames: int, method: FitMethod) -> None:
    """Held values, jumps, keys side by side, two frames: finite curves, exact keys, handles inside."""
    rng = np.random.default_rng(seed)
    values = rng.choice([0.0, 1.0, 1e-7, 50.0, rng.normal()], size=frames)
    keys = np.flatnonzero(rng.random(frames) < 0.5)
    keys = keys if len(keys) > 1 else np.array([0, frames - 1])
    fitted = fit_keys(rooted(values), keys, method=method)
    check_handles(fitted)
    if np.abs(values).max() > 1e-6:
        sampled = height_curve(fitted).evaluate(np.linspace(0.0, frames / FPS, 50))
        assert np.isfinite(sampled).all()
        np.testing.assert_allclose(height_curve(fitted).evaluate(keys / FPS), values[keys], atol=1e-12)


@given(st.integers(0, 100_000))
def test_fuzz_the_final_fit_is_never_worse_than_the_preview(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = np.cumsum(rng.normal(size=(4, 80)), axis=1) + rng.choice([0.0, 20.0], (4, 80), p=[0.95, 0.05])
    keys = np.array([0, *sorted(rng.choice(np.arange(1, 79), rng.integers(0, 12), replace=False)), 79])
    for row in values:
        preview, final = (fit_keys(rooted(row), keys, method=method) for method in METHODS)
        times = np.arange(80) / FPS
        misses = [np.sum((height_curve(fit).evaluate(times) - row) ** 2) for fit in (preview, final)]
        assert misses[1] <= misses[0] * (1.0 + 1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_a_constant_channel_stays_constant(method: FitMethod) -> None:
    curve = height_curve(fit_keys(rooted(np.full(40, 0.7)), [0, 10, 39], method=method))
    np.testing.assert_allclose(curve.evaluate(np.linspace(0, 1, 100)), 0.7, rtol=1e-15)
    assert np.ptp(curve.in_handles[:, 1]) == 0.0


@pytest.mark.parametrize("method", METHODS)
def test_a_straight_motion_is_followed_exactly(method: FitMethod) -> None:
    values = np.linspace(0.0, 2.0, 61)
    fitted = fit_keys(rooted(values), [0, 7, 8, 60], method=method)
    np.testing.assert_allclose(height_curve(fitted).evaluate(np.arange(61) / FPS), values, atol=1e-9)


def test_a_clip_of_two_frames_is_a_straight_line() -> None:
    curve = height_curve(fit_keys(rooted(np.array([0.0, 1.0])), [0, 1], method="final"))
    np.testing.assert_allclose(
        curve.evaluate(np.array([0.25, 0.5, 0.75]) / FPS), [0.25, 0.5, 0.75], atol=1e-12
    )


@pytest.mark.parametrize("method", METHODS)
def test_a_spin_plays_back_through_all_its_turns(method: FitMethod) -> None:
    vectors = np.zeros((241, 2, 3))
    vectors[:, 1, 1] = 10 * np.pi * (1 - np.cos(np.linspace(0, np.pi, 241))) / 2
    clip = Clip(chain(2), FPS, np.zeros((241, 3)), quat_from_axis_angle(vectors))
    fitted = fit_keys(clip, [0, 60, 120, 180, 240], method=method)
    spun = next(curve for channel, curve in fitted.curves.items() if channel.joint == 1)
    np.testing.assert_allclose(spun.evaluate(np.arange(241) / FPS), vectors[:, 1, 1], atol=0.05)


def test_columns_carry_times_and_tags() -> None:
    tags = (KeyTag.KEYPOSE, KeyTag.BREAKDOWN, KeyTag.KEYPOSE)
    fitted = fit_keys(swaying_clip(1), [0, 30, 120], tags)
    assert fitted.column_tags == tags
    np.testing.assert_array_equal(fitted.column_times, np.array([0, 30, 120]) / FPS)
    assert fitted.fps == FPS


def test_given_channels_make_the_same_animation() -> None:
    clip = swaying_clip(1)
    once, again = fit_keys(clip, [0, 60, 120]), fit_keys(clip, [0, 60, 120], channels=rig_channels(clip))
    for channel, curve in once.curves.items():
        np.testing.assert_array_equal(again.curves[channel].out_handles, curve.out_handles)


@pytest.mark.parametrize("keys", [[0], [0, 0, 5], [5, 0], [0, 121], [-1, 5], [0.0, 5.0]])
def test_keys_that_make_no_curve_are_refused(keys: list[int]) -> None:
    with pytest.raises(InvalidValue):
        fit_keys(swaying_clip(1), keys)


def test_unknown_methods_weights_and_tags_are_refused() -> None:
    clip = swaying_clip(1)
    with pytest.raises(UnknownName, match="preview"):
        fit_keys(clip, [0, 120], method="previw")
    with pytest.raises(InvalidValue):
        FitWeights(accuracy=0.0)
    with pytest.raises(InvalidValue):
        fit_keys(clip, [0, 120], [KeyTag.KEYPOSE])
    with pytest.raises(InvalidValue):
        fit_keys(clip, [0, 120], channels=rig_channels(swaying_clip(1)))


def test_a_real_walk_keeps_its_joints_within_a_few_millimetres(shared_data: Path) -> None:
    """A key every 12 frames (0.1 s): RMS below 4 mm, the final fit closer than the preview, it than lines."""
    clip = load(shared_data / "cmu" / "16_15.bvh").clips[0].frames(6, 421)
    keys = np.unique(np.append(np.arange(0, len(clip), 12), len(clip) - 1))
    preview, final = (fit_keys(clip, keys, method=method) for method in METHODS)
    straight = {channel: Curve.linear(curve.times, curve.values) for channel, curve in preview.curves.items()}
    fits = final, preview, replace(preview, curves=straight)
    spread = [float(np.sqrt(np.mean(errors_mm(clip, fit) ** 2))) for fit in fits]
    assert spread[0] < spread[1] < spread[2]
    assert spread[0] < 4.0
    check_handles(final)
