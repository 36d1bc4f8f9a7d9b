"""Broken and hostile BVH files: one sentence with the line, at once, in bounded memory."""

import tracemalloc

import pytest
from tests.formats.bvh.bvh_samples import WALKER

from kinegraph.core.errors import FormatError
from kinegraph.formats.bvh.file import bvh_from_bytes

HEAD, MOTION = WALKER.split(b"MOTION")


def refused(text: bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        bvh_from_bytes(text, "bad.bvh")
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (b"\x00\x01\x02\xff" * 300, 1, "begins with the word HIERARCHY"),
        (b"glTF\x02\x00\x00\x00", 1, "begins with the word HIERARCHY"),
        (b"HIERARCHY\n", 2, "no joints"),
        (b"HIERARCHY\nMOTION\n", 2, "no joints"),
        (b"HIERARCHY\nJOINT a\n{\n}\n", 2, "must stand inside a ROOT"),
        (b"HIERARCHY\nROOT a\n{\n\n", 5, "inside the joint 'a': a closing brace"),
        (b"HIERARCHY\nROOT a\n{\n}\n}\n", 5, "closing brace too many"),
        (b"HIERARCHY\nROOT a\nOFFSET 1 2 3\n", 3, "opening brace is missing"),
        (b"HIERARCHY\nROOT a\n{\nROOT b\n{\n}\n}", 4, "a ROOT stands inside the joint 'a'"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 1 2\n}\n", 5, "three numbers"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 1 2 nan\n}\n", 4, "'nan'"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 1 2 1e300\n}\n", 4, "'1e300'"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 1 2 3\nOFFSET 1 2 3\n}\n", 5, "two OFFSETs"),
        (b"HIERARCHY\nROOT a\n{\nCHANNELS 1 Zrotatoin\n}\n", 4, "did you mean Zrotation"),
        (b"HIERARCHY\nROOT a\n{\nCHANNELS 99999999999 Zrotation\n}\n", 4, "0 to 6 CHANNELS"),
        (b"HIERARCHY\nROOT a\n{\nCHANNELS 2 Xposition Xposition\n}\n", 4, "one position channel twice"),
        (b"HIERARCHY\nROOT a\n{\nCHANNELS 4" + b" Xrotation" * 4 + b"\n}\n", 4, "more than three rotation"),
        (b"HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation Yrotation\n}\n", 4, "not expected"),
        (b"HIERARCHY\nROOT a\n{\nEnd Site\n{\nJOINT b\n{\n}\n}\n}\n", 6, "must stand inside"),
        (b"HIERARCHY\nOFFSET 1 2 3\n", 2, "outside any joint"),
        (HEAD + b"MOTION" + MOTION.replace(b"92", b"nan"), 39, "'nan' is not a number"),
        (HEAD + b"MOTION" + MOTION.replace(b"92", b"-inf"), 39, "'-inf' is not a number"),
        (HEAD + b"MOTION" + MOTION.replace(b"92", b"9..2"), 39, "'9..2' is not a number"),
        (HEAD + b"MOTION" + MOTION.replace(b"92", b"1e13"), 39, "out of any range"),
        (HEAD + b"MOTION" + MOTION.replace(b"92", b"1e-999999999x"), 39, "is not a number"),
        (HEAD + b"MOTION" + MOTION.replace(b"92 ", b""), 39, "has 15 numbers for 16 channels"),
        (HEAD + b"MOTION" + MOTION.replace(b"92 ", b"92 92 "), 39, "has 17 numbers for 16 channels"),
        (HEAD + b"MOTION\nFrames: 2\nFrame Time: 0.1\n" + b"1 2 3\n" * 2, 38, "3 numbers for 16 channels"),
        (b"\xff\xfeH\x00I\x00", None, "UTF-16"),
    ],
)  # fmt: skip
def test_a_broken_file_is_reported_with_its_line(text: bytes, line: int | None, reason: str) -> None:
    error = refused(text)
    assert reason in error.reason
    assert error.line == line


def test_a_bomb_of_nested_joints_is_refused_at_a_bounded_depth() -> None:
    assert "nested more than" in refused(b"HIERARCHY\nROOT a\n{" + b"JOINT a\n{" * 100_000).reason


def test_a_flood_of_joints_is_refused_at_a_bounded_number() -> None:
    assert "more than 10000 joints" in refused(b"HIERARCHY\nROOT a\n{" + b"JOINT a\n{}\n" * 20_000).reason


def test_a_million_digits_are_refused() -> None:
    assert (
        "is not a number"
        in refused(HEAD + b"MOTION\nFrames: 1\nFrame Time: 1\n" + b"7" * 1_000_000 + b" 1" * 15).reason
    )


def test_a_token_of_many_megabytes_is_refused() -> None:
    assert (
        "without any white space"
        in refused(HEAD + b"MOTION\nFrames: 1\nFrame Time: 1\n" + b"7" * 5_000_000).reason
    )


def test_a_few_numbers_cannot_unfold_into_gigabytes() -> None:
    joints = b"".join(b"JOINT j%d\n{\n}\n" % index for index in range(9_000))
    head = (
        b"HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n"
        + joints
        + b"}\nMOTION\nFrames: 100000\nFrame Time: 1\n"
    )
    assert "would take" in refused(head + b"1\n" * 100_000).reason


def test_declared_counts_allocate_nothing() -> None:
    text = HEAD + b"MOTION\nFrames: 2000000000\nFrame Time: 0.1\n" + MOTION.split(b"333\n")[1]
    bvh_from_bytes(text)  # compiled and warm
    tracemalloc.start()
    assert len(bvh_from_bytes(text).clips[0]) == 3
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_a_hierarchy_of_many_megabytes_is_refused() -> None:
    assert "longer than" in refused(b"HIERARCHY\nROOT a\n{\n" + b" " * (9 << 20) + b"}").reason
