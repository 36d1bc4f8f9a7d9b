"""Rotation modes that all keyed motions of a character share, unless others are asked for."""

from collections.abc import Iterable, Sequence

from kinegraph.keys.refining.rotation_choice import fitted_modes
from kinegraph.keys.settings import AUTO
from kinegraph.studio.document.key_fields import KeySettings
from kinegraph.studio.document.records import MotionRecord
from kinegraph.studio.motions.shelf import MotionShelf

_MOST = 16  # motions by which modes are chosen


def motions_alike(
    motions: Sequence[MotionRecord], source: MotionRecord, settings: KeySettings
) -> tuple[MotionRecord, ...]:
    """The motions whose rotation modes a motion shares: what another one of its character was keyed as, or
    else all captures of the character. Nothing where modes are named, or it is the only one.

    motions: Of the character.
    """
    if settings.rotation != AUTO:
        return ()
    for each in motions:
        keying = each.keying
        if keying is not None and keying.source != source.id and keying.settings.rotation == AUTO:
            return (each,)
    captures = [each for each in motions if each.form == "clip" and each.id != source.id]
    return (source, *captures[: _MOST - 1]) if captures else ()


def names_of(alike: Iterable[MotionRecord]) -> str:
    """A name for motions that decide on modes: another one where they would decide otherwise."""
    return " ".join(each.id if each.keying else each.blob for each in alike)


def shared_modes(shelf: MotionShelf, alike: tuple[MotionRecord, ...]) -> tuple[str, ...]:
    """The rotation modes of all joints. Blocks: for threads."""
    if alike[0].keying is not None:
        return shelf.animation(alike[0]).rotation_modes
    return fitted_modes(*(shelf.clip(each) for each in alike))
