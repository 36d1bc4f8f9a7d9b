"""Layers of selection: segments, keyposes, breakdowns, and a fourth for detail (thesis 4.3).

The first layer cuts the motion of the leading part where it fluctuates, the second adds its extremes in each
segment, and what the two choose are keyposes. The third adds, in each segment between keyposes, the
breakdowns that curves need to follow the whole body. Each layer is judged by the scale of its own segment, so
that small quick motion gets its keys beside large slow motion.
"""

from dataclasses import dataclass

from kinegraph.core.animation import KeyTag
from kinegraph.keys.selection.threshold_choice import Thresholds


@dataclass(frozen=True)
class LayerPlan:
    """Rules by which one layer chooses its keys.

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
