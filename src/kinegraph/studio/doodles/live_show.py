"""Live show: a character that performs a line while it is drawn, or wakes up when it was drawn: sixty poses a
second, for every page that can be seen.
"""

import asyncio
import logging
import time as clock
from collections.abc import Callable, Container
from typing import NamedTuple, Protocol

from kinegraph.core.pose import Pose
from kinegraph.studio.document.frames import pack
from kinegraph.studio.protocol.doodle_frames import DoodleFrame
from kinegraph.studio.protocol.motion_frames import pose_arrays
from kinegraph.studio.running.follower import TICK

_log = logging.getLogger(__name__)
LONGEST = 900.0  # [s] after which a show ends, whatever is still to come


class Moment(NamedTuple):
    """A pose of a show. time: Of the performance [s]. waiting: Holding still until more comes."""

    pose: Pose
    time: float
    waiting: bool
    ended: bool


class Act(Protocol):
    """A show that can be asked for each moment."""

    def moment(self, seconds: float) -> Moment:
        """The moment at a time since the show began [s]; called with times that grow."""
        ...


class LiveShows:
    """All characters that perform live; used from the event loop alone."""

    def __init__(self, send: Callable[[str, bytes], None]) -> None:
        """send: Gives a frame of a character to every page that can be seen."""
        self._send = send
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._strokes: dict[str, str] = {}  # what each character performs

    def begin(self, character: str, doodle: str, stroke: str, act: Act) -> None:
        """Lets a character perform; what it performed before is over."""
        self.end(character)
        self._strokes[character] = stroke
        self._tasks[character] = asyncio.create_task(self._show(character, doodle, stroke, act))

    def end(self, character: str) -> None:
        """A character performs nothing any more."""
        task = self._tasks.get(character)
        self._over(character)
        if task is not None:
            task.cancel()

    def end_of(self, stroke: str) -> None:
        """Stops the character that performs a stroke."""
        for character in [character for character, own in self._strokes.items() if own == stroke]:
            self.end(character)

    def keep(self, present: Container[str]) -> None:
        """Stops characters that are gone."""
        for character in [character for character in self._tasks if character not in present]:
            self.end(character)

    def close(self) -> None:
        """Stops all characters."""
        for character in list(self._tasks):
            self.end(character)

    def _over(self, character: str) -> None:
        self._tasks.pop(character, None)
        self._strokes.pop(character, None)

    async def _show(self, character: str, doodle: str, stroke: str, act: Act) -> None:
        try:
            await self._play(character, doodle, stroke, act)
        except Exception:  # a bug of ours: the replay is made anew
            _log.exception("A character stopped performing.")
            self._over(character)

    async def _play(self, character: str, doodle: str, stroke: str, act: Act) -> None:
        began = clock.monotonic()
        while True:
            seconds = clock.monotonic() - began
            moment = act.moment(seconds)
            ended = moment.ended or seconds > LONGEST
            header = DoodleFrame(
                character=character,
                doodle=doodle,
                stroke=stroke,
                time=moment.time,
                waiting=moment.waiting,
                ended=ended,
            )
            self._send(character, pack(header, pose_arrays(moment.pose)))
            if ended:
                self._over(character)
                return
            await asyncio.sleep(TICK)
