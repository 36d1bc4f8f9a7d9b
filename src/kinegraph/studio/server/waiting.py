"""Requests of one page that wait their turn: in order, and of a drag's steps only the newest."""

import asyncio
from collections import deque

from kinegraph.studio.protocol.channel_commands import EditAnimation
from kinegraph.studio.protocol.commands import Request
from kinegraph.studio.protocol.creature_commands import MoveTarget, SetGait
from kinegraph.studio.protocol.doodle_commands import (
    EditProp,
    MoveJoint,
    MoveLanding,
    PlacePicture,
    SetDoodleView,
)
from kinegraph.studio.protocol.key_commands import ChooseKeys, EditKeys
from kinegraph.studio.protocol.layer_commands import EditLayers
from kinegraph.studio.protocol.perform_commands import (
    MoveController,
    MoveMarker,
    MovePose,
    ReachJoint,
    SetHome,
    TurnJoint,
)
from kinegraph.studio.protocol.plan_commands import EditCreature

# Steps of drags that are told from the drag's start, and what tells two of one drag apart.
_STEPS: dict[type[Request], tuple[str, ...]] = {
    ChooseKeys: ("motion",),
    EditKeys: ("motion",),
    EditLayers: ("motion",),
    TurnJoint: ("character", "joint"),
    ReachJoint: ("character", "joint"),
    MovePose: ("character",),
    MoveController: ("set",),
    MoveMarker: ("set", "key"),
    SetHome: ("set",),
    EditCreature: ("character",),
    EditAnimation: ("animation",),
    SetGait: ("motions",),
    MoveTarget: ("animation", "target", "motion"),
    MoveJoint: ("doodle", "joint"),
    MoveLanding: ("doodle", "piece"),
    EditProp: ("doodle", "prop"),
    PlacePicture: ("doodle",),
    SetDoodleView: ("doodle",),
}


class WaitingRequests:
    """A queue that holds at most so many; used from the event loop alone."""

    def __init__(self, most: int):
        self._most = most
        self._requests: deque[Request] = deque()
        self._filled, self._room = asyncio.Event(), asyncio.Event()
        self._room.set()

    async def put(self, request: Request) -> Request | None:
        """Adds a request behind the others; returns the one whose place it took, if any.

        Steps of such drags are told from their start, so one that still waits is not needed once the next is
        there.
        """
        last = self._requests[-1] if self._requests else None
        if last is not None and _supersedes(request, last):
            self._requests[-1] = request
            return last
        while len(self._requests) >= self._most:
            self._room.clear()
            await self._room.wait()
        self._requests.append(request)
        self._filled.set()
        return None

    async def take(self) -> Request:
        """The request that has waited longest."""
        while not self._requests:
            self._filled.clear()
            await self._filled.wait()
        self._room.set()
        return self._requests.popleft()


def _supersedes(newer: Request, older: Request) -> bool:
    names = _STEPS.get(type(newer))
    if names is None or type(newer) is not type(older) or getattr(newer, "gesture", None) is None:
        return False
    return all(getattr(newer, name) == getattr(older, name) for name in ("gesture", *names))
