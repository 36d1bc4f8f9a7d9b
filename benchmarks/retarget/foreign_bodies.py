"""Bodies for foreign rigs: bones with random proportions, in metres, Y up, facing +Z."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

Random = np.random.Generator
Offset = tuple[float, float, float]


@dataclass(frozen=True)
class Bone:
    """A joint and the flesh around the bone that leads to its children.

    label: The part, such as "thigh"; numbered parts have `number`.
    side: +1 left, -1 right, 0 centre.
    offset: From the parent's joint.
    sole: Whether the flesh reaches the ground.
    """

    label: str
    parent: int
    offset: Offset
    radius: float
    side: int = 0
    number: int = 0
    sole: bool = False


class Body:
    """Bones in parent-first order, as they are added."""

    def __init__(self) -> None:
        self.bones: list[Bone] = []

    def add(
        self,
        label: str,
        parent: int,
        offset: ArrayLike,
        radius: float,
        side: int = 0,
        number: int = 0,
        sole: bool = False,
    ) -> int:
        """Adds a bone; its index."""
        x, y, z = np.asarray(offset, dtype=np.float64).tolist()
        self.bones.append(Bone(label, parent, (x, y, z), radius, side, number, sole))
        return len(self.bones) - 1

    def chain(self, label: str, parent: int, count: int, step: ArrayLike, radius: float) -> list[int]:
        """Adds `count` central bones one after the other; their indices."""
        found = []
        for number in range(1, count + 1):
            thin = radius * (1.0 - 0.6 * number / count) if label == "tail" else radius
            parent = self.add(label, parent, step, thin, number=number)
            found.append(parent)
        return found

    def pair(self, parent: int, parts: Sequence[tuple[str, Offset, float, bool]]) -> None:
        """Adds a limb on the left, and its mirror on the right."""
        for side in (1, -1):
            above = parent
            for label, (x, y, z), radius, sole in parts:
                above = self.add(label, above, (side * x, y, z), radius, side, 1, sole)


def person(rng: Random) -> Body:
    """A person: two arms, two legs."""
    body, leg, torso, arm = (
        Body(),
        *(rng.uniform(*limits) for limits in ((0.75, 1.0), (0.5, 0.65), (0.5, 0.62))),
    )
    hips = body.add("hips", -1, (0.0, leg + 0.07, 0.0), 0.1)
    count = int(rng.integers(2, 5))
    spine = body.chain("spine", hips, count, (0.0, 0.8 * torso / count, 0.0), 0.1)
    neck = body.add("neck", spine[-1], (0.0, 0.2 * torso, 0.0), 0.05)
    head = body.add("head", neck, (0.0, 0.09, 0.02), 0.09)
    body.add("head end", head, (0.0, 0.2, 0.0), 0.0)
    hand = [("hand", (0.45 * arm, 0.0, 0.0), 0.035, False), ("finger", (0.09, 0.0, 0.0), 0.01, False)]
    upper = ("upper arm", (0.12, 0.0, 0.0), 0.04, False), ("forearm", (0.55 * arm, 0.0, -0.01), 0.035, False)
    body.pair(spine[-1], [("clavicle", (0.04, 0.12 * torso, 0.0), 0.03, False), *upper, *hand])
    shin = ("shin", (0.01, -0.5 * leg, 0.02), 0.05, False)
    foot = ("foot", (0.0, -0.5 * leg, -0.03), 0.04, True), ("toe", (0.0, -0.05, 0.14), 0.02, True)
    body.pair(hips, [("thigh", (0.09, -0.02, 0.0), 0.07, False), shin, *foot])
    return body


def tailed_biped(rng: Random) -> Body:
    """A kaiju: upright on legs that stand on their toes, with arms and a heavy tail."""
    return _on_toes(rng, pitch=rng.uniform(0.6, 1.2), arm=rng.uniform(0.35, 0.6))


def theropod(rng: Random) -> Body:
    """A theropod: a level back, a head far forward, tiny arms and a long tail."""
    return _on_toes(rng, pitch=rng.uniform(0.1, 0.35), arm=rng.uniform(0.12, 0.25))


def _on_toes(rng: Random, pitch: float, arm: float) -> Body:
    body, tall, long = Body(), rng.uniform(0.9, 1.3), rng.uniform(0.9, 1.3)
    hips = body.add("hips", -1, (0.0, tall, -0.1), 0.16)
    count = int(rng.integers(3, 5))
    rise = np.array([0.0, np.sin(pitch), np.cos(pitch)]) * long / count
    spine = body.chain("spine", hips, count, rise, 0.17)
    neck = body.add("neck", spine[-1], rise * 0.8, 0.1)
    head = body.add("head", neck, 0.7 * rise + [0.0, 0.12, 0.0], 0.12)
    body.add("jaw", head, (0.0, -0.08, 0.1), 0.05)
    body.add("head end", head, (0.0, -0.02, 0.35), 0.0)
    joints = int(rng.integers(4, 8))
    drop = rng.uniform(0.3, 0.6) * tall / joints
    body.chain("tail", hips, joints, (0.0, -drop, -rng.uniform(1.2, 2.0) * long / joints), 0.15)
    hand = ("hand", (0.1 * arm, -0.35 * arm, 0.15 * arm), 0.03, False)
    elbow = ("forearm", (0.15 * arm, -0.5 * arm, -0.1 * arm), 0.04, False)
    body.pair(spine[-1], [("upper arm", (0.16, -0.05, 0.05), 0.05, False), elbow, hand])
    knee = ("shin", (0.06, -0.35 * tall, 0.3 * tall), 0.08, False)
    hock = ("hock", (0.0, -0.25 * tall, -0.3 * tall), 0.06, False)
    foot = ("foot", (0.0, -0.32 * tall, 0.06), 0.05, True)
    body.pair(
        hips,
        [
            ("thigh", (0.18, 0.0, 0.02), 0.12, False),
            knee,
            hock,
            foot,
            ("toe", (0.0, -0.05 * tall, 0.15), 0.04, True),
        ],
    )
    return body


def quadruped(rng: Random) -> Body:
    """A body on four legs, with a tail."""
    body, tall, long = Body(), rng.uniform(0.5, 0.9), rng.uniform(0.7, 1.2)
    hips = body.add("hips", -1, (0.0, tall, -0.4 * long), 0.12)
    spine = body.chain("spine", hips, 3, (0.0, 0.01, long / 3.5), 0.13)
    neck = body.add("neck", spine[-1], (0.0, 0.15, 0.12), 0.07)
    head = body.add("head", neck, (0.0, 0.15, 0.1), 0.08)
    body.add("head end", head, (0.0, -0.03, 0.22), 0.0)
    body.chain("tail", hips, 3, (0.0, 0.0, -0.15), 0.04)
    for label, seat in (("", hips), ("front ", spine[-1])):
        names = ("upper arm", "forearm", "hand") if label else ("thigh", "shin", "foot")
        bend = -0.08 if label else 0.1
        knee = (names[1], (0.0, -0.42 * tall, bend), 0.04, False)
        foot = (names[2], (0.0, -0.5 * tall, -bend), 0.035, True)
        body.pair(
            seat,
            [
                (names[0], (0.1, 0.0, 0.0), 0.06, False),
                knee,
                foot,
                ("toe" if not label else "finger", (0.0, -0.04 * tall, 0.08), 0.02, True),
            ],
        )
    return body


def snake(rng: Random) -> Body:
    """A body without limbs; half of them begin at the head, as rigs that are led by it do."""
    body, count = Body(), int(rng.integers(10, 22))
    step, thick = rng.uniform(0.12, 0.2), rng.uniform(0.05, 0.09)
    if rng.random() < 0.5:
        head = body.add("head", -1, (0.0, thick, 0.0), thick)
        body.add("head end", head, (0.0, 0.0, 0.2), 0.0)
        body.chain("tail", head, count, (0.0, 0.0, -step), thick)
        return body
    start = body.add("hips", -1, (0.0, thick, 0.0), thick)
    spine = body.chain("spine", start, count, (0.0, 0.0, step), thick)
    head = body.add("head", spine[-1], (0.0, 0.0, step), thick)
    body.add("head end", head, (0.0, 0.0, 0.2), 0.0)
    return body


BODIES: dict[str, Callable[[Random], Body]] = {
    "person": person,
    "tailed biped": tailed_biped,
    "theropod": theropod,
    "quadruped": quadruped,
    "snake": snake,
}
