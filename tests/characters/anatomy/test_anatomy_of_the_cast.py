"""What the cast's makers said of each joint, guessing must find again: with the names and without them."""

import numpy as np
import pytest

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.characters.cast import CAST, character
from kinegraph.core.body import Body, Cap
from kinegraph.core.character import Character
from kinegraph.core.skeleton import Skeleton

LIMBED = ("bear", "figure", "dog", "bird", "lizard", "mouse", "spider", "stick")


def stripped(made: Character, named: bool) -> Character:
    """The same rig and shape without its anatomy, and, where asked, without its names."""
    old = made.skeleton
    names = old.names if named else tuple(f"joint_{j}" for j in range(len(old)))
    skeleton = Skeleton(names, old.parents, old.offsets, old.rest_rotations, old.end_joints, old.end_offsets)
    return Character("someone", skeleton, tuple(Body(meshes=body.meshes) for body in made.bodies), made.skins)


def having(bodies: tuple[Body, ...], cap: Cap) -> set[int]:
    return {joint for joint, body in enumerate(bodies) if cap in body.caps}


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("name", CAST)
def test_symmetry_of_the_cast_is_found_again(name: str, named: bool) -> None:
    made = character(name)
    found = guess_anatomy(stripped(made, named)).symmetry
    np.testing.assert_array_equal(found.mirror, made.symmetry.mirror)
    np.testing.assert_array_equal(found.sides, made.symmetry.sides)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("name", LIMBED)
def test_feet_of_the_cast_are_found_again(name: str, named: bool) -> None:
    made = character(name)
    found = guess_anatomy(stripped(made, named)).bodies
    assert having(found, Cap.FOOT) == having(made.bodies, Cap.FOOT)


@pytest.mark.parametrize("name", LIMBED)
def test_heads_and_roots_of_the_cast_are_found_again(name: str) -> None:
    made = character(name)
    found = guess_anatomy(stripped(made, named=True)).bodies
    assert having(found, Cap.HEAD) == having(made.bodies, Cap.HEAD)
    assert having(found, Cap.ROOT) == having(made.bodies, Cap.ROOT)


@pytest.mark.parametrize("name", ["bear", "figure", "dog", "lizard", "mouse"])
def test_names_alone_give_all_the_caps_their_makers_gave(name: str) -> None:
    made = character(name)
    found = guess_anatomy(stripped(made, named=True)).bodies
    assert [body.caps for body in found] == [body.caps for body in made.bodies]
