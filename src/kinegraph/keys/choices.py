"""Key choices: the best keys of every count for one motion and its settings, computed once for the slider."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from kinegraph.core.animation import Animation, KeyTag
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.bake import bake
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import standing_height
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.tips import tip_positions
from kinegraph.keys.channel_space import channel_space
from kinegraph.keys.choice_notes import (
    LONGEST_REFINED,
    calibration_notes,
    noise_notes,
    piece_notes,
    stance_notes,
    teleport_notes,
)
from kinegraph.keys.curves.channels import RigChannels, rig_channels
from kinegraph.keys.curves.playback_error import PlaybackReference
from kinegraph.keys.refining.refiner import KeyRefiner, Promise
from kinegraph.keys.refining.rotation_choice import fitted_modes
from kinegraph.keys.rules.calibration import moving_span
from kinegraph.keys.rules.contacts import contact_keys, guessed_contacts
from kinegraph.keys.rules.leading_part import proposed_leading_part
from kinegraph.keys.rules.smoothing import smooth_motion
from kinegraph.keys.rules.stances import drift_bound, stance_keys
from kinegraph.keys.rules.teleports import teleports
from kinegraph.keys.selection.clip_cuts import slow_cuts
from kinegraph.keys.selection.ladder import (
    Judged,
    KeyLadder,
    Stage,
    layered_stages,
    solved_stage,
)
from kinegraph.keys.selection.layers import LayerPlan
from kinegraph.keys.selection.noise_floor import track_noise
from kinegraph.keys.selection.pose_space import PoseSpace, distinct_joints, pose_space
from kinegraph.keys.selection.selection_space import KeyRules
from kinegraph.keys.settings import AUTO, CHANNELS, KeySettings

# Smallest extent of a segment, so that noise gets no keys: every joint moves by this share of the character's
# height, or every channel by this share of its deviation. It is smaller for the leading part, whose layers
# are less strict.
_SMALLEST, _SMALLEST_LEAD = 0.25, 0.1
# Largest extent of a segment, in heights of the character: the distance that a body travels must not loosen
# the accuracy of its limbs. It does not apply to the leading part, whose motion is that travel.
_LARGEST = 3.0
# The automatic choice plays within this multiple of the last layer's accuracy, as a share of height: 2% where
# that is 1%.
_PROMISE = 2.0
# Shares of the progress bar at which the motion is prepared and the layers are solved; stances take the rest.
_PREPARED, _SOLVING = 0.3, 0.5


@dataclass(frozen=True, eq=False)
class ChosenKeys:
    """Keys of one count.

    frames: (K,) increasing frames, counted from the first of the span.
    tags: Keypose, breakdown or detail.
    layers: (K,) the layer that chose each, from 0.
    importance: (K,) how long each survives as the count shrinks, 0 to 1.
    """

    frames: Ints
    tags: tuple[KeyTag, ...]
    layers: Ints
    importance: Floats


@dataclass(frozen=True)
class Seconds:
    """Time spent on edge tables, on selections in them, and on stance keys [s]."""

    table: float
    selection: float
    stances: float


@dataclass(frozen=True, eq=False)
class KeyChoices:
    """Selections of every count for one motion.

    clip: The frames of the span; all frames and counts here refer to this clip.
    start: Index of its first frame in the given motion.
    settings: The settings that were given.
    leading: Joints of the leading part, named or proposed.
    contacts: Points that may touch the ground.
    ladder: The selections.
    automatic: The count that the thresholds and the stances ask for.
    forced: Frames that are keys at every count: the ends, fixed ones, both sides of teleports, and cuts of a
        long clip.
    pieces: First and last frame of each stretch that was solved as a whole: one, unless a long clip was cut.
    notes: Sentences for the user about how the choice was made.
    channels: The clip as the channels of its rig; the fit uses them at every count.
    reference: The motion that results are measured against.
    rules: What every choice must respect, in frames of the clip.
    promise: How close to the original the automatic choice is to play.
    """

    clip: Clip
    start: int
    settings: KeySettings
    leading: tuple[str, ...]
    contacts: tuple[ContactPoint, ...]
    ladder: KeyLadder
    automatic: int
    forced: Ints
    pieces: tuple[tuple[int, int], ...]
    notes: tuple[str, ...]
    channels: RigChannels
    reference: PlaybackReference
    rules: KeyRules
    promise: Promise
    seconds: Seconds

    @property
    def counts(self) -> Ints:
        """(K,) possible numbers of keys, ascending."""
        return self.ladder.counts

    @cached_property
    def errors(self) -> Floats:
        """(K,) estimated largest error of any joint or tip at each count [m].

        Between two keys a joint is assumed to follow the best cubic in time, which gives an estimate for all
        counts at once. `key_motion` measures the error of the rig's curves.
        """
        world = forward_kinematics(self.clip)
        tips = tip_positions(self.clip.skeleton, world)
        return self.ladder.errors(np.concatenate([world.positions, tips], axis=1))

    @cached_property
    def frame_importance(self) -> Floats:
        """(N,) how long each frame stays a key as the count shrinks: 1 if it always is one, 0 if never."""
        return self.ladder.importance(len(self.clip))

    @property
    def refinable(self) -> bool:
        """True if keys may move to where curves play closest: not where a criterion was named for them.

        Nor in clips so long that measuring their segments would take gigabytes.
        """
        named = self.settings.objective is not None or self.settings.space == CHANNELS
        return not named and len(self.clip) <= LONGEST_REFINED

    @cached_property
    def refiner(self) -> KeyRefiner:
        """Refiner of the keys of a count."""
        return KeyRefiner(
            self.channels,
            self.reference,
            forced=self.forced,
            forbidden=self.rules.forbidden,
            gap=self.rules.gap,
            weights=self.settings.weights,
        )

    def tagged(self, frames: Ints) -> ChosenKeys:
        """Keys at other frames, each with the tag and layer of the chosen key that it stands for."""
        counts = self.counts
        count = int(counts[np.abs(counts - len(frames)).argmin()])
        chosen, layers, tags = self.ladder.keys(count)
        last = len(self.settings.plans) - 1
        own = np.full(len(frames), last)
        own_tags = [self.settings.plans[last].tag] * len(frames)
        importance = self.frame_importance[frames].copy()
        taken: set[int] = set()
        for layer in range(last + 1):
            for index in np.flatnonzero(layers == layer).tolist():
                nearest = int(np.abs(frames - chosen[index]).argmin())
                if nearest not in taken:
                    taken.add(nearest)
                    own[nearest], own_tags[nearest] = layer, tags[index]
                    importance[nearest] = max(importance[nearest], self.frame_importance[chosen[index]])
        return ChosenKeys(frames, tuple(own_tags), own, importance)

    def keys(self, count: int) -> ChosenKeys:
        """The best `count` keys."""
        frames, layers, tags = self.ladder.keys(count)
        return ChosenKeys(frames, tags, layers, self.frame_importance[frames])


def choose_keys(
    motion: Clip | Animation,
    settings: KeySettings | None = None,
    contacts: Sequence[ContactPoint] = (),
    progress: Callable[[float], None] | None = None,
    rotation_modes: Sequence[str] | None = None,
) -> KeyChoices:
    """Finds the keys of every count.

    motion: Dense motion, or an animation, which is baked.
    contacts: Where the character may touch the ground; guessed from the skeleton by default.
    progress: Called with the share done, 0 to 1.
    rotation_modes: Rotation mode of each joint of the rig, where its curves must keep them; they precede
        the one of the settings.
    """
    settings = settings or KeySettings()
    report = progress or (lambda share: None)
    whole = bake(motion) if isinstance(motion, Animation) else motion
    removed = None
    if settings.smooth:
        whole, removed = _without_noise(whole)
    settings, cut = _without_calibration(whole, settings)
    first, clip, rules = _cut_to_span(whole, settings)
    points = tuple(contacts) or guessed_contacts(clip.skeleton)
    reference, rig = (
        PlaybackReference(clip, points),
        rig_channels(clip, rotation_modes or _modes(clip, settings)),
    )
    leading = _leading(clip, settings, points)
    started = time.perf_counter()
    lead, body = _judged(clip, rig, settings, leading, points)
    forced, pieces = _find_forced_keys(clip, first, body, rules)
    contact_stages = _contact_stages(clip, points, forced, lead, settings, rules)
    stages = layered_stages(
        lead,
        body,
        settings.plans,
        contact_stages[-1].kept if contact_stages else forced,
        rules=rules,
        pieces=pieces,
        counts=settings.layer_counts,
        progress=lambda share: report(_PREPARED + (_SOLVING - _PREPARED) * share),
    )
    stages = [*contact_stages, *stages]
    solved, table = time.perf_counter(), sum(stage.table_seconds for stage in stages)
    notes = [
        *calibration_notes(cut, len(whole)),
        *noise_notes(reference, removed),
        *teleport_notes(teleports(clip), first),
        *piece_notes(pieces),
    ]
    if settings.contacts and not settings.counted_by_hand:
        found = stance_keys(
            reference, rig, stages[-1].kept, rules, lambda share: report(_SOLVING + (1.0 - _SOLVING) * share)
        )
        stages += _stance_stages(found.frames, stages[-1], body, rules)
        notes += stance_notes(found, clip)
    report(1.0)
    return KeyChoices(
        clip=clip,
        start=first,
        settings=settings,
        leading=leading,
        contacts=points,
        ladder=KeyLadder(stages),
        automatic=max(stage.highest for stage in stages),
        forced=forced,
        pieces=pieces,
        notes=tuple(notes),
        channels=rig,
        reference=reference,
        rules=rules,
        promise=promise_of(clip, settings),
        seconds=Seconds(table, solved - started - table, time.perf_counter() - solved),
    )


def _without_noise(clip: Clip) -> tuple[Clip, float]:
    """The smoothed clip, and how far its joints then tremble less, where that is most [m]."""
    smooth = smooth_motion(clip)
    apart = forward_kinematics(clip).positions - forward_kinematics(smooth).positions
    return smooth, float(np.sqrt(np.mean(np.sum(apart**2, axis=-1), axis=0)).max())


def _cut_to_span(clip: Clip, settings: KeySettings) -> tuple[int, Clip, KeyRules]:
    """The first frame of the span, its frames as a clip, and its rules."""
    first, last = settings.span_of(len(clip))
    return first, clip.frames(first, last + 1), rules_of(clip, settings, first, last)


def rules_of(clip: Clip, settings: KeySettings, first: int, last: int) -> KeyRules:
    """The rules for the keys of a span of a clip, with frames counted from the first of the span."""
    fixed, forbidden = settings.fixed_in(len(clip)), settings.forbidden_in(len(clip))
    if settings.grid is not None:
        certain = {first, last, *fixed, *_jump_sides(clip)}
        off = set(settings.off_grid(len(clip), clip.fps)) - certain
        forbidden = tuple(sorted({*forbidden, *off}))

    def inside(frames: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(frame - first for frame in frames if first <= frame <= last)

    return KeyRules(inside(fixed), inside(forbidden), settings.gap)


def _leading(clip: Clip, settings: KeySettings, points: tuple[ContactPoint, ...]) -> tuple[str, ...]:
    """Joints of the leading part: those named, else the proposed ones, else all; never those of weight 0."""
    if settings.leading:
        return tuple(dict.fromkeys(settings.leading))
    proposed = proposed_leading_part(clip, points if settings.contacts else ())
    for joints in (proposed, settings.joints or distinct_joints(clip.skeleton)):
        counting = tuple(name for name in joints if settings.weights.get(name, 1.0) != 0.0)
        if counting:
            return counting
    return proposed


def _judged(
    clip: Clip,
    rig: RigChannels,
    settings: KeySettings,
    leading: tuple[str, ...],
    points: tuple[ContactPoint, ...],
) -> tuple[Judged, Judged]:
    """Poses of the leading part, and poses of the whole body."""
    height = standing_height(clip)
    watched = points if settings.objective is not None else ()  # no layer looks at contacts

    def placed(joints: tuple[str, ...] | None, smallest: float, largest: float = np.inf) -> Judged:
        space = pose_space(clip, joints, settings.weights, watched)
        size = height * float(np.linalg.norm([settings.weights.get(name, 1.0) for name in space.joints]))
        return Judged(space, smallest * size, largest * size, _trembling(space))

    if settings.space == CHANNELS:
        space = channel_space(rig)
        body = Judged(space, _SMALLEST * np.sqrt(space.points.shape[1]))
    else:
        body = placed(settings.joints, _SMALLEST, _LARGEST)
    return placed(leading, _SMALLEST_LEAD), body


def _trembling(space: PoseSpace) -> float:
    """Size of the tremble in poses [m, as the poses]."""
    return float(np.linalg.norm(track_noise(space.points.reshape(len(space), -1, 3), space.fps)))


def _find_forced_keys(
    clip: Clip,
    start: int,
    body: Judged,
    rules: KeyRules,
) -> tuple[Ints, tuple[tuple[int, int], ...]]:
    """Frames that are keys at every count, and the pieces that a long clip is cut into.

    start: Index of the clip's first frame in the given motion; errors count frames from there.
    """
    asked = sorted({0, len(clip) - 1, *rules.fixed})
    clash = sorted(set(asked) & set(rules.forbidden))
    if clash:
        raise InvalidValue(
            f"Frame {start + clash[0]} is forbidden, but the first, the last and all fixed frames are always "
            "keys."
        )
    close = [pair for pair in pairwise(asked) if pair[1] - pair[0] < rules.gap]
    if close:
        raise InvalidValue(
            f"Frames {start + close[0][0]} and {start + close[0][1]} must be keys, but they are closer than "
            f"the gap of {rules.gap} frames."
        )
    keys = list(asked)
    keys += _allowed(_jump_sides(clip), keys, rules)
    cuts = _allowed(slow_cuts(body.space, np.array(sorted(keys))), keys, rules)
    return np.array(sorted([*keys, *cuts])), tuple(pairwise([0, *cuts, len(clip) - 1]))


def _jump_sides(clip: Clip) -> list[int]:
    return [frame for last in teleports(clip) for frame in (last, last + 1)]


def _allowed(wanted: Sequence[int], keys: Sequence[int], rules: KeyRules) -> list[int]:
    """The wanted frames that the rules allow as keys in addition to `keys`; earlier ones take precedence."""
    found: list[int] = []
    for frame in wanted:
        apart = min(abs(frame - key) for key in (*keys, *found))
        if apart >= rules.gap and frame not in rules.forbidden:
            found.append(frame)
    return found


def _contact_stages(
    clip: Clip,
    points: tuple[ContactPoint, ...],
    forced: Ints,
    lead: Judged,
    settings: KeySettings,
    rules: KeyRules,
) -> list[Stage]:
    """The ladder's first rungs: keys at contacts, best first."""
    if not settings.contacts:
        return []
    keys = forced.tolist()
    frames = _allowed(contact_keys(clip, points, keys), keys, rules)
    return [_stage_of(frames, lead, settings.plans[0], 0, forced, rules)] if frames else []


