"""Contexts are values: they compare, join, and survive JSON and sentences."""

import msgspec
import pytest
from hypothesis import given
from tests.creatures.any_context import contexts

from kinegraph.core.body import Cap
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.creatures.animation.context import (
    Context,
    Place,
)
from kinegraph.creatures.animation.context_sentence import context_from_sentence, sentence


@given(contexts)
def test_a_context_survives_json(context: Context) -> None:
    assert msgspec.json.decode(msgspec.json.encode(context), type=Context) == context


@given(contexts)
def test_a_context_survives_its_sentence(context: Context) -> None:
    assert context_from_sentence(sentence(context)) == context


@given(contexts)
def test_mirroring_a_context_twice_gives_it_back(context: Context) -> None:
    assert context.mirrored().mirrored() == context


@given(contexts)
def test_joining_a_context_with_itself_changes_nothing(context: Context) -> None:
    assert context & context == context


def test_the_order_of_zones_does_not_matter() -> None:
    one = Context(Cap.GRASPER).within("left").within("front", setspace=True)
    other = Context(Cap.GRASPER).within("front", setspace=True).within("left").within("left")
    assert one == other
    assert hash(one) == hash(other)


def test_a_sentence_reads_as_people_write_it() -> None:
    context = Context(Cap.GRASPER).within("left").within("front", setspace=True).most("front")
    assert sentence(context) == "graspers at the front of the set, on the left, front-most"


def test_plain_words_are_read_too() -> None:
    wanted = Context(Cap.FOOT).within("left").most("back").spine_segment()
    assert context_from_sentence(" FOOT, left,  back-most, spine segment ") == wanted


@pytest.mark.parametrize("text", ["", "hand, left", "graspers, leftish", "graspers, left-most, right-most"])
def test_a_sentence_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises((UnknownName, InvalidValue)):
        context_from_sentence(text)


def test_two_types_cannot_be_joined() -> None:
    with pytest.raises(InvalidValue, match="two types"):
        _ = Context(Cap.GRASPER) & Context(Cap.FOOT)


def test_an_extent_is_never_a_centre_place() -> None:
    with pytest.raises(InvalidValue, match="not center"):
        Context(extent=Place.CENTER)


def test_an_unknown_place_is_named() -> None:
    with pytest.raises(UnknownName, match="front"):
        Context().within("fornt")
