"""Noise floor: how much captured points tremble, estimated from the motion itself.

Bodies hardly move faster than 15 times a second, noise does. Where a capture is quiet, what is left beyond
that rate is its noise, and noise is about as strong below it. So the level is a low quantile over short
windows and over the frequencies in each: blows and landings fill a few windows, a beating wing fills a few
frequencies, and noise fills them all.
"""

import numpy as np

from kinegraph.core.arrays import Floats

# Frames of a window, from one to the next, and the fewest windows that tell noise from motion; of long motion
# not more than _MOST are looked at.
_WINDOW, _STEP, _FEWEST, _MOST = 32, 4, 8, 1000
# Noise is looked for above this frequency [Hz] and above this share of what the frame rate can show at low
# rates, up to nearly the highest. The taper mixes this number of neighbouring frequencies.
_FAST, _LOW_RATE, _HIGHEST, _MIXED = 15.0, 0.6, 0.98, 5
# The quantile of the powers that says how strong the noise is.
_QUIET = 0.3
# Terms of a Blackman-Harris taper: slow motion must not leak into high frequencies.
_TAPER = (0.35875, -0.48829, 0.14128, -0.01168)
# Below this frame rate [1/s] the noise of a track counts up to this multiple of the median track's.
_TELLING, _NOISIER = 50.0, 4.0
# Columns that are transformed together.
_CHUNK = 64


def noise_floor(points: Floats, fps: float) -> Floats:
    """(...) standard deviation of the noise in each column of `points` (N, ...), in their unit.

    Zero where the motion is too short to tell.
    """
    frames, shape = len(points), points.shape[1:]
    starts = np.arange(0, frames - _WINDOW + 1, _STEP)
    starts = starts[:: -(-len(starts) // _MOST)] if len(starts) > _MOST else starts
    rates = np.fft.rfftfreq(_WINDOW, 1.0 / fps)
    lowest = max(min(_FAST, 0.5 * _LOW_RATE * fps), _MIXED * fps / _WINDOW)
    band = (rates >= lowest) & (rates < 0.5 * _HIGHEST * fps)
    if len(starts) < _FEWEST or not band.any():
        return np.zeros(shape)
    columns = points.reshape(frames, -1)
    found = [
        _levels(columns[:, first : first + _CHUNK], starts, band)
        for first in range(0, columns.shape[1], _CHUNK)
    ]
    return np.concatenate(found).reshape(shape)


def track_noise(tracks: Floats, fps: float) -> Floats:
    """(P,) how much points, or rotations, tremble: the noise of tracks (N, P, D), in their unit.

    At low frame rates the quick steps of a limb reach as high as noise does. Noise of a capture is in the
    whole body, so there no track counts as much noisier than the median one.
    """
    noise = np.linalg.norm(noise_floor(tracks, fps), axis=-1)
    if fps < _TELLING and len(noise):
        noise = np.minimum(noise, _NOISIER * np.median(noise))
    return noise


def _levels(columns: Floats, starts: np.ndarray, band: np.ndarray) -> Floats:
    places = np.linspace(-1.0, 1.0, _WINDOW)
    trends = np.linalg.qr(np.stack([places**power for power in range(4)], axis=1))[0]
    phases = 2.0 * np.pi * (np.arange(_WINDOW) + 0.5) / _WINDOW
    taper = sum(term * np.cos(order * phases) for order, term in enumerate(_TAPER))
    taper /= np.sqrt(np.sum(taper**2))
    windows = columns[starts[:, None] + np.arange(_WINDOW)].transpose(0, 2, 1)  # (S, D, W)
    windows = (windows - windows @ trends @ trends.T) * taper
    powers = np.abs(np.fft.rfft(windows, axis=2)[:, :, band]) ** 2
    quiet = np.quantile(powers.transpose(0, 2, 1).reshape(-1, columns.shape[1]), _QUIET, axis=0)
    return np.sqrt(quiet / -np.log(1.0 - _QUIET))  # powers of noise are distributed exponentially
