"""From a doodle to its clip: the drawing is read, the lines are read, and who was drawn performs them."""

from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.core.scene import Scene
from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.line.motion import Reading
from kinegraph.doodles.line.writing_settings import WritingSettings, settings_for
from kinegraph.doodles.performing.synthesis import perform_with_contacts
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.doodles.props.shapes import with_props
from kinegraph.doodles.reading import read_lines, sketch_of
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter, drawn_character
from kinegraph.doodles.sketch.figure import figure_character
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.doodles.sketch.sketch import SketchReading


@dataclass(frozen=True, eq=False)
class DoodleResult:
    """All that a doodle comes to.

    sketch: What was read of the drawing; None where nothing is drawn.
    drawn: The character that was drawn; None while it is none yet.
    character: Who performs: the drawn one, or the figure that stands in; None where nobody does.
    settings: Against which the lines were read.
    readings: What each line says. reading: All of it, in the order of time.
    clip: What is performed, from the time 0 of the performance on; None where nobody performs.
    scene: The props.
    notes: What could not be read or performed, a sentence each.
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

    def for_files(self, *, props: bool = True) -> Scene:
        """What goes into a file: who performs and the clip, with the props on one stage where asked."""
        if self.character is None or self.clip is None:
            raise InvalidValue("Nobody performs this doodle yet: its drawing is no character.")
        if not props:
            return Scene(self.character, clips=(self.clip,))
        character, clip = with_props(self.character, self.clip, self.scene)
        return Scene(character, clips=(clip,))


def read_doodle(doodle: Doodle, figure: Proportions | None = None) -> DoodleResult:
    """What a doodle says, with nothing performed yet: a result without a clip.

    figure: Who performs where nothing, or nobody that can be made out, is drawn; None: nobody does.
    """
    sketch = sketch_of(doodle)
    drawn, notes = _drawn(doodle, sketch)
    character = None if drawn is None else drawn.character
    if character is None and figure is not None:
        character = figure_character(figure, doodle.name)
    usual = figure or Proportions()
    settings = settings_for(usual.leg_length if drawn is None else drawn.leg_length)
    scene = DoodleScene(doodle.props)
    lines = read_lines(doodle, settings, scene)
    told = (*notes, *lines.notes)
    return DoodleResult(
        doodle, sketch, drawn, character, settings, lines.lines, lines.reading, None, scene, told
    )


def perform_doodle(doodle: Doodle, fps: float = 60.0, figure: Proportions | None = None) -> DoodleResult:
    """Reads and performs a doodle; figure as in `read_doodle`.

    A drawing that is no character yet, and lines that cannot be performed, are told of in the notes.
    """
    if not (np.isfinite(fps) and 1.0 <= fps <= 1000.0):
        raise InvalidValue(f"A doodle is performed at 1 to 1000 frames a second, not {fps}.")
    read = read_doodle(doodle, figure)
    if read.character is None:
        return read
    clip, unperformed = _clip(read, read.character, fps)
    return replace(read, clip=clip, notes=(*read.notes, *unperformed))


def _drawn(doodle: Doodle, sketch: SketchReading | None) -> tuple[DrawnCharacter | None, list[str]]:
    if sketch is None or sketch.kind is None:
        return None, []
    try:
        return drawn_character(doodle.links, sketch, doodle.name, doodle.annotations), []
    except KinegraphError as error:
        return None, [f"The drawing cannot be brought to life: {error}"]


def _clip(read: DoodleResult, character: Character, fps: float) -> tuple[Clip, list[str]]:
    """The clip, and a sentence for each line that had to be left out."""
    reading = read.reading
    body = character if read.drawn is None else read.drawn
    place = np.zeros(3) if read.drawn is None else read.drawn.place

    def perform(pieces: tuple) -> Clip:
        clip = perform_with_contacts(pieces, body, read.scene, fps, place=place, start=0.0).clip
        return replace(clip, name=read.doodle.name)

    try:
        return perform(reading.pieces), []
    except KinegraphError:
        pass
    kept, notes = [], []
    for number in sorted({piece.stroke for piece in reading.pieces}):
        own = tuple(piece for piece in reading.pieces if piece.stroke == number)
        try:
            perform(own)
            kept.append(number)
        except KinegraphError as error:
            notes.append(f"Line {number} cannot be performed: {error}")
    return perform(tuple(piece for piece in reading.pieces if piece.stroke in kept)), notes
