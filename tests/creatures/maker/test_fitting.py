"""New pieces fit the body that they land on: a stated share of each sticks out, on bodies of any size."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from kinegraph.characters.body_plan import Bone
from kinegraph.core.arrays import Floats
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker import plan_edits
from kinegraph.creatures.maker.creature_plan import SPINE, CreaturePlan, Seat, SpinePoint
from kinegraph.creatures.maker.fitting import fitting_reach, fitting_size
from kinegraph.creatures.maker.handles import place_without
from kinegraph.creatures.maker.maker import assemble, seat_near
from kinegraph.creatures.maker.parts_palette import PARTS, PartGroup
from kinegraph.creatures.maker.pieces import Pieces
from kinegraph.creatures.maker.seats import as_vector, unit

LEAST_HEAD = 0.45  # share of a head's diameter, off the body, that sticks out of it
LEAST_PART = 0.3  # share of the surface of any other part; eyes are set in
LEAST_MOUTH = 0.04  # height of a mouth over the skin, in its size: lips are thin lines, the jaw is inside
BODIES = ((0.02, "tapered"), (0.15, "round"), (3.0, "long"))  # radius [m] and shape of a bare torso
PLACES = {"front": (0.0, 0.4, 1.0), "top": (0.0, 1.0, 0.0), "side": (1.0, 0.2, 0.1), "back": (0.0, 0.2, -1.0)}
SKIN_PARTS = [name for name, kind in PARTS.items() if not kind.on_limbs and kind.group is not PartGroup.HEAD]
HEADS = [name for name, kind in PARTS.items() if kind.group is PartGroup.HEAD]


def _torso(radius: float, shape: str) -> CreaturePlan:
    """A bare torso. shape: "round" (as thick as long), "long", or "tapered" with a broad middle."""
    length = {"round": 1.0, "long": 8.0, "tapered": 4.0}[shape] * radius
    thick = {"round": (1.0, 1.0, 1.0), "long": (1.0, 1.0, 1.0), "tapered": (0.4, 1.0, 0.5)}[shape]
    return CreaturePlan(
        "torso",
        tuple(
            SpinePoint((0.0, 0.0, share * length), part * radius, 1.3 if shape == "tapered" else 1.0)
            for share, part in zip((-0.5, 0.0, 0.5), thick, strict=True)
        ),
        4,
    )


def _put(plan: CreaturePlan, kind: str, toward: tuple[float, float, float]) -> tuple[CreaturePlan, Seat]:
    """A part dropped on the skin in a direction from the torso's middle, in the size that fits."""
    made = assemble(plan)
    middle = made.spine.points.mean(axis=0)
    length = float(np.ptp(made.spine.points[:, 2])) + 2.0 * float(made.spine.radii.max())
    seat = seat_near(plan, tuple((middle + length * unit(toward)).tolist()))
    return plan_edits.add_part(plan, kind, seat, fitting_size(plan, kind, seat)), seat


def _depth(bones: list[Bone], points: Floats) -> Floats:
    """(N,) how deep points (N, 3) lie in the torso's flesh, negative outside [m]."""
    deepest = np.full(len(points), -np.inf)
    for bone in bones:
        assert bone.radii is not None
        scale = np.array(bone.section)
        head, tail, at = bone.head / scale, bone.tail / scale, points / scale
        way = tail - head
        share = np.clip((at - head) @ way / max(float(way @ way), 1e-18), 0.0, 1.0)
        radius = bone.radii[0] + share * (bone.radii[1] - bone.radii[0])
        deepest = np.maximum(deepest, radius - np.linalg.norm(at - head - share[:, None] * way, axis=1))
    return deepest


def _surface(pieces: Pieces, torso: int) -> Floats:
    """(N, 3) points on all that is to be seen of a creature's parts."""
    rng = np.random.default_rng(0)
    ball = rng.normal(size=(400, 3))
    ball /= np.linalg.norm(ball, axis=1, keepdims=True)
    found = [trimming.shape().vertices for trimming in pieces.trimmings]
    found += [blob.center + blob.radii * ball for blob in pieces.blobs]
    found += [eye.center + eye.radius * ball for eye in pieces.eyes]
    for bone in pieces.bones[torso:]:
        if bone.radii is not None:
            section = np.array(bone.section)
            found += [
                bone.head + share * (bone.tail - bone.head) + radius * section * ball
                for share, radius in ((0.0, bone.radii[0]), (1.0, bone.radii[1]))
            ]
    return np.concatenate(found)


