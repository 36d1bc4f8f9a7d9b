"""Which joints correspond: guessed between naming schools and without names; as a file to correct."""

import pytest
from tests.characters.anatomy.anatomy_samples import (
    BIPED,
    SCHOOLS,
    biped,
    nameless,
    quadruped,
    rig,
    school_names,
    tripod,
)

from kinegraph.characters.onto.body_chains import body_chains
from kinegraph.characters.onto.joint_mapping import JointMapping, JointPair, guess_mapping
from kinegraph.characters.onto.mapping_file import mapping_from_text, mapping_text
from kinegraph.core.character import Character
from kinegraph.core.errors import FormatError, InvalidValue

SOURCE = biped()


@pytest.mark.parametrize("school", SCHOOLS)
def test_every_joint_of_another_school_is_found(school: str) -> None:
    mapping = guess_mapping(body_chains(SOURCE), body_chains(biped(school_names(school))))
    assert mapping.source_of == {joint: joint for joint in range(len(BIPED))}
    assert not mapping.unsure


def test_a_turned_body_without_names_is_mapped_by_its_shape() -> None:
    target = biped(nameless(len(BIPED)), turned=70.0)
    mapping = guess_mapping(body_chains(SOURCE), body_chains(target))
    wrong = {BIPED[a]: BIPED[b] for a, b in mapping.source_of.items() if a != b}
    assert wrong == {}
    assert len(mapping.pairs) >= 17
    assert max(pair.confidence for pair in mapping.pairs) < 0.9


def test_front_legs_follow_arms_and_are_unsure() -> None:
    animal = quadruped()
    mapping = guess_mapping(body_chains(SOURCE), body_chains(animal)).source_of
    followed = {joint: BIPED[source] for joint, source in mapping.items()}
    assert {followed[7].split()[1], followed[10].split()[1]} == {"hand"}
    assert {followed[13].split()[1], followed[16].split()[1]} == {"foot"}
    assert followed[7].split()[0] == "left"
    pairs = guess_mapping(body_chains(SOURCE), body_chains(animal)).pairs
    assert {pair.confidence for pair in pairs if pair.target in (7, 10, 13, 16)} == {0.4}


def with_fingers(beside: bool) -> Character:
    """A biped with three fingers on each hand; two of them on the hand, or beside it on the forearm."""
    base = biped().skeleton
    names, parents, offsets = list(base.names), base.parents.tolist(), base.offsets.tolist()

    def grow(name: str, parent: int, place: list[float]) -> int:
        names.append(name)
        parents.append(parent)
        offsets.append(place)
        return len(names) - 1

    for side, sign in (("left", 1), ("right", -1)):
        hand = names.index(f"{side} hand")
        arm = parents[hand]
        middle = grow(f"{side} middle 1", hand, [sign * 0.08, 0.0, 0.0])
        grow(f"{side} middle 2", middle, [sign * 0.03, 0.0, 0.0])
        palm = grow(f"{side} palm", arm, [sign * 0.25, 0.0, 0.03]) if beside else hand
        index = grow(f"{side} index 1", palm, [sign * 0.08, 0.0, 0.01])
        grow(f"{side} index 2", index, [sign * 0.03, 0.0, 0.0])
        thumb = arm if beside else hand
        grow(f"{side} thumb 1", thumb, [sign * (0.27 if beside else 0.02), 0.0, 0.04])
    return rig(names, parents, offsets)


def test_fingers_beside_the_hand_follow_fingers_and_what_carries_them_follows_the_hand() -> None:
    source, target = with_fingers(False), with_fingers(True)
    found = guess_mapping(body_chains(source), body_chains(target)).source_of
    named = {target.skeleton.names[a]: source.skeleton.names[b] for a, b in found.items()}
    for side in ("left", "right"):
        for part in ("hand", "thumb 1", "index 1", "index 2", "middle 1", "middle 2"):
            assert named[f"{side} {part}"] == f"{side} {part}"
        assert named[f"{side} palm"] == f"{side} hand"


def test_the_same_names_are_certain() -> None:
    pairs = guess_mapping(body_chains(SOURCE), body_chains(biped(turned=90.0))).pairs
    assert {pair.confidence for pair in pairs} == {1.0}


def test_bodies_with_too_little_in_common_are_refused() -> None:
    from tests.characters.anatomy.anatomy_samples import rig

    lamp = rig(["base", "rod"], [-1, 0], [[0, 0, 0], [0, 0.3, 0]], [(1, (0, 0.3, 0))])
    with pytest.raises(InvalidValue, match="too little in common"):
        guess_mapping(body_chains(SOURCE), body_chains(lamp))


def test_a_lopsided_body_gets_a_mapping_without_repeats() -> None:
    mapping = guess_mapping(body_chains(SOURCE), body_chains(tripod()))
    assert len(mapping.source_of) == len(mapping.pairs) >= 3


def test_a_file_reads_back_with_its_corrections() -> None:
    target = biped(school_names("mixamo")).skeleton
    mapping = guess_mapping(body_chains(SOURCE), body_chains(biped(school_names("mixamo"))))
    text = mapping_text(mapping, SOURCE.skeleton, target)
    assert "% sure" in text
    again = mapping_from_text(text, "m.yaml", SOURCE.skeleton, target)
    assert again.source_of == mapping.source_of
    assert {pair.confidence for pair in again.pairs} == {1.0}
    changed = text.replace('"mixamorig:Head": "head"', '"mixamorig:Head": null')
    assert 4 not in mapping_from_text(changed, "m.yaml", SOURCE.skeleton, target).source_of


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("kinegraph mapping", "something"), "is not a mapping"),
        (("version: 1", "version: 7"), "reads version 1"),
        (('"Hips"', '"Hipps"'), "'Hipps'"),
        ((': "hips"', ': "hipps"'), "'hipps'"),
        (("joints:", "bones:"), "bones"),
        (("joints:", "joints: ["), "m.yaml"),
        (("", ""), None),
    ],
)
def test_a_wrong_file_gets_a_sentence(change: tuple[str, str], reason: str | None) -> None:
    names = tuple(name.replace("mixamorig:", "") for name in school_names("mixamo"))
    target = biped(names)
    text = mapping_text(
        guess_mapping(body_chains(SOURCE), body_chains(target)), SOURCE.skeleton, target.skeleton
    )
    if reason is None:
        empty = "format: kinegraph mapping\nversion: 1\njoints: {}\n"
        with pytest.raises(FormatError, match="would not move"):
            mapping_from_text(empty, "m.yaml", SOURCE.skeleton, target.skeleton)
        return
    with pytest.raises(FormatError, match=reason):
        mapping_from_text(text.replace(*change, 1), "m.yaml", SOURCE.skeleton, target.skeleton)


def test_one_joint_cannot_follow_two() -> None:
    with pytest.raises(InvalidValue, match="only one"):
        JointMapping((JointPair(1, 2), JointPair(1, 3)))
