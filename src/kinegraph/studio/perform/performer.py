"""Performer: a page's cursor in charge of a controller, answered pose by pose.

Newest wins: a cursor that arrives while a pose is computed replaces the one that waits. Only feet go all the
way that the hand went.
"""

import asyncio
import math
import time as clock
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import KinegraphError
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.perform.performances.layers import Layer, Release, Switch
from kinegraph.perform.playing.locomotion import Walker
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.studio.document import edits
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.frames import pack
from kinegraph.studio.document.limits import FARTHEST
from kinegraph.studio.document.records import (
    MotionRecord,
    Placement,
    Record,
    SetRecord,
    Vector,
)
from kinegraph.studio.document.stage_space import local_from_world
from kinegraph.studio.perform.gaze import Gaze
from kinegraph.studio.perform.hand_path import (
    LONGEST_REST,
    STEP,
    Pointed,
    pointed,
    steps_along,
)
from kinegraph.studio.perform.passes import Pass, Posed
from kinegraph.studio.perform.plain_hand import PlainHand
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_poses import locators_of
from kinegraph.studio.perform.takes import pass_over
from kinegraph.studio.protocol.commands import Cursor
from kinegraph.studio.protocol.perform_commands import Perform
from kinegraph.studio.protocol.perform_frames import PerformFrame

_HAND = "\0hand"  # a name that no other layer can have
_MOST_WAITING = 256  # places of a hand that wait for an answer
_NEVER = 1e9  # [s]
_FADE_STEP = 1.0 / 60.0  # between the poses of a fade under a hand that rests [s]
_NOWHERE, _LEVEL = np.zeros(3), np.array([1.0, 0.0, 1.0])


@dataclass
class _Turn:
    """From when on which set is in the hand: its id, and the server's clock [s]."""

    set: str
    since: float


@dataclass(eq=False)
class Charge:
    """The character and set that one page's cursor controls.

    turns: The sets that it had and has in hand, one fading over to the next.
    released: Since when, in the performance's time, the controller is taken from the set above it [s].
    walker: Carries the character along, where it walks.
    state: That of the document when this was prepared.
    last: What was answered last.
    plain: Makes its frames the short way, where that can be; for this state of the document.
    fading: Answers the last cursor once more, while one set fades over to the next.
    gaze: Turns its head, once a page has asked for that.
    """

    command: Perform
    turns: list[_Turn]
    released: float | None = None
    walker: Walker | None = None
    state: Hashable = None
    ready: Pass | None = None
    names: dict[str, str] = field(default_factory=dict)
    made_of: tuple[Record | None, ...] = ()
    last: Pointed | None = None
    plain: PlainHand | None = None
    fading: asyncio.TimerHandle | None = None
    gaze: Gaze | None = None

    def still_of(self, records: Records) -> bool:
        """True if nothing changed that this was prepared from: recording itself changes the document."""
        now = _ingredients(records, self.command)
        return len(now) == len(self.made_of) and all(a is b for a, b in zip(now, self.made_of, strict=True))


