"""Synthesis: from the pieces of a drawn line to a clip (Thorne et al., "Motion Doodles", section 4.3)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import unroll_quats
from kinegraph.doodles.line.motion import STAND, Motion, Piece
from kinegraph.doodles.performing.bridging import (
    WALK_OVER,
    add_piece,
    stand_until,
    start_score,
)
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet, HasCharacter, puppet_of
from kinegraph.doodles.performing.heading import heading_along
from kinegraph.doodles.performing.posing import (
    Ground,
    HasGround,
    clip_rotations,
    ground_of,
    pose_drawing,
    pose_puppet,
)
from kinegraph.doodles.performing.score import Contact, Score
from kinegraph.doodles.performing.stages import motion_stages
from kinegraph.doodles.sketch.proportions import Proportions

SETTLE = 0.8  # seconds after the last motion, in which the character comes to a stand
MOST_FRAMES = 100_000  # longest performance: 28 minutes at 60 frames a second; takes 10 s and 0.5 GB
_TOO_SHORT = 1e-6  # a foot farther from its plant than this has no contact [m]
Body = Proportions | Character | HasCharacter | DrawnPuppet


@dataclass(frozen=True, eq=False)
class DoodlePerformance:
    """A performed line.

    clip: The motion; its frame f is at `start` + f / fps on the clock of the drawing [s].
    contacts: When feet and hands were on the ground, on that clock.
    """

    clip: Clip
    start: float
    contacts: tuple[Contact, ...]


def perform(
    pieces: Sequence[Piece], body: Body, scene: HasGround | Ground | None = None, fps: float = 60.0
) -> Clip:
    """The motion of a line, from the start of its first piece until the character stands again.

    pieces: In the order of time; for a piece that was not understood the character walks to the next start.
    body: Proportions, or a drawn character, whose skeleton the clip is on.
    scene: An object with a method `ground(points (..., 3)) -> heights (...)`, or such a function; None: y =
    0.
    """
    return perform_with_contacts(pieces, body, scene, fps).clip


def perform_with_contacts(
    pieces: Sequence[Piece],
    body: Body,
    scene: HasGround | Ground | None = None,
    fps: float = 60.0,
    place: Floats | None = None,
    start: float | None = None,
) -> DoodlePerformance:
    """As `perform`, with the start time and the contacts.

    place: (3,) of the character at first [m]; None: at the start of the first piece.
    start: Begin of the clip [s]; None: that of the first piece. Until then the character walks there and
    stands.
    """
    if not (np.isfinite(fps) and fps > 0.0):
        raise InvalidValue(f"The frame rate of a performance must be above zero, not {fps}.")
    check_length(pieces, fps, start)
    score = plan_score(pieces, body, scene, place, start)
    stand_until(score, score.stance.time + SETTLE)
    begin = score.body.start
    frames = int(np.floor((score.stance.time - begin) * fps + 1e-6)) + 1
    goals = score.goals_at(begin + np.arange(frames) / fps)
    result = pose_puppet(score.puppet, goals, score.ground)
    rotations = unroll_quats(clip_rotations(score.puppet, pose_drawing(score.puppet, goals, result)))
    clip = Clip(score.puppet.skeleton, fps, result.roots, rotations, name="doodle")
    contacts = _keep_contacts(score.all_contacts(), result.short, float(begin), fps)
    return DoodlePerformance(clip, float(begin), contacts)


def check_length(pieces: Sequence[Piece], fps: float, start: float | None = None) -> None:
    """Refuses a performance of hours: a pen left on the sheet, or a wrong unit of time.

    start: Its begin [s]; None: that of the first piece.
    """
    if not pieces:
        return
    begins = pieces[0].start_time if start is None else start
    seconds = max(piece.end_time for piece in pieces) - begins
    if seconds * fps > MOST_FRAMES:
        raise InvalidValue(
            f"The performance would take {seconds:g} s, more than {MOST_FRAMES} frames at {fps:g} a second. "
            "A pause is too long, a line begins too late, or its times are in another unit."
        )


def _keep_contacts(
    contacts: Sequence[Contact], short: Floats, begin: float, fps: float
) -> tuple[Contact, ...]:
    """The contacts without the frames in which a limb was too short: in a stride beyond the legs' reach the
    rear foot leaves the ground early and the front foot lands late.

    short: (F, 4) distances of feet and hands from their plants [m].
    """
    kept = []
    for contact in contacts:
        first = int(np.ceil((contact.start - begin) * fps - 1e-6))
        last = int(np.floor((contact.end - begin) * fps + 1e-6))
        if not (short[first : last + 1, contact.limb] > _TOO_SHORT).any():
            kept.append(contact)
            continue
        reached = np.flatnonzero(short[first : last + 1, contact.limb] <= _TOO_SHORT)
        for run in np.split(reached, np.flatnonzero(np.diff(reached) > 1) + 1):
            if len(run):
                at = begin + (first + run[[0, -1]]) / fps
                kept.append(replace(contact, start=float(at[0]), end=float(at[1])))
    return tuple(kept)


def plan_score(
    pieces: Sequence[Piece],
    body: Body,
    scene: HasGround | Ground | None = None,
    place: Floats | None = None,
    start: float | None = None,
) -> Score:
    """Plans the score of a line, up to the end of its last piece."""
    puppet, ground = puppet_of(body), ground_of(scene)
    if not pieces:
        still = np.zeros(3) if place is None else place
        return start_score(puppet, ground, start or 0.0, still, puppet.heading)
    score = begin_score(puppet, ground, pieces, place, start)
    for piece in pieces:
        add_piece(score, piece)
    return score


def begin_score(
    puppet: DrawnPuppet,
    ground: Ground | None,
    pieces: Sequence[Piece],
    place: Floats | None,
    start: float | None,
    heading: float | None = None,
) -> Score:
    """A score with the character before its first piece.

    A character at another place walks there if `start` leaves time for it; otherwise it starts there.
    heading: Before the first piece [rad]; None: as it was drawn.
    """
    first = pieces[0]
    begin = first.start_time if start is None else min(start, first.start_time)
    if place is None or first.start_time - begin < WALK_OVER:
        place = first.start
    still = first_heading(pieces, puppet.heading) if heading is None else heading
    return start_score(puppet, ground, begin, place, still)


def first_heading(pieces: Sequence[Piece], drawn: float) -> float:
    """Heading before the first motion [rad]: on a sheet that of the drawing; otherwise along the path."""
    for piece in pieces:
        if isinstance(piece, Motion) and piece.name != STAND:
            way = piece.end - piece.start
            away = piece.backward if motion_stages(piece.name).facing == "ahead" else True
            return drawn if abs(way[0]) < 1e-6 else heading_along(way, 0.0, away)
    return drawn
