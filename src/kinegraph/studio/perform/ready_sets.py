"""Sets that come ready-made, as records: a cast member's own, and any others with performances of them."""

from collections.abc import Container
from dataclasses import replace

from kinegraph.perform.performances.layers import Layer, Switch
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditName
from kinegraph.studio.document.edits import Edit, Records, free_name
from kinegraph.studio.document.perform_fields import WalkSpan
from kinegraph.studio.document.performance_blob import new_performance, with_layers
from kinegraph.studio.document.records import MotionRecord, Record, new_id
from kinegraph.studio.perform.set_edits import add_sets

Named = tuple[tuple[str, Performance], ...]


def finished_sets(name: str) -> tuple[SpatialRig, Named]:
    """A cast member's finished sets, and what it has performed with them, called as what it begins with."""
    from kinegraph.perform.cast_sets import cast_performances, cast_rig

    named = ((each.layers[0].set, each) for each in cast_performances(name) if each.layers)
    return cast_rig(name), tuple(named)


def with_sets(
    records: Records,
    character: str,
    called: EditName | None,
    sets: tuple[SpatialSet, ...],
    performances: Named,
    walking: Container[str] = (),
) -> Edit:
    """Gives a character those of the sets that it does not have, and performances of them.

    walking: The names of those that carry the character along.
    """
    made, blobs = add_sets(records, character, sets, walking)
    if not made:  # they are there already
        return Edit(called, {})
    after = {**records, **{record.id: record for record in made.values()}}
    changes: dict[str, Record | None] = {record.id: record for record in made.values()}
    for name, performance in performances:
        motion, data = _describe_performance(after, character, name, performance)
        after[motion.id] = changes[motion.id] = motion
        blobs[motion.blob] = data
    return Edit(called, changes, blobs)


def _describe_performance(
    records: Records, character: str, name: str, performance: Performance
) -> tuple[MotionRecord, bytes]:
    owner, sets = edits.character_record(records, character), edits.sets_of(records, character)
    ids = {each.name: each.id for each in sets}
    own = (r.name for r in records.values() if isinstance(r, MotionRecord) and r.character == character)
    empty = new_performance(new_id("m"), free_name(name, own), character, performance.walks, performance.fade)
    layers = tuple(_by_id(layer, ids) for layer in performance.layers)
    walking = tuple(WalkSpan(start=start, stop=stop) for start, stop in performance.walking)
    return with_layers(empty, layers, sets, len(owner.joints), walking=walking, way=performance.way)


def _by_id(layer: Layer, ids: dict[str, str]) -> Layer:
    switches = tuple(Switch(switch.time, ids[switch.set]) for switch in layer.switches)
    return replace(layer, set=ids[layer.set], switches=switches)
