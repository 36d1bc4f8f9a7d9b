"""The paper's six steps to the letter, without smoothing or resampling: what the tokenizer is measured
against.

Thorne, Burke and van de Panne, "Motion Doodles" (2004), section 4.2: corners are sought among the
device's own points, the top speed is that of the whole stroke, and straight is what is less than 1.2
times as long as its chord.
"""

from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.gesture_parser import GestureParser
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.tokens.token import Join, Token, TokenKind
from kinegraph.doodles.line.writing_settings import WritingSettings

_SIDES = (0.06, 0.14)  # of the triangles at a corner [leg lengths]
_SHARPEST = np.deg2rad(150.0)  # angle of a corner at most, Chetverikov and Szabo's default
_SPEED_SHARE = 0.35
_RATIO = 1.2
_IN_LINE = np.deg2rad(20.0)


def read_literally(stroke: Stroke, settings: WritingSettings) -> list[tuple[str, bool, float]]:
    """(motion, backward, turns) of a stroke: literal tokens, then the same table and parser as ours."""
    parser = GestureParser(settings, gesture_table().gestures)
    for token in literal_tokens(stroke, settings):
        parser.push(token)
    links = parser.chain(len(parser.tokens))
    return [(link.gesture.motion, link.mirrored and link.gesture.backward, link.turns) for link in links]


def literal_tokens(stroke: Stroke, settings: WritingSettings) -> list[Token]:
    """Steps 1 to 6."""
    points, times = stroke.points, stroke.times
    steps = np.diff(points, axis=0)
    speeds = np.hypot(*steps.T) / np.maximum(np.diff(times), 1e-3)
    vertical = np.sign(steps[:, 1])
    turns = {k + 1 for k in range(len(vertical) - 1) if vertical[k] * vertical[k + 1] < 0}  # step 1
    corners = {
        k
        for k in _corners(points, settings)
        if speeds[min(k, len(speeds) - 1)] <= _SPEED_SHARE * speeds.max()
    }
    pauses = {k for k in range(1, len(points) - 1) if times[k + 1] - times[k] >= settings.pause}  # step 5
    cuts = sorted({0, len(points) - 1} | turns | corners | pauses)
    pieces = [(a, b) for a, b in pairwise(cuts) if b > a]
    merged: list[tuple[int, int]] = []
    for piece in pieces:  # step 4
        if merged and piece[0] not in pauses and _in_line(points, merged[-1], piece):
            merged[-1] = (merged[-1][0], piece[1])
        else:
            merged.append(piece)
    return [
        Token(
            _kind(points[a : b + 1]),
            (a, b),
            points[a : b + 1],
            times[a : b + 1],
            Join.PAUSE if b in pauses else Join.CORNER,
        )
        for a, b in merged
    ]


def _corners(points: Floats, settings: WritingSettings) -> list[int]:
    """Step 2: the most acute triangles among the device's points."""
    low, high = (side * settings.leg_length for side in _SIDES)
    angles = np.full(len(points), np.pi)
    for k in range(1, len(points) - 1):
        sides = []
        for direction in (-1, 1):
            found = []
            other = k + direction
            while 0 <= other < len(points) and (away := np.hypot(*(points[other] - points[k]))) <= high:
                if away >= low:
                    found.append((points[other] - points[k]) / away)
                other += direction
            sides.append(found)
        if sides[0] and sides[1]:
            cosines = np.clip(np.array(sides[0]) @ np.array(sides[1]).T, -1.0, 1.0)
            angles[k] = np.arccos(cosines.max())
    near = [angles[max(k - 3, 0) : k + 4].min() for k in range(len(points))]
    return [k for k in range(1, len(points) - 1) if angles[k] <= _SHARPEST and angles[k] == near[k]]


def _in_line(points: Floats, first: tuple[int, int], second: tuple[int, int]) -> bool:
    if not all(_straight(points[a : b + 1]) for a, b in (first, second)):
        return False
    a, b = points[first[1]] - points[first[0]], points[second[1]] - points[second[0]]
    return bool(abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b)) < _IN_LINE)


def _straight(points: Floats) -> bool:
    chord = float(np.hypot(*(points[-1] - points[0])))
    return chord > 0.0 and path_lengths(points)[-1] < _RATIO * chord


def _kind(points: Floats) -> TokenKind:
    chord = points[-1] - points[0]
    if not _straight(points):
        return TokenKind.RISING if chord[1] >= 0 else TokenKind.FALLING
    lean = np.rad2deg(np.arctan2(abs(chord[1]), abs(chord[0])))
    if lean < 30:
        return TokenKind.HORIZONTAL
    if lean > 60:
        return TokenKind.VERTICAL
    return TokenKind.SLASH if chord[0] * chord[1] > 0 else TokenKind.BACKSLASH
