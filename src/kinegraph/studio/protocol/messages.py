"""The protocol between a page and the server: its version, and reading and writing its text frames.

Commands, events, records and frame headers are defined once, as typed structs; `typescript.py` writes the
page's declarations from them.
"""

import functools
import operator
from collections.abc import Iterator
from typing import Any

import msgspec

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document import frames
from kinegraph.studio.protocol import (
    channel_commands,
    class_messages,
    commands,
    creature_commands,
    doodle_commands,
    events,
    gait_commands,
    key_commands,
    key_frames,
    layer_commands,
    perform_commands,
    perform_frames,
    plan_commands,
    scene_messages,
)
from kinegraph.studio.protocol.class_messages import AnyClassEvent
from kinegraph.studio.protocol.commands import Command, DragStep, Request
from kinegraph.studio.protocol.creature_events import AnyCreatureEvent
from kinegraph.studio.protocol.creature_frames import AnyCreatureFrame
from kinegraph.studio.protocol.doodle_events import AnyDoodleEvent
from kinegraph.studio.protocol.doodle_frames import AnyDoodleFrame
from kinegraph.studio.protocol.events import Event
from kinegraph.studio.protocol.perform_events import AnyPerformEvent

PROTOCOL = 9

_COMMAND_MODULES = (
    commands,
    key_commands,
    perform_commands,
    layer_commands,
    creature_commands,
    gait_commands,
    plan_commands,
    channel_commands,
    doodle_commands,
    scene_messages,
    class_messages,
)


def _commands() -> Iterator[type[Command]]:
    """All classes of commands, in the order of their definitions."""
    for module in _COMMAND_MODULES:
        for thing in vars(module).values():
            is_command = isinstance(thing, type) and issubclass(thing, Command)
            is_own = getattr(thing, "__module__", None) == module.__name__
            if is_command and is_own and thing not in (Command, Request, DragStep):
                yield thing


COMMANDS: tuple[type[Command], ...] = tuple(_commands())
AnyCommand: Any = functools.reduce(operator.or_, COMMANDS)
AnyEvent = (
    events.AnyEvent
    | AnyPerformEvent
    | AnyCreatureEvent
    | AnyDoodleEvent
    | scene_messages.AnySceneEvent
    | AnyClassEvent
)
AnyFrame = (
    frames.AnyFrame
    | key_frames.AnyKeyFrame
    | perform_frames.AnyPerformFrame
    | AnyCreatureFrame
    | AnyDoodleFrame
    | scene_messages.AnySceneFrame
)

_command_decoder = msgspec.json.Decoder(AnyCommand)
_encoder = msgspec.json.Encoder()


class _Envelope(msgspec.Struct):
    """As much of an unreadable command as can still be read."""

    request: int | None = None
    type: str | None = None


def decode_command(text: str | bytes) -> Command:
    """The command in a text frame; raises InvalidValue with one sentence about what is wrong."""
    try:
        return _command_decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        kind = _envelope(text).type
        known = kind in _COMMAND_NAMES
        what = f"The message {kind!r}" if known else "A message"
        if kind is not None and not known:
            raise InvalidValue(f"There is no message {kind[:40]!r} in protocol {PROTOCOL}.") from None
        raise InvalidValue(f"{what} cannot be read: {error}.") from None


def request_of(text: str | bytes) -> int | None:
    """The request number of a message that could not be read, where it has one."""
    return _envelope(text).request


def encode_event(event: Event) -> str:
    """The text frame of an event."""
    return _encoder.encode(event).decode()


def _envelope(text: str | bytes) -> _Envelope:
    try:
        return msgspec.json.decode(text, type=_Envelope)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _Envelope()


_COMMAND_NAMES = frozenset(command.__name__ for command in COMMANDS)
