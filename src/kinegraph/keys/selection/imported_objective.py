"""Objectives from Python files of the user's own: "module:function" names a function of a segment's poses."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.keys.selection.objectives import Combine, own_objective, register_objective


def import_objective(text: str) -> None:
    """Imports "module:function", or "module:function:sum", and registers it as an objective of that name.

    The function takes the poses of a segment (frames, D) and returns its cost; costs combine by their
    largest, or by their sum. Modules are looked up in the current folder first. It runs code, so the text
    must come from the command line, never from a file or a page.
    """
    module, _, rest = text.partition(":")
    function, _, combine = rest.partition(":")
    if combine not in ("", *Combine) or not module or not function:
        raise InvalidValue(f"{text!r}: write module:function, or module:function:sum.")
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        found = getattr(import_module(module), function, None)
    except Exception as error:
        raise InvalidValue(f"{text!r}: the module {module!r} could not be imported: {error}") from error
    finally:
        sys.path.remove(here)
    if not callable(found):
        raise InvalidValue(f"{text!r}: {module!r} has no function {function!r}.")
    cost = cast("Callable[[Floats], float]", found)
    register_objective(own_objective(text, cost, Combine(combine) if combine else Combine.MAX))
