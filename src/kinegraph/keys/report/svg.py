"""Plots as SVG text: scales, ticks and paths. The page's style colours them, so they follow its theme."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats


@dataclass(frozen=True)
class Scale:
    """Values to pixels. low and high are the values at the pixels `start` and `stop`."""

    low: float
    high: float
    start: float
    stop: float
    logarithmic: bool = False

    def __call__(self, values: ArrayLike) -> Floats:
        given = np.asarray(values, dtype=np.float64)
        low, high = self.low, self.high
        if self.logarithmic:
            given, low, high = np.log10(np.maximum(given, self.low)), np.log10(low), np.log10(high)
        share = (given - low) / (high - low) if high > low else np.full(given.shape, 0.5)
        return self.start + share * (self.stop - self.start)

    def at(self, value: float) -> float:
        """The pixel of one value."""
        return float(self(value))

    def ticks(self, most: int) -> list[float]:
        """Up to about `most` round values inside."""
        if self.logarithmic:
            first, last = np.ceil(np.log10(self.low) - 1e-9), np.floor(np.log10(self.high) + 1e-9)
            return [10.0**power for power in np.arange(first, last + 1)]
        span = self.high - self.low
        if not span > 0:
            return [self.low]
        decade = 10.0 ** np.floor(np.log10(span / most))
        step = next(decade * k for k in (1, 2, 5, 10) if decade * k * most >= span * (1 - 1e-9))
        first = np.ceil(self.low / step - 1e-9)
        return [float(step * k) for k in np.arange(first, np.floor(self.high / step + 1e-9) + 1)]


def drawing(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """An inline picture. label: Text alternative for screen readers."""
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )


def polyline(x: Floats, y: Floats, style: str) -> str:
    """A line through points (N,) [px]."""
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x.tolist(), y.tolist(), strict=True))
    return f'<polyline class="{style}" points="{points}"/>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    """A straight line [px]."""
    return f'<line class="{style}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def dot(x: float, y: float, radius: float, style: str) -> str:
    """A circle [px]."""
    return f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>'


def diamond(x: float, y: float, radius: float, style: str) -> str:
    """A square on its corner [px]: differs from a dot without colour."""
    r = radius * 1.2
    corners = f"{x:.1f},{y - r:.1f} {x + r:.1f},{y:.1f} {x:.1f},{y + r:.1f} {x - r:.1f},{y:.1f}"
    return f'<polygon class="{style}" points="{corners}"/>'


def text(x: float, y: float, content: str, style: str = "label", anchor: str = "middle") -> str:
    """Words, set by their base line [px]. anchor: start, middle or end."""
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'


def axes(x: Scale, y: Scale, x_ticks: Sequence[float], y_ticks: Sequence[float]) -> list[str]:
    """Faint lines at the ticks and their numbers, below and at the left."""
    parts: list[str] = []
    for value in y_ticks:
        level = y.at(value)
        parts.append(line(x.start, level, x.stop, level, "grid"))
        parts.append(text(x.start - 8, level + 4, _number(value), anchor="end"))
    for value in x_ticks:
        parts.append(text(x.at(value), y.start + 18, _number(value)))
    return parts


def _number(value: float) -> str:
    return f"{value + 0.0:g}".replace("-", "\N{MINUS SIGN}")