def _stage_of(
    frames: Sequence[int] | Ints, judged: Judged, plan: LayerPlan, layer: int, kept: Ints, rules: KeyRules
) -> Stage:
    """A stage of the ladder that adds these frames, best first."""
    others = np.setdiff1d(np.arange(len(judged.space)), frames)
    only = KeyRules((), tuple(others.tolist()), rules.gap)
    return solved_stage(judged, plan, layer, kept, rules=only, by_hand=len(kept) + len(frames))


def _stance_stages(frames: Ints, last: Stage, body: Judged, rules: KeyRules) -> list[Stage]:
    """Stages of the ladder that add the stance keys, best first, and then keep them all."""
    if not len(frames):
        return []
    added = _stage_of(frames, body, last.plan, last.layer, last.kept, rules)
    count = len(added.kept)
    return [added, solved_stage(body, last.plan, last.layer, added.kept, rules=rules, by_hand=count)]


def _without_calibration(clip: Clip, settings: KeySettings) -> tuple[KeySettings, tuple[int, int] | None]:
    """Settings with the span of the motion proper, and that span; None where nothing is left out."""
    if settings.span is not None or settings.calibration or len(clip) < 2:
        return settings, None
    first, last = moving_span(clip)
    if (first, last) == (0, len(clip) - 1) or any(not first <= frame <= last for frame in settings.fixed):
        return settings, None
    return replace(settings, span=(first, last)), (first, last)


def promise_of(clip: Clip, settings: KeySettings) -> Promise:
    """The error within which the automatic choice is to play the clip of a span."""
    usual = _PROMISE * settings.plans[-1].thresholds.accuracy * standing_height(clip)
    return Promise(settings.max_error or usual, drift_bound(clip) if settings.contacts else np.inf)


def _modes(clip: Clip, settings: KeySettings) -> str | tuple[str, ...]:
    """Rotation modes of the result's joints."""
    return fitted_modes(clip) if settings.rotation == AUTO else settings.rotation