class Performer:
    """Answers cursors of pages that perform; used from the event loop alone."""

    def __init__(
        self,
        rigs: Rigs,
        state: Callable[[], tuple[Hashable, Records]],
        placement: Callable[[str], Placement],
        send: Callable[[str, bytes], None],
    ) -> None:
        """
        state: The document's records with all drags where they are now, and what differs where these do.
        placement: Where a character stands now.
        send: Gives a frame of a character to every page that can be seen.
        """
        self._rigs, self._state, self._placement, self._send = rigs, state, placement, send
        self._charges: dict[object, Charge] = {}
        self._waiting: dict[object, list[Pointed]] = {}
        self._handle: asyncio.Handle | None = None

    def take_charge(self, page: object, command: Perform, now: float) -> None:
        """Puts a page's cursor in charge, or takes it off where no set is named."""
        if command.set is None:
            self.let_go(page)
            return
        charge = Charge(command, [_Turn(command.set, now)])
        self._prepare(charge, *self._state())
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

    def begin_anew(self, page: object) -> None:
        """Puts a walking character back to its place: a recording begins."""
        charge = self._charges.get(page)
        if charge is not None and charge.walker is not None:
            charge.walker.reset()
            charge.last = None

    def answer_again(self, characters: Iterable[str]) -> None:
        """Answers the last cursors anew: what these characters' sets make of them has changed."""
        now, wanted = clock.monotonic(), set(characters)
        for page, charge in self._charges.items():
            if charge.last is not None and charge.command.character in wanted and page not in self._waiting:
                self._wait(page, charge.last._replace(time=max(now, charge.last.time)))

    def let_go(self, page: object) -> None:
        """The page's cursor is in charge of nothing."""
        self._charges.pop(page, None)
        self._waiting.pop(page, None)

    def point(self, page: object, cursor: Cursor, time: float, answered: bool = False) -> bool:
        """Takes a cursor of a page, unless it is in charge of nothing.

        time: On the server's clock [s].
        answered: Whether the caller is going to call `answer_waiting`, once it has read all that came.
        """
        if page not in self._charges:
            return False
        x, y, z = cursor.position
        if cursor.gaze is not None and not all(map(math.isfinite, cursor.gaze)):
            return True
        near = -FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST and -FARTHEST <= z <= FARTHEST
        if near and math.isfinite(time + (cursor.playhead or 0.0)):
            end = pointed(cursor, time)
            if answered and page not in self._waiting:
                self._waiting[page] = [end]
            else:
                self._wait(page, end, answered)
        return True

    def answer_waiting(self, page: object) -> None:
        """Answers the cursors of a page that wait, now."""
        way = self._waiting.pop(page, None)
        if way is not None:
            self.answer(page, way)

    def _wait(self, page: object, end: Pointed, answered: bool = False) -> None:
        way = self._waiting.setdefault(page, [])
        way.append(end)
        del way[: -_MOST_WAITING - 1]
        if self._handle is None and not answered:
            self._handle = asyncio.get_running_loop().call_soon(self._step)

    def close(self) -> None:
        """Ends all performing."""
        self._charges.clear()
        if self._handle is not None:
            self._handle.cancel()

    def _step(self) -> None:
        self._handle = None
        waiting, self._waiting = self._waiting, {}
        for page, way in waiting.items():
            self.answer(page, way)

    def answer(self, page: object, way: list[Pointed]) -> None:
        """Sends what a page's hand makes of the character at the end of its way."""
        charge = self._charges.get(page)
        if charge is None:
            return
        try:
            frame = self._frame(charge, way)
        except KinegraphError:  # a set that lost its last key, or the like: there is nothing to show
            return
        self._send(charge.command.character, frame)
        if len(charge.turns) > 1 and charge.fading is None:
            loop = asyncio.get_running_loop()
            charge.fading = loop.call_later(_FADE_STEP, self._go_on_fading, page, charge)

    def _go_on_fading(self, page: object, charge: Charge) -> None:
        """Answers a hand that rests: the next set takes over all the same."""
        charge.fading = None
        if self._charges.get(page) is charge and charge.last is not None and page not in self._waiting:
            self._wait(page, charge.last._replace(time=max(clock.monotonic(), charge.last.time)))

    def _frame(self, charge: Charge, way: list[Pointed]) -> bytes:
        """The frame of a character under a hand at the end of its way."""
        state, records = self._state()
        if charge.state != state:
            charge.plain = None
            if not charge.still_of(records):
                self._prepare(charge, state, records)
            charge.state = state
        command, end = charge.command, way[-1]
        plain = None if end.gaze else self._plain(charge)
        if plain is not None:
            frame = plain.frame(end) if charge.walker is None else _walk_plainly(charge, plain, way)
            if frame is not None:
                charge.last = end
                return frame
        ready = charge.ready
        assert ready is not None
        posed, shift, heading = self._walk_to_end(charge, ready, way)
        rotations, slides, guessed = posed.played
        name = charge.names[charge.turns[-1].set]
        place = posed.placed[ready.playable.names.index(name)]
        root, pose = slides[-1, 0], rotations[-1]
        if heading != 0.0:
            turn = quat_from_axis_angle(np.array([0.0, heading, 0.0]))
            root, pose = quat_rotate(turn, root), pose.copy()
            pose[0] = quat_multiply(turn, pose[0])
        if end.gaze is not None:
            charge.gaze = charge.gaze or Gaze(ready.playable.rig.character)
            places = np.concatenate([(root + shift)[None], slides[-1, 1:]])
            pose = charge.gaze.turn_head(places, pose, self._local_gaze(command.character, end.gaze))
        arrays = {"root": _float32(root + shift), "rotations": _float32(pose)}
        if posed.slides:
            arrays["translations"] = _float32(slides[-1])
            arrays["translations"][0] = arrays["root"]
        arrays["influences"] = _float32(ready.playable.blends[name].influences(place))
        arrays["controllers"] = _float32(posed.placed)
        arrays["degenerate"] = _guessed_joints(ready.playable, guessed[-1])
        arrays["walked"] = _float32(np.append(shift * _LEVEL, heading))
        located = locators_of(ready.playable.rig.set(name))
        if located:
            arrays["locators"] = _float32(ready.playable.blends[name].at(place).positions[located])
        header = PerformFrame(
            character=command.character, set=charge.turns[-1].set, sequence=end.sequence, time=end.time
        )
        return pack(header, arrays)

    def _local_gaze(self, character: str, place: Vector) -> Floats:
        """(3,) a place of the world in a character's space [m]; none is farther than hands go."""
        return np.clip(local_from_world(self._placement(character), place), -FARTHEST, FARTHEST)

    def _plain(self, charge: Charge) -> PlainHand | None:
        """The short way to a frame, where nothing plays around the hand."""
        if charge.plain is not None:  # what follows holds as long as the charge and its document's state do
            return charge.plain
        ready, command, turns = charge.ready, charge.command, charge.turns
        assert ready is not None
        if locators_of(ready.playable.rig.set(charge.names[turns[0].set])):
            return None
        by_recording = charge.walker is not None and (ready.around.walking or ready.around.way)
        if by_recording or command.released or len(turns) > 1 or ready.layers:
            return None
        set, placement = turns[0].set, self._placement(command.character)
        charge.plain = PlainHand(ready, command.character, set, charge.names[set], placement)
        return charge.plain

    def _prepare(self, charge: Charge, state: Hashable, records: Records) -> None:
        command = charge.command
        assert command.set is not None
        edits.character_record(records, command.character)
        names = {each.id: each.name for each in edits.sets_of(records, command.character)}
        if command.set not in names:
            raise edits.UnknownRecord(command.set, "set")
        charge.turns = [turn for turn in charge.turns if turn.set in names]
        ready = pass_over(
            records,
            self._rigs,
            command.character,
            charge.turns[0].set,
            command.motion,
            command.punch,
            command.fade,
        )
        if not _walks(records, command):
            charge.walker = None
        elif charge.walker is None:
            charge.walker = Walker(ready.playable.rig.character)
        charge.state, charge.ready, charge.names = state, ready, names
        charge.made_of = _ingredients(records, command)

    def _walk_to_end(self, charge: Charge, ready: Pass, way: list[Pointed]) -> tuple[Posed, Floats, float]:
        """The pose at the end of a hand's way, and how far feet carry, (3,) [m], and turn the character."""
        placement, walker, end = self._placement(charge.command.character), charge.walker, way[-1]
        before, charge.last = charge.last, end
        # Where it walks only at times, or along a way, it does so by the recording, whatever the hand does.
        if walker is None or ready.around.walking or ready.around.way:
            posed = _play_rig(charge, ready, [end], placement)
            carried, turned = (_NOWHERE, 0.0) if walker is None else ready.carried(end.playhead)
            return posed, carried, turned
        steps, seconds = steps_along(before, way) if before else ([end], STEP)
        passed = end.playhead - (before.playhead if before else 0.0)
        if passed < 0.0 or passed > (
            LONGEST_REST if before else STEP
        ):  # playback began anew, or somewhere else
            ready.walk_up_to(walker, end.playhead)
            steps = [end]
        posed = _play_rig(charge, ready, steps, placement)
        return posed, walker.offsets(posed.played.slides, posed.played.rotations, seconds)[-1], 0.0


