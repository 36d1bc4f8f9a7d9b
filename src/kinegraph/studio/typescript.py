"""Writes the page's TypeScript declarations from the protocol's structs.

Run as `python -m kinegraph.studio.typescript`, with `--check` to compare instead of write.
"""

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
from kinegraph.spatial.manipulators import ManipulatorKind
from kinegraph.spatial.radial_functions import RadialFunction
from kinegraph.studio.events import AnyEvent
from kinegraph.studio.key_commands import KeyEdit
from kinegraph.studio.layer_commands import LayerEdit
from kinegraph.studio.protocol import PROTOCOL, AnyCommand, AnyFrame
from kinegraph.studio.records import Record

OUTPUT = Path(__file__).parents[3] / "web" / "src" / "protocol" / "generated.ts"
_SCALARS = {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}
_UNIONS = {
    "Command": AnyCommand,
    "KeyEdit": KeyEdit,
    "LayerEdit": LayerEdit,
    "ServerEvent": AnyEvent,
    "FrameHeader": AnyFrame,
    "DocumentRecord": Record,
}
_ENUMS = (Cap, KeyTag, ManipulatorKind, RadialFunction)


def declarations() -> str:
    """The whole TypeScript file."""
    commands = _reachable(AnyCommand)
    sent = {**_reachable(AnyEvent), **_reachable(AnyFrame), **_reachable(Record)}
    parts = [
        "// Generated from the Python structs by `python -m kinegraph.studio.typescript`. Do not edit.\n",
        f"export const PROTOCOL = {PROTOCOL}\n",
    ]
    # The server fills defaults in, so only what a page alone sends may leave fields out.
    parts += [_interface(struct, optional=struct not in sent) for struct in {**commands, **sent}]
    parts += [_union(name, union) for name, union in _UNIONS.items()]
    parts += [_enum(kind) for kind in _ENUMS]
    return "\n".join(parts)


def main() -> None:
    """Writes the file, or with --check says whether it is up to date."""
    wanted = declarations()
    if "--check" in sys.argv[1:]:
        fresh = OUTPUT.exists() and OUTPUT.read_text(encoding="utf-8") == wanted
        sys.exit(0 if fresh else f"{OUTPUT} is out of date: run `python -m kinegraph.studio.typescript`.")
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(wanted, encoding="utf-8")


def _reachable(root: Any) -> dict[type[msgspec.Struct], None]:
    """Every struct that a type leads to, in the order met."""
    found: dict[type[msgspec.Struct], None] = {}

    def visit(kind: Any) -> None:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind not in found:
                found[kind] = None
                for hint in _hints(kind).values():
                    visit(hint)
        elif get_origin(kind) is not Literal:
            for part in get_args(kind):
                visit(part)

    visit(root)
    return found


def _hints(struct: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(struct, include_extras=True)
    return {name: hints[name] for name in struct.__struct_fields__}


def _interface(struct: type[msgspec.Struct], optional: bool) -> str:
    fields = msgspec.structs.fields(struct)
    hints = _hints(struct)
    lines = [_comment(struct), f"export interface {struct.__name__} {{"]
    config = struct.__struct_config__
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}"')
    for field in fields:
        mark = "?" if optional and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(hints[field.name])}")
    return "\n".join([*lines, "}", ""])


def _comment(struct: type[msgspec.Struct]) -> str:
    text = inspect.cleandoc(struct.__doc__ or "")
    for field in msgspec.structs.fields(struct):
        text = re.sub(rf"\b{field.name}\b", field.encode_name, text)
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
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    raise TypeError(f"{hint} has no TypeScript counterpart; teach `typescript.py` or use another type.")


def _sequence_type(arguments: tuple[Any, ...]) -> str:
    if len(arguments) == 1 or arguments[-1] is Ellipsis:
        inner = _type(arguments[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    return f"[{', '.join(_type(argument) for argument in arguments)}]"


if __name__ == "__main__":
    main()
