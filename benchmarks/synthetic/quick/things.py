"""Drawings that show neither a whole person nor an animal with legs: things, faces, letters, scribbles."""

# ruff: noqa: RUF005, a place plus a list is a sum of arrays

import numpy as np

from benchmarks.synthetic.quick.heads import draw_ears, draw_face
from benchmarks.synthetic.quick.shapes import (
    Floats,
    Random,
    bowed,
    box,
    chance,
    lobe,
    oval,
    soften,
    through,
    zigzag,
)


def draw_thing(rng: Random) -> list[Floats]:
    """The lines of a thing."""
    kinds = (
        _random_shapes,
        _random_walks,
        _rays,
        _house,
        _vehicle,
        _tree,
        _flower,
        _furniture,
        _grid,
        _face_only,
        _octopus,
        _insect,
        _hand,
        _snowman,
        _bird,
        _fish,
        _letters,
        _scribble,
        _few_lines,
    )
    weights = np.array([4, 3, 2, 2, 1, 2, 1.5, 2, 1.5, 3, 3.5, 2.5, 1, 2, 2, 1, 2, 1, 2], dtype=float)
    return kinds[int(rng.choice(len(kinds), p=weights / weights.sum()))](rng)


def _place(rng: Random) -> Floats:
    return rng.uniform(0.0, 1.0, 2)


def _shape(rng: Random) -> Floats:
    at, size = _place(rng), rng.uniform(0.03, 0.35)
    kind = int(rng.integers(0, 6))
    if kind == 0:
        return oval(at, size, size * rng.uniform(0.5, 1.5), rng)
    if kind == 1:
        wide, tall = size, size * rng.uniform(0.3, 2.0)
        return box([at, at + [wide, 0.0], at + [wide, tall], at + [0.0, tall]], rng)
    if kind == 2:
        return box([at, at + [size, 0.0], at + [rng.uniform(0.0, size), size]], rng)
    if kind == 3:
        return zigzag(at, _place(rng), 0.3 * size, rng)
    if kind == 4:
        return soften(through(at + np.cumsum(rng.normal(0.0, 0.5 * size, (8, 2)), axis=0), 60), 20)
    return bowed([at, _place(rng)], rng, 0.15)


def _random_shapes(rng: Random) -> list[Floats]:
    return [_shape(rng) for _ in range(int(rng.integers(2, 14)))]


def _random_walks(rng: Random) -> list[Floats]:
    lines = []
    for _ in range(int(rng.integers(1, 25))):
        steps = rng.normal(0.0, 1.0, (int(rng.integers(4, 60)), 2)) + rng.normal(0.0, 0.4, 2)
        lines.append(_place(rng) + rng.uniform(0.005, 0.06) * np.cumsum(steps, axis=0))
    return lines


def _rays(rng: Random) -> list[Floats]:
    """A sun, a spider, an asterisk."""
    count, radius = int(rng.integers(5, 16)), rng.uniform(0.08, 0.4)
    turn = np.sort(rng.uniform(0, 0.3) + np.arange(count) * 2 * np.pi / count + rng.normal(0, 0.06, count))
    gap, length = rng.uniform(0.9, 1.3), rng.uniform(0.15, 0.6)
    lines = [oval([0.0, 0.0], radius, radius, rng)] if chance(rng, 0.9) else []
    for angle in turn:
        way = np.array([np.cos(angle), np.sin(angle)])
        end = (gap * radius + length * rng.uniform(0.7, 1.3)) * way
        if chance(rng, 0.2):
            lines.append(bowed([gap * radius * way, 0.6 * end + [0.0, 0.1], end], rng))
        else:
            lines.append(bowed([gap * radius * way, end], rng))
    return lines + (draw_face(np.zeros(2), radius, radius, rng) if chance(rng, 0.4) else [])


