"""Script: which characters perform what, where and when; one may look at another.

Igarashi's system had a scripting interface for motion that no hand can perform. Here a script is data, not
code: it is read and checked (script_reading.py), and played (play_script.py), without running any of its
author's code.
"""

from dataclasses import dataclass

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import UnknownName
from kinegraph.perform.files.script_schema import Ease
from kinegraph.perform.performances.layers import Layer, Release, Switch
from kinegraph.perform.playing.steering import Way
from kinegraph.perform.sets.rig import SpatialRig


class UnknownPerformer(UnknownName):
    """A name that no character of the script has."""

    kind = "character in the script called"


@dataclass(frozen=True)
class Follow:
    """The place of another performer's joint.

    offset: (3,) from the joint, along the stage's axes [m].
    reach: How far from the middle of the set's markers the cursor goes at most [m]; None for any distance.
    """

    performer: str
    joint: str
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    reach: float | None = None


@dataclass(frozen=True, eq=False)
class WayPoint:
    """The place of a cursor at a time [s]; exactly one of `place`, `shift` and `follow` is given.

    place: (3,) in the set's space [m].
    shift: (3,) from where the controller would be without this layer [m].
    """

    time: float
    ease: Ease
    place: Floats | None = None
    shift: Floats | None = None
    follow: Follow | None = None


@dataclass(frozen=True, eq=False)
class ScriptLayer:
    """The path of one controller.

    repeat: Number of rounds.
    switches: In the first round; later rounds repeat them.
    """

    name: str
    set: str
    points: tuple[WayPoint, ...]
    repeat: int = 1
    switches: tuple[Switch, ...] = ()
    releases: tuple[Release, ...] = ()

    @property
    def start(self) -> float:
        """Start [s]."""
        return self.points[0].time

    @property
    def period(self) -> float:
        """Duration of one round [s]."""
        return self.points[-1].time - self.points[0].time

    @property
    def end(self) -> float:
        """End [s]."""
        return self.start + self.repeat * self.period


@dataclass(frozen=True, eq=False)
class Performer:
    """A character on the stage.

    at: (3,) where its own space is on the stage [m].
    facing: About the vertical [rad]; 0 looks along +Z, a quarter turn along +X.
    walks: From when to when it goes where its feet push it [s].
    way: Where it goes: points on the ground, x and z in its own space [m]; empty for straight ahead.
    recorded: Layers that it brings, played before those of the script.
    """

    name: str
    origin: str
    rig: SpatialRig
    at: Floats
    facing: float = 0.0
    walks: tuple[tuple[float, float], ...] = ()
    fade: float = 0.25
    recorded: tuple[Layer, ...] = ()
    layers: tuple[ScriptLayer, ...] = ()
    way: Way = ()


@dataclass(frozen=True, eq=False)
class Script:
    """A checked script.

    length: From the first frame to the last [s].
    """

    source: str
    fps: float
    length: float
    performers: tuple[Performer, ...]

    def performer(self, name: str) -> Performer:
        """The performer of a name."""
        for each in self.performers:
            if each.name == name:
                return each
        raise UnknownPerformer(name, [each.name for each in self.performers])
