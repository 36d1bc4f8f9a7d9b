"""Performance strip: a performed line as a row of ghosts with the drawn gesture behind them, seen from the
side."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet
from kinegraph.doodles.performing.score import Score

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_PAPER, _GROUND, _GESTURE, _WORDS = (250, 247, 240), (150, 140, 125), (226, 88, 62), (90, 84, 76)
_NEAR, _FAR, _TRUNK = (52, 74, 110), (150, 166, 190), (70, 96, 138)
_SMOOTH = 2  # pictures are drawn this many times larger and scaled down


@dataclass(frozen=True)
class StripLook:
    """width, height: of the picture [px]; poses: how many ghosts; spread: how far time moves them apart, as
    a share of the width, so that what happens on one spot can be seen too."""

    width: int = 1400
    height: int = 190
    poses: int = 12
    spread: float = 1.0


def performance_strip(
    score: Score,
    times: tuple[float, float],
    gesture: Floats | None = None,
    words: str = "",
    look: StripLook | None = None,
) -> "Image":
    """Draws the moments between two times [s].

    gesture: (N, 2) the drawn line on the sheet [m]; words: what is written in the corner.
    """
    from PIL import Image, ImageDraw

    look = look or StripLook()
    moments = np.linspace(*times, look.poses)
    result = score.pose_at(moments)
    places = result.places[..., [2, 1]]
    low, high = places.min(axis=(0, 1)), places.max(axis=(0, 1))
    size = np.array([look.width, look.height]) * _SMOOTH
    skeleton = score.puppet.skeleton
    body = sum(skeleton.offsets[skeleton.chain(skeleton.index("head")), 1]) + score.puppet.arrays.tips[0, 1]
    scale = min(0.9 * size[1] / max(high[1] + 0.05, 1.3 * body), 0.5 * size[0] / max(high[0] - low[0], 0.1))
    spread = (0.86 * size[0] - scale * (high[0] - low[0] + 0.3 * body)) * min(look.spread, 1.0)
    backward = result.roots[-1, 2] < result.roots[0, 2]
    picture = Image.new("RGB", (look.width * _SMOOTH, look.height * _SMOOTH), _PAPER)
    pen = ImageDraw.Draw(picture)
    floor = 0.93 * size[1]
    pen.line([(0, floor), (size[0], floor)], fill=_GROUND, width=_SMOOTH)
    left = 0.11 * size[0] - scale * (low[0] - 0.15 * body)  # beside the words
    if gesture is not None:
        drawn = [(left + scale * x, floor - scale * y) for x, y in gesture]
        pen.line(drawn, fill=_GESTURE, width=2 * _SMOOTH, joint="curve")
    for index in range(look.poses):
        done = index / max(look.poses - 1, 1)
        shift = left + spread * (1.0 - done if backward else done)
        _draw_puppet(pen, score.puppet, result.places[index], result.rotations[index], shift, floor, scale)
    pen.text((8 * _SMOOTH, 6 * _SMOOTH), words, fill=_WORDS, font_size=13 * _SMOOTH)
    return picture.resize((look.width, look.height), Image.Resampling.LANCZOS)


def _draw_puppet(
    pen: "ImageDraw",
    puppet: DrawnPuppet,
    places: Floats,
    rotations: Floats,
    left: float,
    floor: float,
    scale: float,
) -> None:
    """One ghost, its far limbs first."""

    def at(point: Floats) -> tuple[float, float]:
        return left + scale * point[2], floor - scale * point[1]

    def limb(points: Sequence[Floats], radius: float, color: tuple[int, int, int]) -> None:
        width = max(2.0 * radius * scale, 2.0)
        dots = [at(point) for point in points]
        pen.line(dots, fill=color, width=round(width))
        for x, y in dots:
            pen.ellipse([x - width / 2, y - width / 2, x + width / 2, y + width / 2], fill=color)

    bodies = puppet.character.bodies
    # The nearer side is drawn last: the one at the smaller x.
    order = (1, 0) if places[8, 0] <= places[12, 0] else (0, 1)
    for near, side in enumerate(order):
        color = _NEAR if near else _FAR
        leg = 8 + 4 * side
        thick = bodies[puppet.joints[leg]].radius * 0.8
        sole = rotations[leg + 2] @ np.array([0.0, -puppet.sizes.ankle_height, 0.0])
        heel = (
            places[leg + 2]
            + sole
            + rotations[leg + 2] @ np.array([0.0, thick * 0.5, -puppet.sizes.heel_back + thick * 0.5])
        )
        limb([places[leg], places[leg + 1], places[leg + 2]], thick, color)
        toe = places[19 + side] + rotations[leg + 3] @ np.array([0.0, thick * 0.5, 0.0])
        ball = places[leg + 3] + rotations[leg + 2] @ np.array(
            [0.0, -0.25 * puppet.sizes.ankle_height + thick * 0.5, 0.0]
        )
        limb([places[leg + 2], heel, ball, toe], thick * 0.5, color)
        if not near:
            _draw_arm(limb, puppet, places, side, color)
            limb(list(places[:4]), bodies[puppet.joints[1]].radius * 0.75, _TRUNK)
            _draw_head(pen, puppet, places, rotations, at, scale)
    _draw_arm(limb, puppet, places, order[1], _NEAR)


def _draw_arm(
    limb: Callable[..., None], puppet: DrawnPuppet, places: Floats, side: int, color: tuple[int, int, int]
) -> None:
    if puppet.has_arms:
        arm = 4 + 2 * side
        limb([places[arm], places[arm + 1], places[17 + side]], puppet.sizes.arm_radius, color)


def _draw_head(
    pen: "ImageDraw",
    puppet: DrawnPuppet,
    places: Floats,
    rotations: Floats,
    at: Callable[..., Any],
    scale: float,
) -> None:
    """An outline of the head's box rounded to an ellipse, with a nose and an eye to see where it looks."""
    middle, half = puppet.arrays.boxes[3]
    # The outline of an ellipsoid is that of its axes' shadows: the root of their squares' sum.
    shadow = (rotations[3] * half)[[2, 1]]
    values, axes = np.linalg.eigh(shadow @ shadow.T)
    around = np.linspace(0.0, 2.0 * np.pi, 40)
    ring = np.stack([np.cos(around), np.sin(around)], axis=1) * np.sqrt(np.maximum(values, 0.0)) @ axes.T
    center = places[3] + rotations[3] @ middle
    pen.polygon([at(np.array([0.0, center[1] + y, center[2] + x])) for x, y in ring], fill=_TRUNK)
    nose = middle + np.array([0.0, 0.0, 1.15 * half[2]])
    dot = 0.22 * half[2] * scale
    x, y = at(places[3] + rotations[3] @ nose)
    pen.ellipse([x - dot, y - dot, x + dot, y + dot], fill=_TRUNK)
    x, y = at(places[3] + rotations[3] @ (middle + np.array([0.0, 0.25 * half[1], 0.55 * half[2]])))
    pen.ellipse([x - dot * 0.7, y - dot * 0.7, x + dot * 0.7, y + dot * 0.7], fill=_PAPER)


def sheet_of(strips: Sequence["Image"]) -> "Image":
    """Strips below one another."""
    from PIL import Image

    sheet = Image.new(
        "RGB", (max(strip.width for strip in strips), sum(strip.height for strip in strips)), _PAPER
    )
    top = 0
    for strip in strips:
        sheet.paste(strip, (0, top))
        top += strip.height
    return sheet
