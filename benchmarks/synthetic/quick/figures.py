"""People, bears, angels and monkeys from the front, as hasty hands draw them."""

# ruff: noqa: RUF005, a place plus a list is a sum of arrays

from dataclasses import dataclass, field

import numpy as np

from benchmarks.synthetic.quick.heads import draw_eared, draw_ears, draw_face
from benchmarks.synthetic.quick.shapes import (
    Floats,
    Random,
    bowed,
    box,
    chance,
    lobe,
    oval,
    sausage,
    soften,
    through,
    turned,
    zigzag,
)

SIDES = (("left", -1.0), ("right", 1.0))


@dataclass(eq=False)
class Body:
    """A body that is being drawn. lines: (N, 2) each; limbs: (3, 2) root, bend and tip by name.

    neck, hip: (2,); wide: half the width of its torso at the shoulders and at the hips; plan: of PLANS.
    """

    plan: str
    neck: Floats
    hip: Floats
    head: Floats
    radius: float
    wide: tuple[float, float]
    torso: float
    lines: list[Floats] = field(default_factory=list)
    limbs: dict[str, Floats] = field(default_factory=dict)
    places: dict[str, Floats] = field(default_factory=dict)
    wings: bool = False

    @property
    def robe(self) -> bool:
        """True if a robe hides its legs."""
        return self.plan == "robe" and "left_knee" not in self.places


def draw_figure(rng: Random) -> Body:
    """A body with a head, two arms or wings, and two legs or a robe."""
    plan = str(
        rng.choice(
            ["stick", "shape", "tadpole", "outline", "robe", "sides"], p=[0.29, 0.29, 0.09, 0.11, 0.14, 0.08]
        )
    )
    body = _proportions(plan, rng)
    winged = chance(rng, 0.55) if plan == "robe" else chance(rng, 0.1)
    _pose_arms(body, rng, low=plan in ("outline",))
    _pose_legs(body, rng)
    _order_sides(body)
    if plan == "outline":
        _draw_outline(body, rng)
    else:
        if not chance(rng, 0.03):
            _draw_torso(body, rng)
        if winged and chance(rng, 0.12):  # arms too
            arms = {name: limb for name, limb in body.limbs.items() if name.endswith("arm")}
            _draw_wings(body, rng)
            body.limbs |= arms
            winged = False
        elif winged:
            _draw_wings(body, rng)
        if not winged:
            _draw_limbs(body, "arm", rng)
        if plan != "robe":
            _draw_limbs(body, "leg", rng)
        elif chance(rng, 0.25):
            _small_feet(body, rng)
    _draw_head(body, rng, winged)
    _draw_extras(body, rng)
    for name, limb in body.limbs.items():
        side, part = name.split("_")
        root, bend, tip = ("shoulder", "elbow", "hand") if part == "arm" else ("hip", "knee", "foot")
        hidden = plan == "robe" and part == "leg" and f"{side}_foot" in body.places
        if winged and part == "arm":
            body.places |= {f"{side}_{tip}": limb[2]}
        elif plan == "robe" and part == "leg":
            body.places |= {} if hidden else {f"{side}_{tip}": limb[2]}
        else:
            body.places |= {f"{side}_{root}": limb[0], f"{side}_{bend}": limb[1], f"{side}_{tip}": limb[2]}
    body.places["head"] = body.head
    body.wings = winged
    return body


def _proportions(plan: str, rng: Random) -> Body:
    torso = 0.0 if plan == "tadpole" else rng.uniform(0.18, 0.55)
    radius = rng.uniform(0.13, 0.26) if plan == "tadpole" else rng.uniform(0.08, 0.25)
    if plan in ("stick", "tadpole"):
        wide = (0.0, 0.0)
    else:
        middle = torso * (rng.uniform(0.2, 0.35) if plan == "sides" else rng.uniform(0.2, 0.62))
        wide = (middle * rng.uniform(0.55, 1.1), middle * rng.uniform(0.8, 1.3))
    if plan == "robe":
        high = rng.uniform(0.12, 0.6)
        wide = (high * torso * rng.uniform(0.3, 0.8), torso * rng.uniform(0.28, 0.75))
    neck = np.array([0.0, torso])
    gap = rng.uniform(0.03, 0.14) if chance(rng, 0.25) else rng.normal(0.0, 0.015)
    head = neck + [rng.normal(0.0, 0.05 if chance(rng, 0.3) else 0.015), gap + 0.95 * radius]
    return Body(plan, neck, np.zeros(2), head, radius, wide, torso)


