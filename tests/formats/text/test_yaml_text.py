"""YAML is read as plain data only, and an error names its line."""

import contextlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.core.errors import FormatError, UnknownName
from kinegraph.formats.text.yaml import MOST_BYTES, parse_yaml


class Part(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    weight: float | None = None


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    fps: float = 30.0
    parts: list[Part] = []
    on: bool = False


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "says nothing"),
        ("# nothing but a comment\n", "says nothing"),
        ("[" * 100_000, "line 1: is nested too deeply"),
        ("- " * 5000 + "x", "line 1: is nested too deeply"),
        ("fps: 1\n\nfps: 2", "line 3: the key 'fps' is there already, at line 1"),
        ("fps: .nan", "line 1: .nan is not a finite number"),
        ("fps: 1\nparts: &a []", "line 2: anchors and aliases"),
        ("fps: !!python/object/apply:os.system [x]", "line 1: the tag"),
        ("fps: 1\n---\nfps: 2", "line 2: holds more than one document"),
        ("fps: [1, 2\n", "cannot be read"),
        ("? [a]\n: 2", "line 1: a key must be a plain name"),
        ("\x00\x01", "cannot be read"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"x" * (MOST_BYTES + 1), "larger than 2 MB"),
    ],
)
def test_text_that_is_no_plain_data_is_refused_with_its_line(text: str | bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        parse_yaml(text, "script.yaml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "parts:\n- name: a\n- name: b\n  wieght: 3",
            "line 4: parts\\[1\\]: there is no key 'wieght'; did you mean 'weight'",
        ),
        ("fsp: 2", "line 1: there is no key 'fsp'; did you mean 'fps'"),
        ("parts:\n- weight: 4", "line 2: parts\\[0\\]: the key 'name' is missing"),
        ("parts:\n\n- name: 4", "line 3: parts\\[0\\].name: expected str, got int"),
        ("just text", "line 1: expected object, got str"),
    ],
)
def test_a_misfit_is_reported_with_line_place_and_near_names(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        parse_yaml(text, "script.yaml").convert(Whole)


def test_plain_values_are_what_yaml_means_by_them() -> None:
    text = parse_yaml("fps: 24\non: yes\nparts: [{name: '12', weight: 1.5e+0}, {name: off, weight: ~}]", "s")
    found = text.content
    assert found == {
        "fps": 24,
        "on": True,
        "parts": [{"name": "12", "weight": 1.5}, {"name": False, "weight": None}],
    }
    assert text.line("$.parts[1].weight") == 3


def test_an_error_of_a_data_type_gets_the_line_it_came_from() -> None:
    text = parse_yaml("fps: 24\n\nparts: []", "s.yaml")
    with (
        pytest.raises(FormatError, match=r"s.yaml, line 3: There is no name 'x'"),
        text.at("$.parts[0].name"),
    ):
        raise UnknownName("x", ["y"])


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_format_error(text: str) -> None:
    with contextlib.suppress(FormatError):
        assert parse_yaml(text, "any.yaml").line("$") is not None
