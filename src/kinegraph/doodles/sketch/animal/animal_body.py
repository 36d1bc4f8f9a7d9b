"""The measures and the skeleton of a drawn animal: hips, chest, neck, head, tail and four legs."""

from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.character import ContactPoint, Symmetry
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.sketch.animal.animal_plan import AnimalPlan
from kinegraph.doodles.sketch.animal.parts import foot_start
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.silhouette import Silhouette
from kinegraph.doodles.sketch.proportions import SIDES, Proportions

ENDS = ("hind", "front")
_WIDTH = 0.16  # between the left and the right legs, as a share of the height
_STRETCH = (0.6, 1.7)  # by which a leg is shortened or lengthened to reach the ground
_LEAST = 0.02  # least length of a bone, as a share of the height


@dataclass(frozen=True, eq=False)
class AnimalBody:
    """An animal that faces right on the sheet, with its feet on y = 0.

    legs: The drawn legs, in its own frame [m]; slots: the leg of the skeleton that each is, "right_hind".
    copies: For legs that are not drawn, the number of the drawn one that they repeat.
    joints: (2,) of each joint on the sheet, by name [m]; ends: of the head's and the tail's tips.
    ground: Height of the drawn feet over the sheet's ground [m].
    """

    legs: tuple[Limb, ...]
    slots: tuple[str, ...]
    copies: dict[str, int]
    joints: dict[str, Floats]
    ends: dict[str, Floats]
    ground: float
    height: float

    @property
    def origin(self) -> float:
        """The x of the sheet below the hips [m]: 0 of the character."""
        return float(self.joints["hips"][0])

    @property
    def width(self) -> float:
        """Between left and right legs [m]."""
        return _WIDTH * self.height

    def own_leg(self, slot: str) -> bool:
        """True if a leg of the skeleton is drawn."""
        return slot in self.slots

    def leg_of(self, slot: str) -> Limb:
        """The drawn leg of one of the skeleton's."""
        return self.legs[self.slots.index(slot) if slot in self.slots else self.copies[slot]]


def measure_animal(plan: AnimalPlan) -> AnimalBody:
    """The body of an animal that faces right."""
    silhouette = plan.silhouette
    ground = min(float(leg.way[:, 1].min()) for leg in plan.legs)
    rows = np.flatnonzero(silhouette.mask.any(axis=1))
    height = float(rows[-1] - rows[0] + 1) * silhouette.cell
    legs = tuple(_stand(leg, ground) for leg in plan.legs)
    slots, copies = _slots(plan)
    joints: dict[str, Floats] = {}
    hips = {}
    for end in ENDS:
        own = [leg for leg, slot in zip(legs, slots, strict=True) if slot.endswith(end)]
        hips[end] = np.mean([leg.way[0] for leg in own], axis=0)
    joints["hips"] = _in_trunk(plan, hips["hind"][0], ground)
    joints["chest"] = _in_trunk(plan, hips["front"][0], ground)
    if joints["chest"][0] - joints["hips"][0] < _LEAST * height:
        joints["chest"] = joints["hips"] + np.array([_LEAST * height, 0.0])
    neck, head, nose = _head_places(plan, joints["chest"] + np.array([0.0, ground]))
    lift = np.array([0.0, ground])
    joints |= {"neck": neck - lift, "head": head - lift}
    ends = {"head": nose - lift}
    if plan.tail is not None:
        joints["tail"], joints["tail_tip"] = plan.tail.way[0] - lift, plan.tail.way[plan.tail.bend] - lift
        ends["tail_tip"] = plan.tail.way[-1] - lift
    for side in SIDES:
        for end in ENDS:
            slot = f"{side}_{end}"
            leg = legs[slots.index(slot) if slot in slots else copies[slot]]
            joints[f"{slot}_upper_leg"] = leg.way[0]
            joints[f"{slot}_lower_leg"] = leg.way[leg.bend]
            joints[f"{slot}_foot"] = leg.way[foot_start(leg)]
    return AnimalBody(legs, slots, copies, joints, ends, ground, height)