def _side_at(body: Body, height: float, sign: float, round_: bool) -> Floats:
    """(2,) the edge of the torso at a share of its height."""
    low, high = body.wide[1], body.wide[0]
    wide = low + (high - low) * height
    if round_:
        wide = max(low, high) * np.sqrt(max(1.0 - (2.0 * height - 1.0) ** 2, 0.04))
    return np.array([sign * wide, height * body.torso])


def _pose_arms(body: Body, rng: Random, *, low: bool) -> None:
    mode = rng.choice(["down", "level", "up", "mixed"], p=[0.4, 0.25, 0.2, 0.15])
    ranges = {"down": (12, 65), "level": (60, 112), "up": (110, 172), "mixed": (15, 165)}
    height = rng.uniform(0.5, 1.0) if not low else rng.uniform(0.75, 0.95)
    bent = rng.choice(["no", "some", "much"], p=[0.5, 0.35, 0.15])
    length = rng.uniform(0.1, 0.25) if chance(rng, 0.25) else rng.uniform(0.22, 0.55)
    out = np.radians(rng.uniform(*ranges[mode]))
    inward = rng.choice([-1.0, 1.0])
    round_ = chance(rng, 0.5)
    for side, sign in SIDES:
        own = np.radians(rng.uniform(15, 165)) if mode == "mixed" else out + rng.normal(0.0, 0.2)
        at = np.clip(height + rng.normal(0.0, 0.05), 0.3, 1.0)
        root = _side_at(body, at, sign, round_)
        if body.plan == "tadpole":
            angle = np.radians(rng.uniform(-35, 25))
            root = body.head + body.radius * np.array([sign * np.cos(angle), np.sin(angle)])
        bend = {
            "no": rng.normal(0.0, 0.12),
            "some": rng.normal(0.0, 0.6),
            "much": inward * np.radians(rng.uniform(50, 125)),
        }[bent]
        if chance(rng, 0.08):
            bend = -np.radians(rng.uniform(50, 120))
        way = np.array([sign * np.sin(own), -np.cos(own)])
        own_length = length * np.exp(rng.normal(0.0, 0.12))
        share = rng.uniform(0.4, 0.6)
        middle = root + share * own_length * way
        tip = middle + (1.0 - share) * own_length * turned(way, sign * bend)
        body.limbs[f"{side}_arm"] = np.stack([root, middle, tip])


def _pose_legs(body: Body, rng: Random) -> None:
    mode = rng.choice(
        ["down", "wide", "kick", "split", "crossed", "squat", "kneel"],
        p=[0.52, 0.2, 0.1, 0.04, 0.06, 0.05, 0.03],
    )
    if body.plan == "robe":
        mode = "down"
    if body.plan == "outline":
        mode = rng.choice(["down", "wide"])
    length = rng.uniform(0.1, 0.25) if chance(rng, 0.25) else rng.uniform(0.22, 0.65)
    apart, kicker = rng.uniform(0.15, 0.85), rng.choice([-1.0, 1.0])
    spread = np.radians(rng.uniform(2, 28) if mode == "down" else rng.uniform(25, 62))
    for side, sign in SIDES:
        root = np.array([sign * apart * body.wide[1], rng.uniform(0.0, 0.06) * body.torso])
        if body.plan == "stick":
            root = np.array([sign * rng.uniform(0.0, 0.015), rng.uniform(-0.01, 0.02)])
        if body.plan == "shape" and chance(rng, 0.2):  # from the side of a round belly
            root = _side_at(body, rng.uniform(0.08, 0.3), sign, True)
        if body.plan == "tadpole":
            angle = np.radians(rng.uniform(15, 55))
            root = body.head + body.radius * np.array([sign * np.sin(angle), -np.cos(angle)])
        own, bend = spread + rng.normal(0.0, 0.08), rng.normal(0.0, 0.15)
        if mode == "kick" and sign == kicker:
            own, bend = np.radians(rng.uniform(45, 105)), rng.normal(0.0, 0.4)
        elif mode == "kick":
            own = np.radians(rng.uniform(-5, 25))
        elif mode == "split":
            own, bend = np.radians(rng.uniform(65, 95)), rng.normal(0.0, 0.15)
        elif mode == "crossed":
            own, bend = np.radians(rng.uniform(55, 110)), -np.radians(rng.uniform(85, 165))
        elif mode == "squat":
            own, bend = np.radians(rng.uniform(50, 90)), -np.radians(rng.uniform(40, 85))
        elif mode == "kneel":
            own, bend = np.radians(rng.uniform(10, 40)), np.radians(rng.uniform(50, 110))
        way = np.array([sign * np.sin(own), -np.cos(own)])
        own_length = length * np.exp(rng.normal(0.0, 0.1))
        share = rng.uniform(0.42, 0.58)
        middle = root + share * own_length * way
        tip = middle + (1.0 - share) * own_length * turned(way, sign * bend)
        if body.plan == "robe":
            root = np.array([sign * 0.3 * body.wide[1], 0.35 * body.torso])
            tip = np.array([sign * rng.uniform(0.45, 0.7) * body.wide[1], 0.0])
            middle = 0.5 * (root + tip)
        body.limbs[f"{side}_leg"] = np.stack([root, middle, tip])