def _walk_plainly(charge: Charge, plain: PlainHand, way: list[Pointed]) -> bytes | None:
    """The short way of a hand that walks; None at its first place, and where playback began anew."""
    if charge.walker is None or charge.last is None:
        return None
    passed = way[-1].playhead - charge.last.playhead
    return plain.walk(charge.walker, charge.last, way) if 0.0 <= passed <= LONGEST_REST else None


def _walks(records: Records, command: Perform) -> bool:
    """True if the character goes where its feet push it: the motion's word, the page's or the set's."""
    motion, chosen = records.get(command.motion or ""), records.get(command.set or "")
    if isinstance(motion, MotionRecord) and motion.recording is not None:
        return motion.recording.walks
    if command.walks is None:
        return isinstance(chosen, SetRecord) and chosen.walks
    return command.walks


def _ingredients(records: Records, command: Perform) -> tuple[Record | None, ...]:
    """The records that performing needs."""
    sets = edits.sets_of(records, command.character)
    return (records.get(command.character), records.get(command.motion or ""), *sets)


def _play_rig(charge: Charge, ready: Pass, steps: list[Pointed], placement: Placement) -> Posed:
    """The rig along the steps of the hand. placement: Of the character."""
    command, names, moment, time = charge.command, charge.names, steps[-1].playhead, steps[-1].time
    times = _increasing(np.array([step.playhead for step in steps]))
    points = np.array([local_from_world(placement, step.position) for step in steps])
    fade = ready.around.fade
    faded = [i for i, turn in enumerate(charge.turns) if command.speed * (time - turn.since) > fade]
    del charge.turns[: faded[-1] if faded else 0]  # what has faded away need not be played
    first = names[charge.turns[0].set]
    displacement = ready.displacements(first, times, points)
    # Fades run by the hand's clock, converted to the performance's time.
    switches = tuple(
        Switch(moment - command.speed * (time - turn.since), names[turn.set]) for turn in charge.turns[1:]
    )
    releases = ()
    if command.released:
        if charge.released is None or charge.released > moment:
            charge.released = moment
        releases = (Release(charge.released, _NEVER),)
    return ready.with_hand(times, Layer.of_hand(_HAND, first, times, displacement, switches, releases))


def _increasing(times: np.ndarray) -> np.ndarray:
    """Times of a layer, which must increase: where the playhead stands still, a microsecond apart."""
    if len(times) == 1 or (np.diff(times) > 0.0).all():
        return times
    return times[-1] + 1e-6 * np.arange(1 - len(times), 1)


def _guessed_joints(playable: PlayableRig, guessed: np.ndarray) -> np.ndarray:
    """(D,) joints whose rotation is a guess."""
    joints = playable.guessed_joints(guessed) if guessed.any() else ()
    return np.array(joints, dtype=np.int32)


def _float32(values: np.ndarray) -> np.ndarray:
    return values.astype(np.float32)
