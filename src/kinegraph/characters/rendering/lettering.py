"""Words and numbers on pictures."""

from functools import lru_cache
from typing import Any

import numpy as np

from kinegraph.characters.rendering.picture import Image


def write_text(
    image: Image, text: str, at: tuple[float, float], color: str, height: int = 14, anchor: str = "la"
) -> Image:
    """A copy of the picture with a line of text on it.

    at: Column and row of the anchor [px].
    height: Size of the type [px].
    anchor: Horizontal l, m, r and vertical a(scender), m(iddle), s (baseline), as Pillow has them.
    """
    from PIL import Image as Pictures
    from PIL import ImageDraw

    canvas = Pictures.fromarray(image)
    ImageDraw.Draw(canvas).text(at, text, fill=color, font=_font(height), anchor=anchor)
    return np.asarray(canvas)


def text_width(text: str, height: int = 14) -> float:
    """Width of a line of text [px]."""
    return float(_font(height).getlength(text))


@lru_cache(maxsize=16)
def _font(height: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(height)