def _order_sides(body: Body) -> None:
    """Names limbs by where they are on the sheet."""
    for part, weight in (("arm", 0.0), ("leg", 1.0)):
        one, other = body.limbs[f"left_{part}"], body.limbs[f"right_{part}"]
        places = [limb[2, 0] + 0.5 * limb[0, 0] if weight else limb[:, 0].mean() for limb in (one, other)]
        if places[0] > places[1]:
            body.limbs[f"left_{part}"], body.limbs[f"right_{part}"] = other, one


def _draw_torso(body: Body, rng: Random) -> None:
    neck, hip, (high, low) = body.neck, body.hip, body.wide
    if body.plan == "stick":
        top = neck + [0.0, rng.normal(0.0, 0.01)]
        bottom = hip + [rng.normal(0.0, 0.02), rng.normal(0.0, 0.015)]
        body.lines.append(bowed([top, bottom], rng))
    elif body.plan in ("shape", "robe"):
        if chance(rng, 0.5 if body.plan == "shape" else 0.2):
            body.lines.append(oval([0.0, 0.5 * body.torso], max(high, low), 0.52 * body.torso, rng))
        else:
            corners = [[-high, body.torso], [high, body.torso], [low, 0.0], [-low, 0.0]]
            if chance(rng, 0.2):
                corners[:2] = [[0.0, body.torso]]
            line = box(corners, rng)
            if chance(rng, 0.25) and body.plan == "robe":  # open at the top
                line = bowed([[-high, body.torso], [-low, 0.0], [low, 0.0], [high, body.torso]], rng, 0.0)
            body.lines.append(line)
    elif body.plan == "sides":
        for sign in (-1.0, 1.0):
            body.lines.append(bowed([[sign * high, body.torso], [sign * low, 0.0]], rng, 0.15))
        if chance(rng, 0.4):
            body.lines.append(bowed([[-low, 0.0], [low, 0.0]], rng, 0.15))
    if np.linalg.norm(body.head - neck) > body.radius + 0.03 and chance(rng, 0.6):
        start = body.head - [0.0, body.radius]
        body.lines.append(bowed([start, neck], rng))


