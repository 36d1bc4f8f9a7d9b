"""Docstrings as Markdown: the lines that describe arguments and fields become a list."""

import re
from typing import Any

from griffe import Extension, Object

_FIELD = re.compile(r"^([a-z_][\w, ]*): (?=\S)")


class FieldLists(Extension):
    """Turns `name: description` lines into list items, so that each stays on a line of its own."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = "\n".join(_with_lists(obj.docstring.value.splitlines()))


def _with_lists(lines: list[str]) -> list[str]:
    """The lines of a docstring, with list marks before the ones that describe a name."""
    found: list[str] = []
    for line in lines:
        field = _FIELD.match(line)
        if not field:
            found.append(line)
            continue
        names = ", ".join(f"`{name.strip()}`" for name in field[1].split(","))
        if found and found[-1] and not found[-1].startswith(("- ", " ")):
            found.append("")
        found.append(f"- {names}: {line[field.end() :]}")
    return found