def _stand(leg: Limb, ground: float) -> Limb:
    """The leg with its lowest point on y = 0."""
    return replace(leg, way=stand_points(leg, leg.way, ground))


def stand_points(leg: Limb, points: Floats, ground: float) -> Floats:
    """(P, 2) points of a leg, stretched so that its lowest point is on y = 0."""
    hip = float(leg.way[0, 1]) - ground
    reach = max(float(leg.way[0, 1] - leg.way[:, 1].min()), 1e-9)
    stretch = float(np.clip(hip / reach, *_STRETCH))
    stood = points - [0.0, ground]
    stood[:, 1] = hip + stretch * (stood[:, 1] - hip)
    return stood


def _slots(plan: AnimalPlan) -> tuple[tuple[str, ...], dict[str, int]]:
    """The leg of the skeleton that each drawn one is, the outer ones near; and what repeats which."""
    slots: list[str] = [""] * len(plan.legs)
    copies: dict[str, int] = {}
    for end, hind in zip(ENDS, (True, False), strict=True):
        own = [number for number, each in enumerate(plan.hind) if each is hind]
        outer_first = own if hind else own[::-1]
        for side, number in zip(SIDES, outer_first, strict=False):
            slots[number] = f"{side}_{end}"
        if len(own) == 1:
            copies[f"{SIDES[1]}_{end}"] = own[0]
    return tuple(slots), copies


def _in_trunk(plan: AnimalPlan, x: float, ground: float) -> Floats:
    """The place in the middle of the trunk over x."""
    silhouette = plan.silhouette
    columns = np.flatnonzero(plan.trunk.any(axis=0))
    column = int(np.clip(round((x - silhouette.origin[0]) / silhouette.cell), columns[0], columns[-1]))
    column = int(columns[np.abs(columns - column).argmin()])
    rows = np.flatnonzero(plan.trunk[:, column])
    place = silhouette.places_of(np.array([[0.5 * (rows[0] + rows[-1]), column]], dtype=float))[0]
    return np.array([x, place[1] - ground])


def _head_places(plan: AnimalPlan, chest: Floats) -> tuple[Floats, Floats, Floats]:
    """The places of the neck's base, of the head's base, and of the nose."""
    silhouette: Silhouette = plan.silhouette
    cells = np.argwhere(plan.head)
    away = plan.distances[tuple(cells.T)]
    root = cells[away <= np.nanmin(away) + 2.0].mean(axis=0)
    depth = silhouette.depth[tuple(cells.T)]
    # The skull is where the head is widest, far from the trunk.
    score = depth + 0.15 * np.where(np.isfinite(away), away, 0.0)
    skull, radius = cells[int(score.argmax())].astype(float), float(depth[int(score.argmax())])
    neck_way = skull - root
    length = float(np.linalg.norm(neck_way))
    back = min(radius, 0.5 * length) / max(length, 1e-9)
    places = silhouette.places_of(np.array([root, skull - back * neck_way]))
    nose_cell = cells[int(cells[:, 1].argmax())]
    nose = silhouette.places_of(nose_cell[None])[0]
    neck = places[0] + 0.25 * (chest - places[0])
    return neck, places[1], nose


def animal_skeleton(body: AnimalBody) -> Skeleton:
    """The joints of an animal; all rest unrotated, so that offsets lie as the animal was drawn."""
    family: list[tuple[str, str | None]] = [
        ("hips", None), ("chest", "hips"), ("neck", "chest"), ("head", "neck"),
    ]  # fmt: skip
    if "tail" in body.joints:
        family += [("tail", "hips"), ("tail_tip", "tail")]
    for side in SIDES:
        for end, root in zip(ENDS, ("hips", "chest"), strict=True):
            slot = f"{side}_{end}"
            family += [
                (f"{slot}_upper_leg", root),
                (f"{slot}_lower_leg", f"{slot}_upper_leg"),
                (f"{slot}_foot", f"{slot}_lower_leg"),
            ]
    names = [name for name, _ in family]
    index = {name: number for number, name in enumerate(names)}
    places = {name: _in_space(body, name) for name in names}
    offsets = [places[name] - (np.zeros(3) if parent is None else places[parent]) for name, parent in family]
    tips = []
    for name, tip in body.ends.items():
        tips.append((index[name], np.array([0.0, tip[1], tip[0] - body.origin]) - places[name]))
    for side in SIDES:
        for end in ENDS:
            foot = f"{side}_{end}_foot"
            tips.append((index[foot], sole_of(body, f"{side}_{end}")))
    parents = [-1 if parent is None else index[parent] for _, parent in family]
    return Skeleton.from_offsets(names, parents, offsets, tips)


