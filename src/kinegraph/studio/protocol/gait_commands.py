"""Commands about the gait of creatures: edit it, ask for its chart, and fit it to a captured walk."""

from typing import Annotated, ClassVar

import msgspec

from kinegraph.creatures.gait.plan_file import GaitFile
from kinegraph.studio.document.creature_fields import CreatureGait
from kinegraph.studio.protocol.commands import DragStep, Id, Request, Text

Group = Annotated[int, msgspec.Meta(ge=0, le=15)]
Foot = Annotated[int, msgspec.Meta(ge=0, le=63)]


class GaitEditBase(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", rename="camel"):
    """Base of the edits of a gait. group: A leg group, counted from the longest legs."""


class SetGroupKey(GaitEditBase, frozen=True, kw_only=True):
    """Sets parameters of a leg group at a speed; at a new speed it makes a speed key.

    speed: Of the key; a natural speed, see GaitParameters.
    values: By the names of GaitParameters: stride, duty, lift.
    """

    group: Group
    speed: float
    values: dict[Text, float]


class RemoveGroupKey(GaitEditBase, frozen=True, kw_only=True):
    """Removes the speed key of a leg group."""

    group: Group
    speed: float


class SetFootTiming(GaitEditBase, frozen=True, kw_only=True):
    """Sets own values of one foot at one speed key; other speed keys stay as they are.

    values: By the names of FootKey: duty, trigger, lift, heel, toe; null gives a value back to the group.
    """

    group: Group
    foot: Foot
    speed: float
    values: dict[Text, float | None]


class SetGroupStyle(GaitEditBase, frozen=True, kw_only=True):
    """Sets the named style of a leg group: "march", "lumber+limp"."""

    group: Group
    style: Text


class SetFlight(GaitEditBase, frozen=True, kw_only=True):
    """Shapes the flight of a leg group's feet, or of one foot.

    foot: Null for all feet of the group.
    peak: When the foot is highest, 0.2 to 0.8 of the flight.
    swing: How far it swings out, in units of the lift.
    tip: How far its toes point down in the middle of the flight [rad].
    """

    group: Group
    foot: Foot | None = None
    peak: float = 0.4
    swing: float = 0.0
    tip: float = 0.0


class ResetFoot(GaitEditBase, frozen=True, kw_only=True):
    """Gives all own values of a foot back to its leg group."""

    group: Group
    foot: Foot


class ReplaceGait(GaitEditBase, frozen=True, kw_only=True):
    """Another gait: the content of a .kinegait file; null for the named styles alone."""

    plan: GaitFile | None


GaitEdit = SetGroupKey | RemoveGroupKey | SetFootTiming | SetGroupStyle | SetFlight | ResetFoot | ReplaceGait


class EditGait(DragStep, frozen=True, kw_only=True):
    """Edits the gait of motions of form "creature"; with a gesture, as a step of a drag.

    A gait of named styles becomes a plan first, with the authored speed keys written out.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("motions",)

    motions: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=200)]
    edits: Annotated[tuple[GaitEdit, ...], msgspec.Meta(min_length=1, max_length=50)]


class FitGait(Request, frozen=True, kw_only=True):
    """Fits a gait to a captured walk of the document, and gives it to motions of form "creature".

    source: The motion of the captured walk.
    """

    motions: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=200)]
    source: Id


class RequestGaitChart(Request, frozen=True, kw_only=True):
    """Asks for the chart of a gait on a character: a `GaitCharted`, then `Done`.

    speed: A natural speed, as speed keys have it; null for the speed key nearest to that of the gait.
    """

    reads: ClassVar[bool] = True

    character: Id
    gait: CreatureGait
    speed: Annotated[float, msgspec.Meta(ge=0.0, le=12.0)] | None = None
