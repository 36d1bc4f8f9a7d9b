"""The joints of a character that turn, lean, reach, stand and swing when it follows the pointer."""

from dataclasses import dataclass

import numpy as np

from kinegraph.characters.plan_character import EYELID_SUFFIX
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.skeleton import Skeleton

_LARGEST_TURN = 1.8  # the most that looking asks of a spine in all [rad]


@dataclass(frozen=True, eq=False)
class Swings:
    """Idle motion of M joints: size * sin(2 pi rate t + phase) about an axis, more for a near target.

    axes: (M, 3) rest-world. sizes, phases: (M,) [rad]. rates: (M,) [Hz].
    excited: (M,) extra share of the size when the target is at the nose.
    """

    axes: Floats
    sizes: Floats
    rates: Floats
    phases: Floats
    excited: Floats


@dataclass(frozen=True, eq=False)
class FollowRig:
    """The parts of a character that follow the pointer. Axes are those of the world in the rest pose.

    local_from_axes: (J, 4) rest local rotation times the inverse of the rest world rotation.
    movers: (M,) joints that take part in looking or swing idly.
    shares: (M, 4) of yaw, pitch, lean and stretch.
    period: After how many seconds idle motion repeats [s].
    bases, middles, ends: (L,) joints of each limb, bent in the middle; above_...: (L,) their parents.
    bends, rest_angles: (L, 3) axis about which a limb closes, and (L,) how far it is closed at rest [rad].
    shift, crouch: How far the hips go towards the target, and hang below rest to give legs slack [m].
    """

    skeleton: Skeleton
    rest_locals: Floats
    rest_worlds: Floats
    rest_places: Floats
    local_from_axes: Floats
    movers: Ints
    shares: Floats
    swings: Swings
    period: float
    breath_rate: float
    bases: Ints
    middles: Ints
    ends: Ints
    above_bases: Ints
    above_middles: Ints
    above_ends: Ints
    sides: Ints
    planted: np.ndarray
    reaching: np.ndarray
    bends: Floats
    rest_angles: Floats
    upper_lengths: Floats
    lower_lengths: Floats
    limb_lengths: Floats
    eyes: Ints
    lids: Ints
    above_eyes: Ints
    gaze_place: Floats
    size: float
    shift: float
    crouch: float


def follow_rig(character: Character, period: float) -> FollowRig:
    """Reads everything about a character that does not change from pose to pose.

    period: After how many seconds all idle motion repeats.
    """
    world = forward_kinematics(character.rest)
    places, parents = world.positions, character.skeleton.parents
    head = _head(character, places)
    rows, bends = _limbs(character, places)
    bases, middles, ends, sides, planted, reaching = np.array(rows, dtype=np.int64).reshape(-1, 6).T
    axes = np.array(bends).reshape(-1, 3)
    eyes, lids = _eyes(character).T
    upper = np.linalg.norm(places[middles] - places[bases], axis=1)
    lower = np.linalg.norm(places[ends] - places[middles], axis=1)
    stand = planted == 1
    reach = float(np.min((upper + lower)[stand], initial=np.inf))
    slack = reach if np.isfinite(reach) else 0.0
    crouch = 0.05 * slack
    play = _play(places[ends] - places[bases], upper + lower, crouch)
    turns = _turns(character, head, places, bases[stand], play[stand])
    swings = _swings(character, period)
    movers = np.flatnonzero(turns.any(axis=1) | (swings[:, 3] != 0))
    low, high = _extent(character, world)
    return FollowRig(
        skeleton=character.skeleton,
        rest_locals=character.rest.rotations,
        rest_worlds=world.rotations,
        rest_places=places,
        local_from_axes=quat_multiply(character.rest.rotations, quat_conjugate(world.rotations)),
        movers=movers,
        shares=turns[movers],
        swings=Swings(swings[movers, :3], *swings[movers, 3:].T),
        period=period,
        breath_rate=_whole_rate(0.3, period),
        bases=bases,
        middles=middles,
        ends=ends,
        above_bases=parents[bases],
        above_middles=parents[middles],
        above_ends=parents[ends],
        sides=sides,
        planted=stand,
        reaching=reaching == 1,
        bends=axes,
        rest_angles=_angles(places[middles] - places[bases], places[ends] - places[middles], axes),
        upper_lengths=upper,
        lower_lengths=lower,
        limb_lengths=upper + lower,
        eyes=eyes,
        lids=lids,
        above_eyes=parents[eyes],
        gaze_place=_gaze_place(character, places, head, eyes),
        size=max(high - low, 1e-3),
        shift=float(np.min(0.6 * play[stand], initial=0.22 * slack)),
        crouch=crouch,
    )