def _house(rng: Random) -> list[Floats]:
    wide, tall = rng.uniform(0.6, 1.4), rng.uniform(0.5, 1.0)
    lines = [box([[0, 0], [wide, 0], [wide, tall], [0, tall]], rng)]
    peak = [rng.uniform(0.3, 0.7) * wide, tall + rng.uniform(0.2, 0.7)]
    roof = [[-0.05, tall], peak, [wide + 0.05, tall]]
    lines.append(box(roof, rng) if chance(rng, 0.4) else through(roof, 40))
    for _ in range(int(rng.integers(0, 5))):
        at, size = _place(rng) * [0.8 * wide, 0.7 * tall], rng.uniform(0.08, 0.2)
        lines.append(box([at, at + [size, 0], at + [size, size], at + [0, size]], rng))
    if chance(rng, 0.6):
        door = rng.uniform(0.2, 0.6) * wide
        lines.append(
            through([[door, 0], [door, 0.45 * tall], [door + 0.15, 0.45 * tall], [door + 0.15, 0]], 30)
        )
    if chance(rng, 0.3):
        lines.append(
            through(
                [
                    [0.7 * wide, tall + 0.1],
                    [0.7 * wide, tall + 0.5],
                    [0.85 * wide, tall + 0.5],
                    [0.85 * wide, tall],
                ],
                30,
            )
        )
    return lines


def _vehicle(rng: Random) -> list[Floats]:
    wide, tall = rng.uniform(1.0, 1.8), rng.uniform(0.2, 0.5)
    lines = [box([[0, 0], [wide, 0], [wide, tall], [0, tall]], rng)]
    if chance(rng, 0.7):
        lines.append(
            through(
                [[0.2 * wide, tall], [0.3 * wide, 1.9 * tall], [0.7 * wide, 1.9 * tall], [0.8 * wide, tall]],
                40,
            )
        )
    size = rng.uniform(0.1, 0.2)
    lines += [oval([at * wide, 0.0], size, size, rng) for at in (0.22, 0.78)]
    if chance(rng, 0.3):  # a boat
        lines = [
            box([[-0.2, tall], [wide + 0.2, tall], [0.8 * wide, 0], [0.2 * wide, 0]], rng),
            bowed([[0.5 * wide, tall], [0.5 * wide, tall + 1.0]], rng),
            box([[0.55 * wide, tall + 0.1], [wide, tall + 0.2], [0.55 * wide, tall + 0.9]], rng),
        ]
    return lines


def _tree(rng: Random) -> list[Floats]:
    tall, wide = rng.uniform(0.4, 1.0), rng.uniform(0.04, 0.15)
    lines = [bowed([[-wide, 0], [-0.8 * wide, tall]], rng), bowed([[wide, 0], [0.8 * wide, tall]], rng)]
    if chance(rng, 0.5):
        size = rng.uniform(0.2, 0.5)
        lines.append(oval([0.0, tall + 0.8 * size], size, size * rng.uniform(0.7, 1.2), rng))
        lines += [
            oval([0, tall + 0.8 * size] + rng.uniform(-0.6, 0.6, 2) * size, 0.04, 0.04, rng)
            for _ in range(int(rng.integers(0, 5)))
        ]
    else:
        for _ in range(int(rng.integers(2, 9))):
            at = np.array([0.0, rng.uniform(0.3, 1.0) * tall])
            end = at + [rng.normal(0.0, 0.35), rng.uniform(0.05, 0.5)]
            lines.append(bowed([at, end], rng))
    return lines


def _flower(rng: Random) -> list[Floats]:
    tall, size, count = rng.uniform(0.5, 1.0), rng.uniform(0.07, 0.15), int(rng.integers(4, 9))
    lines = [bowed([[0, 0], [0, tall]], rng), oval([0, tall + size], size, size, rng)]
    for angle in np.arange(count) * 2 * np.pi / count:
        way = np.array([np.cos(angle), np.sin(angle)])
        centre = np.array([0.0, tall + size])
        lines.append(lobe(centre + size * way, centre + size * rng.uniform(2.0, 3.2) * way, 0.7 * size, rng))
    for sign in (-1.0, 1.0) if chance(rng, 0.7) else (1.0,):
        lines.append(lobe(np.array([0.0, 0.3 * tall]), np.array([0.3 * sign, 0.5 * tall]), 0.07, rng))
    return lines