def _draw_limbs(body: Body, part: str, rng: Random) -> None:
    one, other = body.limbs[f"left_{part}"], body.limbs[f"right_{part}"]
    length = float(np.linalg.norm(np.diff(one, axis=0), axis=1).sum())
    thin = body.plan in ("stick", "tadpole")
    weights = [0.72, 0.08, 0.14, 0.04, 0.02] if thin else [0.42, 0.05, 0.03, 0.25, 0.25]
    style = str(rng.choice(["line", "halves", "both", "sausage", "lobe"], p=weights))
    if style == "lobe" and length > 0.32:
        style = "sausage"
    if style == "both":
        gap = np.linalg.norm(one[0] - other[0]) < 0.06
        if gap:
            ways = [_way_with_end(body, limb, part, sign, rng) for limb, sign in ((one, -1.0), (other, 1.0))]
            body.lines.append(np.concatenate([ways[0][::-1], ways[1]]))
            return
        style = "line"
    radius = min(rng.uniform(0.018, 0.07), 0.4 * length)
    inside = rng.uniform(-0.02, 0.05) if chance(rng, 0.3) else 0.0
    for limb, sign in ((one, -1.0), (other, 1.0)):
        start = limb[0] - inside * (limb[1] - limb[0]) / max(np.linalg.norm(limb[1] - limb[0]), 1e-9)
        way = np.concatenate([start[None], limb[1:]])
        if style == "line":
            body.lines.append(_way_with_end(body, way, part, sign, rng))
            _draw_end(body, limb, part, rng)
        elif style == "halves":
            body.lines += [bowed(way[:2], rng), _way_with_end(body, way[1:], part, sign, rng)]
        elif style == "sausage":
            body.lines.append(sausage(way, radius, rng))
            _draw_end(body, limb, part, rng, share=0.12)
        else:
            body.lines.append(lobe(limb[0], limb[2], rng.uniform(0.3, 0.55) * length, rng))


def _way_with_end(body: Body, limb: Floats, part: str, sign: float, rng: Random) -> Floats:
    """The line of a limb; that of a leg may go on as a foot, that of an arm as a hand."""
    if part == "leg" and chance(rng, 0.3):
        foot = limb[-1] + [sign * rng.uniform(0.03, 0.1), rng.normal(0.0, 0.012)]
        return np.concatenate([bowed(limb, rng), through([limb[-1], foot], 8)])
    if part == "arm" and chance(rng, 0.06):
        hand = limb[-1] + rng.normal(0.0, 0.04, 2)
        return np.concatenate([bowed(limb, rng), through([limb[-1], hand], 8)])
    return bowed(limb, rng)


def _draw_end(body: Body, limb: Floats, part: str, rng: Random, share: float = 0.22) -> None:
    """Fingers, toes, a hand or a shoe."""
    if not chance(rng, share):
        return
    way = limb[2] - limb[1]
    way = way / max(float(np.linalg.norm(way)), 1e-9)
    if chance(rng, 0.5):
        size = rng.uniform(0.018, 0.045)
        body.lines.append(oval(limb[2] + 0.7 * size * way, size * rng.uniform(0.8, 1.6), size, rng))
    else:
        for turn in np.linspace(-0.7, 0.7, int(rng.integers(2, 5))):
            body.lines.append(bowed([limb[2], limb[2] + rng.uniform(0.03, 0.06) * turned(way, turn)], rng))


def _draw_wings(body: Body, rng: Random) -> None:
    style = str(rng.choice(["heart", "feathers", "butterfly", "oval", "saw", "arc"]))
    span, rise = rng.uniform(0.18, 0.62), rng.uniform(-0.15, 0.3)
    top = rng.uniform(0.7, 1.0)
    for side, sign in SIDES:
        root = _side_at(body, top, sign, False) + rng.normal(0.0, 0.015, 2)
        back = _side_at(body, max(top - rng.uniform(0.2, 0.6), 0.15), sign, False)
        reach = span * np.exp(rng.normal(0.0, 0.12))
        tip = root + [sign * reach, rise + rng.normal(0.0, 0.04)]
        low = 0.5 * (tip + back) - [0.0, rng.uniform(0.02, 0.15)]
        high = 0.5 * (root + tip) + [0.0, rng.uniform(0.02, 0.15)]
        if style == "heart":
            line = soften(through([root, high, tip, low, back], 50), 25)
        elif style == "feathers":
            line = np.concatenate(
                [
                    soften(through([root, high, tip], 20), 8),
                    zigzag(tip, back, sign * rng.uniform(0.03, 0.1), rng),
                ]
            )
        elif style == "butterfly":
            under = np.array([tip[0] - 0.15 * sign * reach, back[1] - rng.uniform(0.0, 0.15)])
            inner = 0.5 * (root + back) + [sign * rng.uniform(0.02, 0.12), 0.0]
            line = soften(through([root, high, tip, inner, under, back], 60), 15)
        elif style == "oval":
            line = lobe(0.5 * (root + back), tip, rng.uniform(0.25, 0.5) * reach, rng)
        elif style == "saw":
            line = zigzag(root, tip, sign * rng.uniform(0.04, 0.12), rng)
        else:
            line = soften(through([root, high + [0.0, 0.05], tip], 24), 20)
        body.lines.append(line)
        body.limbs[f"{side}_arm"] = np.stack([root, 0.5 * (root + tip), tip])


