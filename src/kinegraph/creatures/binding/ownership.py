"""Ownership: the first channel to select a degree of freedom owns it for its blend group (paper, 3.2.3)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kinegraph.creatures.animation.channel import DeformTrack, PositionTrack, RotationTrack

POSITION, ROTATION, DEFORM = 0, 1, 2


@dataclass(frozen=True, eq=False)
class ChannelShare:
    """One channel's share in one degree of freedom of one body.

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
    """A degree of freedom of a body, and the channels that share it by their weights."""

    body: int
    kind: int
    deform: int
    shares: tuple[ChannelShare, ...]


def owned_entries(root: int, shares: Iterable[ChannelShare]) -> tuple[Entry, ...]:
    """The degrees of freedom that channels move, in the order of evaluation.

    shares: In channel order.
    The root comes first, since it carries the others. An entry whose target is a body comes after the
    position of that body. Bodies that are each other's targets meet each other at rest.
    """
    owners: dict[_Key, list[ChannelShare]] = {}
    for share in shares:
        shared = owners.setdefault((share.body, share.kind, share.deform), [])
        if not shared or shared[0].blend == share.blend:
            shared.append(share)
    targets_of = {key: [_position(share.target) for share in shared] for key, shared in owners.items()}
    reached = {key: _find_dependencies(key, targets_of) for key in owners}
    entries = {key: _entry(key, shared, reached, root) for key, shared in owners.items()}
    ordered: dict[_Key, Entry] = {}

    def visit(key: _Key) -> None:
        if key in ordered or key not in entries:
            return
        for share in entries[key].shares:
            if share.target_moves:
                visit(_position(share.target))
        ordered[key] = entries[key]

    for key in sorted(entries, key=lambda key: key[0] != root):
        visit(key)
    return tuple(ordered.values())


_Key = tuple[int, int, int]  # body, kind, deform


def _position(target: str | int | None) -> _Key:
    """The key of a target body's position; no entry has it where the target is not a body."""
    return (target if isinstance(target, int) else -1, POSITION, -1)


def _find_dependencies(start: _Key, targets_of: dict[_Key, list[_Key]]) -> set[_Key]:
    """All positions that an entry depends on, directly or through others."""
    found: set[_Key] = set()
    waiting = [start]
    while waiting:
        for key in targets_of.get(waiting.pop(), ()):
            if key not in found:
                found.add(key)
                waiting.append(key)
    return found


def _entry(key: _Key, shared: list[ChannelShare], reached: dict[_Key, set[_Key]], root: int) -> Entry:
    """An entry whose shares say whether they meet a moving target; the root never does."""

    def moves(share: ChannelShare) -> bool:
        at = _position(share.target)
        return share.body != root and at[0] != root and key not in reached.get(at, ()) and key != at

    return Entry(*key, tuple(replace(share, target_moves=moves(share)) for share in shared))
