"""Slow twin of the puppet kernels: one frame at a time, by matrices and names instead of columns."""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from scipy.spatial.transform import Rotation

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing.channels import CHANNELS
from kinegraph.doodles.performing.drawn_puppet import PARTS, TIPS, DrawnPuppet

STRETCH, SLACK, FOLD = 0.9995, 0.05, 0.12  # as in limb_kernels.py
SIDES = ("right", "left")
TRUNK = ("hips", "waist", "upper_back", "head")


def turn(axis: str, angle: float) -> Floats:
    """(3, 3) rotation about an axis."""
    return Rotation.from_euler(axis, angle).as_matrix()


def unit(v: Floats) -> Floats:
    return v / np.linalg.norm(v)


@dataclass(frozen=True, eq=False)
class Limb:
    """Two posed bones: rotations, the places of the middle joint and of the end, and the miss [m]."""

    upper: Floats
    lower: Floats
    middle: Floats
    tip: Floats
    short: float


def frame_along(bone: Floats, side: Floats) -> Floats:
    """(3, 3) rotation whose -y is along a bone and whose x is nearest to `side`."""
    x = unit(side - (bone @ side) * bone)
    return np.stack([x, -bone, np.cross(x, -bone)], axis=1)


def slow_reach(
    base: Floats, goal: Floats, lengths: tuple[float, float], bend: float, side: Floats, soft: float
) -> Limb:
    """Two bones from `base` towards `goal`: the triangle of their lengths, in the plane across the hinge."""
    first, second = lengths
    wanted = float(np.linalg.norm(goal - base))
    along = (goal - base) / wanted
    longest = STRETCH * (first + second)
    distance = float(np.clip(wanted, max(FOLD * (first + second), 1.001 * abs(first - second)), longest))
    slack = SLACK * longest
    if wanted > longest - slack:
        eased = longest - slack * np.exp((longest - slack - wanted) / slack)
        distance = (1.0 - soft) * distance + soft * eased
    hinge = unit(side - (side @ along) * along)
    x = (first**2 - second**2 + distance**2) / (2.0 * distance)  # of the middle joint, along the goal
    y = np.sqrt(max(first**2 - x**2, 0.0))
    middle = base + x * along + bend * y * np.cross(along, hinge)
    tip = base + distance * along
    upper, lower = frame_along((middle - base) / first, hinge), frame_along((tip - middle) / second, hinge)
    return Limb(upper, lower, middle, tip, abs(wanted - distance))


@dataclass(eq=False)
class SlowPose:
    """World rotations of parts, places of parts and tips (tips by name + " tip"), and misses by limb."""

    rotations: dict[str, Floats] = field(default_factory=dict)
    places: dict[str, Floats] = field(default_factory=dict)
    short: dict[str, float] = field(default_factory=dict)
    center: Floats = field(default_factory=lambda: np.zeros(3))


