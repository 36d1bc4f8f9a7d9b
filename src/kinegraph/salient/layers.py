"""Three layers of selection: segments, keyposes, breakdowns, and a fourth for detail (thesis 4.3).

The first layer cuts the motion of the leading part where it fluctuates, the second adds its extremes in each
segment, and what the two choose are keyposes. The third adds, in each segment between keyposes, the
breakdowns that curves need to follow the whole body. Each layer is judged by the scale of its own segment, so
that small quick motion gets its keys beside large slow motion.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinegraph.core.animation import KeyTag
from kinegraph.core.arrays import Ints
from kinegraph.core.errors import InvalidValue
from kinegraph.salient.pose_space import PoseSpace
from kinegraph.salient.selection_space import FREE, KeyRules, selection_space
from kinegraph.salient.threshold_choice import Thresholds, chosen_count


@dataclass(frozen=True)
class LayerPlan:
    """How one layer chooses its keys.

    objective: Which criterion.
    leading: Whether it looks at the leading part only.
    tag: What its keys are to the animator.
    thresholds: For the automatic choice in each segment.
    """

    objective: str
    leading: bool
    tag: KeyTag
    thresholds: Thresholds


SEGMENTS = LayerPlan("chord_max", True, KeyTag.KEYPOSE, Thresholds(0.20))
KEYPOSES = LayerPlan("chord_sum", True, KeyTag.KEYPOSE, Thresholds(0.20))
BREAKDOWNS = LayerPlan("bezier_max", False, KeyTag.BREAKDOWN, Thresholds(0.01))
DETAIL = LayerPlan("bezier_max", False, KeyTag.DETAIL, Thresholds(0.001))
THREE_LAYERS = (SEGMENTS, KEYPOSES, BREAKDOWNS)
FOUR_LAYERS = (*THREE_LAYERS, DETAIL)


@dataclass(frozen=True, eq=False)
class LayeredKeys:
    """Keys in their layers.

    frames: (K,) key frames, increasing.
    layers: (K,) index of the layer that chose each key.
    tags: What each key is to the animator.
    """

    frames: Ints
    layers: Ints
    tags: tuple[KeyTag, ...]

    def of_layer(self, layer: int) -> Ints:
        """The frames that a layer added."""
        return self.frames[self.layers == layer]


def layered_keys(
    space: PoseSpace,
    leading: Sequence[str] | None = None,
    *,
    plans: Sequence[LayerPlan] = THREE_LAYERS,
    rules: KeyRules = FREE,
    counts: Sequence[int | None] = (),
) -> LayeredKeys:
    """Chooses keys layer by layer.

    leading: Joints of the leading part; all that the space tells poses by where None.
    counts: Keys that the layers up to and including each should have in all, where a person has chosen by
        hand; None, or nothing, for the automatic choice.
    """
    if not plans:
        raise InvalidValue("Name at least one layer to choose keys by.")
    lead = space if leading is None else space.of_joints(leading)
    layer_of: dict[int, int] = {0: 0, len(space) - 1: 0}
    for index, plan in enumerate(plans):
        seen = lead if plan.leading else space
        wanted = counts[index] if index < len(counts) else None
        keys = _chosen_by_hand if wanted is not None else _chosen_by_threshold
        for frame in keys(seen, plan, rules, sorted(layer_of), wanted or 0):
            layer_of.setdefault(int(frame), index)
    frames = np.array(sorted(layer_of), dtype=np.int64)
    layers = np.array([layer_of[int(frame)] for frame in frames], dtype=np.int64)
    return LayeredKeys(frames, layers, tuple(plans[int(layer)].tag for layer in layers))


def _chosen_by_threshold(
    space: PoseSpace, plan: LayerPlan, rules: KeyRules, cuts: Sequence[int], _: int
) -> list[int]:
    """Keys that the thresholds choose in each segment between `cuts`."""
    chosen: list[int] = []
    for start, stop in pairwise(cuts):
        if stop - start < 2 * rules.gap:
            continue
        part = space.frames(start, stop + 1)
        found = selection_space(part, plan.objective, rules=within(rules, start, stop))
        chosen.extend(start + found.keys(chosen_count(found, part, plan.thresholds)))
    return chosen


def _chosen_by_hand(
    space: PoseSpace, plan: LayerPlan, rules: KeyRules, cuts: Sequence[int], count: int
) -> list[int]:
    """The optimal `count` keys that include `cuts`: what earlier layers chose is part of the optimization."""
    kept = KeyRules(tuple({*rules.fixed, *cuts}), rules.forbidden, rules.gap)
    return selection_space(space, plan.objective, rules=kept, most=count).keys(count).tolist()


def within(rules: KeyRules, start: int, stop: int) -> KeyRules:
    """The rules of a motion as those of its part start..stop, whose end frames are keys anyway."""
    fixed = tuple(frame - start for frame in rules.fixed if start < frame < stop)
    forbidden = tuple(frame - start for frame in rules.forbidden if start < frame < stop)
    return KeyRules(fixed, forbidden, rules.gap)
