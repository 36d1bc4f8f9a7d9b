"""Performer: a page's cursor in charge of a controller, answered pose by pose.

Newest wins: a cursor that arrives while a pose is computed replaces the one that waits.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.core.errors import KinegraphError
from kinegraph.spatial.layers import Layer, Release, Switch
from kinegraph.spatial.locomotion import Walker
from kinegraph.spatial.performance import FADE
from kinegraph.spatial.playing import Performed, PlayableRig
from kinegraph.studio import edits
from kinegraph.studio.commands import Cursor
from kinegraph.studio.edits import Records
from kinegraph.studio.frames import pack
from kinegraph.studio.passes import Pass
from kinegraph.studio.perform_commands import Perform
from kinegraph.studio.perform_frames import PerformFrame
from kinegraph.studio.posing import FARTHEST
from kinegraph.studio.puppet import local_from_world, pose_arrays
from kinegraph.studio.records import MotionRecord, Placement, Record
from kinegraph.studio.rigs import Rigs
from kinegraph.studio.takes import pass_over

_HAND = "\0hand"  # a layer's name that nobody else can have
_LONGEST_STEP, _SHORTEST_STEP = 0.1, 0.001  # [s] between two poses of somebody who walks
_NEVER = 1e9  # [s]


@dataclass
class _Turn:
    """From when on which set is in the hand: its id, and the server's clock [s]."""

    set: str
    since: float


@dataclass(eq=False)
class Charge:
    """What one page's cursor is in charge of.

    turns: The sets that it had and has in hand, one fading over to the next.
    released: Since when, in the performance's time, the controller is taken from the set above it [s].
    """

    command: Perform
    turns: list[_Turn]
    released: float | None = None
    walker: Walker | None = None
    revision: int = -1
    ready: Pass | None = None
    names: dict[str, str] = field(default_factory=dict)
    made_of: tuple[Record | None, ...] = ()
    last: tuple[float, float] | None = None

    def still_of(self, records: Records) -> bool:
        """Whether nothing changed that this was prepared from: recording itself changes the document."""
        now = _ingredients(records, self.command)
        return len(now) == len(self.made_of) and all(a is b for a, b in zip(now, self.made_of, strict=True))