@pytest.mark.parametrize("kind", HEADS)
def test_a_head_sticks_out_of_any_torso(kind: str) -> None:
    for (radius, shape), toward in itertools.product(BODIES, PLACES.values()):
        plan, seat = _put(_torso(radius, shape), kind, toward)
        made = assemble(plan)
        anchor, head = made.carriers[seat.on].anchor(seat), made.carriers[plan.parts[0].name]
        reach = 1.0 / float(np.linalg.norm(anchor.outward / head.radii))  # type: ignore[union-attr]
        out = float((head.center - anchor.center) @ anchor.outward) + reach - anchor.radius  # type: ignore[union-attr]
        assert out / (2.0 * reach) >= LEAST_HEAD - 1e-9
        assert 0.5 * anchor.radius <= plan.parts[0].size <= 1.25 * radius


@pytest.mark.parametrize("kind", SKIN_PARTS)
def test_no_part_is_swallowed_by_the_torso(kind: str) -> None:
    ways = [PLACES["front"]] if PARTS[kind].group is PartGroup.MOUTH else PLACES.values()
    for (radius, shape), toward in itertools.product(BODIES, ways):
        bare = _torso(radius, shape)
        count = len(assemble(bare).pieces.bones)
        plan, seat = _put(bare, kind, toward)
        made = assemble(plan)
        points = _surface(made.pieces, count)
        depth = _depth(made.pieces.bones[:count], points)
        if PARTS[kind].group is PartGroup.MOUTH:
            assert -depth.min() >= LEAST_MOUTH * plan.parts[0].size, shape
        else:
            assert (depth < 0.0).mean() >= LEAST_PART, (shape, toward)
        assert 0.1 <= plan.parts[0].size / made.carriers[seat.on].anchor(seat).radius <= 0.5


def test_sizes_grow_with_the_body() -> None:
    seat = Seat("spine", 0.5, (0.0, 1.0, 0.0))
    small, large = _torso(0.05, "long"), _torso(0.5, "long")
    for kind in (*HEADS, *SKIN_PARTS):
        assert fitting_size(large, kind, seat) == pytest.approx(10.0 * fitting_size(small, kind, seat))
    assert fitting_reach(large, seat) == pytest.approx(10.0 * fitting_reach(small, seat))


def test_a_part_on_a_head_or_a_limb_fits_that_not_the_torso() -> None:
    plan = _torso(0.2, "long")
    plan = plan_edits.add_part(plan, "round head", Seat("spine", 1.0, (0.0, 0.3, 1.0)), 0.08)
    plan = plan_edits.add_limb(plan, "none", Seat("spine", 0.5, (1.0, 0.0, 0.0)), 0.3)
    on_head = fitting_size(plan, "round eye", Seat("round_head", 1.0, (0.4, 0.3, 1.0)))
    on_limb = fitting_size(plan, "horn", Seat("stalk", 0.5, (0.0, 1.0, 0.0)))
    assert 0.15 * 0.08 < on_head < 0.4 * 0.08
    assert on_limb < 0.05
    assert fitting_reach(plan, Seat("stalk", 1.0, (1.0, 0.0, 0.0))) == pytest.approx(0.6 * 0.3)
    assert fitting_reach(plan, Seat("round_head", 1.0, (0.0, 1.0, 0.0))) == pytest.approx(1.2 * 0.08)


@pytest.mark.parametrize("seed", [3, 5, 11, 12, 14])
def test_the_only_legs_stay_at_the_skin_where_a_hand_holds_them(seed: int) -> None:
    """Without its only legs a body lies lower: the seat nearest to their own place is still their own."""
    plan = generate(seed)
    (legs,) = [limb for limb in plan.limbs if limb.group is PartGroup.FOOT and limb.seat.on == SPINE]
    spine = assemble(plan).carriers[SPINE]
    place = as_vector(spine.anchor(legs.seat).surface)
    bare, there = place_without(plan, legs.name, place)
    found = spine.anchor(replace(legs.seat, at=seat_near(bare, there).at)).center
    radius = spine.anchor(legs.seat).radius
    assert np.linalg.norm(found - spine.anchor(legs.seat).center) < 0.35 * radius
