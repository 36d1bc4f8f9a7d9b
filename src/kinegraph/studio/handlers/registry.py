"""The registry of handlers: one function for each command, registered by the decorator `handles`."""

import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from kinegraph.studio import handlers
from kinegraph.studio.protocol.commands import Request
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


class Answer(NamedTuple):
    """The fields of a `Done` beside the request's number."""

    created: tuple[str, ...] = ()
    job: str | None = None


Handler = Callable[[Studio, Page, Any], Awaitable[Answer | None]]
_HANDLERS: dict[type[Request], Handler] = {}


def handles(command: type[Request]) -> Callable[[Handler], Handler]:
    """Registers the function that carries out a command."""

    def register(handler: Handler) -> Handler:
        if command in _HANDLERS:
            raise TypeError(f"{command.__name__} has two handlers.")
        _HANDLERS[command] = handler
        return handler

    return register


def all_handlers() -> Mapping[type[Request], Handler]:
    """The handlers of all modules of this package, by command."""
    for module in pkgutil.iter_modules(handlers.__path__):
        importlib.import_module(f"{handlers.__name__}.{module.name}")
    return MappingProxyType(_HANDLERS)
