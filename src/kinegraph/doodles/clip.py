"""From a doodle to its clip: reads the drawing and the lines, and lets the character perform them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.core.scene import Scene
from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.line.learned_hand import Lesson
from kinegraph.doodles.line.motion import Piece, Reading
from kinegraph.doodles.line.writing_settings import WritingSettings, settings_for
from kinegraph.doodles.performing.synthesis import perform_with_contacts
from kinegraph.doodles.props.drawn_ground import DrawnGround
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.doodles.props.shapes import join_stage
from kinegraph.doodles.reading import read_lines, sketch_of
from kinegraph.doodles.sketch.animal.animal_character import animal_character
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter, drawn_character
from kinegraph.doodles.sketch.figure import figure_character
from kinegraph.doodles.sketch.front.cutout import front_character
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.doodles.sketch.sketch import SketchReading
from kinegraph.doodles.sounds import sounds_of


@dataclass(frozen=True, eq=False)
class DoodleResult:
    """Everything that was read from a doodle, and its performance.

    sketch: The reading of the drawing; None if no link is drawn.
    drawn: The drawn character; None while the drawing is incomplete.
    character: The character that performs: the drawn one, or the figure in its place; None without either.
    settings: Sizes and times for reading the lines.
    readings: The reading of each line. reading: All of them, in the order of time.
    clip: The motion, from time 0 of the performance on; None without a character.
    scene: Ground and props.
    notes: One sentence about each line or drawing that could not be read or performed.
    others: The same for each further character on the sheet, with the same scene.
    lessons: What the choices for pieces teach about the hand that drew the lines.
    """

    doodle: Doodle
    sketch: SketchReading | None
    drawn: DrawnCharacter | None
    character: Character | None
    settings: WritingSettings
    readings: tuple[Reading, ...]
    reading: Reading
    clip: Clip | None
    scene: DoodleScene
    notes: tuple[str, ...] = ()
    others: "tuple[DoodleResult, ...]" = ()
    lessons: tuple[Lesson, ...] = ()

    @property
    def hand(self) -> tuple[Lesson, ...]:
        """All that is known of the hand that drew the lines."""
        return (*self.doodle.hand, *self.lessons)

    @property
    def is_animal(self) -> bool:
        """True if the drawn character is a four-legged animal, which performs as a creature."""
        return self.drawn is not None and self.sketch is not None and self.sketch.animal is not None

    @property
    def performers(self) -> "tuple[DoodleResult, ...]":
        """The results of all characters that perform, this one first."""
        return tuple(each for each in (self, *self.others) if each.character is not None)

    @property
    def cast(self) -> tuple[tuple[Character, Clip], ...]:
        """All characters that perform, with clips of one length: after its own motion each stands still."""
        found = [(each.character, each.clip) for each in self.performers if each.clip is not None]
        frames = max((len(clip) for _, clip in found), default=0)
        return tuple((character, _hold_last(clip, frames)) for character, clip in found if character)

    def for_files(self, *, props: bool = True) -> Scene:
        """A scene for a file: the character and the clip, with the props and the other characters on one
        skeleton if wanted."""
        cast = self.cast
        if not cast:
            raise InvalidValue("This doodle has no character yet: the drawing is incomplete.")
        character, clip = join_stage(cast, self.scene) if props else cast[0]
        return Scene(character, clips=(clip,))


# The clip of a drawn animal that performs pieces of its lines, at a number of frames a second.
PerformAnimal = Callable[[DoodleResult, tuple[Piece, ...], float], Clip]


def read_doodle(doodle: Doodle, figure: Proportions | None = None) -> DoodleResult:
    """Reads a doodle without performing it: a result without a clip.

    figure: Proportions of a figure that performs if no complete character is drawn; None: no figure.
    """
    scene = DoodleScene(doodle.props, DrawnGround(doodle.ground))
    results = [_read_performer(each, figure, scene) for each in doodle.performers]
    return replace(results[0], doodle=doodle, others=tuple(results[1:]))


def _read_performer(doodle: Doodle, figure: Proportions | None, scene: DoodleScene) -> DoodleResult:
    sketch = sketch_of(doodle)
    drawn, notes = _draw_character(doodle, sketch)
    character = None if drawn is None else drawn.character
    if character is None and figure is not None:
        character = figure_character(figure, doodle.name)
    usual = figure or Proportions()
    settings = settings_for(usual.leg_length if drawn is None else drawn.leg_length)
    lines = read_lines(doodle, settings, scene)
    notes += lines.notes
    return DoodleResult(
        doodle, sketch, drawn, character, settings, lines.lines, lines.reading, None, scene, tuple(notes),
        lessons=lines.lessons,
    )  # fmt: skip


def perform_doodle(
    doodle: Doodle,
    fps: float = 60.0,
    figure: Proportions | None = None,
    animals: PerformAnimal | None = None,
) -> DoodleResult:
    """Reads and performs a doodle; figure as in `read_doodle`.

    The notes name an incomplete drawing and lines that cannot be performed.

    animals: Performs drawn animals; without it they have no clip (see `kinegraph.flows.perform_drawing`).
    """
    if not (np.isfinite(fps) and 1.0 <= fps <= 1000.0):
        raise InvalidValue(f"The frame rate of a doodle must be 1 to 1000 frames a second, not {fps}.")
    read = read_doodle(doodle, figure)
    others = tuple(_perform(other, fps, animals) for other in read.others)
    return replace(_perform(read, fps, animals), others=others)


def starting_place(read: DoodleResult) -> Floats:
    """(3,) place of a drawn character before its first motion: on the ground below its drawn hips [m]."""
    if read.drawn is None:
        return np.zeros(3)
    hips = read.drawn.drawn_pose.root_translation
    place = hips * [0.0, 0.0, 1.0]
    return (
        place + read.scene.ground(hips) * np.array([0.0, 1.0, 0.0]) if read.scene.drawn else read.drawn.place
    )


def _perform(read: DoodleResult, fps: float, animals: PerformAnimal | None) -> DoodleResult:
    if read.character is None:
        return read
    if read.is_animal and animals is None:
        note = "A drawn animal performs as a creature: use kinegraph.flows.perform_drawing."
        return replace(read, notes=(*read.notes, note))
    clip, unperformed = _clip(read, read.character, fps, animals)
    return replace(read, clip=clip, notes=(*read.notes, *unperformed))


def _hold_last(clip: Clip, frames: int) -> Clip:
    """The clip with its last pose held until it has a number of frames."""
    if len(clip) >= frames:
        return clip
    rows = np.minimum(np.arange(frames), len(clip) - 1)
    moved = None if clip.translations is None else clip.translations[rows]
    return replace(
        clip,
        root_translations=clip.root_translations[rows],
        rotations=clip.rotations[rows],
        translations=moved,
    )


def _draw_character(doodle: Doodle, sketch: SketchReading | None) -> tuple[DrawnCharacter | None, list[str]]:
    if sketch is None or sketch.kind is None:
        return None, []
    strokes = (*doodle.links, *doodle.annotations)
    try:
        if sketch.front is not None:
            return front_character(strokes, sketch.front, doodle.name), []
        if sketch.animal is not None:
            return animal_character(strokes, sketch.animal, doodle.name), []
        return drawn_character(doodle.links, sketch, doodle.name, doodle.annotations), []
    except KinegraphError as error:
        return None, [f"The drawing could not be made into a character: {error}"]


def _clip(
    read: DoodleResult, character: Character, fps: float, animals: PerformAnimal | None
) -> tuple[Clip, list[str]]:
    """The clip, and a sentence about each line that was left out."""
    reading = read.reading
    body = character if read.drawn is None else read.drawn
    place = starting_place(read)

    def perform(pieces: tuple[Piece, ...]) -> Clip:
        if read.is_animal and animals is not None:
            return replace(animals(read, pieces, fps), name=read.doodle.name)
        clip = perform_with_contacts(pieces, body, read.scene, fps, place=place, start=0.0).clip
        return replace(clip, name=read.doodle.name)

    def sounding(pieces: tuple[Piece, ...]) -> Clip:
        return replace(perform(pieces), events=sounds_of(pieces, read.doodle.taught))

    try:
        return sounding(reading.pieces), []
    except KinegraphError:
        pass
    kept, notes = [], []
    for number in sorted({piece.stroke for piece in reading.pieces}):
        own = tuple(piece for piece in reading.pieces if piece.stroke == number)
        try:
            perform(own)
            kept.append(number)
        except KinegraphError as error:
            notes.append(f"Line {number + 1} cannot be performed: {error}")
    return sounding(tuple(piece for piece in reading.pieces if piece.stroke in kept)), notes