def _small_feet(body: Body, rng: Random) -> None:
    deep = rng.uniform(0.03, 0.1)
    for side, sign in SIDES:
        at = np.array([sign * rng.uniform(0.15, 0.6) * body.wide[1], 0.0])
        tip = at - [0.0, deep]
        if chance(rng, 0.5):
            body.lines.append(bowed([at, tip, tip + [sign * deep * rng.uniform(0.0, 0.8), 0.0]], rng))
        else:
            body.lines.append(oval(tip, deep, 0.7 * deep, rng))
        body.places[f"{side}_foot"] = tip


def _draw_outline(body: Body, rng: Random) -> None:
    """Arms, torso and legs as one line; the head may be part of it."""
    (high, low), torso = body.wide, body.torso
    arm, leg = rng.uniform(0.025, 0.09, 2)
    wide_hip = max(low, 0.06)
    points: list[Floats] = []

    def around(limb: Floats, radius: float, sign: float) -> None:
        line = soften(through(limb, 9), 2)
        along = np.gradient(line, axis=0)
        along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
        aside = sign * radius * np.stack([-along[:, 1], along[:, 0]], axis=1)
        points.extend([*(line + aside)[1:], line[-1] + radius * along[-1], *(line - aside)[::-1][:-1]])

    neck_half = rng.uniform(0.25, 0.75) * max(high, 0.05)
    points.append(np.array([-neck_half, torso]))
    around(body.limbs["left_arm"], arm, -1.0)
    points.append(np.array([-0.5 * (high + low), 0.45 * torso]))
    left, right = body.limbs["left_leg"], body.limbs["right_leg"]
    left[:] += [-0.7 * wide_hip, 0.05 * torso] - left[0]
    right[:] += [0.7 * wide_hip, 0.05 * torso] - right[0]
    around(left, leg, -1.0)
    points.append(np.array([0.0, rng.uniform(-0.06, 0.04)]))
    legs_at = len(points)
    around(right, leg, -1.0)
    points.append(np.array([0.5 * (high + low), 0.45 * torso]))
    around(body.limbs["right_arm"][:], arm, -1.0)
    points.append(np.array([neck_half, torso]))
    line = soften(through(np.array(points), 150), int(rng.integers(0, 12)))
    if chance(rng, 0.3):  # head and body in one
        turn = np.linspace(-0.5 * np.pi + 0.5, 1.5 * np.pi - 0.5, 30)
        head = body.head + body.radius * np.stack([np.cos(turn), np.sin(turn)], axis=1) * [
            rng.uniform(0.85, 1.25),
            1.0,
        ]
        body.lines.append(np.concatenate([head[:-1][::1], line] if chance(rng, 0.5) else [line, head]))
        body.places["whole"] = body.head
    elif chance(rng, 0.35):
        cut = int(150 * legs_at / len(points) * rng.uniform(0.5, 1.2))
        body.lines += [line[:cut], line[min(cut, 148) :]]
    else:
        body.lines.append(line if chance(rng, 0.6) else np.concatenate([line, line[:1]]))


