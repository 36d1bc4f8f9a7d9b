"""Front views for measuring: figures written down as lines by hand, then bent by a smooth warp of the sheet.

Nothing here is shared with front_people.py, which the reading of front views was tuned on.
"""

import numpy as np

from benchmarks.synthetic.front_people import DrawnFigure
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import stroke_from_raw

# Each part as a letter and its corners: h head (middle, radius), t torso line, b body outline, a and l limbs
# (joint, bend, tip), f face. Left of the sheet first.
_STICK = ((0, 88, 12), [(0, 76), (0, 42)], None)
_FIGURES: dict[str, tuple[tuple, list | None, list | None, list, list]] = {
    "plain stick man": (*_STICK, [[(0, 68), (-14, 60), (-27, 50)], [(0, 68), (14, 60), (27, 50)]],
                        [[(0, 42), (-8, 21), (-15, 0)], [(0, 42), (8, 21), (15, 0)]]),
    "cheering stick man": (*_STICK, [[(0, 66), (-16, 72), (-30, 84)], [(0, 66), (16, 72), (30, 84)]],
                           [[(0, 42), (-11, 21), (-20, 0)], [(0, 42), (11, 21), (20, 0)]]),
    "stick man, arms level": (*_STICK, [[(0, 62), (-15, 62), (-30, 62)], [(0, 62), (15, 62), (30, 62)]],
                              [[(0, 42), (-6, 21), (-11, 0)], [(0, 42), (6, 21), (11, 0)]]),
    "waving stick man": (*_STICK, [[(0, 65), (-13, 55), (-24, 42)], [(0, 65), (17, 60), (25, 78)]],
                         [[(0, 42), (-9, 22), (-14, 0)], [(0, 42), (9, 22), (14, 0)]]),
    "tadpole": ((0, 66, 26), None, None, [[(-25, 66), (-38, 60), (-52, 56)], [(25, 66), (38, 60), (52, 56)]],
                [[(-10, 42), (-11, 21), (-13, 0)], [(10, 42), (11, 21), (13, 0)]]),
    "tadpole, arms up": ((0, 60, 30), None, None,
                         [[(-29, 62), (-42, 70), (-54, 80)], [(29, 62), (42, 70), (54, 80)]],
                         [[(-14, 34), (-15, 17), (-18, 0)], [(14, 34), (15, 17), (18, 0)]]),
    "body and lines": ((0, 87, 13), None, [(-11, 74), (11, 74), (12, 40), (-12, 40), (-11, 74)],
                       [[(-11, 68), (-22, 58), (-32, 48)], [(11, 68), (22, 58), (32, 48)]],
                       [[(-7, 40), (-8, 20), (-9, 0)], [(7, 40), (8, 20), (9, 0)]]),
    "dress and lines": ((0, 88, 12), None, [(-8, 76), (8, 76), (20, 36), (-20, 36), (-8, 76)],
                        [[(-9, 70), (-22, 66), (-34, 60)], [(9, 70), (22, 66), (34, 60)]],
                        [[(-8, 36), (-8, 18), (-8, 0)], [(8, 36), (8, 18), (8, 0)]]),
}  # fmt: skip
FIGURES = tuple(_FIGURES)


def warped_figure(seed: int, name: str) -> DrawnFigure:
    """One drawing of a figure."""
    rng = np.random.default_rng([seed, FIGURES.index(name), 4242])
    (x, y, radius), torso, body, arms, legs = _FIGURES[name]
    lines: list[Floats] = []
    turn = rng.uniform(0, 6) + np.linspace(0.0, 2 * np.pi * rng.uniform(0.97, 1.05), 60)
    lines.append(np.array([x, y]) + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1))
    lines += [_dense(part) for part in (torso, body) if part is not None]
    lines += [_dense(limb) for limb in (*arms, *legs)]
    if rng.random() < 0.6:
        lines += [np.array([x, y]) + radius * (0.3 * np.array([s, 1.0]) + 0.08 * _ring()) for s in (-1, 1)]
        smile = np.linspace(-0.45, 0.45, 14)
        lines.append(np.array([x, y]) + radius * np.stack([smile, smile**2 - 0.5], axis=1))
    waves = rng.normal(0.0, 1.0, (3, 2)), rng.uniform(0.02, 0.05, (3, 2)), rng.uniform(0, 6, 3)
    stretch = rng.uniform(0.8, 1.25)
    scale, place = rng.uniform(0.008, 0.02), rng.uniform(-2.0, 2.0)

    def warp(points: Floats) -> Floats:
        moved = points * [stretch, 1.0]
        for push, wave, phase in zip(*waves, strict=True):
            moved = moved + 1.1 * push * np.sin(points @ wave + phase)[:, None]
        return scale * moved + np.array([place, 0.0])

    strokes = []
    for number in rng.permutation(len(lines)):
        line = lines[number] + np.cumsum(rng.normal(0.0, 0.12, lines[number].shape), axis=0)
        strokes.append(stroke_from_raw(warp(line)[:: rng.choice([-1, 1])]))
    names = ("left_arm", "right_arm", "left_leg", "right_leg")
    limbs = {key: warp(np.array(limb, float)) for key, limb in zip(names, (*arms, *legs), strict=True)}
    points = np.concatenate([stroke.points for stroke in strokes])
    return DrawnFigure(tuple(strokes), limbs, name, float(np.ptp(points[:, 1])))


def _dense(corners: list) -> Floats:
    points = np.array(corners, dtype=float)
    at = np.linspace(0.0, len(points) - 1.0, 16 * (len(points) - 1) + 1)
    return np.stack([np.interp(at, np.arange(len(points)), column) for column in points.T], axis=1)


def _ring() -> Floats:
    turn = np.linspace(0.0, 2 * np.pi, 12)
    return np.stack([np.cos(turn), np.sin(turn)], axis=1)
