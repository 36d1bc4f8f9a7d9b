"""Key columns: the times at which an animation has keys, each with what it is to the animator."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinegraph.core.animation import Animation, Channel, KeyTag
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue

# Keys nearer in time than this share a column [s]: files round.
SAME_TIME = 1e-6
# A column may be named by a time that is this far off [s]: what names it may have rounded more.
_NAMED_TIME = 1e-4


def with_all_columns(animation: Animation) -> Animation:
    """The animation with a column for every time at which it has a key, and for no other.

    Tagged columns keep their tags; the others are keyposes, as `Animation.tag_at` says.
    """
    times = distinct_times(curve.times for curve in animation.curves.values())
    if np.array_equal(times, animation.column_times):
        return animation
    return replace(animation, column_times=times, column_tags=_tags_at(animation, times))


def distinct_times(times: Iterable[Floats]) -> Floats:
    """All times that occur, in order, those of one column taken together [s]."""
    every = np.unique(np.concatenate([np.empty(0), *times]))
    if not len(every):
        return every
    return every[np.concatenate([[True], np.diff(every) > SAME_TIME])]


def column_indices(animation: Animation, times: ArrayLike) -> Ints:
    """Indices of the columns at `times` [s]; raises InvalidValue where there is none."""
    wanted = np.asarray(times, dtype=np.float64)
    if not np.isfinite(wanted).all():
        raise InvalidValue("A column of keys is named by a finite time.")
    columns = animation.column_times
    if not len(columns):
        raise InvalidValue("There are no columns of keys.")
    found = nearest(columns, wanted)
    off = np.abs(columns[found] - wanted)
    if off.size and off.max() > _NAMED_TIME:
        worst = int(np.argmax(off))
        near = columns[found[worst]]
        raise InvalidValue(
            f"There is no column of keys at {wanted[worst]:g} s; the nearest is at {near:g} s."
        )
    return np.unique(found)


def key_columns(animation: Animation, curve: Curve) -> Ints:
    """(K,) the column of each key of a curve, of an animation that has all its columns."""
    columns = animation.column_times
    if len(curve) == len(columns) and (curve.times is columns or np.array_equal(curve.times, columns)):
        return np.arange(len(columns))
    return nearest(columns, curve.times)


def nearest(sorted_times: Floats, wanted: Floats) -> Ints:
    """Indices of the nearest of some increasing times."""
    if len(sorted_times) < 2:
        return np.zeros(np.shape(wanted), dtype=np.int64)
    after = np.clip(np.searchsorted(sorted_times, wanted), 1, len(sorted_times) - 1)
    earlier = np.abs(wanted - sorted_times[after - 1]) <= np.abs(sorted_times[after] - wanted)
    return after - earlier


def with_curves(
    animation: Animation,
    curves: Mapping[Channel, Curve],
    origins: Sequence[tuple[Floats, Ints]] = (),
) -> Animation:
    """The animation with other curves, and the columns that they make.

    origins: Times to which keys went, with the column that each came from: a new column is what the old was.
    """
    times = distinct_times(curve.times for curve in curves.values())
    tags = list(_tags_at(animation, times))
    if origins:
        moved, columns = (np.concatenate(parts) for parts in zip(*origins, strict=True))
        places = nearest(times, moved)
        new = ~_is_column(animation, times)[places]
        for place, column in zip(places[new].tolist(), columns[new].tolist(), strict=True):
            tags[place] = animation.column_tags[column]
    return replace(animation, curves=curves, column_times=times, column_tags=tuple(tags))


def _tags_at(animation: Animation, times: Floats) -> tuple[KeyTag, ...]:
    if not len(animation.column_times):
        return (KeyTag.KEYPOSE,) * len(times)
    known, columns = _is_column(animation, times), nearest(animation.column_times, times)
    return tuple(
        animation.column_tags[column] if there else KeyTag.KEYPOSE
        for there, column in zip(known.tolist(), columns.tolist(), strict=True)
    )


def _is_column(animation: Animation, times: Floats) -> NDArray[np.bool_]:
    columns = animation.column_times
    if not len(columns):
        return np.zeros(len(times), dtype=np.bool_)
    return np.abs(columns[nearest(columns, times)] - times) <= SAME_TIME
