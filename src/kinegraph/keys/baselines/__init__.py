"""Other ways of choosing keys, shipped for comparison.

Every method is a function `(space, counts, yardstick) -> {count: keys}`: the poses, the counts wanted, and
the selection space whose error it is judged by. A selection begins with the first frame, ends with the last
and has exactly the count that it stands under; a count that a method cannot give is left out.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from kinegraph.core.arrays import Ints
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.keys.baselines.genetic import genetic
from kinegraph.keys.baselines.kmeans import kmeans
from kinegraph.keys.baselines.lim_thalmann import lim_thalmann
from kinegraph.keys.baselines.togawa_okuda import togawa_okuda
from kinegraph.keys.baselines.uniform import uniform
from kinegraph.keys.baselines.velocity import velocity
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import SelectionSpace

Baseline = Callable[[PoseSpace, tuple[int, ...], SelectionSpace], dict[int, Ints]]

BASELINES: Mapping[str, Baseline] = MappingProxyType(
    {
        "lim_thalmann": lim_thalmann,
        "togawa_okuda": togawa_okuda,
        "genetic": genetic,
        "kmeans": kmeans,
        "velocity": velocity,
        "uniform": uniform,
    }
)


class UnknownBaseline(UnknownName):
    """A name that no baseline has."""

    kind = "baseline"


def baseline_selections(
    name: str, space: PoseSpace, counts: Iterable[int], yardstick: SelectionSpace
) -> dict[int, Ints]:
    """The keys that the baseline called `name` chooses, by count.

    yardstick: A selection space of the same poses; the methods that try several selections keep its best.
    """
    if name not in BASELINES:
        raise UnknownBaseline(name, BASELINES)
    wanted = tuple(sorted({int(count) for count in counts}))
    if wanted and not 2 <= wanted[0] <= wanted[-1] <= len(space):
        raise InvalidValue(f"Counts of keys go from 2 to the motion's {len(space)} frames; got {wanted}.")
    if yardstick.frame_count != len(space):
        raise InvalidValue(
            f"The yardstick measures {yardstick.frame_count} frames, but the motion has {len(space)}."
        )
    return BASELINES[name](space, wanted, yardstick)
