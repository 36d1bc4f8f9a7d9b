"""Reading of a whole drawing: as a side view of links, as a front view or as an animal, whichever explains it
best."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.animal_plan import AnimalPlan
from kinegraph.doodles.sketch.animal.parts import part_names
from kinegraph.doodles.sketch.animal.seen_animal import plan_seen_animal
from kinegraph.doodles.sketch.front.cutout_parts import find_parts, labels_of
from kinegraph.doodles.sketch.front.front_plan import MOST_COST, FrontPlan, place_joints, plan_front
from kinegraph.doodles.sketch.front.missing_limbs import find_missing
from kinegraph.doodles.sketch.front.seen_front import plan_seen_front
from kinegraph.doodles.sketch.front.silhouette import draw_silhouette
from kinegraph.doodles.sketch.scenery_shapes import name_scenery
from kinegraph.doodles.sketch.sight.sight import look_at
from kinegraph.doodles.sketch.sketch import SketchReading, read_sketch
from kinegraph.doodles.sketch.topology import FRONT_JOINT_NAMES, KINDS

_SURE_SIDE = (
    0.8  # confidence from which on a side view of a person, made of its links alone, needs no other reading
)
_USUAL = 4.5  # cost of a side view that no animal has
_SEEN = 0.4  # probability from which on the sight decides
_SURE_ROBE = 0.95  # probability of a robe from which on there are no legs below it
_SURELY_NONE = 0.98  # that a drawing shows no body


def read_drawing(
    strokes: Sequence[Stroke],
    labels: Mapping[int, str] | None = None,
    joints: Mapping[str, ArrayLike] | None = None,
    details: Sequence[Stroke] = (),
) -> SketchReading:
    """Recognizes a drawing; see `read_sketch`.

    details: Strokes drawn after the body's links; limbs of a front view may be among them.
    """
    placed = dict(joints or {})
    at_front = {name: np.asarray(placed.pop(name)) for name in FRONT_JOINT_NAMES if name in placed}
    side = read_sketch(strokes, labels, placed)
    if labels or not strokes:
        return side  # named links make it a side view
    drawn = [*strokes, *details]
    links_alone = side.kind is not None and len(drawn) == len(KINDS[side.kind])
    sure = links_alone and side.kind == "person" and side.confidence >= _SURE_SIDE
    if sure and side.cost < _USUAL:
        return side
    silhouette = draw_silhouette(drawn)
    if silhouette is None:
        return side
    sight = look_at(drawn)
    if sight.kinds["front"] > _SEEN:
        plan = plan_seen_front(silhouette, drawn, sight)
        missing = find_missing(plan, drawn, sight)
        if missing and plan.legs[0].hidden and sight.robe < _SURE_ROBE:  # short legs may look like one
            other = plan_seen_front(silhouette, drawn, replace(sight, robe=0.0))
            if not find_missing(other, drawn, sight):
                plan, missing = other, ()
        if not missing:
            return _front_reading(place_joints(plan, at_front), strokes)
        return replace(side, kind=None, doubts=(_say_missing(missing), *side.doubts))
    if sight.kinds["animal"] > _SEEN:
        animal = plan_seen_animal(silhouette, drawn, sight)
        if animal is not None:
            return _animal_reading(animal, strokes)
    from_side = sight.kinds["person"] + sight.kinds["mech"]
    if side.kind is not None and (from_side > _SEEN or (links_alone and sight.kinds["other"] < _SURELY_NONE)):
        return side
    scenery = name_scenery(drawn)
    if scenery is not None:
        return _scenery_reading(scenery, len(strokes))
    plan = plan_front(silhouette, drawn)
    return replace(side, kind=None) if plan is None else _with_missing(replace(side, kind=None), plan)


def _animal_reading(plan: AnimalPlan, strokes: Sequence[Stroke]) -> SketchReading:
    confidence = float(np.exp(-plan.cost / MOST_COST))
    labels = part_names(strokes, plan)
    return SketchReading(labels, {}, "animal", plan.facing, confidence, (), plan.cost, {}, None, plan)


def _front_reading(plan: FrontPlan, strokes: Sequence[Stroke]) -> SketchReading:
    joints = {}
    for side, arm, leg in zip(("right", "left"), plan.arms, plan.legs, strict=True):
        joints |= {
            f"{side}_shoulder": arm.way[0], f"{side}_elbow": arm.way[arm.bend],
            f"{side}_hip": leg.way[0], f"{side}_knee": leg.way[leg.bend],
        }  # fmt: skip
    confidence = float(np.exp(-plan.cost / MOST_COST))
    labels = labels_of(find_parts(plan), strokes)
    return SketchReading(labels, joints, "front", 1, confidence, (), plan.cost, {}, plan)


def _with_missing(side: SketchReading, plan: FrontPlan) -> SketchReading:
    """The side view, with a sentence about what a front view lacks."""
    doubt = describe_missing(plan)
    return side if doubt is None else replace(side, doubts=(doubt, *side.doubts))


def _scenery_reading(scenery: str, count: int) -> SketchReading:
    """Reading of a drawing that shows no body, with advice. count: Number of strokes."""
    doubt = f"This looks like {scenery}, not like a body. Scenery has a tool of its own: draw it with that."
    return SketchReading((None,) * count, {}, None, 1, 0.0, (doubt,), 0.0)


def describe_missing(plan: FrontPlan) -> str | None:
    """The missing part of a front view, as a sentence; None if the drawing does not look like one."""
    lacks = [name for name, pair in (("both arms", plan.arms), ("both legs", plan.legs)) if not pair]
    return _say_missing(lacks) if len(lacks) == 1 else None


def _say_missing(names: Sequence[str]) -> str:
    them = "it" if len(names) == 1 and not names[0].startswith("both") else "them"
    return f"Still missing: {' and '.join(names)}. Draw {them} as lines that touch the body."
