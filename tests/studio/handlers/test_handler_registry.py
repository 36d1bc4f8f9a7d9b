"""Every command has exactly one handler."""

import pytest

from kinegraph.studio.handlers.registry import all_handlers, handles
from kinegraph.studio.protocol.commands import Hello, RenameRecord, Request
from kinegraph.studio.protocol.messages import COMMANDS


def test_every_request_has_one_handler() -> None:
    requests = {command for command in COMMANDS if issubclass(command, Request)}
    assert set(all_handlers()) == requests - {Hello}


def test_a_command_has_no_second_handler() -> None:
    with pytest.raises(TypeError, match="two handlers"):
        handles(RenameRecord)(all_handlers()[RenameRecord])
