"""YAML text into typed structures, with errors that say the line.

Only plain data is taken: no tags, no anchors (a few of which can stand for a terabyte), no key twice. The
text is read event by event, so that no nesting can overflow a stack.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Any, TypeVar

import msgspec

from kinegraph.core.errors import FormatError, KinegraphError, UnknownName

_Kind = TypeVar("_Kind")
MOST_BYTES = 2 << 20
_DEEPEST = 24
_PLACE = re.compile(r" - at `(?:key in )?(.+)`$")
_UNKNOWN = re.compile(r"^Object contains unknown field `(.*)`$", re.DOTALL)
_MISSING = re.compile(r"^Object missing required field `(.*)`$")


class UnknownField(UnknownName):
    """A key that a mapping does not take."""

    kind = "key"


@dataclass(frozen=True, eq=False)
class YamlText:
    """A parsed text.

    source: Name of its file, for messages.
    content: What it says, in plain Python types.
    lines: Line number from 1 of every place, written as `$.characters[0].at`.
    """

    source: str
    content: Any
    lines: Mapping[str, int]

    def line(self, place: str) -> int | None:
        """The line of a place, or of the nearest that holds it."""
        while place and place not in self.lines:
            place = place[: max(place.rfind("."), place.rfind("["), 0)]
        return self.lines.get(place)

    def error(self, place: str, reason: str) -> FormatError:
        """An error at a place."""
        return FormatError(self.source, reason, line=self.line(place))

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        """Gives what a data type refuses the line that it came from."""
        try:
            yield
        except FormatError as error:
            if error.path == self.source:
                raise
            raise self.error(place, str(error)) from error
        except KinegraphError as error:
            raise self.error(place, str(error)) from error

    def convert(self, kind: type[_Kind]) -> _Kind:
        """The content as a struct; raises an error with line and nearest names where it does not fit."""
        try:
            return msgspec.convert(self.content, kind)
        except msgspec.ValidationError as error:
            found = _PLACE.search(str(error))
            place = found[1] if found else "$"
            reason = str(error)[: found.start()] if found else str(error)
            raise self._misfit(kind, place, reason) from error

    def _misfit(self, kind: type, place: str, reason: str) -> FormatError:
        where = "" if place == "$" else f"{place.removeprefix('$.')}: "
        if unknown := _UNKNOWN.match(reason):
            reason = str(UnknownField(unknown[1], _fields_at(kind, place)))
            return self.error(f"{place}.{unknown[1]}", f"{where}{reason[0].lower()}{reason[1:]}")
        if missing := _MISSING.match(reason):
            return self.error(place, f"{where}the key {missing[1]!r} is missing.")
        return self.error(place, f"{where}{reason[0].lower()}{reason[1:]}.".replace("`", ""))


def parse_yaml(data: bytes | str, source: str) -> YamlText:
    """Reads YAML text of one document.

    source: Name of its file, for messages.
    """
    import yaml

    if len(data) > MOST_BYTES:
        raise FormatError(source, f"is larger than {MOST_BYTES >> 20} MB, the most that is read.")
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        builder = _Builder(source)
        for event in yaml.parse(text, Loader=_loader()):
            builder.take(event)
    except UnicodeDecodeError as error:
        raise FormatError(source, "is not UTF-8 text.", byte=error.start) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = None if mark is None else mark.line + 1
        raise FormatError(source, f"its YAML cannot be read: {error.problem}.", line=line) from error
    except yaml.YAMLError as error:
        raise FormatError(source, f"its YAML cannot be read: {str(error).splitlines()[0]}.") from error
    if not builder.done:
        raise FormatError(source, "the file says nothing.")
    return YamlText(source, builder.content, builder.lines)


class _Builder:
    """Puts plain data together from the parser's events."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.content: Any = None
        self.lines: dict[str, int] = {}
        self.done = False
        self._open: list[tuple[str, Any]] = []  # place and container, outermost first
        self._key: list[str | None] = []  # the key that waits for its value, where a mapping is open
        self._resolver = _loader()("")

    def take(self, event: Any) -> None:
        import yaml

        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise FormatError(self.source, "anchors and aliases (& and *) are not taken.", line=line)
        match event:
            case yaml.ScalarEvent():
                if self._awaits_key():
                    self._key[-1] = self._fresh_key(event.value, line)
                else:
                    self._add(self._value(event, line), line)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                if self._awaits_key():
                    raise FormatError(self.source, "a key must be a plain name.", line=line)
                if event.tag is not None:
                    raise FormatError(self.source, f"the tag {event.tag!r} is not taken.", line=line)
                made: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
                place = self._add(made, line)
                self._open.append((place, made))
                self._key.append(None)
                if len(self._open) > _DEEPEST:
                    raise FormatError(self.source, "is nested too deeply.", line=line)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._open.pop()
                self._key.pop()
            case yaml.DocumentStartEvent() if self.done:
                raise FormatError(self.source, "holds more than one document (---).", line=line)

    def _awaits_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1][1], dict) and self._key[-1] is None

    def _fresh_key(self, name: str, line: int) -> str:
        place, mapping = self._open[-1]
        if name in mapping:
            first = self.lines[f"{place}.{name}"]
            raise FormatError(self.source, f"the key {name!r} is there already, at line {first}.", line=line)
        self.lines[f"{place}.{name}"] = line
        return name

    def _add(self, value: Any, line: int) -> str:
        """Puts a value where it belongs; returns its place."""
        if not self._open:
            self.content, self.done, place = value, True, "$"
        elif isinstance(self._open[-1][1], dict):
            key, self._key[-1] = self._key[-1], None
            self._open[-1][1][key] = value
            place = f"{self._open[-1][0]}.{key}"
        else:
            self._open[-1][1].append(value)
            place = f"{self._open[-1][0]}[{len(self._open[-1][1]) - 1}]"
        self.lines.setdefault(place, line)  # of a key with its value below, the key's line counts
        return place

    def _value(self, event: Any, line: int) -> Any:
        """The value of a scalar: text, a number, true or false, nothing."""
        import yaml

        if event.tag is not None and event.tag != "!":
            raise FormatError(self.source, f"the tag {event.tag!r} is not taken.", line=line)
        kind = self._resolver.resolve(yaml.ScalarNode, event.value, event.implicit).rpartition(":")[2]
        if kind not in ("int", "float", "bool", "null"):
            return event.value
        node = yaml.ScalarNode(f"tag:yaml.org,2002:{kind}", event.value, event.start_mark, event.end_mark)
        try:
            value = self._resolver.construct_object(node)
        except (ValueError, OverflowError) as error:
            raise FormatError(self.source, f"{event.value[:40]!r} is no number.", line=line) from error
        if isinstance(value, float) and not isfinite(value):
            raise FormatError(self.source, f"{event.value} is not a finite number.", line=line)
        return value


@cache
def _loader() -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same loader, compiled, where there is one


def _fields_at(kind: Any, place: str) -> list[str]:
    """The keys that a struct's text may have at a place."""
    info: Any = msgspec.inspect.type_info(kind)
    for name in re.findall(r"\.([^.\[]+)|\[(?:\d+|\.\.\.)\]", place):
        info = _inside(info, name)
    structs = [part for part in _parts(info) if isinstance(part, msgspec.inspect.StructType)]
    return [field.encode_name for struct in structs for field in struct.fields]


def _inside(info: Any, name: str) -> Any:
    """The type of a struct's field, or (name is empty) of a list's or mapping's items."""
    for part in _parts(info):
        match part:
            case msgspec.inspect.StructType() if name:
                return next((f.type for f in part.fields if f.encode_name == name), None)
            case msgspec.inspect.ListType() | msgspec.inspect.VarTupleType() if not name:
                return part.item_type
            case msgspec.inspect.DictType() if not name:
                return part.value_type
    return None


def _parts(info: Any) -> tuple[Any, ...]:
    if isinstance(info, msgspec.inspect.Metadata):
        return _parts(info.type)
    return info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
