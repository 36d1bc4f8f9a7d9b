"""Commands with hostile values: every message of the protocol, its fields filled at random by their types."""

import random
from typing import Any

import msgspec
import msgspec.inspect as types

from kinegraph.studio.protocol.messages import COMMANDS

_FLOATS = (0.0, 1.0, -1.0, 0.5, 1e-320, 1e6, 1e30, -1e300, 1e308, 10**400)
_INTEGERS = (0, 1, 2, -1, 7, 255, 2**31, 2**63 - 1, -(2**63), 2**64, 10**30)
_TEXTS = ("", "a", "hips", "left", "root", "\0", "../../etc/passwd", "\ud7ff\U0001f9b4", "x" * 64, "é" * 200)
_DEEPEST = 6


class HostileCommands:
    """Makes commands; the same seed gives the same.

    known: Ids and names that the document holds, so that commands also reach what exists.
    """

    def __init__(self, seed: int, known: tuple[str, ...]) -> None:
        self._dice = random.Random(seed)
        self._known = known
        self._kinds = [kind for kind in COMMANDS if kind.__name__ != "Hello"]

    def command(self) -> tuple[str, dict[str, Any]]:
        """A command's name and its fields, without a request number."""
        kind = self._dice.choice(self._kinds)
        fields = self._fields(types.type_info(kind), 0)
        fields.pop("request", None)
        return kind.__name__, fields

    def _fields(self, struct: types.Type, depth: int) -> dict[str, Any]:
        assert isinstance(struct, types.StructType)
        found: dict[str, Any] = {}
        for field in struct.fields:
            if not field.required and self._dice.random() < 0.4:
                continue
            found[field.encode_name] = self._value(field.type, depth + 1)
        if struct.tag_field is not None and depth > 0:
            found[struct.tag_field] = struct.tag
        return found

    def _value(self, kind: types.Type, depth: int) -> Any:
        dice = self._dice
        if dice.random() < 0.004:
            return dice.choice((None, [], {}, "x", -1, 1e308, True))  # of the wrong type
        match kind:
            case types.Metadata():
                return self._value(kind.type, depth)
            case types.NoneType():
                return None
            case types.BoolType():
                return dice.random() < 0.5
            case types.IntType():
                return dice.choice(_INTEGERS) if dice.random() < 0.15 else dice.randrange(5)
            case types.FloatType():
                return dice.choice(_FLOATS) if dice.random() < 0.2 else dice.uniform(-2.0, 2.0)
            case types.StrType():
                return dice.choice(self._known) if dice.random() < 0.9 else dice.choice(_TEXTS)
            case types.LiteralType():
                return dice.choice(kind.values)
            case types.EnumType():
                return dice.choice([member.value for member in kind.cls])
            case types.UnionType():
                return self._value(dice.choice(kind.types), depth)
            case types.StructType():
                return self._fields(kind, depth) if depth < _DEEPEST else {}
            case types.TupleType():
                return [self._value(each, depth + 1) for each in kind.item_types]
            case types.DictType():
                keys = [self._value(kind.key_type, depth + 1) for _ in range(dice.randrange(3))]
                return {str(key): self._value(kind.value_type, depth + 1) for key in keys}
            case types.CollectionType():
                count = dice.choice((0, 1, 1, 2, 3, 40)) if depth < 3 else dice.randrange(3)
                return [self._value(kind.item_type, depth + 1) for _ in range(count)]
        return msgspec.UNSET if kind is types.AnyType else None
