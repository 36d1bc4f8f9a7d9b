"""Sketch: strokes recognized as a body: the link of each stroke, the joints, and the doubts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.animal_plan import AnimalPlan
from kinegraph.doodles.sketch.front.front_plan import FrontPlan
from kinegraph.doodles.sketch.link_ends import LinkStates, link_states
from kinegraph.doodles.sketch.link_joints import joint_place
from kinegraph.doodles.sketch.link_shape import LinkShape, link_shape
from kinegraph.doodles.sketch.plausibility import describe_gap, find_objection, link_terms
from kinegraph.doodles.sketch.recognition import Naming, name_strokes
from kinegraph.doodles.sketch.recognition_kernels import MISSING
from kinegraph.doodles.sketch.topology import (
    ANNOTATION,
    JOINT_NAMES,
    JOINTS,
    LINKS,
    UnknownDrawnJoint,
    phrase,
)

_MOST_CANDIDATES = 14  # of many strokes only the longest can be links
_CLOSE_SECOND = 2.0  # a second naming that costs less than this more gives a doubt
_WIDE_GAP = 9.0  # a joint whose gap costs more gives a doubt
_STRANGE = 8.0  # extra cost of a link at which confidence falls to a third


class UnknownLabel(UnknownName):
    """A label that no stroke can have."""

    kind = "label of a stroke"


@dataclass(frozen=True, eq=False)
class SketchReading:
    """The result of recognizing strokes.

    labels: For each stroke a link, "annotation", or None while it may become either.
    joints: Places on the sheet (2,) [m] of the joints between two drawn links.
    kind: "person" or "mech" if all links are drawn and look like a body, "front" for a body seen from the
        front, "animal" for one with four legs from the side; otherwise None.
    facing: +1 if the body faces right, -1 if it faces left.
    confidence: 0..1.
    doubts: One sentence for each thing that the user should check.
    cost: How unusual the body is, 0 for a typical one.
    tips: Ends of links without a joint, "head", "hand", "toe" and "heel", on the sheet (2,) [m].
    front: The limbs of a front view. animal: The parts of an animal.
    """

    labels: tuple[str | None, ...]
    joints: Mapping[str, Floats]
    kind: str | None
    facing: int
    confidence: float
    doubts: tuple[str, ...]
    cost: float
    tips: Mapping[str, Floats] = field(default_factory=dict)
    front: FrontPlan | None = None
    animal: AnimalPlan | None = None

    def __post_init__(self) -> None:
        for name in ("joints", "tips"):
            places = {key: frozen_floats(f"The {key}", at, (2,)) for key, at in getattr(self, name).items()}
            object.__setattr__(self, name, MappingProxyType(places))

    def stroke_of(self, link: str) -> int:
        """Index of the stroke of a link; raises InvalidValue if it is not drawn."""
        if link not in self.labels:
            raise InvalidValue(f"{phrase(link).capitalize()} is not drawn yet.")
        return self.labels.index(link)

    @property
    def missing(self) -> tuple[str, ...]:
        """Links of a person that are not drawn; empty if the body has a kind."""
        return () if self.kind else tuple(link for link in LINKS if link not in self.labels)


def read_sketch(
    strokes: Sequence[Stroke],
    labels: Mapping[int, str] | None = None,
    joints: Mapping[str, ArrayLike] | None = None,
) -> SketchReading:
    """Recognizes any number of strokes; those of an unfinished body get their most likely names.

    labels: Labels that the user set, by index of the stroke; they are kept. Of several strokes with the label
        of one link, the longest is the link and the others are its annotations.
    joints: Joints that the user placed [m]; they are kept.
    """
    _check_strokes(strokes)
    said, placed = _check_labels(strokes, labels or {}), _check_joints(joints or {})
    if not strokes:
        return SketchReading((), {}, None, 1, 0.0, (), 0.0)
    shapes = [link_shape(stroke) for stroke in strokes]
    said, doubts = _one_stroke_per_link(shapes, said)
    chosen = _candidates(shapes, said)
    states = link_states([shapes[index] for index in chosen])
    known = {chosen.index(index): label for index, label in said.items() if index in chosen}
    namings = name_strokes(states, known)
    best = namings[0]
    doubts += _doubts(states, chosen, namings)
    names = _labels(states, chosen, best, len(strokes))
    against = None
    if best.complete and not all(index in said for index in chosen):
        spare = {i: shapes[i].length for i, name in enumerate(names) if name == ANNOTATION and i not in said}
        against = find_objection(states, best, spare)
    if against:
        doubts = (f"This does not look like a {best.kind} yet. {against}", *doubts)
    places = _joints(states, best) | placed
    return SketchReading(
        names if best.complete else tuple(said.get(i, name) for i, name in enumerate(names)),
        {name: places[name] for name in JOINT_NAMES if name in places},
        best.kind if best.complete and not against else None,
        best.facing,
        _confidence(namings),
        doubts,
        max(best.cost, 0.0),
        _tips(states, best),
    )


def _check_strokes(strokes: Sequence[Stroke]) -> None:
    if not isinstance(strokes, Sequence) or isinstance(strokes, str | bytes):
        raise InvalidValue(f"A sketch is a list of strokes, not {type(strokes).__name__}.")
    for index, stroke in enumerate(strokes):
        if not isinstance(stroke, Stroke):
            raise InvalidValue(f"A sketch is a list of strokes; item {index} is {type(stroke).__name__}.")


def _check_labels(strokes: Sequence[Stroke], labels: Mapping[int, str]) -> dict[int, str]:
    if not isinstance(labels, Mapping):
        raise InvalidValue(
            f"Labels must be a mapping from the index of a stroke, not {type(labels).__name__}."
        )
    for index, label in labels.items():
        if not isinstance(index, int):
            raise InvalidValue(f"The key of a label must be the index of a stroke, not {index!r}.")
        if not 0 <= index < len(strokes):
            raise InvalidValue(
                f"There is no stroke {index} for the label {label!r}; the sketch has {len(strokes)} strokes."
            )
        if label not in LINKS and label != ANNOTATION:
            raise UnknownLabel(label, (*LINKS, ANNOTATION))
    return dict(labels)


def _check_joints(joints: Mapping[str, ArrayLike]) -> dict[str, Floats]:
    if not isinstance(joints, Mapping):
        raise InvalidValue(f"Joints must be a mapping from names, not {type(joints).__name__}.")
    for name in joints:
        if name not in JOINT_NAMES:
            raise UnknownDrawnJoint(name, JOINT_NAMES)
    return {name: frozen_floats(f"The {name}", place, (2,)) for name, place in joints.items()}


def _one_stroke_per_link(
    shapes: Sequence[LinkShape], said: dict[int, str]
) -> tuple[dict[int, str], tuple[str, ...]]:
    kept, doubts = dict(said), []
    for link in LINKS:
        rivals = [index for index, label in said.items() if label == link]
        if len(rivals) > 1:
            longest = max(rivals, key=lambda index: shapes[index].length)
            kept |= {index: ANNOTATION for index in rivals if index != longest}
            doubts.append(f"{len(rivals)} strokes have the label of {phrase(link)}; the longest is used.")
    return kept, tuple(doubts)


def _candidates(shapes: Sequence[LinkShape], said: Mapping[int, str]) -> list[int]:
    """The strokes that may be links, in the order in which they were drawn."""
    free = [index for index in range(len(shapes)) if said.get(index) != ANNOTATION]
    if not free:  # all are annotations: the search then leaves every link out
        return list(range(min(len(shapes), _MOST_CANDIDATES)))
    free.sort(key=lambda index: (index not in said, -shapes[index].length))
    return sorted(free[:_MOST_CANDIDATES])


def _labels(states: LinkStates, chosen: list[int], naming: Naming, count: int) -> tuple[str | None, ...]:
    """A label for every stroke; None for left-over strokes of an unfinished body."""
    labels: list[str | None] = [ANNOTATION if naming.complete else None] * count
    for link, state in zip(LINKS, naming.states, strict=True):
        if state != MISSING:
            labels[chosen[int(states.strokes[state])]] = link
    return tuple(labels)


def _joints(states: LinkStates, naming: Naming) -> dict[str, Floats]:
    places = {}
    for joint in JOINTS:
        parent, child = (naming.states[LINKS.index(link)] for link in (joint.parent, joint.child))
        if MISSING not in (parent, child):
            places[joint.name] = joint_place(states, joint.child, parent, child)
    return places


def _tips(states: LinkStates, naming: Naming) -> dict[str, Floats]:
    """The far ends of the last links, and the heel."""
    tips = {}
    for link, tip in (("lower_arm", "hand"), ("foot", "toe")):
        state = naming.states[LINKS.index(link)]
        if state != MISSING:
            half = 0.5 * states.lengths[state] * states.directions[state]
            tips[tip] = states.centres[state] + half
            if link == "foot":
                tips["heel"] = states.centres[state] - half
    head, torso = naming.states[LINKS.index("head")], naming.states[LINKS.index("torso")]
    if head != MISSING:
        neck = states.far[torso] if torso != MISSING else states.near[head]
        tips["head"] = 2.0 * states.centres[head] - neck
    return tips


def _confidence(namings: list[Naming]) -> float:
    """Confidence in the best naming: higher the farther it is ahead of the next, lower for unusual bodies."""
    best = namings[0]
    ahead = min(namings[1].cost - best.cost, 50.0) if len(namings) > 1 else 50.0
    drawn = max(sum(state != MISSING for state in best.states), 1)
    strange = np.exp(-max(best.cost / drawn - 1.0, 0.0) / _STRANGE) if best.complete else 0.5
    return float(strange / (1.0 + np.exp(-ahead)))


def _doubts(states: LinkStates, chosen: list[int], namings: list[Naming]) -> tuple[str, ...]:
    """Sentences about gaps that are too wide and strokes that may be another link."""
    best = namings[0]
    doubts = []
    for link, terms in link_terms(states, best).items():
        if terms["gap"] > _WIDE_GAP:
            doubts.append(describe_gap(link))
    names = _labels(states, chosen, best, max(chosen) + 1)
    if not best.complete and len(chosen) >= len(LINKS):
        lost = [phrase(link) for link in LINKS if link not in names]
        spare = [stroke for stroke in chosen if names[stroke] is None]
        doubts += [
            f"Stroke {stroke + 1} does not fit, and {lost[0]} was not found." for stroke in spare if lost
        ]
    if len(namings) > 1 and best.complete and namings[1].cost - best.cost < _CLOSE_SECOND:
        first, second = (_labels(states, chosen, naming, max(chosen) + 1) for naming in namings[:2])
        for stroke in chosen:
            one, other = first[stroke], second[stroke]
            if one != other and one in LINKS and other in LINKS:
                doubts.append(f"Stroke {stroke + 1} is read as {phrase(one)}; it may be {phrase(other)}.")
    return tuple(doubts)
