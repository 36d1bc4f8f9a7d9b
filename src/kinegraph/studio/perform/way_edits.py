"""Ways on the ground: where performances walk, and performances that are made of a way alone."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.cast_sets.along_way import walk_along
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.playing.steering import Way, check_way, way_table
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records, free_name
from kinegraph.studio.document.limits import FARTHEST
from kinegraph.studio.document.perform_fields import GroundPoint
from kinegraph.studio.document.performance_blob import new_performance, with_layers
from kinegraph.studio.document.records import CharacterRecord, MotionRecord, new_id
from kinegraph.studio.document.stage_space import local_from_world
from kinegraph.studio.perform.rigs import Rigs


def way_of_character(records: Records, rigs: Rigs, owner: CharacterRecord, way: Sequence[GroundPoint]) -> Way:
    """A way of the world in a character's own space [m]; raises InvalidValue for an impossible one."""
    if not np.abs(np.array(way)).max(initial=0.0) <= FARTHEST:  # NaN is not
        raise InvalidValue("The points of a way lie within 10 km of the origin.")
    placement = edits.placement_of(records, owner.id)
    points = [local_from_world(placement, (x, 0.0, z)) for x, z in way]
    checked = check_way([(float(point[0]), float(point[2])) for point in points])
    way_table(checked, rigs.character(owner))  # refuses one that is too short for the character
    return checked


def make_walk(
    records: Records, rigs: Rigs, character: str, set_id: str, way: Sequence[GroundPoint]
) -> Performance:
    """The walk of a set's poses along a way in the world. This may take seconds."""
    owner, chosen = edits.character_record(records, character), edits.set_record(records, set_id)
    if chosen.character != character:
        raise edits.UnknownRecord(set_id, "set")
    if not rigs.character(owner).contacts:
        raise InvalidValue(f"{owner.name} has no contact points to walk on.")
    playable = rigs.playable(records, character)
    local = way_of_character(records, rigs, owner, way)
    return walk_along(playable.rig, chosen.name, local, playable=playable)


def add_walk(records: Records, character: str, set_id: str, walk: Performance) -> Edit:
    """Adds a walk along a way, whose layers all move one set, as a performance."""
    owner, sets = edits.character_record(records, character), edits.sets_of(records, character)
    chosen = edits.set_record(records, set_id)
    own = (r.name for r in records.values() if isinstance(r, MotionRecord) and r.character == character)
    empty = new_performance(new_id("m"), free_name(chosen.name, own), character, True, walk.fade)
    layers = tuple(replace(layer, set=chosen.id) for layer in walk.layers)
    made, data = with_layers(empty, layers, sets, len(owner.joints), way=walk.way)
    return Edit(EditKind.WALK_ALONG.of(owner.name), {made.id: made}, {made.blob: data})
