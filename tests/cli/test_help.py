"""The help of every command: it lists sub-commands, and it is written in plain words."""

import re

import pytest
from command import Command

COMMANDS = (
    "studio",
    "info",
    "convert",
    "render",
    "keys",
    "keys compare",
    "perform",
    "perform compare",
    "perform effort",
    "perform from-motion",
    "doodle",
    "creatures",
    "creatures list",
    "creatures make",
    "creatures play",
    "creatures cycle",
    "creatures gait",
    "creatures retarget",
    "creatures anatomy",
    "creatures grid",
    "class",
    "batch",
    "library",
    "library index",
    "library search",
    "library like",
    "library list",
)
UNCLEAR = re.compile(r"\b(who|whom|whoever|somebody|someone|nobody|everybody|told|is none|so many|goes by)\b")


@pytest.mark.parametrize(
    ("command", "parts"),
    [
        ("", ("studio", "info", "convert", "render", "keys", "perform", "doodle", "creatures")),
        ("creatures", ("make", "play", "retarget", "anatomy", "grid")),
        ("keys", ("compare",)),
        ("perform", ("compare", "from-motion")),
    ],
)
def test_help_lists_the_commands_below(kinegraph: Command, command: str, parts: tuple[str, ...]) -> None:
    outcome = kinegraph(*command.split(), "--help")
    assert outcome.code == 0
    listed = re.findall(r"^│ ([\w-]+) ", outcome.out, re.MULTILINE)
    assert [part for part in parts if part not in listed] == []


def test_a_group_without_a_command_prints_its_help(kinegraph: Command) -> None:
    outcome = kinegraph("creatures")
    assert "retarget" in outcome.out + outcome.err


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_in_plain_words(kinegraph: Command, command: str) -> None:
    outcome = kinegraph(*command.split(), "--help")
    assert outcome.code == 0
    assert f"kinegraph {command}" in outcome.out
    assert UNCLEAR.findall(outcome.out) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_units(kinegraph: Command, command: str) -> None:
    """A unit in brackets is taken for markup, and leaves a gap before the full stop."""
    outcome = kinegraph(*command.split(), "--help")
    assert re.findall(r"\w+ [.:](?=\s)", outcome.out) == []


@pytest.mark.parametrize(
    "command",
    [
        *("keys", "keys compare", "perform", "perform compare", "perform from-motion", "doodle"),
        *("creatures make", "creatures play", "creatures retarget", "creatures anatomy", "creatures grid"),
    ],
)
def test_the_file_to_write_has_one_option_name(kinegraph: Command, command: str) -> None:
    outcome = kinegraph(*command.split(), "--help")
    assert re.findall(r"(--\w+)\s+-o\b", outcome.out) == ["--output"]
