"""Scenery of doodles as props of the scene."""

from collections.abc import Callable

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.scenes.props.drawing import drawing_box, drawing_size
from kinegraph.studio.document import edits
from kinegraph.studio.document.doodle_fields import SCENERY
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.ink_blob import unpack_ink
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.records import DoodleRecord, Placement
from kinegraph.studio.scenes.stage_of_records import world_from_stage

_FACES_THE_SHEET = -0.5 * np.pi  # turn of a prop whose x is the sheet's x: the z of the doodle's space


def scenery_of(records: Records, doodle: str, read_blob: Callable[[str], bytes]) -> tuple[Stroke, ...]:
    """The strokes of a doodle's scenery; none where the doodle is gone."""
    record = records.get(doodle)
    if not isinstance(record, DoodleRecord):
        return ()
    return tuple(unpack_ink(read_blob(each.blob)) for each in record.strokes if each.ink in SCENERY)


def drawn_placement(
    records: Records, doodle: str, read_blob: Callable[[str], bytes]
) -> tuple[Vector, Vector, float]:
    """Place [m], size [m] and turn [rad] of a doodle's scenery as it was drawn around its character."""
    strokes = scenery_of(records, doodle, read_blob)
    record = records.get(doodle)
    if not strokes or not isinstance(record, DoodleRecord):
        raise InvalidValue("This doodle has no scenery: draw some with the tools for it in Doodle.")
    low, high = drawing_box(strokes)
    stands = Placement(character="")
    if record.character in records:
        stands = edits.placement_of(records, str(record.character))
    place = world_from_stage(stands, np.array([0.0, low[1], 0.5 * (low[0] + high[0])]))
    return _vector(place), _vector(drawing_size(strokes)), stands.heading + _FACES_THE_SHEET


def _vector(values: np.ndarray) -> Vector:
    x, y, z = values.tolist()
    return x, y, z
