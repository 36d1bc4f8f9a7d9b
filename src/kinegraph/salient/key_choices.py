"""Key choices: all selections of keys that a slider browses, computed once for a clip and its settings.

One ladder of counts. It starts with the keys that are forced, climbs through the first layer's selections up
to that layer's own choice, from there through the next layer's with those keys kept, and so on to a key on
every frame. A step up never throws out what a coarser layer has chosen.
"""

import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from kinegraph.core.animation import KeyTag
from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.forward_kinematics import forward_kinematics
from kinegraph.salient.channels import RigChannels, rig_channels
from kinegraph.salient.contact_keys import contact_keys, contacts_of
from kinegraph.salient.distance_kernels import farthest_pair
from kinegraph.salient.key_settings import KeySettings, checked_frames, whole_frames
from kinegraph.salient.layers import LayerPlan, within
from kinegraph.salient.leading_part import proposed_leading_part
from kinegraph.salient.merge_kernels import largest_miss
from kinegraph.salient.merged_space import MergedSpace, Part
from kinegraph.salient.objectives import Combine, objective_named
from kinegraph.salient.pose_space import PoseSpace, pose_space
from kinegraph.salient.selection_space import KeyRules, selection_space
from kinegraph.salient.threshold_choice import fewest_good

Progress = Callable[[float], None]


@dataclass(frozen=True, eq=False)
class ChosenKeys:
    """Keys of one count.

    frames: (K,) increasing frames, counted from the first of the span.
    tags: What each is to the animator.
    layers: (K,) the layer that chose each, from 0.
    importance: (K,) how long each survives as the count shrinks, 0 to 1.
    """

    frames: Ints
    tags: tuple[KeyTag, ...]
    layers: Ints
    importance: Floats


@dataclass(frozen=True)
class Seconds:
    """Time spent on edge tables with their selections, and on browsing them into one ladder [s]."""

    table: float
    selection: float


@dataclass(frozen=True, eq=False)
class _Stage:
    """The rungs that one layer adds: `space` with its cuts kept, up to `highest` keys in all."""

    space: MergedSpace
    tag: KeyTag
    highest: int

    @property
    def lowest(self) -> int:
        return len(self.space.parts) + 1


class KeyChoices:
    """Selections of every count for one clip.

    clip: The frames of the span; all frames and counts here are of this clip.
    start: Its first frame in the clip that was given.
    settings: As asked.
    leading: Joints of the leading part, named or proposed.
    contacts: Points whose contacts were watched.
    counts: (K,) possible numbers of keys, ascending.
    automatic: The count that the thresholds choose.
    forced: Frames that are keys at every count: ends, fixed, and what contacts force.
    pieces: First and last frame of each stretch that was solved as a whole.
    notes: A sentence for each thing a person should know of how the choice was made.
    seconds: Time spent.
    """

    def __init__(
        self,
        clip: Clip,
        start: int,
        settings: KeySettings,
        leading: tuple[str, ...],
        contacts: tuple[ContactPoint, ...],
        stages: Sequence[_Stage],
        pieces: tuple[tuple[int, int], ...],
        notes: tuple[str, ...],
        seconds: Seconds,
    ):
        self.clip, self.start, self.settings, self.leading = clip, start, settings, leading
        self.contacts, self.pieces, self.notes, self.seconds = contacts, pieces, notes, seconds
        self._stages = tuple(stages)
        self.automatic = self._stages[-1].highest
        self.forced = self._stages[0].space.cuts
        last = self._stages[-1].space
        self.counts = np.concatenate(
            [stage.space.counts[: stage.highest - stage.lowest] + stage.lowest for stage in stages[:-1]]
            + [last.counts + stages[-1].lowest]
        )

    def keys(self, count: int) -> ChosenKeys:
        """The best `count` keys."""
        layer = self._layer(count)
        frames, layers = self._frames(layer, count)
        tags = tuple(self._stages[int(own)].tag for own in layers)
        return ChosenKeys(frames, tags, layers, self.frame_importance[frames])

    @cached_property
    def channels(self) -> RigChannels:
        """The clip as its rig is keyed on; serves the fit at every count."""
        return rig_channels(self.clip)

    @cached_property
    def errors(self) -> Floats:
        """(K,) for each count, how far the joint that is farthest off lies from the motion [m].

        Between two keys a joint is taken to follow the best cubic in time. It is what good curves through
        the keys can reach; the curves of a rig, which turn joints rather than place them, come near it.
        """
        world = forward_kinematics(self.clip).positions
        positions = kernel_floats(world.reshape(len(world), -1))
        errors = []
        for stage, inner in self._rungs():
            shares = stage.space.shares(inner)
            pairs = zip(stage.space.parts, shares, strict=True)
            errors.append(max(self._miss(positions, part, share) for part, share in pairs))
        return np.array(errors)

    @cached_property
    def frame_importance(self) -> Floats:
        """(N,) how long each frame stays a key as the count shrinks: 1 for ever, 0 if it never is one.

        The share of counts at which it is a key, a count n weighing 1 / n.
        """
        survived = np.zeros(len(self.clip))
        whole = 0.0
        for stage, inner in self._rungs():
            weight = 1.0 / (stage.lowest + inner)
            survived[stage.space.cuts] += weight
            survived[stage.space.keys(inner)] += weight
            whole += weight
        return np.minimum(survived / whole, 1.0)

    def _rungs(self) -> list[tuple[_Stage, int]]:
        found = [(self._stages[self._layer(int(count))], int(count)) for count in self.counts]
        return [(stage, count - stage.lowest) for stage, count in found]

    @cached_property
    def _misses(self) -> dict[tuple[int, int, int], float]:
        return {}

    def _miss(self, positions: Floats, part: Part, share: int) -> float:
        name = id(part), share, part.start
        if name not in self._misses:
            keys = np.array([part.start, *part.keys(share), part.stop])
            self._misses[name] = float(largest_miss(positions, keys))
        return self._misses[name]

    def _layer(self, count: int) -> int:
        where = bisect_left(self.counts, count)
        if where >= len(self.counts) or self.counts[where] != count:
            raise InvalidValue(
                f"There is no selection of {count} keys here; "
                f"{self.counts[0]} to {self.counts[-1]} are possible."
            )
        for layer, stage in enumerate(self._stages[:-1]):
            if count <= stage.highest:
                return layer
        return len(self._stages) - 1

    def _frames(self, layer: int, count: int) -> tuple[Ints, Ints]:
        """Frames of the best `count` keys with the layer of each."""
        stage = self._stages[layer]
        added = stage.space.keys(count - stage.lowest)
        frames = np.concatenate([stage.space.cuts, added])
        layers = np.full(len(frames), layer)
        for earlier in range(layer):
            before = self._stages[earlier]
            own = before.space.keys(before.highest - before.lowest)
            layers[np.isin(frames, own)] = earlier
        layers[np.isin(frames, self.forced)] = 0
        order = np.argsort(frames)
        return frames[order], layers[order]