def _furniture(rng: Random) -> list[Floats]:
    wide, tall, deep = rng.uniform(0.6, 1.6), rng.uniform(0.4, 0.9), rng.uniform(0.03, 0.15)
    top = box([[0, tall], [wide, tall], [wide, tall + deep], [0, tall + deep]], rng)
    lines = [top if chance(rng, 0.6) else bowed([[0, tall], [wide, tall]], rng, 0.01)]
    count = int(rng.choice([2, 3, 4]))
    spots = {2: [0.05, 0.95], 3: [0.05, 0.5, 0.95], 4: [0.05, 0.2, 0.8, 0.95]}[count]
    lines += [bowed([[at * wide, tall], [at * wide + rng.normal(0, 0.03), 0]], rng, 0.01) for at in spots]
    if chance(rng, 0.4):
        lines.append(bowed([[0, tall], [0, tall + rng.uniform(0.4, 0.9)]], rng, 0.02))
    if chance(rng, 0.3):
        lines.append(oval([0.5 * wide, tall + 0.15], 0.1, 0.12, rng))
    return lines


def _grid(rng: Random) -> list[Floats]:
    """A hatching: straight lines that cross or run side by side."""
    lines, lean = [], rng.normal(0.0, 0.3)
    for turn in (0, 1) if chance(rng, 0.7) else (0,):
        for at in np.linspace(0, 1, int(rng.integers(3, 10))) + rng.normal(0, 0.02):
            ends = np.array([[at, rng.normal(0, 0.05)], [at + lean, 1 + rng.normal(0, 0.05)]])
            lines.append(bowed(ends[:, ::-1] if turn else ends, rng, 0.02))
    return lines


def _face_only(rng: Random) -> list[Floats]:
    wide = rng.uniform(0.7, 1.3)
    head = np.zeros(2)
    lines = [oval(head, wide, 1.0, rng), *draw_face(head, wide, 1.0, rng)]
    if chance(rng, 0.7):
        lines += draw_ears(head, wide, 1.0, rng)
    if chance(rng, 0.4):
        for angle in rng.uniform(-0.4, 0.4, int(rng.integers(2, 4))):
            for sign in (-1.0, 1.0):
                start = np.array([0.3 * sign, -0.15])
                lines.append(bowed([start, start + [sign * rng.uniform(0.5, 1.0), angle]], rng))
    if chance(rng, 0.3):
        lines += [bowed([[s * 0.3, -1.0], [s * 0.35, -1.5]], rng) for s in (-1.0, 1.0)]
        lines.append(bowed([[-0.9, -1.7], [0.0, -1.45], [0.9, -1.7]], rng))
    return lines


def _octopus(rng: Random) -> list[Floats]:
    """A head with many legs, or a creature with six to ten legs at its sides."""
    count, size = int(rng.integers(5, 11)), rng.uniform(0.15, 0.35)
    lines = [oval([0, 0], size * rng.uniform(0.8, 1.4), size, rng)]
    spots = np.linspace(-1.0, 1.0, count)
    sides, hangs, loops = chance(rng, 0.35), chance(rng, 0.5), chance(rng, 0.4)
    for at in spots:
        angle = at * np.radians(70)
        way = np.array([np.sin(angle), -np.cos(angle)])
        if hangs:  # side by side below the head
            root = np.array([0.85 * at * size, -0.6 * size])
            end = np.array([at * rng.uniform(0.8, 1.6) * size, -size - rng.uniform(0.2, 0.8)])
            middle = 0.5 * (root + end) + rng.normal(0, 0.07, 2)
            lines.append(lobe(root, end, 0.06, rng) if loops else bowed([root, middle, end], rng, 0.2))
            continue
        if sides:
            way = np.array([np.sign(at + 1e-3), rng.uniform(-0.8, 0.8)])
            way = way / np.linalg.norm(way)
        end = way * (size + rng.uniform(0.3, 0.7)) + rng.normal(0, 0.06, 2)
        middle = 0.55 * (way * size + end) + rng.normal(0, 0.06, 2)
        lines.append(bowed([way * size, middle, end], rng))
    if chance(rng, 0.3):
        lines.append(oval([0, 0.8 * size + 0.1], 0.4 * size, 0.4 * size, rng))
    return lines + (draw_face(np.zeros(2), size, size, rng) if chance(rng, 0.4) else [])


