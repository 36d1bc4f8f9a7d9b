"""The way of a scripted cursor: from way-point to way-point, eased, round after round.

A way-point may itself move, as another character's head does. So between two of them the cursor is a blend of
where both are at that very time; a cursor between two way-points on one head is on that head.
"""

from collections.abc import Mapping

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.spatial.layers import Switch
from kinegraph.spatial.script import Follow, ScriptLayer
from kinegraph.spatial.script_schema import Ease

Tracks = Mapping[Follow, Floats]
"""(N, 3) per followed joint where it is at each time, in the set's space [m]."""

_SAME_TIME = 1e-9


def event_times(layer: ScriptLayer, frame_times: Floats) -> Floats:
    """(N,) increasing: every frame while the layer lasts, and every way-point of every round [s]."""
    rounds = layer.period * np.arange(layer.repeat)
    points = (rounds[:, None] + np.array([point.time for point in layer.points])).ravel()
    inside = frame_times[(frame_times >= layer.start) & (frame_times <= layer.end)]
    times: Floats = np.unique(np.concatenate([points, inside]))
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
    found = start + _eased(share, eases[first + 1])[:, None] * (end - start)
    flows = eases[first + 1] == list(Ease).index(Ease.FLOW)
    if flows.any():
        curve = _curve(layer, places, when, eases, first, share)
        found = np.where(flows[:, None], curve, found)
    return found


class _MovingPoints:
    """Where each way-point is at each of N times."""

    def __init__(self, layer: ScriptLayer, base: Floats, tracks: Tracks):
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

    def at(self, points: Ints) -> Floats:
        """(N, 3) where, at each time, the point with that time's index (N,) is."""
        return self._fixed[points] + self._stacked[self._along[points], np.arange(len(points))]


def _eased(share: Floats, eases: Ints) -> Floats:
    """(N,) how far along [0, 1] the cursor is when a share (N,) of the time is over."""
    curves = {
        Ease.LINEAR: share,
        Ease.SMOOTH: share * share * (3.0 - 2.0 * share),
        Ease.IN: share * share,
        Ease.OUT: share * (2.0 - share),
        Ease.FLOW: share,
        Ease.HOLD: np.floor(share),
    }
    return np.choose(eases, [curves[ease] for ease in Ease])


def _curve(
    layer: ScriptLayer, places: _MovingPoints, when: Floats, eases: Ints, first: Ints, share: Floats
) -> Floats:
    """(N, 3) on cubic curves from point `first` on, whose speeds at the points are those of parabolas
    through each and its two neighbours."""
    span = (when[first + 1] - when[first])[:, None]
    u = share[:, None]
    start, end = places.at(first), places.at(first + 1)
    leave = _speeds(layer, places, when, eases, first)
    arrive = _speeds(layer, places, when, eases, first + 1)
    stay = u * u * (3.0 - 2.0 * u)
    return start + stay * (end - start) + span * u * (1.0 - u) * ((1.0 - u) * leave - u * arrive)


def _speeds(layer: ScriptLayer, places: _MovingPoints, when: Floats, eases: Ints, points: Ints) -> Floats:
    """(N, 3) how fast the cursor passes points [m/s]: not at all where it does not flow both in and out."""
    last, period = len(when) - 1, layer.period
    around = layer.repeat > 1
    before = np.where(points > 0, points - 1, last - 1 if around else 0)
    after = np.where(points < last, points + 1, 1 if around else last)
    came = np.where(points > 0, when[points] - when[before], when[points] - when[before] + period)
    goes = np.where(points < last, when[after] - when[points], when[after] - when[points] + period)
    flow = list(Ease).index(Ease.FLOW)
    into = np.where(points > 0, points, last)  # a segment's ease is that of the point it leads to
    passes = (eases[into] == flow) & (eases[after] == flow)
    if not around:
        passes &= (points > 0) & (points < last)
    here = places.at(points)
    came, goes = np.maximum(came, _SAME_TIME)[:, None], np.maximum(goes, _SAME_TIME)[:, None]
    back, on = (here - places.at(before)) / came, (places.at(after) - here) / goes
    return np.where(passes[:, None], (back * goes + on * came) / (came + goes), 0.0)