def key_choices(
    clip: Clip,
    settings: KeySettings | None = None,
    contacts: Sequence[ContactPoint] = (),
    progress: Progress | None = None,
) -> KeyChoices:
    """Finds the keys of every count.

    contacts: Where the character may touch the ground; guessed from the skeleton where there are none.
    progress: Is told the share done, 0 to 1, from time to time.
    """
    settings = settings or KeySettings()
    tell = progress or (lambda share: None)
    first, last = settings.span_of(len(clip))
    fixed = checked_frames("fixed", settings.fixed, len(clip))
    forbidden = checked_frames("forbidden", settings.forbidden, len(clip))
    part = clip.frames(first, last + 1)
    rules = KeyRules(
        tuple(whole_frames(fixed, first, last)), tuple(whole_frames(forbidden, first, last)), settings.gap
    )
    points = tuple(contacts) or contacts_of(clip.skeleton)
    forced = _forced(part, settings, rules, points)
    space = pose_space(part, settings.joints, settings.weights)
    leading = settings.leading or proposed_leading_part(part, points)
    lead = pose_space(part, leading, settings.weights)
    started = time.perf_counter()
    stages: list[_Stage] = []
    cuts = forced
    for layer, plan in enumerate(settings.plans):
        stage = _stage(lead if plan.leading else space, plan, rules, cuts, layer, settings.count_of(layer))
        stages.append(stage)
        cuts = np.sort(np.concatenate([cuts, stage.space.keys(stage.highest - stage.lowest)]))
        tell((layer + 1) / len(settings.plans))
    table = time.perf_counter() - started
    return KeyChoices(
        part, first, settings, leading, points, stages, ((0, len(part) - 1),), (), Seconds(table, 0.0)
    )


def _forced(clip: Clip, settings: KeySettings, rules: KeyRules, points: tuple[ContactPoint, ...]) -> Ints:
    """Frames that are keys at every count."""
    last = len(clip) - 1
    forced = {0, last, *rules.fixed}
    clash = sorted(forced & set(rules.forbidden))
    if clash:
        raise InvalidValue(
            f"Frame {clash[0]} must not be a key, but it is the first, the last, or a fixed one."
        )
    for before, after in pairwise(sorted(forced)):
        if after - before < rules.gap:
            raise InvalidValue(
                f"Frames {before} and {after} must be keys but are closer than the gap of {rules.gap} frames."
            )
    if settings.contacts and points:
        for frame in contact_keys(clip, points):
            near = min(abs(frame - other) for other in forced)
            if near >= max(rules.gap, 2) and frame not in rules.forbidden:
                forced.add(frame)
    return np.array(sorted(forced))


def _stage(
    space: PoseSpace, plan: LayerPlan, rules: KeyRules, cuts: Ints, layer: int, by_hand: int | None
) -> _Stage:
    """Solves the parts between `cuts` and chooses how many keys the layer has."""
    combine = objective_named(plan.objective).combine
    whole = float(farthest_pair(kernel_floats(space.points))) if layer == 0 else 0.0
    parts: list[Part] = []
    for start, stop in pairwise(cuts.tolist()):
        own = space.frames(start, stop + 1)
        scale = whole if layer == 0 else float(farthest_pair(kernel_floats(own.points)))
        found = None
        if stop - start >= 2 * rules.gap:
            found = selection_space(own, plan.objective, rules=within(rules, start, stop))
        parts.append(Part(start, stop, found, scale))
    merged = MergedSpace(parts, combine)
    if by_hand is not None:
        inner = by_hand - len(cuts)
        if inner not in merged.counts:
            raise InvalidValue(
                f"Layer {layer + 1} cannot have {by_hand} keys; {len(cuts) + merged.counts[0]} "
                f"to {len(cuts) + merged.counts[-1]} are possible."
            )
    elif layer == 0:
        inner = fewest_good(_lengths(merged.errors, combine, len(space)), plan.thresholds)
    else:
        inner = sum(
            fewest_good(_lengths(part.errors, combine, part.stop - part.start + 1), plan.thresholds)
            for part in parts
        )
    return _Stage(merged, plan.tag, len(cuts) + inner)


def _lengths(errors: Floats, combine: Combine, frames: int) -> Floats:
    """Relative errors as shares of a length: sums of squares as root mean squares."""
    return errors if combine == Combine.MAX else np.sqrt(errors / frames)
