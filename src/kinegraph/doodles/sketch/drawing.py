"""Reading of a whole drawing: as a side view of links, as a front view or as an animal, whichever explains it
best."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.animal_plan import AnimalPlan, plan_animal
from kinegraph.doodles.sketch.animal.parts import part_names
from kinegraph.doodles.sketch.front.cutout_parts import find_parts, labels_of
from kinegraph.doodles.sketch.front.front_plan import MISSING, MOST_COST, FrontPlan, place_joints, plan_front
from kinegraph.doodles.sketch.front.silhouette import Silhouette, draw_silhouette
from kinegraph.doodles.sketch.scenery_shapes import name_scenery
from kinegraph.doodles.sketch.sketch import SketchReading, read_sketch
from kinegraph.doodles.sketch.topology import FRONT_JOINT_NAMES, KINDS

_SURE_SIDE = (
    0.8  # confidence from which on a side view of a person, made of its links alone, needs no other reading
)
_LIKELY_LEGS = 4.0  # cost of two legs that are not those of a mech or of an animal
_SURE_LEGS = 2.5  # cost of two legs that are a person's, even if three might be an animal's
_SURE_MAN = 1.5  # cost of a stick man of as many strokes as a mech has links
_MOST_INK = 3.0  # length of all strokes of a body by that of its rim
_USUAL = 4.5  # cost of a side view that no animal has
_FOUR, _SURE_ANIMAL = 4, 0.5  # legs and cost of an animal that beats a side view of as many strokes as links
_SURE_FRONT = 3.0  # cost of a front view that beats a side view with strokes left over


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
    scenery = name_scenery(drawn)
    if scenery is not None:
        return _scenery_reading(scenery, len(strokes))
    silhouette = draw_silhouette(drawn)
    if silhouette is not None and sum(stroke.length for stroke in drawn) > _MOST_INK * silhouette.rim:
        return side  # a tangle
    plan = None if silhouette is None or sure else plan_front(silhouette, drawn)
    animal = _find_animal(silhouette, drawn, side, plan)
    if animal is not None and animal.plausible:
        return _animal_reading(animal, strokes)
    if plan is None or sure:
        return side
    if not plan.plausible:
        return side if links_alone else _with_missing(side, plan)
    if side.kind == "person" and (links_alone or plan.cost > _SURE_FRONT):
        return side
    if side.kind == "mech" and links_alone and plan.cost > _SURE_MAN:
        return side
    return _front_reading(place_joints(plan, at_front), strokes)


def _find_animal(
    silhouette: Silhouette | None, drawn: Sequence[Stroke], side: SketchReading, front: FrontPlan | None
) -> AnimalPlan | None:
    """The animal in a drawing, if it is likelier than a front view and a side view of links alone."""
    if silhouette is None:
        return None
    if side.kind is not None and len(drawn) == len(KINDS[side.kind]):
        whole = plan_animal(silhouette, drawn)
        sure = whole is not None and len(whole.legs) == _FOUR and whole.cost < _SURE_ANIMAL
        return whole if sure else None
    best = np.inf if front is None or not front.plausible else front.cost + front.face
    if best < 0.0:
        return None  # no animal is cheaper
    plan = plan_animal(silhouette, drawn)
    if best == np.inf and (plan is None or not plan.plausible):
        loose = draw_silhouette(drawn, close_gaps=True)
        other = None if loose is None else plan_animal(loose, drawn)
        plan = other if other is not None and other.plausible else plan
    if plan is None or plan.cost > best or (front is not None and _is_person(front, len(plan.legs))):
        return None
    return plan


def _is_person(front: FrontPlan, legs: int) -> bool:
    """True if an animal with so few legs is a person without arms: an arm may look like a third leg."""
    few = legs == 2 or (legs < _FOUR and not front.shaped and front.cost < MISSING + _SURE_LEGS)
    return few and _shows_legs(front)


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
    half = _shows_legs(plan) and (side.kind == "mech" or side.confidence < _SURE_SIDE)  # a mech has one leg
    if doubt is None or (side.kind is not None and not half):
        return side
    return replace(side, kind=None, doubts=(doubt, *side.doubts))


def _scenery_reading(scenery: str, count: int) -> SketchReading:
    """Reading of a drawing that shows no body, with advice. count: Number of strokes."""
    doubt = f"This looks like {scenery}, not like a body. Scenery has a tool of its own: draw it with that."
    return SketchReading((None,) * count, {}, None, 1, 0.0, (doubt,), 0.0)


def _shows_legs(plan: FrontPlan) -> bool:
    """True if both legs of a front view are drawn, whatever its arms."""
    return len(plan.legs) == 2 and not plan.legs[0].hidden and plan.cost < MISSING + _LIKELY_LEGS


def describe_missing(plan: FrontPlan) -> str | None:
    """The missing part of a front view, as a sentence; None if the drawing does not look like one."""
    lacks = [name for name, pair in (("both arms", plan.arms), ("both legs", plan.legs)) if not pair]
    if len(lacks) == 2:
        return None
    if lacks:
        return f"Still missing: {lacks[0]}. Draw them as lines that touch the body."
    return None