def _with_cap(character: Character, cap: Cap) -> list[int]:
    return [joint for joint, body in enumerate(character.bodies) if cap in body.caps]


def _head(character: Character, places: Floats) -> int:
    """The joint that looks: a head, else the highest end of the spine, else the root."""
    heads = _with_cap(character, Cap.HEAD) or _with_cap(character, Cap.SPINE)
    return max(heads, key=lambda joint: (places[joint, 1], -joint)) if heads else 0


def _extent(character: Character, world: WorldTransforms) -> tuple[float, float]:
    """Lowest and highest point of the rest pose [m]."""
    boxes = np.array([body.box for body in character.bodies])
    corners = np.stack(
        [boxes[:, [i, j, k], [0, 1, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)], axis=1
    )
    heights = [world.positions[:, 1:2] + quat_rotate(world.rotations[:, None], corners)[..., 1]]
    heights += [skin.mesh.vertices[:, 1:2] for skin in character.skins]
    return min(float(h.min()) for h in heights), max(float(h.max()) for h in heights)


def _eyes(character: Character) -> np.ndarray:
    """(E, 2) every eye that is a joint of its own, with its lid."""
    skeleton = character.skeleton
    rows = []
    for eye in _with_cap(character, Cap.EYE):
        if eye == 0 or skeleton.children[eye] or Cap.HEAD in character.bodies[eye].caps:
            continue
        lid = skeleton.names[eye] + EYELID_SUFFIX
        rows.append((eye, skeleton.index(lid) if lid in skeleton else -1))
    return np.array(rows, dtype=np.int64).reshape(-1, 2)


def _gaze_place(character: Character, places: Floats, head: int, eyes: Ints) -> Floats:
    if len(eyes):
        return places[eyes].mean(axis=0)
    box = character.bodies[head].box
    return places[head] + np.array([0.0, 0.5 * (box[0, 1] + box[1, 1]), 0.0])


def _limbs(character: Character, places: Floats) -> tuple[list[tuple[int, ...]], list[Floats]]:
    """Every foot and grasper at the end of two or more limb joints, as two pieces with a bend between."""
    limbs, bends, used = [], [], set()
    for end in range(len(character.skeleton)):
        caps = character.bodies[end].caps
        chain = _limb_above(character, end)
        if not caps & {Cap.FOOT, Cap.GRASPER} or len(chain) < 2 or chain[0] in used or chain[0] == 0:
            continue
        base = chain[0]
        middle = min(
            chain[1:], key=lambda j, b=base, e=end: (abs(_span(places, b, j) - _span(places, j, e)), j)
        )
        if min(_span(places, base, middle), _span(places, middle, end)) < 1e-6:
            continue
        used.add(base)
        planted = Cap.FOOT in caps
        side = int(character.symmetry.sides[base])
        limbs.append((base, middle, end, side, int(planted), int(Cap.GRASPER in caps)))
        bends.append(_bend_axis(places, base, middle, end, planted))
    return limbs, bends


def _limb_above(character: Character, end: int) -> list[int]:
    """The limb joints that lead to `end`, from the body outwards, `end` not included."""
    chain = []
    joint = int(character.skeleton.parents[end])
    while joint >= 0 and character.bodies[joint].caps & {Cap.LIMB, Cap.WING}:
        chain.append(joint)
        joint = int(character.skeleton.parents[joint])
    return chain[::-1]


def _span(places: Floats, first: int, second: int) -> float:
    return float(np.linalg.norm(places[second] - places[first]))


def _bend_axis(places: Floats, base: int, middle: int, end: int, planted: bool) -> Floats:
    """Axis about which the lower piece closes on the upper: as at rest, else knees ahead, elbows back."""
    a, b = places[middle] - places[base], places[end] - places[middle]
    axis = np.cross(a, b)
    size = float(np.linalg.norm(axis))
    if size > 0.03 * np.linalg.norm(a) * np.linalg.norm(b):
        return axis / size
    axis = np.cross(a, [0.0, 0.0, -1.0 if planted else 1.0])
    size = float(np.linalg.norm(axis))
    return axis / size if size > 1e-9 * np.linalg.norm(a) else np.array([1.0, 0.0, 0.0])


def _angles(a: Floats, b: Floats, axes: Floats) -> Floats:
    """(L,) angle from a to b about each axis [rad]."""
    return np.arctan2(np.einsum("li,li->l", np.cross(a, b), axes), np.einsum("li,li->l", a, b))


def _play(legs: Floats, lengths: Floats, crouch: float) -> Floats:
    """(L,) how far a limb's base may go sideways before the limb is stretched, once the hips have sunk [m].

    legs: (L, 3) from base to end at rest.
    """
    sideways = np.hypot(legs[:, 0], legs[:, 2])
    height = np.abs(legs[:, 1]) - crouch
    return np.maximum(np.sqrt(np.maximum((0.999 * lengths) ** 2 - height**2, 0.0)) - sideways, 0.0)


def _turns(character: Character, head: int, places: Floats, legs: Ints, play: Floats) -> Floats:
    """(J, 4) each joint's share of yaw, pitch, lean, stretch; along the spine yaw and pitch sum to one.

    legs, play: Bases of planted limbs, and how far each may move [m].
    """
    skeleton = character.skeleton
    turns = np.zeros((len(skeleton), 4))
    chain = [joint for joint in skeleton.chain(head) if joint != 0]
    if not chain:
        return turns
    carried = np.array([np.isin(legs, skeleton.descendants(joint)) for joint in chain]).reshape(
        len(chain), -1
    )
    carries = carried.any(axis=1)
    shares = np.arange(1.0, len(chain) + 1) ** 1.2
    shares /= shares.sum()
    if carries.any() and not carries.all():
        levers = np.linalg.norm(places[legs] - places[chain][:, None], axis=2) * carried
        moved = _LARGEST_TURN * (shares @ levers)
        allowed = min(1.0, float(np.min(0.35 * play / np.maximum(moved, 1e-9), initial=1.0, where=moved > 0)))
        shares[carries] *= allowed
        shares[~carries] *= (1.0 - shares[carries].sum()) / shares[~carries].sum()
    turns[chain, 0] = turns[chain, 1] = shares
    turns[chain, 2] = np.where(carries, 0.05, 1.0) / len(chain)
    turns[head, 2] = -0.1
    if len(legs):
        turns[0, 0], turns[0, 2] = (0.02, 0.02) if carries.any() else (0.08, 0.12)
    if (
        Cap.FOOT in character.bodies[0].caps and len(chain) >= 3
    ):  # no legs: the spine itself crouches and rises
        turns[chain[:3], 3] = 0.4, -0.8, 0.4
    return turns


def _swings(character: Character, period: float) -> Floats:
    """(J, 7) idle motion per joint: axis, size, rate, phase, excited (see Swings)."""
    skeleton = character.skeleton
    swings = np.zeros((len(skeleton), 7))
    for joint, body in enumerate(character.bodies):
        side = float(character.symmetry.sides[joint]) or 1.0
        depth = float(skeleton.depths[joint])
        if Cap.TAIL in body.caps:
            swings[joint] = (0, 1, 0, 0.09, _whole_rate(0.8, period), -0.7 * depth, 1.5)
        elif Cap.EAR in body.caps:
            swings[joint] = (0, 0, 1, 0.05 * side, _whole_rate(0.5, period), 0.4 * depth, 1.0)
        elif Cap.WING in body.caps and Cap.WING not in _parent_caps(character, joint):
            swings[joint] = (0, 0, 1, 0.06 * side, _whole_rate(1.4, period), -0.5 * depth, 1.6)
        elif Cap.SPINE in body.caps:
            swings[joint] = (1, 0, 0, 0.014, _whole_rate(0.3, period), 0.5 * depth, 0.0)
        elif Cap.HEAD in body.caps:
            swings[joint] = (0, 0, 1, 0.03, _whole_rate(0.17, period), 0.0, 0.0)
        elif Cap.LIMB in body.caps and Cap.LIMB not in _parent_caps(character, joint):
            swings[joint] = (0, 0, 1, 0.03 * side, _whole_rate(0.3, period), -0.6, 0.0)
    return swings


def _parent_caps(character: Character, joint: int) -> frozenset[Cap]:
    parent = int(character.skeleton.parents[joint])
    return character.bodies[parent].caps if parent >= 0 else frozenset()


def _whole_rate(rate: float, period: float) -> float:
    """The nearest rate [Hz] that repeats within the period."""
    return max(1, round(rate * period)) / period
