"""Key choices: all selections of keys that a slider browses, computed once for a motion and its settings."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from kinegraph.keys.curves.channels import RigChannels, rig_channels
from kinegraph.keys.curves.playback_error import PlaybackReference
from kinegraph.keys.rules.contacts import contact_keys, guessed_contacts
from kinegraph.keys.rules.leading_part import proposed_leading_part
from kinegraph.keys.rules.stances import StanceKeys, drift_bound, stance_keys
from kinegraph.keys.rules.teleports import teleports
from kinegraph.keys.selection.clip_cuts import slow_cuts
from kinegraph.keys.selection.ladder import (
    Judged,
    KeyLadder,
    Stage,
    layered_stages,
    solved_stage,
)
from kinegraph.keys.selection.pose_space import pose_space, telling_joints
from kinegraph.keys.selection.selection_space import KeyRules
from kinegraph.keys.settings import CHANNELS, KeySettings

# Segments whose poses differ by less than this are judged as if they differed by it, so that noise gets no
# keys: all joints moved by this share of the character's height, or all channels of their deviation. Less for
# the leading part, whose layers are less strict.
_SMALLEST, _SMALLEST_LEAD = 0.25, 0.1
# Segments in which all joints move by more than so many heights are judged as if it were that: how far a body
# travels says nothing of how exact its limbs should be. Not for the leading part, whose way that is.
_LARGEST = 3.0
# What the layers take of the whole, about, as progress is told; the rest is for stances.
_SOLVING = 0.7


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
    """Time spent on edge tables, on selections in them, and on keys for feet that must stand [s]."""

    table: float
    selection: float
    stances: float


@dataclass(frozen=True, eq=False)
class KeyChoices:
    """Selections of every count for one motion.

    clip: The frames of the span; all frames and counts here are of this clip.
    start: Its first frame in the motion that was given.
    settings: As asked.
    leading: Joints of the leading part, named or proposed.
    contacts: Points whose contacts are watched.
    ladder: The selections.
    automatic: The count that the thresholds, and feet that must stand, choose.
    forced: Frames that are keys at every count: the ends, fixed ones, both sides of teleports, contacts, and
        cuts of a long clip.
    pieces: First and last frame of each stretch that was solved as a whole: one, unless a long clip was cut.
    notes: A sentence for each thing a person should know of how the choice was made.
    channels: The clip as its rig is keyed on; serves the fit at every count.
    reference: What results are held against.
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
    seconds: Seconds

    @property
    def counts(self) -> Ints:
        """(K,) possible numbers of keys, ascending."""
        return self.ladder.counts

    @cached_property
    def errors(self) -> Floats:
        """(K,) for each count, how far the joint or tip that is farthest off lies from the motion [m].

        Between two keys a joint is taken to follow the best cubic in time: a guide that is known for all
        counts at once. The curves of a rig turn joints rather than place them; what they miss by, a
        `key_motion` tells.
        """
        world = forward_kinematics(self.clip)
        tips = tip_positions(self.clip.skeleton, world)
        return self.ladder.errors(np.concatenate([world.positions, tips], axis=1))

    @cached_property
    def frame_importance(self) -> Floats:
        """(N,) how long each frame stays a key as the count shrinks: 1 if it always is one, 0 if never."""
        return self.ladder.importance(len(self.clip))

    def keys(self, count: int) -> ChosenKeys:
        """The best `count` keys."""
        frames, layers, tags = self.ladder.keys(count)
        return ChosenKeys(frames, tags, layers, self.frame_importance[frames])


def choose_keys(
    motion: Clip | Animation,
    settings: KeySettings | None = None,
    contacts: Sequence[ContactPoint] = (),
    progress: Callable[[float], None] | None = None,
) -> KeyChoices:
    """Finds the keys of every count.

    motion: Dense motion, or an animation, which is baked.
    contacts: Where the character may touch the ground; guessed from the skeleton where there are none.
    progress: Is told the share done, 0 to 1, from time to time.
    """
    settings = settings or KeySettings()
    tell = progress or (lambda share: None)
    first, clip, rules = _spanned(bake(motion) if isinstance(motion, Animation) else motion, settings)
    points = tuple(contacts) or guessed_contacts(clip.skeleton)
    reference, rig = PlaybackReference(clip, points), rig_channels(clip)
    leading = _leading(clip, settings, points)
    started = time.perf_counter()
    lead, body = _judged(clip, rig, settings, leading, points)
    forced, pieces = _certain(clip, first, body, settings, rules, points)
    stages = layered_stages(
        lead,
        body,
        settings.plans,
        forced,
        rules=rules,
        pieces=pieces,
        counts=settings.layer_counts,
        tell=lambda share: tell(_SOLVING * share),
    )
    solved, table = time.perf_counter(), sum(stage.table_seconds for stage in stages)
    notes = [*_teleport_notes(teleports(clip), first), *_piece_notes(pieces)]
    if settings.contacts and not settings.counted_by_hand:
        found = stance_keys(
            reference, rig, stages[-1].kept, rules, lambda share: tell(_SOLVING + (1.0 - _SOLVING) * share)
        )
        stages += _stance_stages(found.frames, stages[-1], body, rules)
        notes += _stance_notes(found, clip)
    tell(1.0)
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
        seconds=Seconds(table, solved - started - table, time.perf_counter() - solved),
    )