def _draw_head(body: Body, rng: Random, winged: bool) -> None:
    head, radius = body.head, body.radius
    wide = radius * np.exp(rng.normal(0.0, 0.18))
    tall = radius * np.exp(rng.normal(0.0, 0.1))
    if "whole" in body.places:
        del body.places["whole"]
    elif chance(rng, 0.1):
        outline = oval(head, wide, tall, rng)
        cut = int(rng.integers(10, 30))
        body.lines += [outline[: cut + 1], outline[cut:]]
    else:
        body.lines.append(
            draw_eared(head, wide, tall, rng) if chance(rng, 0.08) else oval(head, wide, tall, rng)
        )
        if chance(rng, 0.06):
            body.lines.append(oval(head - [0.0, 0.1 * tall], 0.75 * wide, 0.75 * tall, rng))
    if chance(rng, 0.45):
        body.lines += draw_face(head, wide, tall, rng)
    if chance(rng, 0.3):
        body.lines += draw_ears(head, wide, tall, rng)
    if (winged and chance(rng, 0.75)) or chance(rng, 0.03):
        at = head + [rng.normal(0.0, 0.01), tall + rng.uniform(-0.02, 0.1)]
        body.lines.append(oval(at, rng.uniform(0.5, 1.1) * wide, rng.uniform(0.15, 0.5) * tall, rng))
        if chance(rng, 0.15):
            body.lines.append(oval(at, 0.6 * wide, 0.2 * tall, rng))
    if chance(rng, 0.15):
        for angle in np.radians(np.sort(rng.uniform(20, 160, int(rng.integers(2, 9))))):
            way = np.array([wide * np.cos(angle), tall * np.sin(angle)])
            body.lines.append(bowed([head + way, head + rng.uniform(1.15, 1.7) * way], rng, 0.2))
    elif chance(rng, 0.06):  # long hair
        for sign in (-1.0, 1.0):
            body.lines.append(
                bowed(
                    [
                        head + [0.2 * sign * wide, tall],
                        head + [1.2 * sign * wide, 0.0],
                        head + [1.3 * sign * wide, -rng.uniform(0.8, 1.8) * tall],
                    ],
                    rng,
                )
            )
    elif chance(rng, 0.06):  # a hat
        brim, top = head[1] + 0.85 * tall, head[1] + rng.uniform(1.3, 2.2) * tall
        body.lines.append(
            box(
                [
                    [head[0] - wide, brim],
                    [head[0] + wide, brim],
                    [head[0] + rng.uniform(0.0, 0.9) * wide, top],
                    [head[0] - rng.uniform(0.0, 0.9) * wide, top],
                ],
                rng,
            )
        )


def _draw_extras(body: Body, rng: Random) -> None:
    if body.wide[0] > 0.08 and chance(rng, 0.18):
        scale = rng.uniform(0.3, 0.7)
        middle = min(body.wide)
        body.lines.append(
            oval([0.0, rng.uniform(0.35, 0.6) * body.torso], scale * middle, scale * 0.5 * body.torso, rng)
        )
    if body.wide[0] > 0.05 and chance(rng, 0.08):
        for at in np.linspace(0.25, 0.75, int(rng.integers(2, 4))):
            body.lines.append(oval([0.0, at * body.torso], 0.012, 0.012, rng))
    if chance(rng, 0.13):  # a tail
        sign = rng.choice([-1.0, 1.0])
        at = np.array([sign * 0.9 * body.wide[1], rng.uniform(0.0, 0.35) * body.torso])
        out, rise = rng.uniform(0.15, 0.5), rng.uniform(-0.1, 0.7)
        body.lines.append(
            bowed(
                [
                    at,
                    at + [0.5 * sign * out, -0.05],
                    at + [sign * out, 0.4 * rise],
                    at + [sign * out * rng.uniform(0.5, 1.1), rise],
                ],
                rng,
            )
        )
    if chance(rng, 0.05):
        ground = min(float(limb[2, 1]) for limb in body.limbs.values()) - rng.uniform(0.0, 0.03)
        body.lines.append(bowed([[-0.6, ground], [0.6, ground]], rng, 0.01))
    if chance(rng, 0.05):  # something in a hand
        hand = body.limbs[str(rng.choice(["left_arm", "right_arm"]))][2]
        end = hand + [rng.normal(0.0, 0.08), rng.uniform(0.1, 0.35)]
        body.lines.append(bowed([hand - [0.0, rng.uniform(0.0, 0.2)], end], rng))
        if chance(rng, 0.5):
            size = rng.uniform(0.03, 0.1)
            body.lines.append(oval(end + [0.0, size], size, size, rng))
    for _ in range(int(rng.integers(1, 4)) if chance(rng, 0.06) else 0):
        at = np.array([rng.uniform(-0.8, 0.8), rng.uniform(-0.2, 1.2)])
        body.lines.append(bowed(at + rng.normal(0.0, 0.05, (3, 2)), rng))
