"""The path of a scripted cursor: from way-point to way-point, eased, round after round.

A way-point may itself move, as another character's head does. So between two of them the cursor is a blend of
where both are at that very time; a cursor between two way-points on one head is on that head.
"""

from collections.abc import Mapping

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.math.easing import smoothstep
from kinegraph.perform.files.script import Follow, ScriptLayer
from kinegraph.perform.files.script_schema import Ease
from kinegraph.perform.performances.layers import Switch

Tracks = Mapping[Follow, Floats]
"""(N, 3) per followed joint where it is at each time, in the set's space [m]."""

_SAME_TIME = 1e-9
_SWEEPS = 50  # each halves what is missing from the slopes, at least


def event_times(layer: ScriptLayer, frame_times: Floats) -> Floats:
    """(N,) increasing: every frame while the layer lasts, and every way-point of every round [s]."""
    rounds = layer.period * np.arange(layer.repeat)
    points = (rounds[:, None] + np.array([point.time for point in layer.points])).ravel()
    inside = frame_times[(frame_times >= layer.start) & (frame_times <= layer.end)]
    times = np.unique(np.concatenate([points, inside])).astype(np.float64, copy=False)
    return times[np.concatenate([[True], np.diff(times) > _SAME_TIME])]


def every_switch(layer: ScriptLayer) -> tuple[Switch, ...]:
    """The switches of all rounds, each round beginning with the layer's own set."""
    found: list[Switch] = []
    for turn in range(layer.repeat):
        later = turn * layer.period
        if turn and layer.switches and layer.switches[0].time > layer.start:
            found.append(Switch(layer.start + later, layer.set))
        found += [Switch(switch.time + later, switch.set) for switch in layer.switches]
    return tuple(found)


def layer_places(layer: ScriptLayer, times: Floats, base: Floats, tracks: Tracks) -> Floats:
    """(N, 3) where the cursor is at times (N,), in the set's space [m].

    base: (N, 3) where the controller would be without this layer.
    """
    places = _MovingPoints(layer, base, tracks)
    count = len(layer.points)
    if count == 1:
        return places.at(np.zeros(len(times), dtype=np.int64))
    when = np.array([point.time for point in layer.points])
    rounds = np.clip(np.floor((times - layer.start) / layer.period), 0, layer.repeat - 1)
    local = times - rounds * layer.period
    first = np.clip(np.searchsorted(when, local, side="right") - 1, 0, count - 2)
    share = np.clip((local - when[first]) / (when[first + 1] - when[first]), 0.0, 1.0)
    eases = np.array([list(Ease).index(point.ease) for point in layer.points])
    start, end = places.at(first), places.at(first + 1)
    found = start + _ease_shares(share, eases[first + 1])[:, None] * (end - start)
    flows = eases[first + 1] == list(Ease).index(Ease.FLOW)
    if flows.any():
        curve = _curve(layer, places, when, eases, first, share)
        found = np.where(flows[:, None], curve, found)
    return found


class _MovingPoints:
    """Places of the way-points at each of N times."""

    def __init__(self, layer: ScriptLayer, base: Floats, tracks: Tracks) -> None:
        self._fixed = np.zeros((len(layer.points), 3))
        self._along = np.zeros(len(layer.points), dtype=np.int64)  # which of `_paths` carries the point
        self._paths: list[Floats] = [np.zeros_like(base), base]
        known: dict[Follow, int] = {}
        for index, point in enumerate(layer.points):
            if point.place is not None:
                self._fixed[index] = point.place
            elif point.shift is not None:
                self._fixed[index], self._along[index] = point.shift, 1
            elif point.follow is not None:
                if point.follow not in known:
                    known[point.follow] = len(self._paths)
                    self._paths.append(tracks.get(point.follow, base))
                self._along[index] = known[point.follow]
        self._stacked = np.stack(self._paths)

    @property
    def columns(self) -> Floats:
        """(P, 3 + L) each point as its own part, and which of the paths it rides on."""
        return np.concatenate([self._fixed, np.eye(len(self._paths))[self._along]], axis=1)

    def mixed(self, columns: Floats, points: Ints) -> Floats:
        """(N, 3) at each time what a row, chosen by an index (N,), of (P, 3 + L) columns stands for."""
        rows = columns[points]
        return rows[:, :3] + np.einsum("nl,lna->na", rows[:, 3:], self._stacked)

    def at(self, points: Ints) -> Floats:
        """(N, 3) where, at each time, the point with that time's index (N,) is."""
        return self._fixed[points] + self._stacked[self._along[points], np.arange(len(points))]


def _ease_shares(share: Floats, eases: Ints) -> Floats:
    """(N,) how far along [0, 1] the cursor is when a share (N,) of the time is over."""
    curves = {
        Ease.LINEAR: share,
        Ease.SMOOTH: smoothstep(share),
        Ease.IN: share * share,
        Ease.OUT: share * (2.0 - share),
        Ease.FLOW: share,
        Ease.HOLD: np.floor(share),
    }
    return np.choose(eases, [curves[ease] for ease in Ease])


def _curve(
    layer: ScriptLayer, places: _MovingPoints, when: Floats, eases: Ints, first: Ints, share: Floats
) -> Floats:
    """(N, 3) on cubic curves from point `first` on, each with the speeds at its two points."""
    span, u = (when[first + 1] - when[first])[:, None], share[:, None]
    start, end = places.at(first), places.at(first + 1)
    flow = list(Ease).index(Ease.FLOW)
    if layer.repeat > 1 and (eases[1:] == flow).all():
        slopes = _even_slopes(places, when)
        leave, arrive = places.mixed(slopes, first), places.mixed(slopes, first + 1)
    else:
        leave, arrive = (_speeds(places, when, eases == flow, points) for points in (first, first + 1))
    way = u * u * (3.0 - 2.0 * u) * (end - start)
    return start + way + span * u * (1.0 - u) * ((1.0 - u) * leave - u * arrive)


def _even_slopes(places: _MovingPoints, when: Floats) -> Floats:
    """(P, 3 + L) how the speed at each point of a closed way comes from all of them, so that it runs evenly.

    These are a periodic cubic spline's, whose accelerations do not jump either: round four points on a circle
    its speed varies by a tenth, where that of a curve with slopes from neighbours alone varies by half.
    """
    columns = places.columns[:-1]  # the last point is the first
    after = np.diff(when)[:, None]
    before = np.roll(after, 1, axis=0)
    weight = after / (before + after)
    steps = (np.roll(columns, -1, axis=0) - columns) / after
    wanted = 3.0 * (weight * np.roll(steps, 1, axis=0) + (1.0 - weight) * steps)
    slopes = 0.5 * wanted
    for _ in range(_SWEEPS):
        around = weight * np.roll(slopes, 1, axis=0) + (1.0 - weight) * np.roll(slopes, -1, axis=0)
        slopes = 0.5 * (wanted - around)
    return np.concatenate([slopes, slopes[:1]])


def _speeds(places: _MovingPoints, when: Floats, flows: np.ndarray, points: Ints) -> Floats:
    """(N, 3) speed of the cursor at points [m/s]; zero unless it flows both in and out.

    From the point before to the one after: between way-points at uneven times that swings out least.
    """
    last = len(when) - 1
    before, after = np.maximum(points - 1, 0), np.minimum(points + 1, last)
    passes = (points > 0) & (points < last) & flows[points] & flows[after]
    spans = np.maximum(when[after] - when[before], _SAME_TIME)[:, None]
    return np.where(passes[:, None], (places.at(after) - places.at(before)) / spans, 0.0)
