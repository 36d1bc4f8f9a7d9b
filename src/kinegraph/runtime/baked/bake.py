"""Baking: creatures with layer sets and spatial rigs to the bytes of a `.kinelive` file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import numpy as np

from kinegraph.core.clip import local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.files.whole import whole_file
from kinegraph.core.pose import Pose
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.plan import GaitPlan
from kinegraph.creatures.playing import tables as at
from kinegraph.creatures.playing.step_rig import kept_binding, kept_gait, standing_step, step_rig
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.runtime.baked.records import (
    CREATURE,
    LAYERS,
    OWN_FIELDS,
    RIG,
    BakedCreature,
    BakedLayers,
    BakedRig,
    BakedSkeleton,
)
from kinegraph.runtime.baked.skins import write_skins
from kinegraph.runtime.baked.writer import LiveWriter

_KINDS = tuple(EventKind)


@dataclass(frozen=True, eq=False)
class LayerChoice:
    """Animations that a creature can play together, lowest first, each with the number of a variant.

    gait: The name of one of the creature's gaits.
    """

    layers: tuple[tuple[GeneralAnimation, int], ...] = ()
    gait: str = "plain"


@dataclass(frozen=True, eq=False)
class LiveCreature:
    """A creature to bake.

    layer_sets: By name. It starts with the first.
    gaits: By name: names as `named_gait` reads them, or plans. Layer sets choose among them.
    """

    creature: Creature
    layer_sets: Mapping[str, LayerChoice] = field(
        default_factory=lambda: MappingProxyType({"walk": LayerChoice()})
    )
    gaits: Mapping[str, str | GaitPlan] = field(default_factory=lambda: MappingProxyType({"plain": "plain"}))


def bake(creatures: Sequence[LiveCreature] = (), rigs: Sequence[SpatialRig] = ()) -> bytes:
    """The bytes of a `.kinelive` file with creatures and spatial rigs."""
    if not creatures and not rigs:
        raise InvalidValue("A .kinelive file needs at least one creature or one rig with spatial sets.")
    writer = LiveWriter()
    baked = [_write_creature(writer, each) for each in creatures]
    return writer.finish(baked, [_write_rig(writer, each) for each in rigs])


def save_live(path: Path, creatures: Sequence[LiveCreature] = (), rigs: Sequence[SpatialRig] = ()) -> None:
    """Writes a `.kinelive` file."""
    live = bake(creatures, rigs)
    with whole_file(path) as part:
        part.write_bytes(live)


def _write_creature(writer: LiveWriter, live: LiveCreature) -> int:
    creature = live.creature
    if not live.layer_sets:
        raise InvalidValue(f"{creature.character.name!r} needs at least one layer set, which may be empty.")
    animations: list[GeneralAnimation] = []
    for choice in live.layer_sets.values():
        if choice.gait not in live.gaits:
            raise InvalidValue(
                f"{creature.character.name!r} has no gait {choice.gait!r}; "
                f"it has {', '.join(map(repr, live.gaits))}."
            )
        animations += [each for each, _ in choice.layers if each not in animations]
    layer_sets = [_write_layers(writer, live, name, animations) for name in live.layer_sets]
    events = [
        (number, writer.name(event.name), _KINDS.index(event.kind), writer.name(event.channel), event.time)
        for number, animation in enumerate(animations)
        for event in animation.events
    ]
    rows = np.array([row[:4] for row in events], dtype=np.int64).reshape(-1, 4)
    record = BakedCreature(
        writer.name(creature.character.name),
        _skeleton(writer, creature.character.rest),
        creature.size,
        write_skins(writer, creature.character),
        np.array([(writer.name(a.name), int(a.loops)) for a in animations], dtype=np.int64).reshape(-1, 2),
        np.array([animation.duration for animation in animations]),
        rows,
        np.array([row[4] for row in events]),
        writer.names(live.gaits),
        np.array(kept_gait(creature, next(iter(live.gaits.values()))).feet, dtype=np.int64),
        np.array(layer_sets, dtype=np.int64),
    )
    return writer.record(CREATURE, record)


def _write_layers(
    writer: LiveWriter, live: LiveCreature, name: str, animations: Sequence[GeneralAnimation]
) -> int:
    choice = live.layer_sets[name]
    gait = kept_gait(live.creature, live.gaits[choice.gait])
    bound = tuple(kept_binding(animation, live.creature, variant) for animation, variant in choice.layers)
    rig = step_rig(live.creature, gait, bound)
    rows = np.zeros((len(bound), at.LAYER_COLUMNS))
    rows[:, [at.PACE, at.WEIGHT]] = 1.0
    step = standing_step(live.creature, gait, rig, Ground(), (0.0, 0.0, 0.0))
    layers = [(animations.index(animation), variant) for animation, variant in choice.layers]
    record = BakedLayers(
        writer.name(name),
        list(live.gaits).index(choice.gait),
        np.array(layers, dtype=np.int64).reshape(-1, 2),
        writer.names(rig.target_names),
        # Scratch is written before it is read.
        step._replace(layers=rows, scratch=_empty_like(step.scratch)),
    )
    return writer.record(LAYERS, record, OWN_FIELDS)


def _empty_like(value: tuple) -> tuple:
    parts = (np.zeros_like(part) if isinstance(part, np.ndarray) else _empty_like(part) for part in value)
    return type(value)(*parts)  # type: ignore[call-arg]  # a NamedTuple


def _write_rig(writer: LiveWriter, rig: SpatialRig) -> int:
    player = PlayableRig(rig)
    names = [each.name for each in rig.sets]
    usual = player.usual_shares(1)
    markers = [np.stack([key.place for key in each.keys]) for each in rig.sets if each.keys]
    above = [rig.parent(name) for name in names]
    rows = [
        (writer.name(n), -1 if up is None else names.index(up)) for n, up in zip(names, above, strict=True)
    ]
    record = BakedRig(
        writer.name(rig.character.name),
        _skeleton(writer, rig.character.rest),
        write_skins(writer, rig.character),
        np.array(rows, dtype=np.int64).reshape(-1, 2),
        np.cumsum([0, *(len(each.keys) for each in rig.sets)], dtype=np.int64),
        np.concatenate([np.empty((0, 3)), *markers]),
        writer.names(key.name for each in rig.sets for key in each.keys),
        np.array([usual[name][0] if name in usual else 0.0 for name in names]),
        sum(len(each.manipulators) for each in rig.sets),
        player.program,
    )
    return writer.record(RIG, record)


def _skeleton(writer: LiveWriter, rest: Pose) -> BakedSkeleton:
    translations = np.array(local_translations(rest))
    return BakedSkeleton(
        np.asarray(rest.skeleton.parents, dtype=np.int64),
        writer.names(rest.skeleton.names),
        translations,
        rest.rotations,
    )
