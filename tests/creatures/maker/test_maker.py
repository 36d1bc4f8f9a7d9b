"""Plans become creatures that stand, whole and symmetric where their maker left them so."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.creatures.made_creatures import made

from kinegraph.core.body import Cap
from kinegraph.core.errors import InvalidValue, KinegraphError, UnknownName
from kinegraph.core.mirror import REFLECT
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.creature_plan import (
    BodyPart,
    Coat,
    CreaturePlan,
    Limb,
    Seat,
    SpinePoint,
)
from kinegraph.creatures.maker.maker import (
    body_plan,
    character_from_creature_plan,
    creature_from_plan,
    seat_near,
)
from kinegraph.creatures.maker.parts_palette import PARTS, PartGroup

TORSO = (SpinePoint((0, 0.5, -0.3), 0.12), SpinePoint((0, 0.55, 0.0), 0.15), SpinePoint((0, 0.6, 0.3), 0.1))


def _plan(limbs: Any = (), parts: Any = (), **options: Any) -> CreaturePlan:
    return CreaturePlan("thing", TORSO, 4, tuple(limbs), tuple(parts), **options)


def _leg(end: str, **options: Any) -> Limb:
    return Limb(
        "leg",
        Seat("spine", 0.5, (1, -0.6, 0)),
        ((0, -0.2, 0.1), (0, -0.5, 0)),
        (0.05, 0.04, 0.03),
        end,
        **options,
    )


def _head() -> BodyPart:
    return BodyPart("head", "round head", Seat("spine", 1.0, (0, 0.5, 1)), 0.15)


@pytest.mark.parametrize("foot", [name for name, kind in PARTS.items() if kind.group is PartGroup.FOOT])
def test_every_kind_of_foot_stands_on_the_ground(foot: str) -> None:
    creature = creature_from_plan(_plan([_leg(foot)]), skin=False)
    assert len(creature.legs) == 2
    for leg in creature.legs:
        assert creature.rest_handles[leg.foot, 1] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("kind", [name for name, kind in PARTS.items() if not kind.on_limbs])
def test_every_part_of_the_palette_has_its_cap(kind: str) -> None:
    group = PARTS[kind].group
    head = [] if group is PartGroup.HEAD else [_head()]
    part = BodyPart("thing", kind, Seat("head" if head else "spine", 1.0, (0.4, 0.3, 1)), 0.05)
    creature = creature_from_plan(_plan(parts=[*head, part]), skin=False)
    cap = {PartGroup.HORN: Cap.EAR if kind == "antenna" else Cap.SPIKE}.get(group) or Cap(group)
    assert len(creature.bodies_with(cap)) == 2


@pytest.mark.parametrize("kind", [name for name, kind in PARTS.items() if kind.on_limbs])
def test_every_limb_end_has_its_cap_and_a_skin(kind: str) -> None:
    character = character_from_creature_plan(_plan([_leg(kind)]))
    assert any(Cap(PARTS[kind].group) in body.caps for body in character.bodies)
    assert np.isfinite(character.skins[0].mesh.vertices).all()


def test_dragging_the_torso_up_makes_longer_legs_not_a_creature_in_the_air() -> None:
    high = tuple(SpinePoint((0, point.place[1] + 0.4, point.place[2]), point.radius) for point in TORSO)
    low, tall = (
        creature_from_plan(CreaturePlan("x", spine, 4, (_leg("paw"),)), skin=False) for spine in (TORSO, high)
    )
    assert tall.legs[0].length > low.legs[0].length + 0.3
    assert tall.rest_handles[tall.legs[0].foot, 1] == pytest.approx(0.0, abs=1e-9)


def test_one_without_feet_lies_on_its_belly() -> None:
    creature = creature_from_plan(_plan(), skin=False)
    assert creature.bounds[0, 1] == pytest.approx(0.0, abs=0.03)
    assert creature.character.contacts


def test_a_torso_below_the_ground_is_lifted_out_of_it() -> None:
    sunk = tuple(SpinePoint((0, point.place[1] - 3, point.place[2]), point.radius) for point in TORSO)
    creature = creature_from_plan(CreaturePlan("x", sunk, 4, (_leg("paw"),)), skin=False)
    assert creature.bounds[0, 1] > -0.03


def test_the_eyes_of_a_head_on_one_side_sit_on_both_sides_of_it() -> None:
    neck = Limb("neck", Seat("spine", 1.0, (1, 0.5, 0)), ((0.1, 0.2, 0),), (0.05, 0.05))
    head = BodyPart("head", "round head", Seat("neck", 1.0, (0, 0.5, 1)), 0.12)
    eye = BodyPart("eye", "round eye", Seat("head", 1.0, (0.5, 0.2, 0.8)), 0.03)
    creature = creature_from_plan(_plan([neck], [head, eye]), skin=False)
    eyes = creature.bodies_with(Cap.EYE)
    assert len(creature.bodies_with(Cap.HEAD)) == 2
    assert len(eyes) == 4
    left = creature.rest_positions[[b for b in eyes if creature.rest_positions[b, 0] > 0], 0]
    head = creature.character.skeleton.index("left_head")
    middle = creature.character.bodies[head].box.mean(axis=0)[0] + creature.rest_positions[head, 0]
    assert left.mean() == pytest.approx(middle, abs=1e-3)


def test_a_skin_changes_nothing_for_motion() -> None:
    plan = generate(3)
    bare, dressed = creature_from_plan(plan, skin=False), creature_from_plan(plan)
    assert bare.character.skeleton == dressed.character.skeleton
    assert bare.caps == dressed.caps
    for name in ("bounds", "handles", "limb_lengths", "rest_positions", "spine_of"):
        assert np.array_equal(getattr(bare, name), getattr(dressed, name)), name


@pytest.mark.parametrize(("radius", "length"), [(30.0, 0.1), (0.001, 50.0), (5.0, 300.0)])
def test_absurd_proportions_still_get_a_skin_of_bounded_size(radius: float, length: float) -> None:
    spine = (SpinePoint((0, 0.5, 0), radius), SpinePoint((0, 0.5, length), 0.01))
    character = character_from_creature_plan(CreaturePlan("absurd", spine, 3, (_leg("hand"),), (_head(),)))
    vertices = character.skins[0].mesh.vertices
    assert np.isfinite(vertices).all()
    assert 100 < len(vertices) < 80_000


def test_a_part_put_down_where_one_sits_gets_its_seat() -> None:
    plan = _plan(
        [_leg("paw")], [_head(), BodyPart("eye", "round eye", Seat("head", 1.0, (0.5, 0.2, 0.8)), 0.03)]
    )
    eye = next(eye for eye in body_plan(plan, trimmed=False).eyes if eye.name == "left_eye")
    outward = np.array([0.5, 0.2, 0.8]) / np.linalg.norm([0.5, 0.2, 0.8])
    seat = seat_near(plan, tuple(eye.center + 0.42 * 0.03 * outward))
    assert seat.on == "head"
    assert np.array(seat.toward) == pytest.approx(outward, abs=1e-6)


@given(st.integers(0, 80))
def test_a_symmetric_plan_makes_a_symmetric_creature(seed: int) -> None:
    creature = made(seed)
    if any(
        not piece.mirrored and piece.seat.toward[0]
        for piece in (*generate(seed).limbs, *generate(seed).parts)
    ):
        return  # one that is lopsided on purpose
    symmetry = creature.character.symmetry
    image = creature.rest_handles[symmetry.mirror] * REFLECT
    assert image == pytest.approx(creature.rest_handles, abs=1e-12)


@pytest.mark.parametrize(
    "make",
    [
        lambda: _plan([_leg("nose")]),
        lambda: _plan([_leg("smile")]),
        lambda: _plan([_leg("paw"), _leg("paw")]),
        lambda: _plan(parts=[BodyPart("x", "paw", Seat(), 0.1)]),
        lambda: _plan(parts=[BodyPart("x", "smile", Seat("head"), 0.1)]),
        lambda: _plan(parts=[BodyPart("left_x", "smile", Seat(), 0.1)]),
        lambda: _plan(
            [Limb("a", Seat("b"), ((0, 1, 0),), (1, 1)), Limb("b", Seat("a"), ((0, 1, 0),), (1, 1))]
        ),
        lambda: _plan(coat=Coat(skin="green")),
        lambda: _plan(coat=Coat(pattern="tartan")),
        lambda: SpinePoint((0, float("nan"), 0), 0.1),
        lambda: SpinePoint((0, 0, 0), 0.0),
        lambda: Seat(toward=(0, 0, 0)),
        lambda: Seat(at=1.5),
        lambda: CreaturePlan("x", TORSO[:1]),
    ],
)
def test_a_plan_that_cannot_be_made_is_refused(make: Any) -> None:
    with pytest.raises((InvalidValue, UnknownName)) as error:
        make()
    assert isinstance(error.value, KinegraphError)
