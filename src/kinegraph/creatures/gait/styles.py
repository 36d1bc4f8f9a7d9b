"""Gait styles: changes to the authored gaits, and layers of styles (paper, 4.2)."""

from dataclasses import dataclass, fields, replace

import numpy as np

from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.creatures.gait.parameters import GaitParameters


class UnknownStyle(UnknownName):
    """A gait style that does not exist."""

    kind = "gait style"


_SCALES = ("lift", "bounce", "sway", "stride", "heel", "roll", "twist", "response")
_SHIFTS = ("duty", "lean", "crouch", "swing", "snap")


@dataclass(frozen=True)
class GaitStyle:
    """Changes to the authored gait: factors (1 changes nothing) and shifts (0 changes nothing).

    lift, bounce, sway, stride: Factors on how high feet go, how far the body rises and falls, how far it goes
        over its standing feet, and how long steps are (shorter steps come oftener).
    duty: Added to the share of the cycle that feet stand.
    heel: Factor on how far feet roll from heel to toe.
    lag: Row lag that replaces the authored one (0.25 a walk, 0.5 a trot), or None.
    side_lag: The same between left and right (0.5 alternate, near 0 together), or None.
    roll, twist: Factors on the hips' sinking and turning.
    lean: Added to the body's lean forward [rad].
    crouch: Added to how much lower the body is carried [leg lengths].
    peak: When flying feet are highest, 0.2 to 0.8 of the flight.
    swing, snap: How far feet swing out, and how much they dart (see `foot_path`).
    response: Factor on how long the body takes to follow the commanded velocity.
    foot: The leg that the style is about (a limp), counted in the creature's legs, or None for all. With a
        foot, lift, heel and duty are that foot's alone, and the body sinks towards it by `favour`.
    favour: How unwillingly that foot carries weight: 0 (as the others) to 1.
    """

    name: str = "plain"
    lift: float = 1.0
    bounce: float = 1.0
    sway: float = 1.0
    stride: float = 1.0
    duty: float = 0.0
    heel: float = 1.0
    lag: float | None = None
    side_lag: float | None = None
    roll: float = 1.0
    twist: float = 1.0
    lean: float = 0.0
    crouch: float = 0.0
    peak: float = 0.4
    swing: float = 0.0
    snap: float = 0.0
    response: float = 1.0
    foot: int | None = None
    favour: float = 0.0

    def __post_init__(self) -> None:
        numbers = [getattr(self, field.name) for field in fields(self) if field.name not in ("name", "foot")]
        if not all(number is None or np.isfinite(number) for number in numbers):
            raise InvalidValue(f"The gait style {self.name!r} has a value that is not a finite number.")
        if min(self.lift, self.bounce, self.sway, self.heel, self.roll, self.twist) < 0.0:
            raise InvalidValue(f"The factors of the gait style {self.name!r} must not be negative.")
        if not (self.stride > 0.0 and self.response > 0.0 and 0.0 <= self.favour <= 1.0):
            raise InvalidValue(
                f"The gait style {self.name!r} needs a stride and a response above 0 and a favour in 0 to 1."
            )


PLAIN = GaitStyle()
STYLES = {
    style.name: style
    for style in (
        PLAIN,
        GaitStyle("limp", lift=0.5, duty=-0.16, heel=0.3, bounce=1.2, foot=0, favour=0.8),
        GaitStyle("lumber", lift=0.8, bounce=1.6, sway=1.7, stride=1.1, duty=0.06, roll=2.2, twist=1.4,
                  crouch=0.04, peak=0.55, response=2.0),
        GaitStyle("sneak", lift=1.7, bounce=0.3, stride=0.8, duty=0.06, heel=0.4, lean=0.16, crouch=0.14,
                  peak=0.3, roll=0.6),
        GaitStyle("proud", lift=1.5, bounce=1.5, stride=0.9, heel=1.2, lean=-0.1, peak=0.45, snap=0.5),
        GaitStyle("tired", lift=0.5, bounce=0.7, sway=1.5, stride=0.7, duty=0.06, heel=0.5, lean=0.2,
                  crouch=0.08, roll=1.6, response=1.6),
        GaitStyle("trot", bounce=1.3, lag=0.5, side_lag=0.5),
        GaitStyle("gallop", bounce=1.2, duty=-0.1, lag=0.5, side_lag=0.12, stride=1.15),
        GaitStyle("pace", sway=1.4, lag=0.0, side_lag=0.5),
        GaitStyle("march", lift=1.8, bounce=1.2, heel=0.4, lean=-0.04, peak=0.45, snap=0.8),
        GaitStyle("tiptoe", lift=1.2, bounce=0.5, stride=0.6, heel=0.0, crouch=-0.03, snap=0.4),
        GaitStyle("scuttle", lift=0.7, bounce=0.2, stride=0.6, crouch=0.1, response=0.5, snap=0.3),
        GaitStyle("waddle", lift=0.9, sway=1.8, stride=0.75, roll=2.8, twist=1.6, swing=0.6),
    )
}  # fmt: skip


def gait_style(name: str) -> GaitStyle:
    """A style by its name; "lumber+limp" layers the second over the first."""
    found = PLAIN
    for part in name.split("+"):
        if part.strip() not in STYLES:
            raise UnknownStyle(part.strip(), STYLES)
        found = layer_styles(found, STYLES[part.strip()])
    return found


def layer_styles(under: GaitStyle, over: GaitStyle) -> GaitStyle:
    """Layers one style over another: factors multiply, shifts add, and replacements of the upper one win.

    A style about one foot cannot lie under a style about another.
    """
    if under.foot is not None and over.foot is not None and under.foot != over.foot:
        raise InvalidValue("Only one foot can have a style of its own. Use a gait plan for others.")
    if under == PLAIN:
        return over
    if over == PLAIN:
        return under
    changes: dict = {name: getattr(under, name) * getattr(over, name) for name in _SCALES}
    changes |= {name: getattr(under, name) + getattr(over, name) for name in _SHIFTS}
    changes["name"] = f"{under.name}+{over.name}"
    changes["snap"] = min(changes["snap"], 1.0)
    for name in ("lag", "side_lag", "foot"):
        changes[name] = getattr(under, name) if getattr(over, name) is None else getattr(over, name)
    changes["peak"] = under.peak if over.peak == PLAIN.peak else over.peak
    changes["favour"] = max(under.favour, over.favour)
    return replace(under, **changes)


def apply_style(key: GaitParameters, style: GaitStyle) -> GaitParameters:
    """Authored parameters changed by a style."""
    own = style.foot is None  # changes for one foot do not apply to all
    return replace(
        key,
        stride=key.stride * style.stride,
        duty=float(np.clip(key.duty + (style.duty if own else 0.0), 0.12, 0.95)),
        side_lag=key.side_lag if style.side_lag is None else style.side_lag,
        row_lag=key.row_lag if style.lag is None else style.lag,
        lift=key.lift * (style.lift if own else 1.0),
        bounce=key.bounce * style.bounce,
        sway=key.sway * style.sway,
        roll=key.roll * style.roll,
        twist=key.twist * style.twist,
        lean=key.lean + style.lean,
        heel=key.heel * (style.heel if own else 1.0),
        toe=key.toe * (style.heel if own else 1.0),
        crouch=key.crouch + style.crouch,
    )
