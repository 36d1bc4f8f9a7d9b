"""Passes: every single run of a clip on a track, in its place in the scene."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.resample import sample_at
from kinegraph.core.skeleton import Skeleton
from kinegraph.scenes.mixing.feet import Foot, foot_places, stands
from kinegraph.scenes.mixing.ground_placement import GroundPlacement, bring, headings
from kinegraph.scenes.mixing.track import Track, TrackClip, Where, start_of

_UNMOVED = GroundPlacement()


@dataclass(frozen=True, eq=False)
class Pass:
    """One run of a clip.

    start, end: In the scene [s].
    low: Moment of the clip at its start [s].
    planted: Whether feet are kept from slipping while it fades in.
    reference: Moment of the clip from which an additive layer departs [s].
    """

    clip: Clip
    start: float
    end: float
    low: float
    speed: float
    fade_in: float
    fade_out: float = 0.0
    weight: float = 1.0
    placement: GroundPlacement = _UNMOVED
    planted: bool = False
    reference: float = 0.0

    def moment(self, time: float) -> float:
        """The moment of the clip at a time of the scene; its ends are held [s]."""
        return self.low + self.speed * (min(max(time, self.start), self.end) - self.start)

    def pose_at(self, time: float) -> Clip:
        """Its pose at a time of the scene, in its place, as a clip of one frame."""
        return self.placement.of_clip(sample_at(self.clip, [self.moment(time)], self.clip.fps))


class Standing:
    """Feet that stand in each clip; remembers clips that it has seen.

    front: Heading of the character at rest [rad].
    """

    def __init__(self, feet: Sequence[Foot], front: float = 0.0) -> None:
        self.feet = tuple(feet)
        self.front = front
        self._seen: dict[int, tuple[Clip, NDArray[np.bool_]]] = {}

    def at(self, each: Pass, time: float) -> NDArray[np.bool_]:
        """(number of feet,) which stand in a pass at a time of the scene."""
        if id(each.clip) not in self._seen:
            self._seen[id(each.clip)] = each.clip, stands(each.clip, self.feet)
        rows = self._seen[id(each.clip)][1]
        return rows[min(round(each.moment(time) * each.clip.fps), len(rows) - 1)]


def base_passes(track: Track, standing: Standing) -> list[Pass]:
    """The passes of a track's base, in the order of their starts."""
    made: list[Pass] = []
    for entry in track.base:
        first = _first_pass(entry)
        place = _place_of(entry, first, track, standing.front)
        if place is None:
            place = continue_from(made[-1], first, standing) if made else _stand(first, track, standing.front)
        first = replace(first, placement=place, planted=bool(made) and entry.fade > 0.0)
        made += _repeats(first, entry)
    return made


def layer_passes(
    clips: Sequence[TrackClip], track: Track, base: Sequence[Pass], standing: Standing
) -> list[Pass]:
    """The passes of a layer. Where two overlap, the later one fades in over the other."""
    made: list[Pass] = []
    for entry in clips:
        first = replace(_first_pass(entry), weight=entry.weight, reference=entry.span[0])
        place = _place_of(entry, first, track, standing.front)
        if place is None:
            under = next((each for each in reversed(base) if each.start <= first.start), None)
            place = continue_from(under, first, standing) if under else _stand(first, track, standing.front)
        passes = _repeats(replace(first, placement=place), entry)
        if made and passes[0].start < made[-1].end:
            made[-1] = replace(made[-1], fade_out=0.0)
        made += [*passes[:-1], replace(passes[-1], fade_out=entry.fade_out)]
    return made


def continue_from(before: Pass, following: Pass, standing: Standing | None) -> GroundPlacement:
    """Placement of a pass that goes on from the one before.

    Half-way through the fade both face the same way, and the feet that stand in both, or else the roots, are
    over each other.
    """
    middle = following.start + 0.5 * following.fade_in
    there, here = before.pose_at(middle), following.pose_at(middle)
    skeleton = there.skeleton
    angle = float(headings(skeleton, there.rotations[0, 0]) - headings(skeleton, here.rotations[0, 0]))
    goal, point = there.root_translations[0], here.root_translations[0]
    if standing is not None and standing.feet:
        both = standing.at(before, middle) & standing.at(following, middle)
        if both.any():
            goal = foot_places(there, standing.feet)[0, both].mean(axis=0)
            point = foot_places(here, standing.feet)[0, both].mean(axis=0)
    return bring(point, angle, goal, before.placement.y)


def _first_pass(entry: TrackClip) -> Pass:
    start = start_of(entry)
    return Pass(entry.clip, start, start + entry.once, entry.span[0], entry.speed, entry.fade)


def _place_of(entry: TrackClip, first: Pass, track: Track, front: float) -> GroundPlacement | None:
    """The stated place of a clip; None if it goes on from what played before."""
    if entry.at is None and entry.facing is None:
        return _own(track) if entry.where == Where.OWN else None
    stand = _stand(first, track, front)
    begin = first.pose_at(first.start)
    x, z = entry.at if entry.at is not None else stand.place(begin.root_translations[0])[[0, 2]]
    facing = track.facing if entry.facing is None else entry.facing
    return _bring_start(begin, facing - front, np.array([x, 0.0, z]), float(track.at[1]))


def _own(track: Track) -> GroundPlacement:
    return GroundPlacement(track.facing, *(float(each) for each in track.at))


def _stand(first: Pass, track: Track, front: float) -> GroundPlacement:
    """At the character's own place in the scene."""
    return _bring_start(first.pose_at(first.start), track.facing - front, track.at, float(track.at[1]))


def _bring_start(begin: Clip, facing: float, goal: Floats, height: float) -> GroundPlacement:
    angle = facing - float(headings(begin.skeleton, begin.rotations[0, 0]))
    return bring(begin.root_translations[0], angle, goal, height)


def _repeats(first: Pass, entry: TrackClip) -> list[Pass]:
    """All passes of a clip: each goes on from where the one before it ends."""
    made = [first]
    if entry.repeat == 1:
        return made
    period = entry.once - entry.seam
    second = replace(first, start=first.start + period, end=first.end + period, fade_in=entry.seam)
    second = replace(second, planted=entry.seam > 0.0, placement=_UNMOVED)
    step = continue_from(replace(first, placement=_UNMOVED), second, None)
    for number in range(1, entry.repeat):
        later = number * period
        made.append(
            replace(
                second,
                start=first.start + later,
                end=first.end + later,
                placement=_after(made[-1].placement, step, first.placement.y),
            )
        )
    return made


def _after(place: GroundPlacement, step: GroundPlacement, height: float) -> GroundPlacement:
    """A step in the frame of a place."""
    shift = place.place(np.array([step.x, 0.0, step.z]))
    return GroundPlacement(place.turn + step.turn, float(shift[0]), height, float(shift[2]))


def rest_clip(skeleton: Skeleton) -> Clip:
    """A clip of one frame at rest, for a character without clips."""
    return Clip(skeleton, 30.0, skeleton.offsets[:1], skeleton.rest_rotations[None], name="rest")
