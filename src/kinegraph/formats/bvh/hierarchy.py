"""The first half of a BVH: HIERARCHY, from bytes to joints, offsets, channels and end sites.

White space separates tokens, except that a joint's name runs to the end of its line or to the brace: names
with spaces and colons are in use. The parser is a loop with a stack of its own: nesting cannot overflow it.
A joint that is written as nearly everyone writes it is taken whole, by one regular expression; what that does
not match goes token by token, which also finds the words for whatever is wrong.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from os import PathLike

from kinegraph.core.errors import FormatError
from kinegraph.formats.bvh.motion_kernels import LARGEST
from kinegraph.formats.text.blocks import decode_name, line_of, quote_token
from kinegraph.formats.text.number_kernels import number_from

CHANNEL_NAMES = ("Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation")
MOST_JOINTS = 10_000
DEEPEST = 1_000
MOST_BYTES = 8 << 20

_KIND_BY_NAME = {name.lower().encode(): kind for kind, name in enumerate(CHANNEL_NAMES)}
_TOKEN = re.compile(rb"[{}]|[^\x00-\x20{}]+")
_NAME = re.compile(rb"[^\r\n{}]*")
_IN_END_SITE = -1


def _usual() -> re.Pattern[bytes]:
    """A joint up to its channels, or an end site, or a closing brace. Nothing in it backtracks."""
    blank, blanks = rb"[\x00-\x20]*+", rb"[\x00-\x20]++"
    number = rb"([+-]?(?:[0-9]{1,20}+\.?+[0-9]{0,20}+|\.[0-9]{1,20}+)(?:E[+-]?[0-9]{1,3}+)?+)"
    name = rb"(?=[\x00-\x20])([^\r\n{}]*+)"
    offset = blank + rb"\{" + blank + rb"OFFSET" + (blanks + number) * 3
    channels = blanks + rb"CHANNELS" + blanks + rb"([0-6])((?:[\x00-\x20]++[XYZ](?:rotation|position)){0,6}+)"
    joint = rb"JOINT" + name + offset + channels + rb"(?=[\x00-\x20])"
    end_site = rb"END" + name + offset + blank + rb"\}"
    return re.compile(blank + b"(?:" + joint + b"|" + end_site + rb"|(\}))", re.IGNORECASE)


_USUAL = _usual()


@dataclass
class BvhHierarchy:
    """The joints of a BVH as its text states them.

    parents: Parent index per joint, -1 for the first.
    offsets: One (x, y, z) per joint in file units.
    channels: Per joint its channels' kinds: 0, 1, 2 positions along and 3, 4, 5 rotations about x, y, z.
    ends: (joint, offset) of every end site.
    notes: One sentence for each repair.
    stop: Where in the bytes the hierarchy ended: at MOTION, or at the end.
    """

    names: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    offsets: list[tuple[float, float, float]] = field(default_factory=list)
    channels: list[tuple[int, ...]] = field(default_factory=list)
    ends: list[tuple[int, tuple[float, float, float]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    stop: int = 0


def parse_hierarchy(data: bytes, path: str | PathLike[str], start: int = 0) -> BvhHierarchy:
    """Parses the hierarchy at `data[start:]`; raises FormatError with the line of the fault."""
    hierarchy = _Parser(data, path, start).parse()
    _join_roots(hierarchy)
    _repair_names(hierarchy)
    return hierarchy


class _Parser:
    """The state of one pass over the tokens."""

    def __init__(self, data: bytes, path: str | PathLike[str], start: int) -> None:
        self.data = data
        self.path = path
        self.place = start  # where the next token may start
        self.token_start = 0
        self.result = BvhHierarchy()
        self.open: list[int] = []  # joints, and end sites as _IN_END_SITE, whose brace is not closed yet
        self.has_offset: list[bool] = []
        self.end_has_offset = False
        self.known_channels: dict[tuple[bytes, bytes], tuple[int, ...] | None] = {}  # by count and names

    def parse(self) -> BvhHierarchy:
        if self.next().upper() != b"HIERARCHY":
            raise self.error("a BVH file begins with the word HIERARCHY; this one does not.")
        actions = {
            b"ROOT": self.begin_joint,
            b"JOINT": self.begin_joint,
            b"END": self.begin_end_site,
            b"OFFSET": self.offset,
            b"CHANNELS": self.channel_list,
            b"}": self.close,
        }
        while True:
            while self.take_usual():
                pass
            token = self.next()
            keyword = token.upper()
            if not token or (keyword == b"MOTION" and not self.open):
                break
            if keyword not in actions:
                raise self.error(f"{quote_token(token)} is not expected in a hierarchy.")
            actions[keyword](keyword)
        if len(self.data) >= MOST_BYTES and self.place == len(self.data):
            raise self.error(f"the hierarchy is longer than {MOST_BYTES >> 20} MB.")
        if self.open:
            raise self.error(f"the hierarchy ends inside {self.inside()}: a closing brace is missing.")
        if not self.result.names:
            raise self.error("the hierarchy has no joints.")
        for name, given in zip(self.result.names, self.has_offset, strict=True):
            if not given:
                self.result.notes.append(f"The joint {name!r} has no OFFSET; it was placed on its parent.")
        self.result.stop = self.place
        return self.result

    def take_usual(self) -> bool:
        """Takes a joint up to its channels, an end site, or a closing brace, if written as usual."""
        match = _USUAL.match(self.data, self.place)
        if match is None or not self.open or len(self.open) >= DEEPEST:
            return False
        name, x, y, z, count, channels, _, end_x, end_y, end_z, brace = match.groups()
        inside = self.open[-1]
        if brace:
            self.open.pop()
        elif inside == _IN_END_SITE or len(self.result.names) >= MOST_JOINTS:
            return False
        elif count:
            offset, kinds = (float(x), float(y), float(z)), self.usual_channels(count, channels)
            if kinds is None or max(map(abs, offset)) > LARGEST:
                return False
            self.open.append(len(self.result.names))
            self.add_joint(name, inside, offset, kinds)
        else:
            offset = float(end_x), float(end_y), float(end_z)
            if max(map(abs, offset)) > LARGEST:
                return False
            self.result.ends.append((inside, offset))
        self.place = match.end()
        return True

    def usual_channels(self, count: bytes, names: bytes) -> tuple[int, ...] | None:
        """The kinds of channels listed as `count` and `names`; None where the list is wrong."""
        if (count, names) not in self.known_channels:
            kinds = tuple(_KIND_BY_NAME[token.lower()] for token in _TOKEN.findall(names))
            right = len(kinds) == int(count) and _wrong_channels(kinds) is None
            self.known_channels[count, names] = kinds if right else None
        return self.known_channels[count, names]

    def add_joint(
        self, name: bytes, parent: int, offset: tuple[float, float, float] | None, kinds: tuple[int, ...]
    ) -> None:
        self.result.names.append(decode_name(name))
        self.result.parents.append(parent)
        self.result.offsets.append(offset or (0.0, 0.0, 0.0))
        self.result.channels.append(kinds)
        self.has_offset.append(offset is not None)

    def next(self) -> bytes:
        """The next token, empty at the end."""
        match = _TOKEN.search(self.data, self.place)
        if match is None:
            self.token_start = self.place = len(self.data)
            return b""
        self.token_start, self.place = match.span()
        return match.group()

    def begin_joint(self, keyword: bytes) -> None:
        root = keyword == b"ROOT"
        if root and self.open:
            raise self.error(f"a ROOT stands inside {self.inside()}; only a JOINT may.")
        if not root and (not self.open or self.open[-1] == _IN_END_SITE):
            raise self.error("a JOINT must stand inside a ROOT or another JOINT.")
        if len(self.result.names) >= MOST_JOINTS:
            raise self.error(f"there are more than {MOST_JOINTS} joints.")
        match = _NAME.match(self.data, self.place)
        name = match.group() if match else b""
        self.place += len(name)
        self.add_joint(name, -1 if root else self.open[-1], None, ())
        self.enter(len(self.result.names) - 1)

    def begin_end_site(self, keyword: bytes) -> None:
        if not self.open or self.open[-1] == _IN_END_SITE:
            raise self.error("an End Site must stand inside a joint.")
        match = _NAME.match(self.data, self.place)  # "Site", at times followed by a name that nothing uses
        self.place = match.end() if match else self.place
        self.result.ends.append((self.open[-1], (0.0, 0.0, 0.0)))
        self.end_has_offset = False
        self.enter(_IN_END_SITE)

    def enter(self, what: int) -> None:
        if self.next() != b"{":
            raise self.error("an opening brace is missing after the name.")
        if len(self.open) >= DEEPEST:
            raise self.error(f"joints are nested more than {DEEPEST} deep.")
        self.open.append(what)

    def close(self, keyword: bytes) -> None:
        if not self.open:
            raise self.error("there is a closing brace too many.")
        self.open.pop()

    def offset(self, keyword: bytes) -> None:
        if not self.open:
            raise self.error("an OFFSET stands outside any joint.")
        x, y, z = self.number(), self.number(), self.number()
        joint = self.open[-1]
        if joint == _IN_END_SITE:
            if self.end_has_offset:
                raise self.error("an End Site has two OFFSETs.")
            self.end_has_offset = True
            self.result.ends[-1] = (self.result.ends[-1][0], (x, y, z))
            return
        if self.has_offset[joint]:
            raise self.error(f"{self.inside()} has two OFFSETs.")
        self.has_offset[joint] = True
        self.result.offsets[joint] = (x, y, z)

    def number(self) -> float:
        token = self.next()
        value = number_from(token)
        if value is None or abs(value) > LARGEST:
            raise self.error(f"an OFFSET needs three numbers; {quote_token(token)} is not a number in range.")
        return value

    def channel_list(self, keyword: bytes) -> None:
        if not self.open or self.open[-1] == _IN_END_SITE:
            raise self.error("CHANNELS stands outside any joint.")
        joint = self.open[-1]
        if self.result.channels[joint]:
            raise self.error(f"{self.inside()} has two lists of CHANNELS.")
        count = self.next()
        if count not in (b"0", b"1", b"2", b"3", b"4", b"5", b"6"):
            raise self.error(f"a joint has 0 to 6 CHANNELS, not {quote_token(count)}.")
        kinds = [self.channel() for _ in range(int(count))]
        if wrong := _wrong_channels(kinds):
            raise self.error(f"{self.inside()} lists {wrong}.")
        self.result.channels[joint] = tuple(kinds)

    def channel(self) -> int:
        token = self.next()
        kind = _KIND_BY_NAME.get(token.lower())
        if kind is None:
            close = get_close_matches(decode_name(token), CHANNEL_NAMES, n=1)
            hint = f"did you mean {close[0]}?" if close else f"valid: {', '.join(CHANNEL_NAMES)}."
            raise self.error(f"{quote_token(token)} is not a channel; {hint}")
        return kind

    def inside(self) -> str:
        joint = self.open[-1]
        return "an End Site" if joint == _IN_END_SITE else f"the joint {self.result.names[joint]!r}"

    def error(self, reason: str) -> FormatError:
        return FormatError(self.path, reason, line=line_of(self.data, self.token_start))


def _wrong_channels(kinds: Sequence[int]) -> str | None:
    """First fault among the channel kinds of a joint; None where all is well."""
    positions = [kind for kind in kinds if kind < 3]
    if len(set(positions)) < len(positions):
        return "one position channel twice"
    return "more than three rotation channels" if len(kinds) - len(positions) > 3 else None


def _join_roots(hierarchy: BvhHierarchy) -> None:
    """Puts several roots under one that stands at the origin: a skeleton is one tree."""
    roots = hierarchy.parents.count(-1)
    if roots <= 1:
        return
    hierarchy.parents = [-1, *(parent + 1 if parent >= 0 else 0 for parent in hierarchy.parents)]
    hierarchy.names.insert(0, "Root")
    hierarchy.offsets.insert(0, (0.0, 0.0, 0.0))
    hierarchy.channels.insert(0, ())
    hierarchy.ends = [(joint + 1, offset) for joint, offset in hierarchy.ends]
    hierarchy.notes.append(f"The file has {roots} roots; they were put under one at the origin.")


def _repair_names(hierarchy: BvhHierarchy) -> None:
    """Gives every joint a name of its own."""
    taken: set[str] = set(hierarchy.names)
    seen: set[str] = set()
    counts: dict[str, int] = {}
    for joint, name in enumerate(hierarchy.names):
        if name and name not in seen:
            seen.add(name)
            continue
        stem = name or "joint"
        fresh = name
        while not fresh or fresh in taken:
            counts[stem] = counts.get(stem, 1) + 1
            fresh = f"{stem}_{counts[stem]}"
        what = f"A second joint is called {name!r}" if name else "A joint has no name"
        hierarchy.notes.append(f"{what}; it was renamed {fresh!r}.")
        taken.add(fresh)
        seen.add(fresh)
        hierarchy.names[joint] = fresh
