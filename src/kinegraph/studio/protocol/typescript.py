"""Writes the page's TypeScript declarations from the protocol's structs.

Run as `python -m kinegraph.studio.protocol.typescript`, with `--check` to compare instead of write.
"""

import dataclasses
import enum
import inspect
import re
import sys
import types
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from kinegraph.core.animation import KeyTag
from kinegraph.core.body import Cap
from kinegraph.creatures.animation.branching import Predicate, Wanted
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.animation.general_animation import Side
from kinegraph.creatures.animation.movement_mode import Scale, Secondary
from kinegraph.doodles.props.prop import PropKind
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.perform_fields import PoseHold
from kinegraph.studio.document.records import Record
from kinegraph.studio.protocol.answers import DocumentList, LibraryAnswer
from kinegraph.studio.protocol.channel_commands import AnimationEdit
from kinegraph.studio.protocol.creature_events import AnyCreatureEvent
from kinegraph.studio.protocol.doodle_events import AnyDoodleEvent
from kinegraph.studio.protocol.gait_commands import GaitEdit
from kinegraph.studio.protocol.key_commands import KeyEdit
from kinegraph.studio.protocol.layer_commands import LayerEdit
from kinegraph.studio.protocol.messages import (
    COMMANDS,
    PROTOCOL,
    AnyCommand,
    AnyEvent,
    AnyFrame,
)
from kinegraph.studio.protocol.plan_commands import PlanEdit

OUTPUT = Path(__file__).parents[4] / "web" / "src" / "protocol" / "generated.ts"
_SCALARS = {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}
_UNIONS = {
    "Command": AnyCommand,
    "KeyEdit": KeyEdit,
    "LayerEdit": LayerEdit,
    "PlanEdit": PlanEdit,
    "GaitEdit": GaitEdit,
    "AnimationEdit": AnimationEdit,
    "ServerEvent": AnyEvent,
    "CreatureEvent": AnyCreatureEvent,
    "DoodleEvent": AnyDoodleEvent,
    "FrameHeader": AnyFrame,
    "DocumentRecord": Record,
}
_ENUMS = (
    Cap,
    EditKind,
    KeyTag,
    ManipulatorKind,
    PoseHold,
    PropKind,
    RadialFunction,
    EventKind,
    Predicate,
    Scale,
    Secondary,
    Side,
    Wanted,
)


def declarations() -> str:
    """The whole TypeScript file."""
    commands = _reachable(AnyCommand)
    answers = {**_reachable(LibraryAnswer), **_reachable(DocumentList)}
    sent = {**_reachable(AnyEvent), **_reachable(AnyFrame), **_reachable(Record), **answers}
    parts = [
        "// Generated from the Python structs by `make protocol`. Do not edit.\n",
        f"export const PROTOCOL = {PROTOCOL}\n",
    ]
    # The server fills defaults in, so only what a page alone sends may leave fields out.
    parts += [_interface(struct, optional=struct not in sent) for struct in {**commands, **sent}]
    parts += [_union(name, union) for name, union in _UNIONS.items()]
    parts += [_enum(kind) for kind in _ENUMS]
    parts.append(_reads())
    return "\n".join(parts)


def main() -> None:
    """Writes the file, or with --check says whether it is up to date."""
    wanted = declarations()
    if "--check" in sys.argv[1:]:
        fresh = OUTPUT.exists() and OUTPUT.read_text(encoding="utf-8") == wanted
        sys.exit(
            0 if fresh else f"{OUTPUT} is out of date: run `python -m kinegraph.studio.protocol.typescript`."
        )
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(wanted, encoding="utf-8")


def _reachable(root: Any) -> dict[type, None]:
    """Every struct and dataclass that a type leads to, in the order met."""
    found: dict[type, None] = {}

    def visit(kind: Any) -> None:
        if _has_fields(kind):
            if kind not in found:
                found[kind] = None
                for hint in _hints(kind).values():
                    visit(hint)
        elif get_origin(kind) is not Literal:
            for part in get_args(kind):
                visit(part)

    visit(root)
    return found


def _has_fields(kind: Any) -> bool:
    return isinstance(kind, type) and (issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind))


def _fields(kind: type) -> tuple[tuple[str, str, bool], ...]:
    """Per field its name in Python, its name on the wire, and whether it is always given."""
    if issubclass(kind, msgspec.Struct):
        return tuple((f.name, f.encode_name, f.required) for f in msgspec.structs.fields(kind))
    missing = dataclasses.MISSING
    return tuple(
        (f.name, f.name, f.default is missing and f.default_factory is missing)
        for f in dataclasses.fields(kind)
    )


def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name, _, _ in _fields(kind)}


def _interface(kind: type, optional: bool) -> str:
    hints = _hints(kind)
    lines = [_comment(kind), f"export interface {kind.__name__} {{"]
    config = getattr(kind, "__struct_config__", None)
    if config is not None and config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}"')
    optional = optional or (config is not None and config.omit_defaults)
    for name, wire, required in _fields(kind):
        mark = "?" if optional and not required else ""
        lines.append(f"  {wire}{mark}: {_type(hints[name])}")
    return "\n".join([*lines, "}", ""])


def _comment(kind: type) -> str:
    text = inspect.cleandoc(kind.__doc__ or "")
    for name, wire, _ in _fields(kind):
        text = re.sub(rf"\b{name}\b", wire, text)
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */"])


def _union(name: str, union: Any) -> str:
    members = "".join(f"\n  | {member.__name__}" for member in get_args(union))
    return f"export type {name} ={members}\n"


def _enum(kind: type[enum.StrEnum]) -> str:
    """The values as a list that can be looped over, and as a type."""
    values = ", ".join(f'"{member.value}"' for member in kind)
    name, plural = kind.__name__, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).upper() + "S"
    return f"export const {plural} = [{values}] as const\nexport type {name} = (typeof {plural})[number]\n"


def _reads() -> str:
    """The names of the commands that change nothing in the document."""
    names = "".join(f'\n  "{command.__name__}",' for command in COMMANDS if command.reads)
    comment = "/** Commands that change nothing in the document: while they wait, everything is saved. */"
    kind = 'Command["type"]'
    return f"{comment}\nexport const READS: ReadonlySet<{kind}> = new Set<{kind}>([{names}\n])\n"


def _type(hint: Any) -> str:
    if hint in _SCALARS:
        return _SCALARS[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(arguments[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        named = next((name for name, union in _UNIONS.items() if hint == union), None)
        if named is not None:
            return named
        return " | ".join(_type(argument) for argument in arguments)
    if origin in (tuple, list):
        return _sequence_type(arguments)
    if origin is dict:
        return f"{{ [name: string]: {_type(arguments[1])} }}"
    if isinstance(hint, type) and issubclass(hint, enum.StrEnum):
        return hint.__name__
    if _has_fields(hint):
        return hint.__name__
    raise TypeError(f"{hint} has no TypeScript counterpart; teach `typescript.py` or use another type.")


def _sequence_type(arguments: tuple[Any, ...]) -> str:
    if len(arguments) == 1 or arguments[-1] is Ellipsis:
        inner = _type(arguments[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    return f"[{', '.join(_type(argument) for argument in arguments)}]"


if __name__ == "__main__":
    main()
