"""A family of synthetic writers whose hands are never still: they tremble and sway even while the pen rests.

The movements are those of submovements.py. Two kinds of noise are added in time, as muscles add it: a tremor
of 4 to 12 Hz and a slow sway of 0.5 to 2 Hz, each cut to its band of frequencies. The rest of the pen is then
a tangle, not a dot.
"""

import numpy as np
from scipy.signal import butter, sosfiltfilt

from benchmarks.synthetic.hand_device import random_device, report_line
from benchmarks.synthetic.submovements import TICK, ideal_ink, random_hand
from benchmarks.synthetic.writer import Word, WrittenLine
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke

_TREMOR, _SWAY = (4.0, 12.0), (0.5, 2.0)  # [Hz]
# Largest root mean square of the tremor and of the sway [leg lengths].
_AMPLITUDES = {"neat": (0.003, 0.006), "quick": (0.005, 0.01), "mouse": (0.005, 0.012), "child": (0.01, 0.02)}


def write_trembling(
    words: tuple[Word, ...], level: str, rng: np.random.Generator, leg_length: float = 0.8
) -> WrittenLine:
    """The words as one stroke on the sheet [m] by a random hand of a level, from (0, 0)."""
    clock, ink = ideal_ink(words, random_hand(rng, level), rng)
    for most, band in zip(_AMPLITUDES[level], (_TREMOR, _SWAY), strict=True):
        ink = ink + rng.uniform(0.3, 1.0) * most * _noise_in_band(len(clock), band, rng)
    points, times = report_line(clock, ink, random_device(rng, level))
    return WrittenLine(Stroke((points - points[0]) * leg_length, times), words)


def _noise_in_band(count: int, band: tuple[float, float], rng: np.random.Generator) -> Floats:
    """(N, 2) Gaussian noise of a band of frequencies [Hz], with a root mean square of 1 on each axis."""
    wanted = butter(2, band, "bandpass", fs=1.0 / TICK, output="sos")
    noise = np.asarray(sosfiltfilt(wanted, rng.normal(size=(count + 2000, 2)), axis=0))[1000:-1000]
    return noise / max(float(noise.std()), 1e-12)
