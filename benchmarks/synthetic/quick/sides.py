"""People and mechs from the side, a stroke for each link, as hasty hands draw them. They face right."""

# ruff: noqa: RUF005, a place plus a list is a sum of arrays

import numpy as np

from benchmarks.synthetic.quick.shapes import Floats, Random, bowed, box, chance, lobe, oval, sausage, through

_JOINTS = ("shoulder", "elbow", "hand", "hip", "knee", "ankle", "toe")


def draw_side(rng: Random, *, mech: bool) -> tuple[list[Floats], dict[str, Floats]]:
    """Lines, and the places of its head and of its joints; a mech has no arm, its knee may bend backwards."""
    torso, head = rng.uniform(0.22, 0.5), rng.uniform(0.07, 0.17)
    thigh, shank = rng.uniform(0.15, 0.34), rng.uniform(0.15, 0.34)
    arm, fore = rng.uniform(0.12, 0.28), rng.uniform(0.12, 0.28)
    lean = np.radians(rng.normal(0.0, 12) if chance(rng, 0.75) else rng.uniform(-80, 100))
    swing = np.radians(rng.normal(8.0, 25) if chance(rng, 0.7) else rng.uniform(20, 110))
    bend = np.radians(abs(rng.normal(0.0, 22)) if chance(rng, 0.7) else rng.uniform(30, 130))
    if mech and chance(rng, 0.65):
        swing, bend = -swing, -bend
    hip = np.zeros(2)
    places = {"hip": hip, "knee": hip + thigh * _hang(swing)}
    places["ankle"] = places["knee"] + shank * _hang(swing - bend)
    flat = np.radians(rng.normal(0.0, 12) if chance(rng, 0.8) else rng.normal(0.0, 45))
    toe = rng.uniform(0.07, 0.2) * np.array([np.cos(flat), np.sin(flat)])
    places["toe"] = places["ankle"] + [0.0, -0.03] + toe
    up = -_hang(-lean)
    neck = torso * up
    tilt = -_hang(-lean + np.radians(rng.normal(0.0, 18)))
    places["head"] = neck + 0.95 * head * tilt
    places["shoulder"] = rng.uniform(0.75, 0.98) * torso * up
    reach = np.radians(rng.normal(0.0, 40) if chance(rng, 0.7) else rng.uniform(0, 180))
    places["elbow"] = places["shoulder"] + arm * _hang(reach)
    places["hand"] = places["elbow"] + fore * _hang(reach + np.radians(abs(rng.normal(0.0, 40))))
    lines = [_link(neck, hip, rng.uniform(0.15, 0.45) * torso, rng)]
    lines.append(oval(places["head"], head * rng.uniform(0.75, 1.2), head, rng))
    chain = [("hip", "knee"), ("knee", "ankle")] + (
        [] if mech else [("shoulder", "elbow"), ("elbow", "hand")]
    )
    thick = rng.uniform(0.08, 0.3)
    for one, other in chain:
        length = float(np.linalg.norm(places[other] - places[one]))
        lines.append(_link(places[one], places[other], thick * length, rng))
    heel = places["ankle"] + [0.0, -0.03] - rng.uniform(0.0, 0.5) * toe
    lines.append(_link(heel, places["toe"], rng.uniform(0.15, 0.5) * float(np.linalg.norm(toe)), rng))
    if chance(rng, 0.3):
        nose = places["head"] + [head, 0.0]
        lines.append(through([nose + [0, 0.02], nose + [0.05, -0.01], nose + [0, -0.03]], 8))
    if chance(rng, 0.25):
        lines.append(oval(places["head"] + [0.4 * head, 0.2 * head], 0.1 * head, 0.1 * head, rng))
    turn = rng.uniform(-np.pi, np.pi) if chance(rng, 0.06) else 0.0
    cos, sin = np.cos(turn), np.sin(turn)
    matrix = np.array([[cos, sin], [-sin, cos]])
    gone = ("shoulder", "elbow", "hand") if mech else ()
    found = {name: at @ matrix for name, at in places.items() if name not in gone}
    return [line @ matrix for line in lines], found


def _hang(angle: float) -> Floats:
    """(2,) down, turned forward by an angle [rad]."""
    return np.array([np.sin(angle), -np.cos(angle)])


def _link(start: Floats, end: Floats, radius: float, rng: Random) -> Floats:
    """One link, a little longer or shorter than it is."""
    way = end - start
    start, end = start - rng.normal(0.02, 0.06) * way, end + rng.normal(0.02, 0.06) * way
    kind = str(rng.choice(["oval", "line", "sausage", "box"], p=[0.4, 0.25, 0.2, 0.15]))
    if kind == "line":
        return bowed([start, end], rng)
    if kind == "sausage":
        return sausage([start, 0.5 * (start + end), end], radius, rng)
    across = radius * np.array([-way[1], way[0]]) / max(float(np.linalg.norm(way)), 1e-9)
    if kind == "box":
        return box([start + across, end + across, end - across, start - across], rng)
    return lobe(start, end, radius, rng)
