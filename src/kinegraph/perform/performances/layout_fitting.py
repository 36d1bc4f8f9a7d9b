"""Layout fitting: places for poses, and a smooth path among them, that together play a clip again.

All markers and the whole path are improved at once, by damped Gauss-Newton steps on

    mean square distance of the body's points from the clip's
    + bend * squared second differences of the path + pull * squared first differences of it.

The equations of the path are banded, and each marker touches all frames. So a step solves the band with the
columns of the markers, and then a small dense system for the markers (Schur complement). Places are in units
of the layout's size: smoothness means the same for every size.

No step of the hand may be much longer than its median step. The pull on each step that is too long grows
until it is not.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.sets.blend import Blend, blend
from kinegraph.perform.sets.spatial_set import SpatialKey

LONGEST_STEP = 3.0
"""No step of a fitted path is longer than this many times its median step."""

RESTING = (0.42, 0.25)
"""Shares of the steps that may be as short as they are; the second is for clips where the first leaves a step
too long."""

_BEND = 0.05  # at _RATE frames per second, beside errors in units of the clip's own range
_RATE = 30.0
_SHARE = 0.02  # most that the bend may cost, as a share of the error
_SLOW, _FAST = 0.72, 2.05  # steps shorter or longer than this, in mean steps, are pulled towards it
_FREE, _EVEN, _SETTLING = 20, 140, 100  # most rounds: markers and path, both evenly, the path alone
_AROUND = 0.07  # the direction of a step is a mean over this long before and after it [s]
_LIGHT = 3e-2  # pull in the first round
_LAYOUT_FRAMES = 200  # markers are fitted to about this many frames of a long clip
_MOST_DAMPING = 1.0  # that a round begins with
_TRIES = 12  # of one step, each with more damping
_PROBE = 1e-3  # finite difference, in the layout's size
_APART = 0.05  # least distance between two markers, in the layout's size
_GROWTH, _RELIEF = 1.15, 0.85  # of all pulls in a round that leaves a step too long, and in another
_AIMED = 0.98 * LONGEST_STEP
_PATIENCE = 25  # rounds without a gain before the search ends
_GAIN = 1e-3  # a round that gains less than this share of the cost is the last


@dataclass(frozen=True, eq=False)
class FittedLayout:
    """Markers and a path that play a clip again.

    fitted: The set with its markers moved.
    path: (F, 3) places of the hand [m].
    misses: (F,) RMS distance of joints and tips from where they were, frame by frame [m].
    """

    fitted: Blend
    path: Floats
    misses: Floats


def fit_layout(
    play: Callable[[Blend, Floats], Floats],
    points: Floats,
    fps: float,
    first: Blend,
    path: Floats,
    dimensions: int,
    resting: float = RESTING[0],
) -> FittedLayout:
    """Fits markers and path to a clip, from a first guess of both.

    play: The body's points (F, N) as a blend plays along a path (F, 3), scaled as `points` are.
    points: (F, N) the body's points in the clip, scaled so that distances between rows are RMS distances [m].
    first, path: The first guess: a blend, and the path (F, 3) over it [m].
    dimensions: 2 keeps all markers in the plane of x and y.
    resting: Share of the steps that may be as short as they are: the hand may rest.
    """
    stride = max(1, len(points) // _LAYOUT_FRAMES)
    size = first.layout.reach
    coarse = _Problem(play, points[::stride], fps / stride, dimensions, size, resting)
    state = coarse.evened(coarse.freed(coarse.start(first, path[::stride])), _EVEN, markers=True)
    whole = coarse
    if stride > 1:
        whole = _Problem(play, points, fps, dimensions, size, resting)
        frames = np.arange(len(points))
        along = [np.interp(frames, frames[::stride], column) for column in (state.path * size).T]
        state = whole.start(state.fitted, np.stack(along, axis=1))
    state = whole.evened(state, _SETTLING, markers=False)
    return FittedLayout(state.fitted, state.path * size, np.linalg.norm(state.away, axis=1) * whole.unit)


def longest_step(path: Floats) -> float:
    """The longest step of a path (F, 3), in median steps."""
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    return float(steps.max(initial=0.0) / max(float(np.median(steps)), 1e-12))


@dataclass(frozen=True, eq=False)
class _State:
    """A layout on the way.

    path: (F, 3) in units of the size.
    pulls, wanted: (F - 1,) how strongly each step is pulled to a wanted one, (F - 1, 3).
    away: (F, N) the body's points from the clip's, in units of the clip's range.
    damping: Of the next step.
    """

    fitted: Blend
    path: Floats
    pulls: Floats
    wanted: Floats
    away: Floats
    damping: float


class _Problem:
    """Some frames of a clip, and the equations of a layout for them."""

    def __init__(
        self,
        play: Callable[[Blend, Floats], Floats],
        points: Floats,
        fps: float,
        dimensions: int,
        size: float,
        resting: float,
    ) -> None:
        centred = points - points.mean(axis=0)
        self.unit = float(np.sqrt((centred**2).sum(axis=1).mean()))
        if not self.unit > 1e-9:
            raise InvalidValue("The clip shows one pose throughout; there is nothing to blend between.")
        self._play, self._points, self._size, self._dimensions = play, points, size, dimensions
        self._resting = resting
        self._bend = _BEND * (fps / _RATE) ** 4
        self._around = max(1, round(_AROUND * fps))
        self._light = _LIGHT * (fps / _RATE) ** 2

    def freed(self, state: _State) -> _State:
        """The layout of least cost near a first guess, whatever the lengths of its steps."""
        for _ in range(_FREE):
            before = self.cost(state)
            state = self.stepped(state, with_markers=True)
            if before - self.cost(state) < _GAIN * before:
                break
        # Where the clip can be met closely, smoothness must not be what keeps the path from it.
        bent = self._bend * float((np.diff(state.path, 2, axis=0) ** 2).sum())
        self._bend *= min(1.0, _SHARE * float((state.away**2).sum()) / max(bent, 1e-30))
        return state

    def evened(self, state: _State, rounds: int, *, markers: bool) -> _State:
        """The best layout found without a step that is too long; the one with the shortest if there is none.

        The pull grows in rounds that leave a step too long, and shrinks in others.
        """
        usual = float(np.linalg.norm(np.diff(state.path, axis=0), axis=1).mean())
        per_frame = float((state.away**2).mean(axis=0).sum())
        strength = min(self._light, 0.1 * per_frame / max(usual**2, 1e-12))
        best, least, idle = state, self._rank(state), 0
        for _ in range(rounds):
            state = self.stepped(self._pull_steps(state, strength, usual), with_markers=markers)
            rank = self._rank(state)
            strength *= _GROWTH if rank[0] > 0.0 else _RELIEF
            gained = rank[0] < least[0] or rank[1] < (1.0 - _GAIN) * least[1]
            idle = 0 if gained else idle + 1
            if rank < least:
                best, least = state, rank
            if least[0] == 0.0 and idle > _PATIENCE:
                break
        return best

    def _rank(self, state: _State) -> tuple[float, float]:
        """The excess of the longest step, and the error: smaller is better."""
        return max(0.0, longest_step(state.path) - _AIMED), float((state.away**2).sum())

    def start(self, fitted: Blend, path: Floats) -> _State:
        """A first guess, its path (F, 3) in metres."""
        places = path / self._size
        steps = np.diff(places, axis=0)
        return _State(fitted, places, np.zeros(len(steps)), steps, self._away(fitted, places), 1e-3)

    def cost(self, state: _State) -> float:
        """Error, bend and pull together; what a step makes smaller."""
        steps, bends = np.diff(state.path, axis=0), np.diff(state.path, 2, axis=0)
        pulled = (state.pulls[:, None] * (steps - state.wanted) ** 2).sum()
        return float((state.away**2).sum() + pulled + self._bend * (bends**2).sum())

    def _pull_steps(self, state: _State, strength: float, usual: float) -> _State:
        """The same layout, with a pull on steps that are too short or too long."""
        steps = np.diff(state.path, axis=0)
        lengths = np.linalg.norm(steps, axis=1)
        allowed = np.clip(lengths, _SLOW * usual, _FAST * usual)
        # A short step has hardly a direction of its own; those around it show where the hand is going.
        around = _smooth_steps(steps, self._around)
        ways = around / np.maximum(np.linalg.norm(around, axis=1), 1e-12)[:, None]
        # The median does not depend on how short the shortest steps are: the hand may rest.
        resting = lengths < np.quantile(lengths, self._resting)
        pulls = np.where((allowed == lengths) | resting, 0.0, strength)
        return replace(state, wanted=allowed[:, None] * ways, pulls=pulls)

    def stepped(self, state: _State, *, with_markers: bool) -> _State:
        """A layout of less cost, one Gauss-Newton step on; or the same with more damping."""
        from scipy.linalg import solveh_banded

        free = self._dimensions
        slopes = self._path_slopes(state)
        band, gradient = self._band(state, slopes), self._path_gradient(state, slopes)
        moved = state.fitted.set.keys if with_markers else ()
        columns = self._marker_slopes(state, moved)
        count = len(moved) * free
        cross = np.einsum("fni,fnk->fik", slopes, columns).reshape(gradient.size, count)
        square = np.einsum("fnk,fnl->kl", columns, columns)
        pulled = np.einsum("fnk,fn->k", columns, state.away)
        before, damping = self.cost(state), state.damping
        free_markers = np.ones(count, dtype=np.bool_)
        for _ in range(_TRIES):
            damped = band.copy()
            damped[-1] += damping * (1e-3 + band[-1])
            solved = solveh_banded(damped, np.column_stack([gradient.reshape(-1), cross]))
            schur = square + damping * np.diag(1e-3 + np.diag(square)) - cross.T @ solved[:, 1:]
            moves = np.zeros(len(free_markers))
            wanted = pulled - cross.T @ solved[:, 0]
            moves[free_markers] = -np.linalg.solve(
                schur[np.ix_(free_markers, free_markers)], wanted[free_markers]
            )
            places = self._move_markers(state.fitted, moves.reshape(-1, free))
            close = np.repeat(_close(places, _APART * self._size), free)
            if with_markers and (close & free_markers).any():  # those that would meet stay where they are
                free_markers &= ~close
                continue
            path = state.path.copy()
            shift = -solved[:, 0] - solved[:, 1:] @ moves
            path[:, :free] += np.clip(shift.reshape(-1, free), -0.3, 0.3)
            fitted = self._with_places(state.fitted, places) if with_markers else state.fitted
            tried = replace(state, fitted=fitted, path=path, away=self._away(fitted, path))
            if self.cost(tried) < before:
                return replace(tried, damping=max(damping / 3.0, 1e-8))
            damping *= 5.0
        return replace(state, damping=min(damping, _MOST_DAMPING))

    def _move_markers(self, fitted: Blend, moves: Floats) -> Floats:
        """(K, 3) the markers, moved by (K, D) in units of the size [m]."""
        places = np.stack([key.place for key in fitted.set.keys])
        if len(moves):
            places[:, : self._dimensions] += self._size * np.clip(moves, -0.3, 0.3)
        return places

    def _with_places(self, fitted: Blend, places: Floats) -> Blend:
        keys = (replace(key, place=place) for key, place in zip(fitted.set.keys, places, strict=True))
        return blend(replace(fitted.set, keys=tuple(keys)))

    def _away(self, fitted: Blend, path: Floats) -> Floats:
        return (self._play(fitted, self._size * path) - self._points) / self.unit

    def _path_slopes(self, state: _State) -> Floats:
        """(F, N, D) how the body's points move as a place of the path moves."""
        probes = _PROBE * np.eye(3)[: self._dimensions]
        ahead = [self._away(state.fitted, state.path + probe) for probe in probes]
        behind = [self._away(state.fitted, state.path - probe) for probe in probes]
        return (np.stack(ahead, axis=-1) - np.stack(behind, axis=-1)) / (2.0 * _PROBE)

    def _marker_slopes(self, state: _State, keys: tuple[SpatialKey, ...]) -> Floats:
        """(F, N, K D) how they move as the marker of one of these keys moves."""
        slopes: list[Floats] = []
        for key in keys:
            for axis in range(self._dimensions):
                place = key.place.copy()
                place[axis] += _PROBE * self._size
                moved = blend(state.fitted.set.with_place(key.name, place))
                slopes.append((self._away(moved, state.path) - state.away) / _PROBE)
        return np.stack(slopes, axis=-1) if slopes else np.zeros((*state.away.shape, 0))

    def _path_gradient(self, state: _State, slopes: Floats) -> Floats:
        """(F, D) half the slope of the cost as the path moves."""
        path = state.path[:, : self._dimensions]
        gradient = np.einsum("fni,fn->fi", slopes, state.away)
        pulled = state.pulls[:, None] * (np.diff(path, axis=0) - state.wanted[:, : self._dimensions])
        bent = self._bend * np.diff(path, 2, axis=0)
        gradient[1:] += pulled
        gradient[:-1] -= pulled
        gradient[2:] += bent
        gradient[1:-1] -= 2.0 * bent
        gradient[:-2] += bent
        return gradient

    def _band(self, state: _State, slopes: Floats) -> Floats:
        """(2 D + 1, F D) the path's equations as an upper band, the diagonal last."""
        count, free = len(slopes), self._dimensions
        square = np.einsum("fni,fnj->fij", slopes, slopes)
        band = np.zeros((2 * free + 1, count, free))
        for ahead in range(free):  # within a frame: entry (i, i + ahead)
            for i in range(free - ahead):
                band[2 * free - ahead, :, i + ahead] = square[:, i, i + ahead]
        own, next_one, next_but_one = np.zeros(count), np.zeros(count), np.zeros(count)
        own[1:] += state.pulls
        own[:-1] += state.pulls
        next_one[1:] -= state.pulls
        for shift, weight in ((0, 1.0), (1, 4.0), (2, 1.0)):
            own[shift : count - 2 + shift] += weight * self._bend
        next_one[1:-1] -= 2.0 * self._bend
        next_one[2:] -= 2.0 * self._bend
        next_but_one[2:] += self._bend
        band[2 * free] += own[:, None]
        band[free] += next_one[:, None]
        band[0] += next_but_one[:, None]
        return band.reshape(2 * free + 1, -1)


def _smooth_steps(steps: Floats, around: int) -> Floats:
    """(F - 1, 3) means of steps over `around` steps before and after each."""
    padded = np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])
    index = np.arange(len(steps))
    return padded[np.minimum(index + around + 1, len(steps))] - padded[np.maximum(index - around, 0)]


def _close(places: Floats, limit: float) -> NDArray[np.bool_]:
    """(K,) whether a marker is nearer than this to another."""
    apart = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(apart, np.inf)
    return (apart < limit).any(axis=1)