class SlowPuppet:
    """Poses a puppet in one frame.

    goal: (3,) of the centre of mass, or of the root; angles, feet, hands, floors: a frame's, as in
    puppet_layout.py.
    """

    def __init__(
        self, puppet: DrawnPuppet, goal: Floats, angles: Floats, feet: Floats, hands: Floats, floors: Floats
    ) -> None:
        arrays = puppet.arrays
        self.arrays, self.sizes, self.goal = arrays, arrays.sizes, goal
        self.angles = dict(zip(CHANNELS, angles, strict=True))
        self.feet: dict[str, Floats] = dict(zip(SIDES, feet, strict=True))
        self.hands: dict[str, Floats] = dict(zip(SIDES, hands, strict=True))
        names = ("right_foot", "left_foot", "right_hand", "left_hand", "trunk", "head")
        self.floors: dict[str, float] = dict(zip(names, floors, strict=True))
        self.offsets = dict(zip(PARTS, arrays.offsets, strict=True))
        self.tips: dict[str, Floats] = dict(zip(TIPS, arrays.tips, strict=True))
        self.pose = SlowPose()
        self._pose_trunk()

    def solve(self, by_root: bool) -> SlowPose:
        """Ten rounds at most: pose, then move the root by the miss of the centre of mass (secant rule)."""
        legs = [name for name in PARTS if any(word in name for word in ("leg", "foot", "ball"))]
        mass = dict(zip((*PARTS, *(f"{tip} tip" for tip in TIPS)), self.arrays.masses, strict=True))
        grips = self.feet["right"][5] + self.feet["left"][5]
        gain = np.full(3, 1.0 / (1.0 - min(0.25 * grips * sum(mass[leg] for leg in legs), 0.6)))
        root, lowest, before = self.goal.copy(), self._lowest_root(), None
        for _ in range(10):
            root = self._hold_back(root)
            root[1] = max(root[1], lowest)
            if before is not None and np.abs(root - before[0]).max() < 1e-6:
                break
            self._place(root)
            self.pose.center = sum((mass[name] * self.pose.places[name] for name in mass), np.zeros(3))
            sunk = self._depth()
            if sunk > 1e-6:
                lowest = max(lowest, root[1] + sunk)
                root = np.array([root[0], lowest, root[2]])
                continue
            if by_root:
                break
            miss = self.goal - self.pose.center
            if before is not None:
                better = before[1] - miss
                moving = np.abs(better) > 1e-12
                secant = (root - before[0]) / np.where(moving, better, 1.0)
                gain = np.where(moving, np.clip(secant, 0.7, 2.0), gain)
            before = (root.copy(), miss)
            root = root + gain * miss
            if np.abs(miss).max() < 1e-6:
                break
        return self.pose

    def _pose_trunk(self) -> None:
        a, turns = self.angles, self.pose.rotations
        whole = turn("y", a["heading"] + a["spin"]) @ turn("x", a["pitch"]) @ turn("z", -a["roll"])
        turns["hips"] = whole @ turn("y", a["twist"])
        turns["waist"] = (
            turns["hips"] @ turn("x", a["waist"]) @ turn("z", -a["waist_side"]) @ turn("y", a["waist_twist"])
        )
        turns["upper_back"] = turns["waist"] @ turn("x", a["back"]) @ turn("y", a["back_twist"])
        turns["head"] = (
            turns["upper_back"] @ turn("y", a["look"]) @ turn("x", a["nod"]) @ turn("z", -a["tilt"])
        )

    def _trunk_places(self, root: Floats) -> dict[str, Floats]:
        places = {"hips": root}
        for above, part in pairwise(TRUNK):
            places[part] = places[above] + self.pose.rotations[above] @ self.offsets[part]
        places["head tip"] = places["head"] + self.pose.rotations["head"] @ self.tips["head"]
        return places

    def _lowest_root(self) -> float:
        """The root's height at which a corner of the trunk's boxes touches the ground [m]."""
        places, heights = self._trunk_places(np.zeros(3)), []
        signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T
        for part, (middle, half) in zip(TRUNK, self.arrays.boxes, strict=True):
            corners = places[part] + (middle + signs * half) @ self.pose.rotations[part].T
            heights.append(self.floors["head" if part == "head" else "trunk"] - corners[:, 1].min())
        return max(heights)

    def _place(self, root: Floats) -> None:
        for side in SIDES:
            self._place_leg(side, root)
        self.pose.places.update(self._trunk_places(root))
        for side in SIDES:
            if self.arrays.has_arms:
                self._place_arm(side)
            else:
                for name in (f"{side}_upper_arm", f"{side}_lower_arm", f"{side}_lower_arm tip"):
                    self.pose.places[name] = np.zeros(3)

    def _lift(self, roll: float) -> float:
        return float(np.interp(np.degrees(roll), np.arange(0.0, 91.0, 6.0), self.arrays.roll_lifts))

    def _planted(self, side: str) -> tuple[Floats, Floats]:
        """Ankle and rotation of a foot that rolls over its ball or its heel."""
        x, y, z, yaw, roll = self.feet[side][:5]
        level = turn("y", yaw)
        if roll > 0.0:
            pivot = np.array([0.0, self.sizes.ball_height, self.sizes.ball_ahead])
        else:
            pivot = np.array([0.0, 0.0, -self.sizes.heel_back])
        ankle = level @ (pivot + turn("x", roll) @ (np.array([0.0, self.sizes.ankle_height, 0.0]) - pivot))
        lift = self._lift(roll) if roll > 0.0 else 0.0
        return np.array([x, y + lift, z]) + ankle, level @ turn("x", roll)

    def _bend(self, side: str) -> float:
        roll, grip = self.feet[side][4:6]
        return grip * max(roll, 0.0) - (1.0 - grip) * self.angles[f"{side}_ball"]

    def _bottom(self, ankle: Floats, foot: Floats, bend: float) -> float:
        """Height of the lowest of heel, ball and toes [m]."""
        sizes, up = self.sizes, np.array([0.0, 1.0, 0.0])
        sole = ankle - foot @ (sizes.ankle_height * up)
        heel = sole - sizes.heel_back * foot[:, 2]
        joint = sole + foot @ np.array([0.0, sizes.ball_height, sizes.ball_ahead])
        around = sizes.ball_height + self._lift(np.arcsin(np.clip(-foot[1, 2], -1.0, 1.0)))
        toes = foot @ turn("x", -bend)
        middle, half = self.arrays.toe_box
        lowest_toe = joint[1] + toes[1] @ middle - np.abs(toes[1]) @ half
        side = abs(foot[1, 0]) * sizes.foot_half_width
        return float(min(heel[1] - side, joint[1] - around - side, lowest_toe))

    def _place_leg(self, side: str, root: Floats) -> None:
        a, pose, out = self.angles, self.pose, 1.0 if side == "left" else -1.0
        grip, pull = self.feet[side][5:7]
        hips = pose.rotations["hips"]
        hip = root + hips @ self.offsets[f"{side}_upper_leg"]
        ankle, foot = self._planted(side)
        if grip < 1.0:
            thigh = hips @ turn("z", out * a[f"{side}_leg_out"]) @ turn("x", -a[f"{side}_leg"])
            shank = thigh @ turn("x", a[f"{side}_knee"])
            loose = shank @ turn("x", -a[f"{side}_ankle"])
            free = hip + thigh @ self.offsets[f"{side}_lower_leg"] + shank @ self.offsets[f"{side}_foot"]
            ankle = grip * ankle + (1.0 - grip) * free
            mixed = grip * foot + (1.0 - grip) * loose
            z = unit(mixed[:, 2])
            y = unit(mixed[:, 1] - (mixed[:, 1] @ z) * z)
            foot = np.stack([np.cross(y, z), y, z], axis=1)
        bend = self._bend(side)
        ankle[1] += max(self.floors[f"{side}_foot"] - self._bottom(ankle, foot, bend), 0.0)
        sizes = self.sizes
        limb = slow_reach(
            hip,
            ankle,
            (sizes.upper_leg, sizes.lower_leg),
            sizes.knee_sign,
            unit(hips[:, 0] + 0.5 * grip * foot[:, 0]),
            1.0 - pull,
        )
        ball = limb.tip + foot @ self.offsets[f"{side}_ball"]
        toes = foot @ turn("x", -bend)
        pose.rotations |= {
            f"{side}_upper_leg": limb.upper,
            f"{side}_lower_leg": limb.lower,
            f"{side}_foot": foot,
            f"{side}_ball": toes,
        }
        pose.places |= {
            f"{side}_upper_leg": hip,
            f"{side}_lower_leg": limb.middle,
            f"{side}_foot": limb.tip,
            f"{side}_ball": ball,
            f"{side}_ball tip": ball + toes @ self.tips[f"{side}_ball"],
        }
        pose.short[f"{side}_foot"] = limb.short

    def _place_arm(self, side: str) -> None:
        a, pose, sizes, out = self.angles, self.pose, self.sizes, 1.0 if side == "left" else -1.0
        upper_name, lower_name = f"{side}_upper_arm", f"{side}_lower_arm"
        back = pose.rotations["upper_back"]
        upper = back @ turn("x", -a[f"{side}_arm"]) @ turn("z", out * a[f"{side}_arm_out"])
        upper = upper @ turn("y", out * a[f"{side}_arm_twist"])
        lower = upper @ turn("x", -a[f"{side}_elbow"])
        shoulder = pose.places["upper_back"] + back @ self.offsets[upper_name]
        hand = shoulder + upper @ self.offsets[lower_name] + lower @ self.tips[lower_name]
        *hold, grip = self.hands[side]
        short = 0.0
        if grip > 0.0:
            goal = grip * np.array(hold) + (1.0 - grip) * hand
            limb = slow_reach(shoulder, goal, (sizes.upper_arm, sizes.lower_arm), -1.0, upper[:, 0], 0.0)
            upper, lower, short = limb.upper, limb.lower, limb.short
        hips = pose.rotations["hips"]
        outward = 0.7 * (out * hips[:, 0] - hips[:, 2])
        free = self.floors[f"{side}_hand"] + sizes.arm_radius
        upper, raised = _raise(shoulder, upper, sizes.upper_arm, free, outward)
        elbow = shoulder + upper @ self.offsets[lower_name]
        lower, lower_raised = _raise(elbow, lower, sizes.lower_arm, free - 1e-9, outward)
        pose.rotations |= {upper_name: upper, lower_name: lower}
        pose.places |= {
            upper_name: shoulder,
            lower_name: elbow,
            f"{lower_name} tip": elbow + lower @ self.tips[lower_name],
        }
        pose.short[f"{side}_hand"] = 1.0 if raised or lower_raised else short

    def _depth(self) -> float:
        """Depth of the deepest limb under the ground [m]."""
        places, sizes, deepest = self.pose.places, self.sizes, -np.inf
        for side in SIDES:
            foot = f"{side}_foot"
            low = [places[f"{side}_{part}"][1] - sizes.leg_radius for part in ("upper_leg", "lower_leg")]
            low.append(places[foot][1] - min(sizes.leg_radius, sizes.ankle_height))
            low.append(self._bottom(places[foot], self.pose.rotations[foot], self._bend(side)))
            deepest = max(deepest, self.floors[foot] - min(low))
            if self.arrays.has_arms:
                arm = (f"{side}_upper_arm", f"{side}_lower_arm", f"{side}_lower_arm tip")
                low = min(places[part][1] for part in arm) - sizes.arm_radius
                deepest = max(deepest, self.floors[f"{side}_hand"] - low)
        return deepest

    def _hold_back(self, root: Floats) -> Floats:
        """The root, lowered where a planted foot is out of reach; softly within a band about the limit."""
        root = root.copy()
        longest = STRETCH * (self.sizes.upper_leg + self.sizes.lower_leg)
        band = 0.5 * SLACK * longest
        for side in SIDES:
            pull = self.feet[side][6]
            hip = root + self.pose.rotations["hips"] @ self.offsets[f"{side}_upper_leg"]
            ankle, _ = self._planted(side)
            flat = min((hip - ankle)[[0, 2]] @ (hip - ankle)[[0, 2]], 0.8 * longest**2)
            beyond = hip[1] - ankle[1] - np.sqrt(longest**2 - flat)
            soft = np.clip((beyond + band) ** 2 / (4.0 * band), 0.0, None) if abs(beyond) < band else beyond
            root[1] -= pull * max(soft, 0.0)
        return root


def _raise(
    base: Floats, rotation: Floats, length: float, floor: float, outward: Floats
) -> tuple[Floats, bool]:
    """A bone's rotation, turned up until its end is above `floor`, and whether it was turned."""
    bone = -rotation[:, 1]
    lowest = float(np.clip((floor - base[1]) / length, -1.0, 0.999))
    if bone[1] >= lowest:
        return rotation, False
    flat = (bone + 0.4 * (lowest - bone[1]) * outward)[[0, 2]]
    x, z = np.sqrt(1.0 - lowest**2) * unit(flat)
    return frame_along(np.array([x, lowest, z]), rotation[:, 0]), True
