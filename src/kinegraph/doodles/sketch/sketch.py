"""Sketch: strokes read as a body: which link each is, where the joints are, and what is in doubt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.link_ends import LinkStates, link_states
from kinegraph.doodles.sketch.link_joints import joint_place
from kinegraph.doodles.sketch.link_shape import LinkShape, link_shape
from kinegraph.doodles.sketch.plausibility import link_terms, why_no_body
from kinegraph.doodles.sketch.recognition import Naming, name_strokes
from kinegraph.doodles.sketch.recognition_kernels import MISSING
from kinegraph.doodles.sketch.topology import (
    ANNOTATION,
    JOINT_NAMES,
    JOINTS,
    LINKS,
    UnknownDrawnJoint,
    spoken,
)

_MOST_CANDIDATES = 14  # of many strokes only the longest can be links
_CLOSE_SECOND = 2.0  # a second naming that costs so little more is a doubt
_WIDE_GAP = 9.0  # a joint whose gap costs more is a doubt
_STRANGE = 8.0  # what a link costs more than usual by which confidence falls to a third


class UnknownLabel(UnknownName):
    """A label that no stroke can have."""

    kind = "label of a stroke"


@dataclass(frozen=True, eq=False)
class SketchReading:
    """What strokes say.

    labels: For each stroke a link, "annotation", or None where it may still become anything.
    joints: Where the joints that both their links are drawn for are on the sheet (2,) [m].
    kind: "person" or "mech" once all links are there and it looks like a body; None before.
    facing: +1 where the body looks to the right, -1 to the left.
    confidence: 0..1.
    doubts: One sentence for each thing that one should look at.
    cost: How unusual the body is, 0 for one out of a book.
    tips: Where links end that have no joint there, "head", "hand", "toe" and "heel", on the sheet (2,) [m].
    """

    labels: tuple[str | None, ...]
    joints: Mapping[str, Floats]
    kind: str | None
    facing: int
    confidence: float
    doubts: tuple[str, ...]
    cost: float
    tips: Mapping[str, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("joints", "tips"):
            places = {key: frozen_floats(f"The {key}", at, (2,)) for key, at in getattr(self, name).items()}
            object.__setattr__(self, name, MappingProxyType(places))

    def stroke_of(self, link: str) -> int:
        """The index of the stroke that is a link; raises InvalidValue where it is not drawn."""
        if link not in self.labels:
            raise InvalidValue(f"{spoken(link).capitalize()} is not drawn yet.")
        return self.labels.index(link)

    @property
    def missing(self) -> tuple[str, ...]:
        """Links of a person that are not drawn; none once the body has a kind."""
        return () if self.kind else tuple(link for link in LINKS if link not in self.labels)


def read_sketch(
    strokes: Sequence[Stroke],
    labels: Mapping[int, str] | None = None,
    joints: Mapping[str, ArrayLike] | None = None,
) -> SketchReading:
    """Reads any number of strokes; fewer than a body get the names that they would most likely have.

    labels: What somebody said that strokes are, by index; these are kept. A link that was said of several
        strokes is the longest of them, and the others are its annotations.
    joints: Where somebody put joints [m]; these are kept.
    """
    _check_strokes(strokes)
    said, placed = _checked_labels(strokes, labels or {}), _checked_joints(joints or {})
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
        against = why_no_body(states, best, spare)
    if against:
        doubts = (f"This does not look like a {best.kind} yet: {against}.", *doubts)
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
            raise InvalidValue(f"A sketch is a list of strokes; its item {index} is {type(stroke).__name__}.")


def _checked_labels(strokes: Sequence[Stroke], labels: Mapping[int, str]) -> dict[int, str]:
    if not isinstance(labels, Mapping):
        raise InvalidValue(f"Labels are given by the index of their stroke, not as {type(labels).__name__}.")
    for index, label in labels.items():
        if not isinstance(index, int):
            raise InvalidValue(f"A stroke is named by its index, not by {index!r}.")
        if not 0 <= index < len(strokes):
            raise InvalidValue(f"There is no stroke {index} to be {label!r}; the sketch has {len(strokes)}.")
        if label not in LINKS and label != ANNOTATION:
            raise UnknownLabel(label, (*LINKS, ANNOTATION))
    return dict(labels)


def _checked_joints(joints: Mapping[str, ArrayLike]) -> dict[str, Floats]:
    if not isinstance(joints, Mapping):
        raise InvalidValue(f"Joints are given by their names, not as {type(joints).__name__}.")
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
            doubts.append(f"{len(rivals)} strokes are called {spoken(link)}; the longest is taken.")
    return kept, tuple(doubts)


def _candidates(shapes: Sequence[LinkShape], said: Mapping[int, str]) -> list[int]:
    """The strokes that may be links, in the order in which they were drawn."""
    free = [index for index in range(len(shapes)) if said.get(index) != ANNOTATION]
    if not free:  # all are said to be annotations: the search then leaves every link out
        return list(range(min(len(shapes), _MOST_CANDIDATES)))
    free.sort(key=lambda index: (index not in said, -shapes[index].length))
    return sorted(free[:_MOST_CANDIDATES])


def _labels(states: LinkStates, chosen: list[int], naming: Naming, count: int) -> tuple[str | None, ...]:
    """A label for every stroke; what is left over of an unfinished body has none yet."""
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
    """How sure the naming is: far ahead of the next one, and no stranger than bodies are."""
    best = namings[0]
    ahead = min(namings[1].cost - best.cost, 50.0) if len(namings) > 1 else 50.0
    drawn = max(sum(state != MISSING for state in best.states), 1)
    strange = np.exp(-max(best.cost / drawn - 1.0, 0.0) / _STRANGE) if best.complete else 0.5
    return float(strange / (1.0 + np.exp(-ahead)))


def _doubts(states: LinkStates, chosen: list[int], namings: list[Naming]) -> tuple[str, ...]:
    """Gaps that are too wide, and strokes that could as well be another link."""
    best = namings[0]
    doubts = []
    parents = {joint.child: joint.parent for joint in JOINTS}
    for link, terms in link_terms(states, best).items():
        if terms["gap"] > _WIDE_GAP:
            doubts.append(f"{spoken(link).capitalize()} does not reach {spoken(parents[link])}.")
    names = _labels(states, chosen, best, max(chosen) + 1)
    if not best.complete and len(chosen) >= len(LINKS):
        lost = [spoken(link) for link in LINKS if link not in names]
        spare = [stroke for stroke in chosen if names[stroke] is None]
        doubts += [
            f"Stroke {stroke + 1} fits nowhere, and {lost[0]} is not found." for stroke in spare if lost
        ]
    if len(namings) > 1 and best.complete and namings[1].cost - best.cost < _CLOSE_SECOND:
        first, second = (_labels(states, chosen, naming, max(chosen) + 1) for naming in namings[:2])
        for stroke in chosen:
            one, other = first[stroke], second[stroke]
            if one != other and one in LINKS and other in LINKS:
                doubts.append(f"Stroke {stroke + 1} is read as {spoken(one)}; it may be {spoken(other)}.")
    return tuple(doubts)
