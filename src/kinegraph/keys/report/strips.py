"""Key strips: keyposes in amber and breakdowns in blue, over ghosts of the original."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinegraph.characters.rendering.footage import footage_of_clip
from kinegraph.characters.rendering.picture import Image
from kinegraph.characters.rendering.strip import StripPose, strip_of_poses
from kinegraph.core.animation import KeyTag
from kinegraph.core.arrays import Ints
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.keys.choices import ChosenKeys

_ROW = 12
"""Keys in one strip."""
_MOST_ROWS = 5
_WIDTH = 1280
_TINTS = {
    "dark": {KeyTag.KEYPOSE: "#f5a524", KeyTag.BREAKDOWN: "#4b95ee", KeyTag.DETAIL: "#9da1a7"},
    "light": {KeyTag.KEYPOSE: "#f09a10", KeyTag.BREAKDOWN: "#1f6fd0", KeyTag.DETAIL: "#6b7078"},
}
_OPACITIES = {KeyTag.KEYPOSE: 0.92, KeyTag.BREAKDOWN: 0.85, KeyTag.DETAIL: 0.55}
_ORIGINAL = {"dark": ("#8f959e", 0.16), "light": ("#80858e", 0.34)}
"""Colour and opacity of the original's ghosts."""


def shown_keys(keys: ChosenKeys) -> Ints:
    """Indices of the keys that the strips show: all, or of very many some, evenly spread."""
    count = len(keys.frames)
    return np.unique(np.linspace(0, count - 1, min(count, _ROW * _MOST_ROWS)).round().astype(np.int64))


def key_strips(character: Character, original: Clip, keys: ChosenKeys, first: int, theme: str) -> list[Image]:
    """Pictures (H, W, 3), a dozen keys each, with the original's ghosts halfway between them.

    first: Number of the clip's first frame, for the labels.
    """
    footage = replace(footage_of_clip(character, original), first=first)
    chosen = shown_keys(keys)
    rows = np.array_split(chosen, -(-len(chosen) // _ROW))
    return [
        strip_of_poses(footage, _poses(keys, row.tolist(), theme), width=_WIDTH, theme=theme) for row in rows
    ]


def _poses(keys: ChosenKeys, row: Sequence[int], theme: str) -> list[StripPose]:
    poses: list[StripPose] = []
    for slot, index in enumerate(row):
        tag, frame = keys.tags[index], int(keys.frames[index])
        if poses and frame - poses[-1].frame > 1:
            tint, opacity = _ORIGINAL[theme]
            halfway = (frame + poses[-1].frame) // 2
            poses.append(StripPose(halfway, opacity, tint, labelled=False, slot=slot - 0.5))
        poses.append(StripPose(frame, _OPACITIES[tag], _TINTS[theme][tag], slot=float(slot)))
    return poses
