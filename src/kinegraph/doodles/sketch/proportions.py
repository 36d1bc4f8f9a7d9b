"""Proportions: the lengths of a drawn body, and the one skeleton that every doodle has.

All bones rest vertical and the feet level, standing on y = 0 and facing +Z, without any rotation. The
viewer looks at the sheet from -X, so the character's right side is nearer.
"""

from dataclasses import dataclass, fields, replace

import numpy as np

from kinegraph.core.character import Symmetry
from kinegraph.core.errors import InvalidValue
from kinegraph.core.skeleton import Skeleton

SIDES = ("right", "left")  # the near side first: the one that is drawn

# Places of the two joints inside the torso, as shares of it from the hips up (Thorne et al., section 3.1:
# "at fixed fractions along the torso bone").
WAIST, UPPER_BACK = 0.3, 0.62
_BALL_ALONG, _BALL_UP = 0.62, 0.25  # of the way from the ankle to the toe, and of the ankle's height


@dataclass(frozen=True)
class Proportions:
    """Lengths of a body that stands straight [m].

    torso: From the hips to the neck; shoulder: from the hips up to the shoulders.
    head: From the neck to the top of the head.
    ankle: Height of the ankle over the sole; heel, toe: reach of the sole behind and before it.
    hip_width, shoulder_width: Between the two legs and the two arms.
    head_radius ... leg_radius: Half of the thickness of each part.
    mech: Without arms, and with knees that bend backwards.
    shoulder_forward: Distance of the shoulders before the torso's axis; negative: behind it.
    """

    upper_leg: float = 0.42
    lower_leg: float = 0.40
    ankle: float = 0.07
    heel: float = 0.06
    toe: float = 0.17
    torso: float = 0.50
    shoulder: float = 0.46
    head: float = 0.27
    upper_arm: float = 0.29
    lower_arm: float = 0.31
    hip_width: float = 0.14
    shoulder_width: float = 0.20
    head_radius: float = 0.11
    torso_radius: float = 0.11
    arm_radius: float = 0.035
    leg_radius: float = 0.05
    mech: bool = False
    shoulder_forward: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "shoulder_forward" and np.isfinite(value):
                continue
            if field.name != "mech" and not (np.isfinite(value) and value > 0.0):
                raise InvalidValue(
                    f"The {field.name.replace('_', ' ')} of a body must be above zero, not {value}."
                )

    @property
    def leg_length(self) -> float:
        """From the hip to the ankle of a straight leg [m]."""
        return self.upper_leg + self.lower_leg

    @property
    def hip_height(self) -> float:
        """Height of the hips of a straight stance [m]."""
        return self.leg_length + self.ankle

    @property
    def height(self) -> float:
        """From the sole to the top of the head [m]."""
        return self.hip_height + self.torso + self.head

    @property
    def ball(self) -> float:
        """Distance from the ankle forward to the ball of the foot [m]."""
        return _BALL_ALONG * self.toe

    @property
    def knee_sign(self) -> int:
        """+1 where knees bend as people's do (the knee goes forward), -1 where they bend backwards."""
        return -1 if self.mech else 1


def scaled_proportions(proportions: Proportions, factor: float) -> Proportions:
    """The same body, `factor` times as large."""
    lengths = {f.name: factor * getattr(proportions, f.name) for f in fields(proportions) if f.name != "mech"}
    return replace(proportions, **lengths)


def doodle_skeleton(proportions: Proportions) -> Skeleton:
    """hips -> waist -> upper_back -> head (at the neck), and for each side upper_arm -> lower_arm and
    upper_leg -> lower_leg -> foot (at the ankle) -> ball. Heads, hands and toes have end sites."""
    p = proportions
    waist, back = WAIST * p.torso, UPPER_BACK * p.torso
    joints: list[tuple[str, str | None, tuple[float, float, float]]] = [
        ("hips", None, (0.0, p.hip_height, 0.0)),
        ("waist", "hips", (0.0, waist, 0.0)),
        ("upper_back", "waist", (0.0, back - waist, 0.0)),
        ("head", "upper_back", (0.0, p.torso - back, 0.0)),
    ]
    ends = {"head": (0.0, p.head, 0.0)}
    for side, sign in zip(SIDES, (-1.0, 1.0), strict=True):
        if not p.mech:
            out = 0.5 * sign * p.shoulder_width
            joints.append((f"{side}_upper_arm", "upper_back", (out, p.shoulder - back, p.shoulder_forward)))
            joints.append((f"{side}_lower_arm", f"{side}_upper_arm", (0.0, -p.upper_arm, 0.0)))
            ends[f"{side}_lower_arm"] = (0.0, -p.lower_arm, 0.0)
        low = (1.0 - _BALL_UP) * p.ankle
        joints.append((f"{side}_upper_leg", "hips", (0.5 * sign * p.hip_width, 0.0, 0.0)))
        joints.append((f"{side}_lower_leg", f"{side}_upper_leg", (0.0, -p.upper_leg, 0.0)))
        joints.append((f"{side}_foot", f"{side}_lower_leg", (0.0, -p.lower_leg, 0.0)))
        joints.append((f"{side}_ball", f"{side}_foot", (0.0, -low, p.ball)))
        ends[f"{side}_ball"] = (0.0, low - p.ankle, p.toe - p.ball)
    index = {name: i for i, (name, _, _) in enumerate(joints)}
    return Skeleton.from_offsets(
        list(index),
        [-1 if parent is None else index[parent] for _, parent, _ in joints],
        [offset for _, _, offset in joints],
        [(index[name], offset) for name, offset in ends.items()],
    )


def doodle_symmetry(skeleton: Skeleton) -> Symmetry:
    """Pairs of joints of a doodle's skeleton that mirror each other."""
    swap = {"right": "left", "left": "right"}
    mirror, sides = [], []
    for joint, name in enumerate(skeleton.names):
        side, _, part = name.partition("_")
        mirror.append(skeleton.index(f"{swap[side]}_{part}") if side in swap else joint)
        sides.append({"right": -1, "left": 1}.get(side, 0))
    return Symmetry(np.array(mirror), np.array(sides))


def _preset(**lengths: float | bool) -> Proportions:
    return Proportions(**lengths)  # pyright: ignore[reportArgumentType]  # `mech` is the only bool


# Bodies as different as those that children draw.
PRESETS: dict[str, Proportions] = {
    "person": Proportions(),
    "toddler": _preset(
        upper_leg=0.15, lower_leg=0.14, ankle=0.05, heel=0.03, toe=0.11, torso=0.30, shoulder=0.27,
        head=0.30, upper_arm=0.12, lower_arm=0.13, hip_width=0.12, shoulder_width=0.18,
        head_radius=0.15, torso_radius=0.10, arm_radius=0.03, leg_radius=0.045,
    ),
    "giraffe": _preset(
        upper_leg=0.72, lower_leg=0.78, ankle=0.06, heel=0.05, toe=0.15, torso=0.42, shoulder=0.36,
        head=0.62, upper_arm=0.50, lower_arm=0.55, hip_width=0.16, shoulder_width=0.20,
        head_radius=0.08, torso_radius=0.12, arm_radius=0.025, leg_radius=0.035,
    ),
    "mech": _preset(
        upper_leg=0.36, lower_leg=0.46, ankle=0.10, heel=0.10, toe=0.26, torso=0.44, shoulder=0.38,
        head=0.22, hip_width=0.34, shoulder_width=0.30, head_radius=0.14, torso_radius=0.19,
        leg_radius=0.06, mech=True,
    ),
}  # fmt: skip
