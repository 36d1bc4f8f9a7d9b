"""The stage: its light, its floor and its air, in a dark room or a light one."""

from dataclasses import dataclass

import numpy as np

from kinegraph.characters.color import linear_rgba
from kinegraph.core.arrays import Floats
from kinegraph.core.errors import UnknownName

SHOULDER = 0.76
"""Linear light up to here is shown as it is; brighter light is rolled off below white."""


class UnknownTheme(UnknownName):
    """A theme that the stage does not have."""

    kind = "theme"


@dataclass(frozen=True)
class Theme:
    """Colours of one room, as they appear on screen (sRGB hex), and the strength of its lights.

    zenith, horizon: The backdrop's gradient.
    floor: The floor in the middle of the pool of light; it fades to the horizon.
    grid: The floor's lines.
    ink: Text beside pictures; `quiet_ink` for numbers.
    shade: How dark the contact shadow is, 0..1.
    key, fill, rim, sky: Strengths of the lights.
    """

    zenith: str
    horizon: str
    floor: str
    grid: str
    ink: str
    quiet_ink: str
    shade: float
    key: float
    fill: float
    rim: float
    sky: float


THEMES = {
    "dark": Theme(
        zenith="#14161b",
        horizon="#21242c",
        floor="#40444f",
        grid="#5d6370",
        ink="#e8e6e1",
        quiet_ink="#9aa0ad",
        shade=0.8,
        key=1.08,
        fill=0.14,
        rim=1.25,
        sky=0.3,
    ),
    "light": Theme(
        zenith="#cfd5de",
        horizon="#e6e9ee",
        floor="#f4f3f0",
        grid="#cdd1d8",
        ink="#23262d",
        quiet_ink="#5f6571",
        shade=0.5,
        key=0.95,
        fill=0.16,
        rim=0.5,
        sky=0.42,
    ),
}

ACCENT = "#f2a33a"
"""Warm amber, for live things."""


def theme_named(name: str) -> Theme:
    """The theme of that name; raises UnknownTheme."""
    try:
        return THEMES[name]
    except KeyError:
        raise UnknownTheme(name, tuple(THEMES)) from None


def light_shown_as(color: str) -> Floats:
    """(3,) the linear light that comes out of the tone map as a '#rrggbb' colour (exact for greys)."""
    shown = linear_rgba(color)[:3]
    peak = float(shown.max())
    if peak <= SHOULDER:
        return shown
    room = 1.0 - SHOULDER
    return shown * ((room * room / max(1.0 - peak, 1e-3) + 2 * SHOULDER - 1.0) / peak)


def grid_spacing(extent: float) -> float:
    """A round distance between the floor's lines [m] for a scene of `extent` metres: 1, 2 or 5 times 10^n."""
    wanted = max(extent, 1e-6) / 5.0
    decade = 10.0 ** np.floor(np.log10(wanted))
    return float(decade * next(step for step in (1, 2, 5, 10) if step * decade >= wanted * (1 - 1e-9)))
