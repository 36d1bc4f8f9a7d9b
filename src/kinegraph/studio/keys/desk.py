"""The desk of Keys: choices of keys computed once and kept, and keyed motion made and measured from them."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import bake
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import with_all_columns
from kinegraph.core.remembered import Remembered
from kinegraph.keys import settings as engine
from kinegraph.keys.choices import KeyChoices, choose_keys, promise_of, rules_of
from kinegraph.keys.curves.fit import FitMethod
from kinegraph.keys.curves.playback_error import PlaybackReference
from kinegraph.keys.in_place import put_in_place
from kinegraph.keys.keyed_motion import KeyedMotion, key_motion
from kinegraph.keys.refit import refit_between
from kinegraph.keys.rules.calibration import moving_span
from kinegraph.studio.document.edit_kinds import EditName
from kinegraph.studio.document.edits import Records, motion_record, placement_of
from kinegraph.studio.document.key_fields import KeySettings
from kinegraph.studio.document.records import MotionRecord, Placement
from kinegraph.studio.keys.edits import EditedKeys, edit_keys, importance_at, importance_of
from kinegraph.studio.keys.fitted_choices import FittedChoices, fit_in_gaps, run_behind
from kinegraph.studio.keys.hand_keys import kept_times, settings_around, with_hand_keys
from kinegraph.studio.keys.keyed_records import KeyedArrays, keyed_arrays
from kinegraph.studio.keys.layer_desk import LayerDesk
from kinegraph.studio.keys.playback import (
    KeySource,
    PlayedKeys,
    choices_frame,
    curves_frame,
    keys_frame,
    played_choice,
    played_keys,
)
from kinegraph.studio.keys.shared_rotations import motions_alike, names_of, shared_modes
from kinegraph.studio.keys.stage_posing import PosingStage, planted_joints
from kinegraph.studio.motions.shelf import MotionShelf
from kinegraph.studio.protocol.events import KeysMeasured
from kinegraph.studio.protocol.key_commands import KeyEdit, RefitSpan
from kinegraph.studio.running.background import Background, Tell
from kinegraph.studio.running.jobs import JobBoard

# Choices hold a back-pointer per frame and count, so they are kept by the squares of their frames.
_MOST_CELLS = 150_000_000
_MOST_CHOICES = 8
_MOST_REFERENCES = 4
_MOST_STANCES = 32

_Key = tuple[str, str, str]


@dataclass(frozen=True, eq=False)
class MadeKeys:
    """Keyed motion that is ready to become an edit.

    name: The edit's where keys were edited.
    notes: What there is to know of how they were chosen.
    hand: Times of the columns that were set by hand [s].
    """

    played: PlayedKeys
    arrays: KeyedArrays
    name: EditName | None = None
    notes: tuple[str, ...] = ()
    hand: tuple[float, ...] = ()


class KeyDesk:
    """Works for all pages of one document; used from the event loop, computes in threads."""

    def __init__(self, jobs: JobBoard, shelf: MotionShelf) -> None:
        self._background = Background(jobs, "keys")
        self._shelf = shelf
        self._measuring = Background(jobs, "measure")
        self._kept = Remembered[FittedChoices](_MOST_CHOICES, size=_cells, largest=_MOST_CELLS)
        self._references = Remembered[PlaybackReference](_MOST_REFERENCES)
        self._spans = Remembered[tuple[int, int]](_MOST_REFERENCES)
        self._stances = Remembered[tuple[int, ...]](_MOST_STANCES)
        self._modes = Remembered[tuple[str, ...]](_MOST_CHOICES)
        self._waiting: Counter[_Key] = Counter()
        self._under_way: dict[_Key, asyncio.Task[FittedChoices]] = {}
        self.layers = LayerDesk(self._background, shelf, self._reference)
        self._fits_asked = 0  # that are waited for: measuring gives way to them

    def close(self) -> None:
        """Ends what is under way."""
        self._background.close()
        self._measuring.close()

    async def choices(self, source: MotionRecord, settings: KeySettings) -> FittedChoices:
        """All choices of keys of a motion; pages that ask for the same wait for one making of it."""
        alike = motions_alike(self._shelf.motions_of(source.character), source, settings)
        key = (source.blob, source.character or "", f"{_fingerprint(settings)} {names_of(alike)}")
        kept = self._kept.find(key)
        if kept is not None:
            return kept
        if key not in self._under_way or self._under_way[key].cancelling():
            task = asyncio.create_task(self._find_choices(source, settings, alike))
            self._under_way[key] = task
            task.add_done_callback(lambda done: self._keep(key, done))
        task = self._under_way[key]
        self._waiting[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:  # the work ends when the last waiting page gives up
                del self._waiting[key]
                task.cancel()

    async def choices_frame(
        self, source: MotionRecord, settings: KeySettings, result: MotionRecord | None
    ) -> bytes:
        """The frame with all keys that a page can choose from, around those set by hand."""
        choices = (await self.choices_around(source, settings, result)).choices
        return await self._background.quickly(lambda: choices_frame(choices, settings, source))

    async def choices_around(
        self, source: MotionRecord, settings: KeySettings, result: MotionRecord | None
    ) -> FittedChoices:
        """All choices of keys of a motion that contain the keys set by hand in its result."""
        times = self._kept_times(result)
        around = settings_around(settings, times, source.fps, source.frames) if len(times) else settings
        return await self.choices(source, around)

    def _kept_times(self, result: MotionRecord | None) -> Floats:
        """(H,) the times of the keys set by hand in a keyed motion [s]."""
        hand = result.keying.hand if result is not None and result.keying is not None else ()
        return np.asarray(hand, dtype=np.float64)

    async def preview(
        self,
        source: MotionRecord,
        settings: KeySettings,
        count: int | None,
        *,
        result: MotionRecord | None,
        keep_edits: bool,
        gesture: str,
    ) -> bytes:
        """The frame of the best `count` keys, with curves from a quick fit where the final one is not known.

        result: The motion that was keyed so before. keep_edits: Whether its keys set by hand stay.
        """
        before = result if keep_edits else None
        fitted = await self.choices_around(source, settings, before)

        def make() -> bytes:
            choices, possible = fitted.choices, _possible(fitted.choices, count)
            known = fitted.find(possible)
            keyed = known or key_motion(choices, possible, FitMethod.PREVIEW)
            played, _ = self._around_hand(source, choices, keyed, before)
            shown = result.id if result else None
            return keys_frame(played, result=shown, preview=True, quick=known is None, gesture=gesture)

        return await self._background.quickly(make)

    async def final(
        self, source: MotionRecord, settings: KeySettings, count: int | None, result: MotionRecord | None
    ) -> MadeKeys:
        """The best `count` keys with curves that follow the source as closely as they can.

        result: The motion whose keys set by hand stay.
        """
        fitted = await self.choices_around(source, settings, result)
        choices = fitted.choices

        def make(tell: Tell) -> MadeKeys:
            keyed = fitted.fit(_possible(choices, count), lambda share: tell(0.9 * share))
            played, hand = self._around_hand(source, choices, keyed, result)
            arrays = keyed_arrays(played.animation, played.importance)
            return MadeKeys(played, arrays, notes=(*choices.notes, *keyed.notes), hand=hand)

        self._fits_asked += 1
        try:
            return await self._background.at_length("keys", f"Fitting curves to {source.name}", make)
        finally:
            self._fits_asked -= 1

    async def measure(
        self,
        source: MotionRecord,
        settings: KeySettings,
        count: int | None,
        result: MotionRecord | None,
        hear: Callable[[KeysMeasured], None],
    ) -> None:
        """Measures how far numbers of keys play from a motion, and lets the page hear of each.

        count: The number that is shown. result: The motion whose keys set by hand stay.
        """
        fitted = await self.choices_around(source, settings, result)
        choices, loop = fitted.choices, asyncio.get_running_loop()
        counts = fitted.counts_to_measure(_possible(choices, count))

        def measured(wanted: int | None, keyed: KeyedMotion) -> KeysMeasured:
            played, _ = self._around_hand(source, choices, keyed, result)
            assert played.figures is not None
            return KeysMeasured(
                motion=source.id,
                settings=settings,
                count=wanted,
                keys=len(played.animation.column_times),
                figures=played.figures,
                missed=played.missed,
            )

        def work(tell: Tell) -> None:
            run_behind()
            for done, wanted in enumerate(counts):

                def heed(share: float, done: int = done) -> None:
                    tell((done + share) / len(counts))

                keyed = fit_in_gaps(fitted, wanted, heed, lambda: self._fits_asked > 0)
                loop.call_soon_threadsafe(hear, measured(wanted, keyed))

        await self._measuring.at_length("measure", f"Measuring the keyframes of {source.name}", work)

    def _around_hand(
        self, source: MotionRecord, choices: KeyChoices, keyed: KeyedMotion, before: MotionRecord | None
    ) -> tuple[PlayedKeys, tuple[float, ...]]:
        """Chosen keys as they play around those set by hand before, and the times of these [s]."""
        played = played_choice(source, choices, keyed)
        times = self._kept_times(before)
        if before is None or not len(times):
            return played, ()
        old, _ = self._keyed_motion_of(before)
        times = kept_times(old, times.tolist())
        animation = with_hand_keys(played.animation, old, times)
        chosen = played.animation.column_times
        importance = importance_at(animation.column_times, chosen, played.importance)
        last = choices.start + len(choices.clip) - 1
        span = KeySource(
            source.id,
            source.frames,
            choices.start,
            self._reference(source, choices.start, last),
            choices.promise,
            choices.rules,
        )
        return played_keys(animation, importance, span), tuple(times.tolist())

    async def keys_frame(self, records: Records, record: MotionRecord) -> bytes:
        """The frame of a stored keyed motion as it plays, beside its source where that is still there."""

        def make() -> bytes:
            played = played_keys(*self._keyed_motion_of(record), self._source(records, record))
            return keys_frame(played, result=record.id, blob=record.blob)

        return await self._background.quickly(make)

    async def curves_frame(self, record: MotionRecord) -> bytes:
        """The frame of a stored keyed motion's curves."""
        return await self._background.quickly(
            lambda: curves_frame(*self._keyed_motion_of(record), motion=record.id, blob=record.blob)
        )

    async def edit_preview(
        self, records: Records, record: MotionRecord, edits: tuple[KeyEdit, ...], gesture: str
    ) -> tuple[bytes, bytes]:
        """The frames of a keyed motion after edits by hand: its curves, and the motion as it plays."""

        def make() -> tuple[bytes, bytes]:
            changed = self._change_keys(records, record, edits)
            state = changed.animation, changed.importance
            played = played_keys(*state, self._source(records, record))
            return (
                curves_frame(*state, motion=record.id, preview=True, gesture=gesture),
                keys_frame(played, result=record.id, preview=True, gesture=gesture),
            )

        return await self._background.quickly(make)

    async def edited(self, records: Records, record: MotionRecord, edits: tuple[KeyEdit, ...]) -> MadeKeys:
        """A keyed motion after edits by hand, measured against its source where that is still there."""

        def make() -> MadeKeys:
            changed = self._change_keys(records, record, edits)
            state = changed.animation, changed.importance
            played = played_keys(*state, self._source(records, record))
            hand = tuple(changed.animation.column_times[changed.hand].tolist())
            return MadeKeys(played, keyed_arrays(*state), changed.name, hand=hand)

        if any(isinstance(edit, RefitSpan) for edit in edits):
            return await self._background.at_length("keys", f"Refitting {record.name}", lambda tell: make())
        return await self._background.quickly(make)

    async def put_back(self, records: Records, record: MotionRecord) -> tuple[MotionRecord, KeyedArrays]:
        """The source of a keyed motion, and that with the keyed stretch in place, ready to be stored."""
        found = self._source(records, record)
        if found is None:
            raise InvalidValue(
                f"The motion that {record.name} came from is gone; there is nothing to put it into."
            )
        source = motion_record(records, found.id)

        def make(tell: Tell) -> KeyedArrays:
            animation, importance = self._keyed_motion_of(record)
            whole = put_in_place(self._shelf.clip(source), animation)
            known = importance_at(whole.column_times, animation.column_times, importance)
            return keyed_arrays(whole, known)

        return source, await self._background.at_length("keys", f"Putting {record.name} back", make)

    def _change_keys(self, records: Records, record: MotionRecord, edits: tuple[KeyEdit, ...]) -> EditedKeys:
        """A keyed motion after edits by hand."""
        animation, importance = self._keyed_motion_of(record)
        hand = record.keying.hand if record.keying else ()
        placement = placement_of(records, record.character) if record.character else Placement(character="")
        symmetry = self._shelf.take(record).symmetry
        stage = PosingStage(placement, lambda time: self._planted_at(record, animation, time), symmetry)
        source = self._source(records, record)
        original = self._shelf.clip(motion_record(records, source.id)) if source else None

        def refit(before: Animation, start: float, stop: float) -> Animation:
            assert source is not None
            assert original is not None
            assert record.keying is not None
            settings = engine_settings(record.keying.settings)
            return refit_between(before, original, start, stop, settings, source.reference.contacts)

        return edit_keys(animation, importance, edits, hand, stage, refit if source else None)

    def _planted_at(self, record: MotionRecord, animation: Animation, time: float) -> tuple[int, ...]:
        """The joints that stand on the ground at a time of a keyed motion [s]."""
        key = (record.blob, record.character or "", f"{time:.6f}")
        points = self._shelf.take(record).contacts
        return self._stances.get(key, lambda: planted_joints(bake(animation), points, time))

    def _keyed_motion_of(self, record: MotionRecord) -> tuple[Animation, Floats]:
        """A stored keyed motion with all its columns, and their importance."""
        animation = with_all_columns(self._shelf.animation(record))
        return animation, importance_of(animation, self._shelf.take(record).blob)

    def _source(self, records: Records, record: MotionRecord) -> KeySource | None:
        """The source of a keyed motion; None where it has none, or where that moves another character now."""
        keying = record.keying
        source = records.get(keying.source) if keying else None
        if keying is None or not isinstance(source, MotionRecord) or source.character != record.character:
            return None
        span = keying.settings.span or self._moving_span(source, keying.settings)
        first, last = span[0], min(span[1], source.frames - 1)
        if first > last:
            return None
        reference, clip = self._reference(source, first, last), self._shelf.clip(source)
        settings = engine_settings(keying.settings)
        promise, rules = promise_of(reference.original, settings), rules_of(clip, settings, first, last)
        return KeySource(source.id, source.frames, first, reference, promise, rules)

    def _moving_span(self, source: MotionRecord, settings: KeySettings) -> tuple[int, int]:
        """The frames that are keyed where no span was asked for."""
        if settings.calibration:
            return 0, source.frames - 1
        return self._spans.get((source.blob, source.character), lambda: moving_span(self._shelf.clip(source)))

    def _reference(self, source: MotionRecord, first: int, last: int) -> PlaybackReference:
        """The frames of a source that a keyed motion is held against; only ever asked for in one thread."""
        key = (source.blob, source.character, first, last)

        def make() -> PlaybackReference:
            shelved, clip = self._shelf.take(source), self._shelf.clip(source)
            return PlaybackReference(clip.frames(first, last + 1), shelved.contacts)

        return self._references.get(key, make)

    async def _find_choices(
        self, source: MotionRecord, settings: KeySettings, alike: tuple[MotionRecord, ...]
    ) -> FittedChoices:
        def find(tell: Tell) -> FittedChoices:
            wanted = engine_settings(settings)
            clip, contacts = self._shelf.clip(source), self._shelf.take(source).contacts
            modes = (
                self._modes.get(names_of(alike), lambda: shared_modes(self._shelf, alike)) if alike else None
            )
            choices = choose_keys(clip, wanted, contacts, lambda share: tell(0.8 * share), modes)
            _ = choices.frame_importance, choices.errors  # what the slider is going to need
            return FittedChoices(choices)

        return await self._background.at_length("keys", f"Choosing keyframes of {source.name}", find)

    def _keep(self, key: _Key, task: "asyncio.Task[FittedChoices]") -> None:
        if self._under_way.get(key) is task:
            del self._under_way[key]
        if task.cancelled() or task.exception() is not None:
            return
        self._kept.keep(key, task.result())


def _cells(fitted: FittedChoices) -> int:
    """The number of entries of a selection's tables."""
    return len(fitted.choices.clip) ** 2


def engine_settings(settings: KeySettings) -> engine.KeySettings:
    """Settings as the engine takes them; raises InvalidValue where they contradict each other."""
    fields: dict[str, Any] = msgspec.structs.asdict(settings)
    return engine.KeySettings(**fields)


def _possible(choices: KeyChoices, count: int | None) -> int | None:
    """The nearest count that there is; None, the automatic choice, stays."""
    return None if count is None else int(choices.counts[np.abs(choices.counts - count).argmin()])


def _fingerprint(settings: KeySettings) -> str:
    return msgspec.json.encode(settings, order="sorted").decode()