def _insect(rng: Random) -> list[Floats]:
    """Two or three balls in a row with six or eight legs."""
    lines, at, ends = [], 0.0, []
    count = int(rng.integers(1, 4))
    for _ in range(count):
        size = rng.uniform(0.12, 0.3)
        lines.append(oval([at + size, rng.normal(0, 0.03)], size, size * rng.uniform(0.6, 1.0), rng))
        at += 1.9 * size
        ends.append(size)
    below = chance(rng, 0.5)
    for place in np.linspace(0.15, 0.85, int(rng.integers(3, 6))) * at:
        for sign in (-1.0,) if below and chance(rng, 0.5) else (-1.0, 1.0):
            start = np.array([place + rng.normal(0, 0.02), sign * 0.1])
            knee = start + [rng.normal(0, 0.1), (-1.0 if below else sign) * rng.uniform(0.1, 0.3)]
            end = knee + [rng.normal(0, 0.12), (-1.0 if below else sign) * rng.uniform(0.05, 0.3)]
            lines.append(bowed([start, knee, end], rng, 0.02))
    for tip in (0.1, 0.25) if chance(rng, 0.6) else ():
        lines.append(bowed([[at - 0.1, 0.15], [at + tip, 0.15 + rng.uniform(0.1, 0.3)]], rng))
    turn = rng.choice([0.0, 0.5 * np.pi]) + rng.normal(0, 0.2)
    cos, sin = np.cos(turn), np.sin(turn)
    return [line @ np.array([[cos, sin], [-sin, cos]]) for line in lines]


def _hand(rng: Random) -> list[Floats]:
    points = [np.array([-0.3, -0.9]), np.array([-0.35, 0.0])]
    for number, angle in enumerate(np.radians([150, 115, 92, 70, 40])):
        way = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.5, 0.8)
        root = np.array([-0.3 + 0.15 * number, 0.1])
        points += [root + [-0.04, 0.0], root + way + [-0.04, 0], root + way + [0.04, 0.0], root + [0.04, 0.0]]
    points += [np.array([0.35, 0.0]), np.array([0.3, -0.9])]
    return [soften(through(np.array(points), 150), int(rng.integers(1, 8)))]


def _snowman(rng: Random) -> list[Floats]:
    """Balls on top of each other, with arms at most."""
    lines, low, top = [], 0.0, 0.0
    size = rng.uniform(0.25, 0.4)
    for _ in range(int(rng.integers(2, 4))):
        lines.append(oval([rng.normal(0, 0.02), low + size], size, size, rng))
        low, top, size = low + 1.9 * size, low + size, size * rng.uniform(0.6, 0.9)
    if chance(rng, 0.5):
        lines += [
            bowed([[s * 0.2, top - 0.3], [s * rng.uniform(0.5, 0.8), top - 0.3 + rng.normal(0.1, 0.2)]], rng)
            for s in (-1.0, 1.0)
        ]
    if chance(rng, 0.6):
        lines += draw_face(np.array([0.0, top]), size / 0.75, size / 0.75, rng)
    if chance(rng, 0.3):
        lines.append(box([[-0.15, low], [0.15, low], [0.15, low + 0.3], [-0.15, low + 0.3]], rng))
    return lines