class Performer:
    """Answers cursors of pages that perform; used from the event loop alone."""

    def __init__(
        self,
        rigs: Rigs,
        state: Callable[[], tuple[int, Records]],
        placement: Callable[[str], Placement],
        send: Callable[[str, bytes], None],
    ):
        """
        state: The document's revision and its records.
        placement: Where a character stands now.
        send: Gives a frame of a character to every page that can be seen.
        """
        self._rigs, self._state, self._placement, self._send = rigs, state, placement, send
        self._charges: dict[object, Charge] = {}
        self._waiting: dict[object, tuple[Cursor, float]] = {}
        self._handle: asyncio.Handle | None = None

    def take_charge(self, page: object, command: Perform, now: float) -> None:
        """Puts a page's cursor in charge, or takes it off where no set is named."""
        if command.set is None:
            self.let_go(page)
            return
        revision, records = self._state()
        charge = Charge(command, [_Turn(command.set, now)])
        self._prepare(charge, revision, records)
        before = self._charges.get(page)
        if before is not None and charge.ready is not None and before.command.character == command.character:
            possible = charge.ready.playable.rig.alternatives(charge.names[command.set])
            known = [turn for turn in before.turns if charge.names.get(turn.set) in possible]
            if known and known[-1].set == command.set:
                charge.turns = known[-4:]
            elif known:
                charge.turns = [*known[-4:], _Turn(command.set, now)]
            charge.last = before.last
            charge.released = before.released if command.released else None
            if before.walker is not None and charge.walker is not None:
                charge.walker = before.walker
        self._charges[page] = charge

    def let_go(self, page: object) -> None:
        """The page's cursor is in charge of nothing."""
        self._charges.pop(page, None)
        self._waiting.pop(page, None)

    def point(self, page: object, cursor: Cursor, time: float) -> bool:
        """Takes a cursor of a page, unless it is in charge of nothing. time: On the server's clock [s]."""
        if page not in self._charges:
            return False
        finite = math.isfinite(sum(cursor.position) + time + (cursor.playhead or 0.0))
        if finite and max(map(abs, cursor.position)) <= FARTHEST:
            self._waiting[page] = (cursor, time)
            if self._handle is None:
                self._handle = asyncio.get_running_loop().call_soon(self._step)
        return True

    def close(self) -> None:
        """Nobody performs any more."""
        self._charges.clear()
        if self._handle is not None:
            self._handle.cancel()

    def _step(self) -> None:
        self._handle = None
        waiting, self._waiting = self._waiting, {}
        for page, (cursor, time) in waiting.items():
            charge = self._charges.get(page)
            if charge is None:
                continue
            try:
                self._send(charge.command.character, self.frame(charge, cursor, time))
            except KinegraphError:  # the set lost its last key, or the like: there is nothing to show
                continue

    def frame(self, charge: Charge, cursor: Cursor, time: float) -> bytes:
        """What a cursor makes of the character."""
        revision, records = self._state()
        if charge.revision != revision and not charge.still_of(records):
            self._prepare(charge, revision, records)
        charge.revision = revision
        assert charge.ready is not None
        command, ready = charge.command, charge.ready
        point = local_from_world(self._placement(command.character), cursor.position)
        moment = cursor.playhead or 0.0
        done = _played(charge, ready, moment, time, point)
        clip = self._walked(charge, done.clip, moment, time)
        name = charge.names[charge.turns[-1].set]
        arrays = pose_arrays(clip.pose(0))
        arrays["influences"] = _float32(ready.playable.blends[name].influences(done.places[name][0]))
        arrays["controllers"] = _float32(np.array([done.places[s.name][0] for s in ready.playable.rig.sets]))
        arrays["degenerate"] = _degenerate(ready.playable, done)
        header = PerformFrame(
            character=command.character, set=charge.turns[-1].set, sequence=cursor.sequence, time=time
        )
        return pack(header, arrays)

    def _prepare(self, charge: Charge, revision: int, records: Records) -> None:
        command = charge.command
        assert command.set is not None
        edits.character_record(records, command.character)
        names = {each.id: each.name for each in edits.sets_of(records, command.character)}
        if command.set not in names:
            raise edits.UnknownRecord(command.set, ())
        charge.turns = [turn for turn in charge.turns if turn.set in names]
        ready = pass_over(
            records, self._rigs, command.character, charge.turns[0].set, command.motion, command.punch
        )
        record = records.get(command.motion or "")
        over = isinstance(record, MotionRecord) and record.recording is not None
        walks = record.recording.walks if over else command.walks  # type: ignore[union-attr]
        if walks and charge.walker is None:
            charge.walker = Walker(ready.playable.rig.character)
        charge.revision, charge.ready, charge.names = revision, ready, names
        charge.made_of = _ingredients(records, command)

    def _walked(self, charge: Charge, clip: Clip, moment: float, time: float) -> Clip:
        """The pose carried along by the feet, where the character walks."""
        before, charge.last = charge.last, (moment, time)
        if charge.walker is None:
            return clip
        if before is not None and moment < before[0]:  # playback began anew
            charge.walker.reset()
        step = min(max(time - before[1] if before else 1 / 60, _SHORTEST_STEP), _LONGEST_STEP)
        paced = Clip(clip.skeleton, 1 / step, clip.root_translations, clip.rotations, clip.translations)
        return charge.walker.go(paced)


def _ingredients(records: Records, command: Perform) -> tuple[Record | None, ...]:
    """The records that performing needs."""
    sets = edits.sets_of(records, command.character)
    return (records.get(command.character), records.get(command.motion or ""), *sets)


def _played(charge: Charge, ready: Pass, moment: float, time: float, point: np.ndarray) -> Performed:
    """The rig with the hand at a point (3,) of the character's space, at a moment of the performance [s]."""
    command, names, times = charge.command, charge.names, np.array([moment])
    faded = [i for i, turn in enumerate(charge.turns) if command.speed * (time - turn.since) > FADE]
    del charge.turns[: faded[-1] if faded else 0]  # what has faded away need not be played
    first = names[charge.turns[0].set]
    displacement = ready.displacements(first, times, point[None])
    # Fades run by the hand's clock, told in the performance's time.
    switches = tuple(
        Switch(moment - command.speed * (time - turn.since), names[turn.set]) for turn in charge.turns[1:]
    )
    releases = ()
    if command.released:
        if charge.released is None or charge.released > moment:
            charge.released = moment
        releases = (Release(charge.released, _NEVER),)
    hand = Layer(_HAND, first, times, displacement, switches, releases)
    return ready.with_hand(times, hand)


def _degenerate(playable: PlayableRig, done: Performed) -> np.ndarray:
    """(D,) joints whose rotation is a guess."""
    joints: set[int] = set()
    for name, guessed in done.degenerate.items():
        if guessed.any():
            each = playable.rig.set(name)
            lost = playable.blends[name].at(done.places[name][0]).degenerate
            skeleton = playable.rig.character.skeleton
            targets = [m.target for m, gone in zip(each.manipulators, lost, strict=True) if gone]
            joints.update(skeleton.index(target) for target in targets if target in skeleton)
    return np.array(sorted(joints), dtype=np.int32)


def _float32(values: np.ndarray) -> np.ndarray:
    return values.astype(np.float32)
