"""The noise floor against noise of known strength from generators of other kinds, and against motion."""

import numpy as np
import pytest

from kinegraph.core.arrays import Floats
from kinegraph.keys.selection.noise_floor import noise_floor, track_noise

RATES = (30.0, 60.0, 120.0)


def motion(fps: float, seconds: float = 8.0) -> Floats:
    """(N, 3) smooth motion of a metre with blows: what bodies do, up to a few hertz."""
    times = np.arange(round(seconds * fps)) / fps
    swings = [np.sin(2.0 * np.pi * rate * times + rate) / rate for rate in (0.7, 1.9, 3.1)]
    for blow in (1.2, 3.3, 5.1):
        swings[0] = swings[0] + 0.1 * np.tanh((times - blow) / 0.05)
    return np.stack(swings, axis=1)


def pink(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """Noise whose power falls as 1/f, of unit deviation."""
    spectrum = np.fft.rfft(rng.standard_normal(shape), axis=0)
    spectrum /= np.sqrt(np.maximum(np.arange(len(spectrum)), 1.0))[:, None]
    found = np.fft.irfft(spectrum, shape[0], axis=0)
    return found / found.std(axis=0)


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize("size", [0.002, 0.02])
def test_white_noise_is_measured_within_a_fifth(fps: float, size: float) -> None:
    clean = motion(fps)
    noisy = clean + size * np.random.default_rng(1).standard_normal(clean.shape)
    np.testing.assert_allclose(np.linalg.norm(noise_floor(noisy, fps)), size * np.sqrt(3.0), rtol=0.2)


@pytest.mark.parametrize("fps", RATES)
def test_clean_motion_has_hardly_any_noise(fps: float) -> None:
    assert np.linalg.norm(noise_floor(motion(fps), fps)) < 1e-3


def test_a_good_part_of_pink_noise_is_found() -> None:
    clean = motion(120.0)
    noisy = clean + 0.01 * pink(np.random.default_rng(2), clean.shape)
    found = np.linalg.norm(noise_floor(noisy, 120.0))
    assert 0.2 * 0.0173 < found < 0.0173


def test_rounding_is_noise_where_the_motion_passes_many_steps() -> None:
    step = 0.01
    found = np.linalg.norm(noise_floor(np.round(motion(120.0) / step) * step, 120.0))
    assert 0.3 < found / (step * 0.5) < 1.5  # three columns of step / sqrt(12)


def test_single_bad_frames_are_not_a_floor() -> None:
    clean = motion(120.0)
    bad = clean.copy()
    bad[np.random.default_rng(3).choice(len(clean), 5, replace=False)] += 0.3
    assert np.linalg.norm(noise_floor(bad, 120.0)) < 2e-3


def test_fast_beats_are_not_noise() -> None:
    times = np.arange(960) / 120.0
    wings = 0.2 * np.sin(2.0 * np.pi * 20.0 * times)[:, None]  # a hummingbird's
    assert noise_floor(wings, 120.0)[0] < 0.01


def test_short_motion_has_no_floor() -> None:
    assert not noise_floor(np.random.default_rng(4).standard_normal((40, 2)), 30.0).any()


def test_the_floor_scales_with_the_unit_and_keeps_the_shape() -> None:
    noisy = np.random.default_rng(5).standard_normal((200, 7, 3))
    found = noise_floor(noisy, 60.0)
    assert found.shape == (7, 3)
    np.testing.assert_allclose(noise_floor(1000.0 * noisy, 60.0), 1000.0 * found)


def test_at_low_rates_one_quick_limb_is_not_noise_and_a_trembling_body_is() -> None:
    clean = np.repeat(motion(30.0)[:, None], 9, axis=1)
    quick = clean.copy()
    quick[::15, 0] += 0.02  # a foot that strikes the ground twice a second
    assert track_noise(quick, 30.0)[0] < 0.002 < np.linalg.norm(noise_floor(quick, 30.0)[0])
    shaken = clean + 0.01 * np.random.default_rng(6).standard_normal(clean.shape)
    np.testing.assert_allclose(track_noise(shaken, 30.0), 0.0173, rtol=0.25)
