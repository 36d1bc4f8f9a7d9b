"""Events about the gait of a creature."""

import msgspec

from kinegraph.creatures.gait.plan_file import GaitFile
from kinegraph.studio.protocol.events import Event


class _Info(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of what answers consist of."""


class GaitFootInfo(_Info, frozen=True, kw_only=True):
    """One foot over one cycle, at even samples.

    name: For people: "left hind foot".
    group, foot: Its leg group, and its number there.
    duty: Share of the cycle that it stands.  trigger: When it lifts, as a share of the cycle.
    height: Of the sole over the ground [m].  pitch: Of the sole, toes down [rad].
    peak, swing, tip: Of its flight, as `SetFlight` takes them.
    lift, heel, toe: At this speed, in units of GaitParameters.
    own: Whether it has values of its own.
    """

    name: str
    group: int
    foot: int
    duty: float
    trigger: float
    height: tuple[float, ...]
    pitch: tuple[float, ...]
    peak: float
    swing: float
    tip: float
    lift: float
    heel: float
    toe: float
    own: bool


class GaitCharted(Event, frozen=True, kw_only=True):
    """One cycle of a creature's walk at one speed.

    speed: The natural speed of the chart.  pace: The same in m/s.
    period: Of the cycle [s].  stride: Distance covered in it [m].
    plan: The gait with all speed keys written out.
    """

    request: int
    character: str
    speed: float
    pace: float
    period: float
    stride: float
    feet: tuple[GaitFootInfo, ...]
    plan: GaitFile
