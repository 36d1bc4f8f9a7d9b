"""Exporting: records become a file. Runs in the worker process, beside the studio."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.bake import bake
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.resample import resample, resample_locators
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.motion_blob import Motion
from kinegraph.studio.document.records import CharacterRecord, MotionRecord, SetRecord
from kinegraph.studio.document.store.blob_store import read_blob
from kinegraph.studio.document.store.database import read_only_database
from kinegraph.studio.files.filming import FILM_ENDINGS, write_film
from kinegraph.studio.motions.stored_motions import stored_motions
from kinegraph.studio.protocol.commands import ExportOptions
from kinegraph.studio.running.worker import Progress


def export_records(
    *,
    document: Path,
    character: CharacterRecord | None,
    motions: tuple[MotionRecord, ...],
    sets: tuple[SetRecord, ...],
    options: ExportOptions,
    target: Path,
    progress: Progress,
) -> list[str]:
    """Writes a character and motions of it to `target`; returns notes about what could not be kept.

    sets: The character's, with which its performances are played.
    """
    from kinegraph.formats import save

    progress("Collecting", 0, 2)
    database = read_only_database(document)
    try:
        who = None
        if character is not None:
            who = unpack_character(read_blob(database, document, character.blob), character)
        moves = stored_motions(motions, who, sets, lambda hash: read_blob(database, document, hash))
    finally:
        database.close()
    scene = scene_of(who, [each.motion for each in moves], options)
    locators = [each.locators for each in moves if each.locators is not None]
    scene = replace(scene, locators=tuple(_as_exported(each, options) for each in locators))
    if target.suffix in FILM_ENDINGS:
        write_film(scene, target, options, progress)
    else:
        progress(f"Writing {target.name}", 1, 2)
        save(scene, target)
    return list(scene.notes)


def scene_of(character: Character | None, motions: list[Motion], options: ExportOptions) -> Scene:
    """The scene that an export writes: the character with its motions, cut, resampled and scaled as asked."""
    motions = [_cut_span(motion, options.span) if options.span else motion for motion in motions]
    if options.fps is not None:
        motions = [_at_rate(motion, options.fps) for motion in motions]
    scene = Scene(
        character=character,
        clips=tuple(motion for motion in motions if isinstance(motion, Clip)),
        animations=tuple(motion for motion in motions if isinstance(motion, Animation)),
        markers=tuple(motion for motion in motions if isinstance(motion, MarkerClip)),
    )
    return scene if options.scale is None else scale_lengths(scene, options.scale)


def _as_exported(locators: LocatorClip, options: ExportOptions) -> LocatorClip:
    """Locators, cut, resampled and scaled like their motion."""
    if options.span:
        locators = locators.frames(*_frames_of_span(len(locators), locators.fps, options.span))
    if options.fps is not None:
        locators = resample_locators(locators, options.fps)
    return locators if options.scale is None else scale_lengths(locators, options.scale)


def _cut_span(motion: Motion, span: tuple[float, float]) -> Motion:
    """The frames from span[0] to span[1] [s], both included; keyed motion is baked for it."""
    if isinstance(motion, Animation):
        motion = bake(motion)
    start, stop = _frames_of_span(len(motion), motion.fps, span)
    if isinstance(motion, Clip):
        return motion.frames(start, stop)
    return replace(
        motion,
        positions=motion.positions[start:stop],
        seen=motion.seen[start:stop],
        residuals=motion.residuals[start:stop],
        events=tuple(
            replace(event, time=event.time - start / motion.fps)
            for event in motion.events
            if start <= event.time * motion.fps < stop
        ),
    )


def _frames_of_span(frames: int, fps: float, span: tuple[float, float]) -> tuple[int, int]:
    """The first frame of a span, and the one behind its last."""
    if not (np.isfinite(span).all() and span[0] <= span[1]):
        raise InvalidValue(
            f"A span must run from an earlier to a later time, not from {span[0]} s to {span[1]} s."
        )
    start = int(np.clip(round(span[0] * fps), 0, frames - 1))
    return start, int(np.clip(round(span[1] * fps), start, frames - 1)) + 1


def _at_rate(motion: Motion, fps: float) -> Motion:
    match motion:
        case Clip():
            return resample(motion, fps)
        case Animation():
            return replace(motion, fps=fps)
    raise InvalidValue("Markers keep the rate at which they were captured; leave the rate as it is.")