def _spanned(clip: Clip, settings: KeySettings) -> tuple[int, Clip, KeyRules]:
    """The first frame of the span, its frames as a clip, and its rules."""
    first, last = settings.span_of(len(clip))
    fixed, forbidden = settings.fixed_in(len(clip)), settings.forbidden_in(len(clip))

    def inside(frames: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(frame - first for frame in frames if first <= frame <= last)

    return first, clip.frames(first, last + 1), KeyRules(inside(fixed), inside(forbidden), settings.gap)


def _leading(clip: Clip, settings: KeySettings, points: tuple[ContactPoint, ...]) -> tuple[str, ...]:
    """The leading part: as named, else of those proposed the joints that count, else all that do."""
    if settings.leading:
        return tuple(dict.fromkeys(settings.leading))
    proposed = proposed_leading_part(clip, points if settings.contacts else ())
    told = settings.joints or telling_joints(clip.skeleton)
    for joints in (proposed, told):
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
    """The leading part's poses, and those of the whole body."""
    height = standing_height(clip)
    watched = points if settings.objective is not None else ()  # no layer looks at contacts

    def placed(joints: tuple[str, ...] | None, smallest: float, largest: float = np.inf) -> Judged:
        space = pose_space(clip, joints, settings.weights, watched)
        size = height * float(np.linalg.norm([settings.weights.get(name, 1.0) for name in space.joints]))
        return Judged(space, smallest * size, largest * size)

    if settings.space == CHANNELS:
        space = channel_space(rig)
        body = Judged(space, _SMALLEST * np.sqrt(space.points.shape[1]))
    else:
        body = placed(settings.joints, _SMALLEST, _LARGEST)
    return placed(leading, _SMALLEST_LEAD), body


def _certain(
    clip: Clip,
    start: int,
    body: Judged,
    settings: KeySettings,
    rules: KeyRules,
    points: tuple[ContactPoint, ...],
) -> tuple[Ints, tuple[tuple[int, int], ...]]:
    """Frames that are keys at every count, and the pieces that a long clip is cut into.

    start: The clip's first frame in the motion that was given, whose frames a person knows.
    """
    asked = sorted({0, len(clip) - 1, *rules.fixed})
    clash = sorted(set(asked) & set(rules.forbidden))
    if clash:
        raise InvalidValue(
            f"Frame {start + clash[0]} must not be a key, but the first frame, the last and fixed ones "
            "always are."
        )
    close = [pair for pair in pairwise(asked) if pair[1] - pair[0] < rules.gap]
    if close:
        raise InvalidValue(
            f"Frames {start + close[0][0]} and {start + close[0][1]} must be keys, but are closer than the "
            f"gap of {rules.gap} frames."
        )
    keys = list(asked)
    keys += _allowed([frame for last in teleports(clip) for frame in (last, last + 1)], keys, rules)
    wanted = contact_keys(clip, points, keys) if settings.contacts else ()
    keys += _allowed(wanted, keys, rules)
    cuts = _allowed(slow_cuts(body.space, np.array(sorted(keys))), keys, rules)
    return np.array(sorted([*keys, *cuts])), tuple(pairwise([0, *cuts, len(clip) - 1]))


def _allowed(wanted: Sequence[int], keys: Sequence[int], rules: KeyRules) -> list[int]:
    """Those of the wanted frames that the rules let be keys beside `keys`, earlier ones first."""
    found: list[int] = []
    for frame in wanted:
        apart = min(abs(frame - key) for key in (*keys, *found))
        if apart >= rules.gap and frame not in rules.forbidden:
            found.append(frame)
    return found


def _stance_stages(frames: Ints, last: Stage, body: Judged, rules: KeyRules) -> list[Stage]:
    """Rungs for stance keys, best first, and from there on with all of them kept."""
    if not len(frames):
        return []
    others = np.setdiff1d(np.arange(len(body.space)), frames)
    only = KeyRules((), tuple(others.tolist()), rules.gap)
    count = len(last.kept) + len(frames)
    added = solved_stage(body, last.plan, last.layer, last.kept, rules=only, by_hand=count)
    return [added, solved_stage(body, last.plan, last.layer, added.kept, rules=rules, by_hand=count)]


def _teleport_notes(found: tuple[int, ...], start: int) -> list[str]:
    if not found:
        return []
    shown = ", ".join(str(start + frame + 1) for frame in found[:6]) + (", ..." if len(found) > 6 else "")
    frames = "frame" if len(found) == 1 else "frames"
    return [f"The body is suddenly elsewhere at {frames} {shown}: keys on either side keep curves from it."]


def _piece_notes(pieces: tuple[tuple[int, int], ...]) -> list[str]:
    if len(pieces) == 1:
        return []
    return [
        f"The clip is long: it was cut at {len(pieces) - 1} slow moments and solved in {len(pieces)} pieces, "
        "each optimal for itself; the cuts are keys."
    ]


def _stance_notes(found: StanceKeys, clip: Clip) -> list[str]:
    bound = 1000.0 * drift_bound(clip)
    if not found.held:
        return [f"Feet that stood drift by more than {bound:.0f} mm even with {len(found.frames)} more keys."]
    if not len(found.frames):
        return []
    added = "One key was" if len(found.frames) == 1 else f"{len(found.frames)} keys were"
    return [f"{added} added so that no foot that stood drifts or sinks by more than {bound:.0f} mm."]
