"""What edits do to records, where the document and the socket play no part."""

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from samples_of_records import BLOBS, a_character

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.records import Record


def a_row(heights: list[float]) -> list[float]:
    """Where characters of these heights [m] come to stand, added one after the other."""
    records: dict[str, Record] = {}
    for index, height in enumerate(heights):
        someone = replace(a_character(f"c{index}"), height=height)
        changes = edits.add(records, EditKind.ADD_CHARACTER.of(), [someone], BLOBS).changes
        records |= {id: record for id, record in changes.items() if record is not None}
    return [place.position[0] for place in edits.stage_of(records).placements]


def test_newcomers_stand_right_and_left_of_the_middle() -> None:
    assert a_row([1.0] * 5) == [0.0, 1.0, -1.0, 2.0, -2.0]


@pytest.mark.parametrize("heights", [[1.0, 5.0, 1.0], [4.0, 0.3, 1.7, 3.0], [1.8, 1.7, 1.6, 1.9]])
def test_no_character_stands_in_another(heights: Any) -> None:
    row = sorted(zip(a_row(heights), heights, strict=True))
    for (left, a), (right, b) in pairwise(row):
        assert right - left >= 0.45 * (a + b) - 1e-6


def test_a_place_that_became_free_is_taken_again() -> None:
    records: dict[str, Record] = {}
    for id in ("c1", "c2", "c3"):
        records |= edits.add(records, EditKind.ADD_CHARACTER.of(), [a_character(id)], BLOBS).changes  # type: ignore[arg-type]
    for id, record in edits.remove(records, "c1").changes.items():
        records.pop(id) if record is None else records.update({id: record})
    newcomer = edits.add(records, EditKind.ADD_CHARACTER.of(), [a_character("c4")], BLOBS)
    assert edits.stage_of(newcomer.changes).placements[-1].position == (0.0, 0.0, 0.0)  # type: ignore[arg-type]


@pytest.mark.parametrize("x", [1e308, float("nan"), float("inf"), -10_001.0])
def test_no_character_is_put_out_of_sight(x: float) -> None:
    with pytest.raises(InvalidValue, match="within 10 km"):
        edits.add({}, EditKind.ADD_CHARACTER.of(), [a_character("c1")], BLOBS, position=(x, 0.0, 0.0))


def test_a_partner_that_is_no_joint_is_named() -> None:
    someone = a_character("c1")
    partners = [10**30, *range(1, len(someone.joints))]
    with pytest.raises(InvalidValue, match=f"Joint {10**30} does not exist"):
        edits.set_mirror_pairs({"c1": someone}, "c1", partners)


def test_a_record_that_is_gone_is_reported_without_its_id() -> None:
    error = edits.UnknownRecord("c-f3fb1b01ee04", "character")
    assert str(error).startswith("This character is no longer in the document.")
    assert error.id not in str(error)