def _bird(rng: Random) -> list[Floats]:
    long, size = rng.uniform(0.3, 0.6), rng.uniform(0.1, 0.2)
    lines = [oval([0, 0], long, long * rng.uniform(0.4, 0.9), rng), oval([long, 0.4 * long], size, size, rng)]
    beak = np.array([long + size, 0.4 * long])
    lines.append(through([beak + [0, 0.05], beak + [0.15, 0], beak - [0, 0.05]], 20))
    if chance(rng, 0.7):
        lines.append(lobe(np.array([0.1, 0.1]), np.array([-0.4 * long, rng.uniform(-0.1, 0.6)]), 0.12, rng))
    for at in (-0.1, 0.1) if chance(rng, 0.8) else ():
        foot = np.array([at, -0.5 * long - rng.uniform(0.1, 0.3)])
        lines.append(bowed([[at, -0.4 * long], foot], rng))
        if chance(rng, 0.5):
            lines += [bowed([foot, foot + [dx, -0.05]], rng) for dx in (-0.07, 0.0, 0.07)]
    return lines


def _fish(rng: Random) -> list[Floats]:
    long, tall = 0.5, rng.uniform(0.15, 0.4)
    lines = [oval([0, 0], long, tall, rng), box([[-long, 0], [-long - 0.3, 0.25], [-long - 0.3, -0.25]], rng)]
    lines.append(oval([0.3, 0.1], 0.03, 0.03, rng))
    for sign in (-1.0, 1.0):
        if chance(rng, 0.5):
            lines.append(zigzag(np.array([-0.2, sign * tall]), np.array([0.2, sign * tall]), sign * 0.1, rng))
    return lines


_LETTERS = {
    "A": [[[0, 0], [0.5, 1], [1, 0]], [[0.2, 0.4], [0.8, 0.4]]],
    "H": [[[0, 0], [0, 1]], [[1, 0], [1, 1]], [[0, 0.5], [1, 0.5]]],
    "X": [[[0, 0], [1, 1]], [[0, 1], [1, 0]]],
    "Y": [[[0, 1], [0.5, 0.5], [1, 1]], [[0.5, 0.5], [0.5, 0]]],
    "K": [[[0, 0], [0, 1]], [[1, 1], [0, 0.5], [1, 0]]],
    "T": [[[0, 1], [1, 1]], [[0.5, 1], [0.5, 0]]],
    "R": [[[0, 0], [0, 1], [0.8, 0.9], [0.8, 0.6], [0, 0.5], [1, 0]]],
    "O": [[[0.5, 1], [0, 0.5], [0.5, 0], [1, 0.5], [0.5, 1]]],
    "M": [[[0, 0], [0.1, 1], [0.5, 0.3], [0.9, 1], [1, 0]]],
    "E": [[[1, 1], [0, 1], [0, 0], [1, 0]], [[0, 0.5], [0.8, 0.5]]],
}


def _letters(rng: Random) -> list[Floats]:
    lines = []
    for number in range(int(rng.integers(1, 7))):
        parts = _LETTERS[str(rng.choice(list(_LETTERS)))]
        for part in parts:
            line = soften(through(np.array(part, dtype=float), 40), int(rng.choice([0, 3, 12])))
            lines.append(line * [0.7, rng.uniform(0.8, 1.3)] + [number, rng.normal(0, 0.05)])
    return lines


def _scribble(rng: Random) -> list[Floats]:
    lines = []
    for _ in range(int(rng.integers(1, 4))):
        turn = np.linspace(0, rng.uniform(8, 40), 120)
        spin = np.stack([np.cos(turn), np.sin(turn * rng.choice([1.0, 1.0, 1.7]))], axis=1)
        drift = np.outer(turn / turn[-1], rng.normal(0, 1.0, 2))
        lines.append(_place(rng) + rng.uniform(0.1, 0.5) * (spin * rng.uniform(0.3, 1, (1, 2)) + drift))
    return lines


def _few_lines(rng: Random) -> list[Floats]:
    return [
        bowed(rng.uniform(0, 1, (int(rng.integers(2, 4)), 2)), rng, 0.15)
        for _ in range(int(rng.integers(1, 6)))
    ]
