"""Colours as people write them (sRGB, "#c98a4b") and as meshes hold them (linear RGBA)."""

import re

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.srgb import srgb_from_linear

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def linear_rgba(color: str) -> Floats:
    """(4,) the linear RGBA of an opaque "#rrggbb"."""
    if not _HEX.fullmatch(color):
        raise InvalidValue(f"{color!r} is no colour; write it as #rrggbb.")
    return np.array([*(_linear(int(color[i : i + 2], 16) / 255.0) for i in (1, 3, 5)), 1.0])


def srgb_bytes(linear: Floats) -> NDArray[np.uint8]:
    """Linear components 0..1 as bytes of a picture; the inverse of `linear_rgba`."""
    return (255.0 * srgb_from_linear(linear)).round().astype(np.uint8)


def _linear(srgb: float) -> float:
    return srgb / 12.92 if srgb <= 0.04045 else ((srgb + 0.055) / 1.055) ** 2.4