def _in_space(body: AnimalBody, name: str) -> Floats:
    """(3,) place of a joint of the standing animal; its hips are at x = z = 0."""
    x, y = body.joints[name]
    return np.array([across(body, name), y, x - body.origin])


def across(body: AnimalBody, joint: str) -> float:
    """The x of a joint at rest [m]; the right side is nearer to the viewer."""
    side = {"right": -0.5, "left": 0.5}.get(joint.partition("_")[0], 0.0)
    return side * body.width


def sole_of(body: AnimalBody, slot: str) -> Floats:
    """(3,) the sole of a foot, in its frame [m]."""
    leg, ankle = body.leg_of(slot), body.joints[f"{slot}_foot"]
    low = leg.way[foot_start(leg) :]
    x = float(low[low[:, 1] <= low[:, 1].min() + 0.02 * body.height, 0].mean())
    return np.array([0.0, min(float(low[:, 1].min()) - ankle[1], -1e-3 * body.height), x - ankle[0]])


def animal_contacts(body: AnimalBody, skeleton: Skeleton) -> tuple[ContactPoint, ...]:
    """One sole of each foot."""
    slots = [f"{side}_{end}" for side in SIDES for end in ENDS]
    return tuple(
        ContactPoint(f"{slot.replace('_', ' ')} sole", skeleton.index(f"{slot}_foot"), sole_of(body, slot))
        for slot in slots
    )


def animal_caps(joint: str) -> frozenset[Cap]:
    """The role of an animal's joint in motion."""
    if joint.endswith("foot"):
        return frozenset({Cap.LIMB, Cap.FOOT})
    if joint.endswith("leg"):
        return frozenset({Cap.LIMB})
    return {
        "hips": frozenset({Cap.ROOT}),
        "chest": frozenset({Cap.SPINE}),
        "neck": frozenset({Cap.SPINE}),
        "head": frozenset({Cap.HEAD, Cap.MOUTH}),
    }.get(joint, frozenset({Cap.TAIL}))


def animal_symmetry(skeleton: Skeleton) -> Symmetry:
    """Pairs of joints that mirror each other."""
    swap = {"right": "left", "left": "right"}
    mirror, sides = [], []
    for joint, name in enumerate(skeleton.names):
        side, _, part = name.partition("_")
        mirror.append(skeleton.index(f"{swap[side]}_{part}") if side in swap else joint)
        sides.append({"right": -1, "left": 1}.get(side, 0))
    return Symmetry(np.array(mirror), np.array(sides))


def animal_proportions(body: AnimalBody) -> Proportions:
    """The lengths of the legs and the trunk, for reading lines."""
    ways = [leg.way for leg in body.legs]
    upper = np.mean([np.linalg.norm(leg.way[leg.bend] - leg.way[0]) for leg in body.legs])
    lower = np.mean([np.linalg.norm(leg.way[foot_start(leg)] - leg.way[leg.bend]) for leg in body.legs])
    least = _LEAST * body.height
    trunk = max(float(np.linalg.norm(body.joints["chest"] - body.joints["hips"])), least)
    foot = max(least, float(np.mean([way[:, 1].min() for way in ways])))
    return Proportions(
        upper_leg=max(float(upper), least), lower_leg=max(float(lower), least), ankle=foot, heel=least,
        toe=2.0 * least, torso=trunk, shoulder=0.9 * trunk, head=max(0.3 * trunk, least),
        upper_arm=least, lower_arm=least, hip_width=body.width, shoulder_width=body.width,
        head_radius=least, torso_radius=least, arm_radius=least, leg_radius=least,
    )  # fmt: skip
