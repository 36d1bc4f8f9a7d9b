"""Bound animations as the tables that the frame kernel reads: several layers in one set of plain arrays."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kernels.own_arrays import own_arrays
from kinegraph.creatures.animation import mode_kernels
from kinegraph.creatures.animation.channel import PositionTrack, RotationTrack
from kinegraph.creatures.animation.general_animation import Place
from kinegraph.creatures.animation.hermite import AnyCurve, curve_table
from kinegraph.creatures.animation.movement_mode import Secondary
from kinegraph.creatures.binding.binding import BoundAnimation
from kinegraph.creatures.binding.ownership import POSITION, ChannelShare
from kinegraph.creatures.binding.specialization import rest_table, scale_of
from kinegraph.creatures.binding.target_reach import bring_within_reach
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.playing.footing import leg_table
from kinegraph.creatures.playing.tables import ChannelWork, MotionTables


def target_names(layers: Sequence[BoundAnimation]) -> tuple[str, ...]:
    """The external targets of some layers: row i of the array of targets is the place of name i."""
    return tuple(dict.fromkeys(name for layer in layers for name in layer.animation.targets))


def target_places(creature: Creature, layers: Sequence[BoundAnimation]) -> Floats:
    """(T, 3) default places of the external targets in character space [m]; a new array.

    On a mirrored variant a target is on the other side. A target that a channel reaches for is moved within
    reach of the body that it moves.
    """
    places: dict[str, Floats] = {}
    for layer in layers:
        for name, default in layer.animation.targets.items():
            if name not in places:
                place = _default_place(creature, default, layer.variant.mirrored)
                for body in bodies_that_reach(layer, name):
                    place = bring_within_reach(creature, body, place)
                places[name] = place
    return np.array([places[name] for name in target_names(layers)]).reshape(-1, 3)


def _default_place(creature: Creature, default: Place, mirrored: bool) -> Floats:
    width, height, _ = creature.size
    across = -default[0] if mirrored else default[0]
    return np.array([across * width, default[1] * height, creature.bounds[1, 2] + default[2] * height])


def bodies_that_reach(layer: BoundAnimation, name: str) -> list[int]:
    """The bodies that reach for an external target."""
    return [
        share.body
        for entry in layer.entries
        for share in entry.shares
        if share.target == name
        and isinstance(share.track, PositionTrack)
        and share.track.mode.secondary in (Secondary.REACH, Secondary.SURFACE)
    ]


def motion_tables(creature: Creature, layers: Sequence[BoundAnimation]) -> MotionTables:
    """The tables of some layers on one creature, the first at the bottom."""
    if any(layer.creature is not creature for layer in layers):
        raise InvalidValue("All layers must be bound to the creature that they play on.")
    names = target_names(layers)
    curves = _Curves()
    rows: list[tuple[int, ...]] = []
    scales: list[Floats] = []
    entries: list[tuple[int, int, int]] = []
    shares, layer_curves, layer_entries = [0], [0], []
    feet: list[tuple[int, int, int]] = []
    legs: dict[int, list[int]] = {}
    for number, leg in enumerate(creature.legs):
        legs.setdefault(leg.foot, []).append(number)
    for layer in layers:
        curves.forget()  # each layer has its own time
        first = len(entries)
        at_root = sum(entry.body == creature.root for entry in layer.entries)
        for entry in layer.entries:
            if entry.kind == POSITION and entry.body in legs:
                feet += [(leg, len(layer_entries), len(entries)) for leg in legs[entry.body]]
            entries.append((entry.body, entry.kind, entry.deform))
            for share in entry.shares:
                rows.append(_share_row(share, curves, names))
                scales.append(_scale(creature, share))
            shares.append(len(rows))
        layer_entries.append((first, first + at_root, len(entries)))
        layer_curves.append(len(curves.all))
    entry_bodies, entry_kinds, entry_deforms = _columns(entries, 3)
    share_curves, share_weights, share_flags, externals, bodies, moving = _columns(rows, 6)
    tables = MotionTables(
        creature.root,
        leg_table(creature),
        _ints(feet).reshape(-1, 3),
        _ints([body for body in creature.spine if body != creature.root] if creature.legs else []),
        rest_table(creature),
        curve_table(curves.all),
        _ints(layer_curves),
        _ints(layer_entries).reshape(-1, 3),
        kernel_floats([layer.animation.duration for layer in layers]),
        _ints([int(layer.animation.loops) for layer in layers]),
        entry_bodies,
        entry_kinds,
        entry_deforms,
        _ints(shares),
        share_curves,
        share_weights,
        share_flags,
        kernel_floats(np.array(scales).reshape(-1, 3)),
        externals,
        bodies,
        moving,
    )
    return own_arrays(tables)


def channel_work(tables: MotionTables, targets: int) -> ChannelWork:
    """Room to evaluate the channels of some layers, for a number of external targets."""
    layers, bodies = len(tables.durations), len(tables.rest.handles)
    return ChannelWork(
        np.zeros(layers),
        np.zeros(layers),
        np.zeros((targets, 3)),
        np.zeros(bodies),
        np.zeros((len(tables.curves.turns), 4)),
        np.zeros(len(tables.legs)),
    )


class _Curves:
    """The curves of all layers, each once per layer."""

    def __init__(self) -> None:
        self.all: list[AnyCurve] = []
        self._known: dict[int, int] = {}

    def forget(self) -> None:
        self._known.clear()

    def index(self, curve: AnyCurve | None) -> int:
        if curve is None:
            return -1
        if id(curve) not in self._known:
            self._known[id(curve)] = len(self.all)
            self.all.append(curve)
        return self._known[id(curve)]


def _share_row(share: ChannelShare, curves: _Curves, names: tuple[str, ...]) -> tuple[int, ...]:
    track = share.track
    flags = mode_kernels.MIRRORED if share.mirrored else 0
    if isinstance(track, PositionTrack | RotationTrack):
        flags |= track.mode.flags
    external = names.index(share.target) if isinstance(share.target, str) else -1
    body = share.target if isinstance(share.target, int) else -1
    moving = int(share.target_moves)
    return (curves.index(track.curve), curves.index(track.weight), flags, external, body, moving)


def _scale(creature: Creature, share: ChannelShare) -> Floats:
    mode = share.track.mode if isinstance(share.track, PositionTrack) else None
    return np.ones(3) if mode is None else scale_of(creature, share.body, mode.scale)


def _columns(rows: Sequence[Sequence[int]], width: int) -> list[Ints]:
    return [_ints([row[column] for row in rows]) for column in range(width)]


def _ints(values: Sequence) -> Ints:
    array = np.array(values, dtype=np.int64)
    array.flags.writeable = False
    return array
