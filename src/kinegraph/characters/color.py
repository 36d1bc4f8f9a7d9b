"""Colours as people write them (sRGB, "#c98a4b") and as meshes hold them (linear RGBA)."""

import re

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def linear_rgba(color: str) -> Floats:
    """(4,) the linear RGBA of an opaque "#rrggbb"."""
    if not _HEX.fullmatch(color):
        raise InvalidValue(f"{color!r} is no colour; write it as #rrggbb.")
    srgb = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255.0
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return np.append(linear, 1.0)
