"""Events: messages of an animation to the game, each sent once whenever its time is passed."""

import math
from dataclasses import dataclass
from enum import StrEnum

from kinegraph.core.errors import InvalidValue


class EventKind(StrEnum):
    """The system that handles an event."""

    SOUND = "sound"
    VISUAL = "visual"
    DATA = "data"


@dataclass(frozen=True)
class Event:
    """Something that happens at a time.

    time: From the start of the animation [s].
    name: For example "footstep" or "release".
    channel: The channel whose bodies it concerns; empty for the whole creature.
    """

    time: float
    name: str
    kind: EventKind = EventKind.DATA
    channel: str = ""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.time) and self.time >= 0.0):
            raise InvalidValue(f"The event {self.name!r} needs a time of 0 or later, not {self.time}.")


def times_passed(event: Event, duration: float, loops: bool, time: float) -> int:
    """Number of times that playing from 0 up to, but not including, `time` [s] has passed an event.

    An event at the very end of an animation that does not loop counts as passed on arriving there.
    """
    if loops:
        return max(0, math.ceil((time - event.time) / duration))
    return int(time > event.time or (time >= duration and event.time >= duration))


def events_between(
    events: tuple[Event, ...], duration: float, loops: bool, before: float, after: float
) -> list[Event]:
    """The events that playing on from `before` to `after` [s] passes, in the order they happen.

    Times count on through the loops. Steps that meet end to end pass every event exactly once each time
    round, whatever their size, since each is a difference of the same counts. Playing backwards passes none.
    """
    passed: list[tuple[float, int, Event]] = []
    for index, event in enumerate(events):
        first = times_passed(event, duration, loops, before)
        last = times_passed(event, duration, loops, after)
        passed += [(event.time + turn * duration, index, event) for turn in range(first, last)]
    return [event for _, _, event in sorted(passed, key=lambda item: item[:2])]
