"""Walking along a way without a hand: the cursor circles the poses of a set to the end of the way."""

from dataclasses import replace

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.cast_sets.demo_path import demo_layer
from kinegraph.perform.performances.performance import Performance, perform
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.playing.steering import Way, check_way, way_table
from kinegraph.perform.sets.rig import SpatialRig

_RATE = 30.0  # [1/s]
_TRIED = 6  # rounds from which the distance of one is measured
_MOST_ROUNDS = 2000
_NEARLY = 0.8  # of the way, after which the place nearest to its end is the end


def walk_along(
    rig: SpatialRig,
    set_name: str,
    way: Way,
    pace: float | None = None,
    playable: PlayableRig | None = None,
) -> Performance:
    """A performance that walks once along a way: the way gives where, the set's poses give how.

    way: Points on the ground, x and z in the character's own space [m].
    pace: From marker to marker [s]; by default as suits sets of that name.
    """
    way, playable = check_way(way), playable or PlayableRig(rig)
    table = way_table(way, rig.character)
    length = table.gap * (len(table.points) - (0 if table.closed else 1))
    straight = Performance(rig, (demo_layer(rig, set_name, _TRIED, pace),), walks=True)
    roots = perform(straight, _RATE, playable).clip.root_translations
    half = len(roots) // 2
    one = float(roots[-1, 2] - roots[half, 2]) / (_TRIED / 2)
    if not one * _MOST_ROUNDS > length:
        raise InvalidValue(
            f"The set {set_name!r} does not walk ahead: one round of its poses goes {one:.2f} m. "
            "Place its poses in the order of a step, around a circle."
        )
    rounds = max(1, int(np.ceil(length / one)) + 1)
    layer = demo_layer(rig, set_name, rounds, pace)
    done = Performance(rig, (layer,), walks=True, way=way)
    clip = perform(done, _RATE, playable).clip
    places = clip.root_translations[:, [0, 2]]
    # From round to round: within one, a body sways.
    marks = np.linspace(0, len(places) - 1, rounds + 1).round().astype(int)
    chords = np.linalg.norm(np.diff(places[marks], axis=0), axis=1)
    gone = np.interp(np.arange(len(places)), marks, np.concatenate([[0.0], np.cumsum(chords)]))
    away = np.linalg.norm(places - (way[0] if table.closed else way[-1]), axis=1)
    end = np.where(gone > _NEARLY * length, away, np.inf).argmin() / _RATE
    kept = layer.times <= end
    return replace(
        done, layers=(replace(layer, times=layer.times[kept], displacements=layer.displacements[kept]),)
    )
