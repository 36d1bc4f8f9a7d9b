"""Key ladder: selections of every count, from the fewest keys to a key on every frame, layer upon layer.

The ladder starts with the keys that are certain and climbs through the first layer's selections up to that
layer's own choice, from there through the next layer's with those keys kept, and so on. A step up never
throws out what a coarser layer has chosen.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from kinegraph.core.animation import KeyTag
from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.keys.selection.distance_kernels import farthest_pair
from kinegraph.keys.selection.layers import LayerPlan
from kinegraph.keys.selection.merged_space import MergedSpace, Part
from kinegraph.keys.selection.miss_kernels import largest_miss
from kinegraph.keys.selection.objectives import Combine, Objective, objective_named
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import KeyRules, selection_space
from kinegraph.keys.selection.threshold_choice import fewest_good

# The largest error of good curves through noise, as a multiple of the noise: they begin and end in it, too.
_NOISE_PEAK = 2.0


@dataclass(frozen=True, eq=False)
class Stage:
    """The rungs that one layer adds to a ladder.

    space: Its selections; the keys of earlier stages are the cuts.
    plan, layer: Which layer, and its number from 0.
    highest: Keys in all, up to which the ladder follows this stage.
    table_seconds: Time that its edge tables took [s].
    """

    space: MergedSpace
    plan: LayerPlan
    layer: int
    highest: int
    table_seconds: float = 0.0

    @property
    def lowest(self) -> int:
        """Keys of the stages before."""
        return len(self.space.parts) + 1

    @cached_property
    def chosen(self) -> Ints:
        """The frames that the stage adds in all."""
        return self.space.keys(self.highest - self.lowest)

    @cached_property
    def kept(self) -> Ints:
        """All keys at the stage's top."""
        return np.sort(np.concatenate([self.space.cuts, self.chosen]))


class KeyLadder:
    """Selections of every count over stages that build on each other.

    counts: (K,) possible numbers of keys, ascending.
    """

    def __init__(self, stages: Sequence[Stage]) -> None:
        self.stages = tuple(stages)
        steps = [stage.space.counts + stage.lowest for stage in self.stages]
        for index, stage in enumerate(self.stages[:-1]):
            steps[index] = steps[index][steps[index] < stage.highest]
        self._stage_of = np.repeat(np.arange(len(steps)), [len(own) for own in steps])
        self.counts: Ints = np.concatenate(steps)

    def keys(self, count: int) -> tuple[Ints, Ints, tuple[KeyTag, ...]]:
        """The best `count` keys: frames in order, the layer that chose each, and their tags."""
        stage = self._stage_with(count)
        layer_of = np.zeros(stage.space.parts[-1].stop + 1, dtype=np.int64)
        for earlier in self.stages[: self.stages.index(stage)]:
            layer_of[earlier.chosen] = earlier.layer
        added = stage.space.keys(count - stage.lowest)
        layer_of[added] = stage.layer
        frames = np.sort(np.concatenate([stage.space.cuts, added]))
        tag_of = {own.layer: own.plan.tag for own in self.stages}
        return frames, layer_of[frames], tuple(tag_of[layer] for layer in layer_of[frames].tolist())

    def _stage_with(self, count: int) -> Stage:
        where = int(np.searchsorted(self.counts, count))
        if where >= len(self.counts) or self.counts[where] != count:
            raise InvalidValue(
                f"{count} keys are not possible here; {self.counts[0]} to {self.counts[-1]} are possible."
            )
        return self.stages[int(self._stage_of[where])]

    def errors(self, positions: Floats) -> Floats:
        """(K,) how far the best cubics through the keys of each count miss `positions` (N, J, 3) [m].

        At the joint and the frame where that is farthest.
        """
        flat = kernel_floats(positions.reshape(len(positions), -1))
        errors = np.zeros(len(self.counts))
        for stage, rungs in self._rungs():
            for part, shares in self._parts(stage, rungs):
                missed = np.zeros(shares.max() + 1)
                for share in np.unique(shares).tolist():
                    missed[share] = largest_miss(flat, _closed(part, share))
                errors[rungs] = np.maximum(errors[rungs], missed[shares])
        return errors

    def importance(self, frames: int) -> Floats:
        """(frames,) how long each frame stays a key as the count shrinks: 1 if it always is, 0 if never.

        The share of counts at which it is a key, a count n weighing 1 / n: to be one of five keys says more
        than to be one of five hundred.
        """
        survived, weights = np.zeros(frames), 1.0 / self.counts
        for stage, rungs in self._rungs():
            survived[stage.space.cuts] += weights[rungs].sum()
            for part, shares in self._parts(stage, rungs):
                for share, weight in enumerate(np.bincount(shares, weights[rungs]).tolist()):
                    if weight > 0.0:
                        survived[part.keys(share)] += weight
        return np.minimum(survived / weights.sum(), 1.0)

    def _rungs(self) -> list[tuple[Stage, Ints]]:
        """Each stage with the indices of its counts."""
        found = [(stage, np.flatnonzero(self._stage_of == index)) for index, stage in enumerate(self.stages)]
        return [(stage, rungs) for stage, rungs in found if len(rungs)]

    def _parts(self, stage: Stage, rungs: Ints) -> list[tuple[Part, Ints]]:
        shares = stage.space.shares(self.counts[rungs] - stage.lowest)
        return list(zip(stage.space.parts, shares, strict=True))


