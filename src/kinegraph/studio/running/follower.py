"""PointerFollower: the character that follows the pointer, and the stream of its poses.

Newest wins: a pointer position that arrives while a pose is computed replaces the one that waits. With the
pointer still, idle motion goes on for as long as a page can be seen: at 60 poses a second, or fewer where
many documents share the machine.
"""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import KinegraphError
from kinegraph.core.pose import Pose
from kinegraph.studio.document.records import Placement, Vector
from kinegraph.studio.document.stage_space import local_from_world
from kinegraph.studio.protocol.motion_frames import pose_frame
from kinegraph.studio.running.casting import Run
from kinegraph.studio.running.compiling import COMPILED, compile_elsewhere
from kinegraph.studio.running.worker import Progress

TICK = 1.0 / 60.0  # [s]
IDLE = -1  # sequence number of poses that answer no cursor message


class Driver(Protocol):
    """A function from a target to a pose."""

    def pose_at(self, target: Floats, time: float) -> Pose:
        """The pose at a time [s], reaching for `target` (3,) in the character's space [m]."""
        ...


@dataclass
class _Pointer:
    position: Vector
    time: float
    sequence: int


class PointerFollower:
    """Lets one character follow the pointer; used from the event loop alone."""

    def __init__(
        self,
        send: Callable[[str, bytes], None],
        watched: Callable[[], bool],
        placement: Callable[[str], Placement],
        make: Callable[[Character], Driver],
        idle_tick: float = TICK,
    ) -> None:
        """
        send: Gives a pose frame of a character to every page that can be seen.
        watched: Whether there is such a page.
        placement: Where a character stands now.
        make: Builds the driver of a character; called in a thread.
        idle_tick: Time between two poses of idle motion [s].
        """
        self._idle_tick = idle_tick
        self._make = make
        self._send, self._watched, self._placement = send, watched, placement
        self._character: str | None = None
        self._driver: Driver | None = None
        self._waiting: _Pointer | None = None
        self._target: Vector = (0.0, 1.0, 2.0)
        self._last_time = 0.0
        self._next: asyncio.Handle | None = None

    @property
    def character(self) -> str | None:
        """Id of the character that follows."""
        return self._character

    async def follow(self, id: str, character: Character, stand_in: Clip | None = None) -> None:
        """Makes a character follow; `stand_in` plays while its driver is built, which may take a moment."""
        self._character, self._driver = id, Loop(stand_in) if stand_in else None
        self.wake()
        driver = await asyncio.to_thread(self._make, character)
        if self._character == id:
            self._driver = driver
            self.wake()

    def rest(self) -> None:
        """Lets no character follow."""
        self._character = self._driver = None

    def point(self, position: Vector, time: float, sequence: int) -> None:
        """The pointer is at `position` in the world; replaces a position that still waits."""
        if math.isfinite(sum(position) + time):
            if self._waiting is None:
                self.wake()
            self._waiting = _Pointer(position, time, sequence)

    def wake(self) -> None:
        """Shows a pose in the loop's next round: by then, every message that has arrived was read."""
        self._plan(asyncio.get_running_loop().call_soon(self._step))

    def close(self) -> None:
        """Ends the stream."""
        self.rest()
        self._plan(None)

    def _step(self) -> None:
        """Shows one pose and plans the next, which is idle motion unless the pointer moves first."""
        pointer, self._waiting = self._waiting, None
        if self._driver is None or self._character is None or not self._watched():
            return  # whatever changes that calls `wake`
        self._plan(asyncio.get_running_loop().call_later(self._idle_tick, self._step))
        self._show(self._driver, self._character, pointer)

    def _plan(self, step: asyncio.Handle | None) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = step

    def _show(self, driver: Driver, character: str, pointer: _Pointer | None) -> None:
        moment, sequence = time.monotonic(), IDLE
        if pointer is not None:
            self._target, moment, sequence = pointer.position, pointer.time, pointer.sequence
        self._last_time = max(moment, self._last_time)
        target = local_from_world(self._placement(character), self._target)
        try:
            pose = driver.pose_at(target, self._last_time)
        except KinegraphError:  # a target that this character cannot make sense of: it stays as it is
            return
        self._send(character, pose_frame(pose, character, sequence, self._last_time))


class Loop:
    """Plays a clip over and over, wherever the pointer is."""

    def __init__(self, clip: Clip) -> None:
        self._clip = clip

    def pose_at(self, target: Floats, time: float) -> Pose:
        """The clip's pose at a time [s]."""
        return self._clip.pose(int(time * self._clip.fps) % len(self._clip))


def make_driver(character: Character, run: Run) -> Driver:
    """A driver for a character, ready for its first pose.

    Compiling holds up every thread of a process, so on a machine where it was not done yet another does it
    first (by `run`), and this one reads the result from disk.
    """
    from kinegraph.characters.follow.follower import Follower

    compile_elsewhere("following", run, compile_driver, character=character)
    driver = Follower(character)
    driver.pose_at(np.array([0.0, 1.0, 2.0]), 0.0)
    return driver


def compile_driver(*, character: Character, progress: Progress | None = None) -> bytes:
    """Compiles what following needs, into numba's cache on disk: a task for the worker."""
    from kinegraph.characters.follow.follower import Follower

    Follower(character).pose_at(np.array([0.0, 1.0, 2.0]), 0.0)
    return COMPILED
