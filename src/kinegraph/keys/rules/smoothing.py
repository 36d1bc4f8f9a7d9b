"""Smoothing of noisy captures, as much as their noise floor says and no more.

Each joint's rotation is replaced by the smoothest curve (least third differences) that leaves the noise as
its residual. Where much more than that would be left, at a footfall or a turning point, the motion is sharper
than the curve: there the curve is held to the capture, so that contacts and extremes stay.
"""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.math.rotations import unroll_quats
from kinegraph.keys.selection.noise_floor import track_noise

# Residuals are compared with the noise over this time to both sides [s]; beyond this multiple of it they are
# motion, which then counts more, in this number of rounds.
_AROUND, _MOTION, _ROUNDS = 0.03, 1.3, 4
_HEAVIEST = 1e6
# Stiffness is searched between these powers of ten, by halving.
_STIFFNESS, _HALVINGS = (-6.0, 12.0), 14
# Noise below these is rounding: of a rotation, and of a place as a share of its extent.
_EXACT = 1e-7
# Third differences need this many frames.
_FEWEST = 4


def smooth_motion(clip: Clip) -> Clip:
    """The clip without its noise; the same clip where it has none, or is too short to tell."""
    rotations = unroll_quats(clip.rotations)
    moves = clip.root_translations[:, None] if clip.translations is None else local_translations(clip)
    turned, moved = _smoothed(rotations, clip.fps, 1.0), _smoothed(moves, clip.fps, float(np.ptp(moves)))
    if turned is rotations and moved is moves:
        return clip
    turned = turned / np.linalg.norm(turned, axis=-1, keepdims=True)
    sliding = None if clip.translations is None else moved
    return replace(clip, root_translations=moved[:, 0], rotations=turned, translations=sliding)


def _smoothed(tracks: Floats, fps: float, extent: float) -> Floats:
    """Tracks (N, J, D), each smoothed by its own noise; the same array where none has any."""
    noise = track_noise(tracks, fps)
    noisy = np.flatnonzero(noise > _EXACT * extent)
    if len(tracks) < _FEWEST or not len(noisy):
        return tracks
    found, bands = tracks.copy(), _third_differences(len(tracks))
    reach = max(2, round(_AROUND * fps))
    for joint in noisy.tolist():
        found[:, joint] = _smooth_track(tracks[:, joint], noise[joint], bands, reach)
    return found


def _third_differences(frames: int) -> Floats:
    """(4, N) the penalty's matrix of third differences, lower bands by row."""
    bands = np.zeros((4, frames))
    steps = (-1.0, 3.0, -3.0, 1.0)
    for row in range(4):
        for column in range(row + 1):
            bands[row - column, column : frames - 3 + column] += steps[row] * steps[column]
    return bands


def _smooth_track(track: Floats, noise: float, bands: Floats, reach: int) -> Floats:
    weights, smooth = np.ones(len(track)), track
    for _ in range(_ROUNDS):
        low, high = _STIFFNESS
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            smooth = _solved(track, weights, 10.0**middle * bands)
            if np.median(_local_misses(track - smooth, reach)) > noise:
                high = middle
            else:
                low = middle
        smooth = _solved(track, weights, 10.0**low * bands)
        beyond = _local_misses(track - smooth, reach) / (_MOTION * noise)
        if beyond.max() <= 1.0:
            break
        weights = np.minimum(weights * np.maximum(beyond, 1.0) ** 4, _HEAVIEST)
    return smooth


def _solved(track: Floats, weights: Floats, stiffness: Floats) -> Floats:
    """The track that is close to `track` by its weights and smooth by its stiffness."""
    from scipy.linalg import solveh_banded

    system = stiffness.copy()
    system[0] += weights
    return solveh_banded(system, weights[:, None] * track, lower=True)


def _local_misses(misses: Floats, reach: int) -> Floats:
    """(N,) root mean square of misses (N, D) around each frame."""
    near = np.ones(2 * reach + 1)
    squares = np.convolve(np.sum(misses**2, axis=1), near, "full")[reach : reach + len(misses)]
    counts = np.convolve(np.ones(len(misses)), near, "full")[reach : reach + len(misses)]
    return np.sqrt(squares / counts)