def _closed(part: Part, share: int) -> Ints:
    return np.concatenate([[part.start], part.keys(share), [part.stop]])


@dataclass(frozen=True, eq=False)
class Judged:
    """Poses that a layer looks at.

    space: The poses.
    smallest: Segments of less extent than this are judged as if they had it [m, as the poses]: what hardly
        moves needs no keys for its noise.
    largest: Segments of more extent are judged as if they had this one: a long flight still has wing beats.
    noise: How much the poses tremble [m, as the poses]; errors of that size ask for no keys.
    """

    space: PoseSpace
    smallest: float = 0.0
    largest: float = np.inf
    noise: float = 0.0

    def scale(self, objective: Objective, start: int, stop: int, accuracy: float) -> float:
        """Scale of errors in start..stop: for lengths the largest distance between two poses.

        accuracy: The share that counts as accurate. Noise and misses add up as squares do.
        """
        if objective.extent is not None:
            return objective.extent(self.space.frames(start, stop + 1))
        poses = kernel_floats(self.space.points[start : stop + 1])
        extent = min(max(float(farthest_pair(poses)), self.smallest), self.largest)
        return float(np.hypot(extent, _NOISE_PEAK * self.noise / accuracy))


def layered_stages(
    lead: Judged,
    body: Judged,
    plans: Sequence[LayerPlan],
    certain: Ints,
    *,
    rules: KeyRules,
    pieces: Sequence[tuple[int, int]],
    counts: Sequence[int | None] = (),
    progress: Callable[[float], None] = lambda share: None,
) -> list[Stage]:
    """Solves layer upon layer, each in the segments between the keys of those before it.

    lead, body: Poses of the leading part, and of the whole.
    certain: Frames that are always keys, the first and last included.
    pieces: Stretches by whose scale the first layer is judged; the whole motion where it is one.
    counts: Keys up to and including each layer where a person has chosen; None, or nothing, for automatic.
    progress: Called with the share done.
    """
    stages: list[Stage] = []
    for layer, plan in enumerate(plans):
        stages.append(
            solved_stage(
                lead if plan.leading else body,
                plan,
                layer,
                stages[-1].kept if stages else certain,
                rules=rules,
                pieces=() if stages else pieces,
                by_hand=counts[layer] if layer < len(counts) else None,
                progress=lambda share, done=layer: progress((done + share) / len(plans)),
            )
        )
    return stages


def solved_stage(
    judged: Judged,
    plan: LayerPlan,
    layer: int,
    cuts: Ints,
    *,
    rules: KeyRules,
    pieces: Sequence[tuple[int, int]] = (),
    by_hand: int | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Stage:
    """Solves the parts between `cuts` and chooses how many keys the layer has.

    pieces: Where given, a part is judged by the scale of the piece that it lies in, not by its own.
    by_hand: Keys of the stages up to this one, where a person has chosen.
    progress: Called with the share of frames done.
    """
    objective = objective_named(plan.objective)
    tables: list[float] = []

    def timed_fill(space: PoseSpace, matrix: Floats) -> None:
        started = time.perf_counter()
        objective.fill(space, matrix)
        tables.append(time.perf_counter() - started)

    solver = replace(objective, fill=timed_fill)
    accuracy = plan.thresholds.accuracy
    scales = {piece: judged.scale(objective, *piece, accuracy) for piece in pieces}
    forbidden = np.unique(np.array(rules.forbidden, dtype=np.int64))
    parts: list[Part] = []
    for start, stop in pairwise(cuts.tolist()):
        around = next((piece for piece in pieces if piece[0] <= start and stop <= piece[1]), None)
        scale = judged.scale(objective, start, stop, accuracy) if around is None else scales[around]
        found = None
        if stop - start >= 2 * rules.gap:
            own = judged.space.frames(start, stop + 1)
            free = KeyRules((), _within(forbidden, start, stop), rules.gap)
            found = selection_space(own, solver, rules=free)
        parts.append(Part(start, stop, found, scale))
        progress(stop / (len(judged.space) - 1))
    space = MergedSpace(parts, objective.combine)
    inner = _by_threshold(space, plan, bool(pieces)) if by_hand is None else by_hand - len(cuts)
    if inner not in space.counts:
        lowest, highest = space.counts[[0, -1]] + len(cuts)
        raise InvalidValue(
            f"Layer {layer + 1} cannot have {by_hand} keys; {lowest} to {highest} are possible."
        )
    return Stage(space, plan, layer, len(cuts) + inner, sum(tables))


def _by_threshold(space: MergedSpace, plan: LayerPlan, together: bool) -> int:
    """Keys that the thresholds choose: of all parts together, or of each for itself."""
    if together:
        frames = space.parts[-1].stop - space.parts[0].start + 1
        return fewest_good(_as_shares(space.errors, plan, frames), plan.thresholds)
    return sum(
        fewest_good(_as_shares(part.errors, plan, part.stop - part.start + 1), plan.thresholds)
        for part in space.parts
    )


def _as_shares(errors: Floats, plan: LayerPlan, frames: int) -> Floats:
    """Relative errors as shares of a length: sums of squares become root mean squares."""
    summed = objective_named(plan.objective).combine == Combine.SUM
    return np.sqrt(errors / frames) if summed else errors


def _within(frames: Ints, start: int, stop: int) -> tuple[int, ...]:
    """Those of the frames that lie between start and stop, counted from start."""
    low, high = np.searchsorted(frames, [start + 1, stop])
    return tuple((frames[low:high] - start).tolist())
