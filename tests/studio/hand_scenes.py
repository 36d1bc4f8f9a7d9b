"""A character of the cast with its sets, and what a performer answers to hands."""

import numpy as np

from kinegraph.perform.cast_sets import cast_rig
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.records import Placement, SetRecord
from kinegraph.studio.perform.hand_path import Pointed
from kinegraph.studio.perform.performer import Performer
from kinegraph.studio.perform.ready_sets import with_sets
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_tuning import complete_sets
from kinegraph.studio.protocol.perform_commands import Perform

Stage = tuple[Rigs, Records]


def a_stage(name: str) -> Stage:
    """A cast member with its finished sets, as a document holds them."""
    rig = cast_rig(name)
    shape = pack_character(rig.character)
    blobs = {blob_hash(shape): shape}
    owner = describe_character(rig.character, id="c", blob=blob_hash(shape), cast=name)
    rigs, records = Rigs(blobs.__getitem__), {owner.id: owner}
    tuned = complete_sets(records, with_sets(records, "c", None, rig.sets, (), ()), rigs)
    blobs |= tuned.blobs
    return rigs, records | {id: record for id, record in tuned.changes.items() if record is not None}


def sets_of(stage: Stage) -> list[SetRecord]:
    """The sets on a stage."""
    return [record for record in stage[1].values() if isinstance(record, SetRecord)]


def answers(stage: Stage, set: str, ways: list[list[Pointed]], walks: bool = False) -> list[bytes]:
    """The frames that answer a hand on a set, one for each part of its way."""
    rigs, records = stage
    sent: list[bytes] = []
    placement = Placement(character="c", position=(0.3, 0.1, -2.0), heading=0.7)
    performer = Performer(rigs, lambda: (0, records), lambda _: placement, lambda _, f: sent.append(f))
    performer.take_charge("page", Perform(request=1, character="c", set=set, walks=walks), 0.0)
    for way in ways:
        performer.answer("page", way)
    return sent


def hand_over_keys(each: SetRecord, dice: np.random.Generator, count: int) -> list[list[Pointed]]:
    """A hand round and round a set's keys: at 60 Hz, in leaps, in bursts, with rests and a jumping clock."""
    keys = np.array([key.place for key in each.keys])
    ways, moment, at, number = list[list[Pointed]](), 1e5, 0.0, 0
    for _ in range(count):
        way = []
        for _ in range(int(dice.choice((1, 1, 1, 3, 9)))):
            moment += float(dice.choice((1 / 60, 1 / 60, 0.1, 0.6, 0.0, -0.01)))
            at += float(dice.uniform(0.0, 0.2))
            first, share = int(at) % len(keys), at % 1.0
            place = (1.0 - share) * keys[first] + share * keys[(first + 1) % len(keys)]
            x, y, z = (place + dice.normal(0.0, 0.01, 3)).tolist()
            number += 1
            way.append(Pointed((x, y, z), number / 60, moment, number))
        ways.append(way)
    return ways
