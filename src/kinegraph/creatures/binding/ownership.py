"""Who moves what: the first channel to select a part of a body owns it for its blend group (paper, 3.2.3)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kinegraph.creatures.animation.channel import DeformTrack, PositionTrack, RotationTrack

POSITION, ROTATION, DEFORM = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Part:
    """One channel's claim on one part of one body.

    kind: POSITION, ROTATION or DEFORM.
    deform: Index among the creature's deforms; -1 for positions and rotations.
    channel: Index of the channel.
    mirrored: Whether S plays it as its mirror image.
    target: An external target's name, a body, or None.
    blend: Name of the blend group.
    target_moves: Whether a target body is met where the animation moves it, else where the root carries it.
    """

    body: int
    kind: int
    deform: int
    channel: int
    track: PositionTrack | RotationTrack | DeformTrack
    mirrored: bool
    target: str | int | None
    blend: str
    target_moves: bool = False


@dataclass(frozen=True, eq=False)
class Entry:
    """A part of a body with the channels that share it, by their weights."""

    body: int
    kind: int
    deform: int
    parts: tuple[Part, ...]


def owned_entries(root: int, parts: Iterable[Part]) -> tuple[Entry, ...]:
    """The parts that get their way, in the order in which they are to be evaluated.

    parts: In channel order.
    The root comes first, since it carries the others. A part that goes by another body comes after that
    body's position, where the animation moves it too. Bodies that go by each other see each other at rest.
    """
    owners: dict[_Key, list[Part]] = {}
    for part in parts:
        shared = owners.setdefault((part.body, part.kind, part.deform), [])
        if not shared or shared[0].blend == part.blend:
            shared.append(part)
    goes_by = {key: [_position(part.target) for part in shared] for key, shared in owners.items()}
    reached = {key: _reached(key, goes_by) for key in owners}
    entries = {key: _entry(key, shared, reached, root) for key, shared in owners.items()}
    ordered: dict[_Key, Entry] = {}

    def visit(key: _Key) -> None:
        if key in ordered or key not in entries:
            return
        for part in entries[key].parts:
            if part.target_moves:
                visit(_position(part.target))
        ordered[key] = entries[key]

    for key in sorted(entries, key=lambda key: key[0] != root):
        visit(key)
    return tuple(ordered.values())


_Key = tuple[int, int, int]  # body, kind, deform


def _position(target: str | int | None) -> _Key:
    """The part that says where a target body is; one that nobody owns where the target is no body."""
    return (target if isinstance(target, int) else -1, POSITION, -1)


def _reached(start: _Key, goes_by: dict[_Key, list[_Key]]) -> set[_Key]:
    """All parts that a part goes by, through others or not."""
    found: set[_Key] = set()
    waiting = [start]
    while waiting:
        for key in goes_by.get(waiting.pop(), ()):
            if key not in found:
                found.add(key)
                waiting.append(key)
    return found


def _entry(key: _Key, shared: list[Part], reached: dict[_Key, set[_Key]], root: int) -> Entry:
    """An entry whose parts know whether they see their target move; the root waits for nobody."""

    def moves(part: Part) -> bool:
        at = _position(part.target)
        return part.body != root and at[0] != root and key not in reached.get(at, ()) and key != at

    return Entry(*key, tuple(replace(part, target_moves=moves(part)) for part in shared))
