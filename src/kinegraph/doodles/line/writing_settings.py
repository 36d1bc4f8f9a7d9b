"""WritingSettings: the sizes and times against which a drawn line is read."""

from dataclasses import dataclass, fields

from kinegraph.core.errors import InvalidValue

_LEAST, _MOST = 1e-6, 1e6  # limits of all sizes and times, so that their squares stay finite


@dataclass(frozen=True)
class WritingSettings:
    """Lengths in metres of the sheet, times in seconds.

    leg_length: Hip to ankle of the character; other lengths are relative to it.
    jump_line: An arc that rises higher than this above the lower of its ends is a jump, not a step.
    longest_step: An arc longer than this is a jump; a horizontal line longer than this is a slide.
    pause: The pen has paused where it stays this long about one place.
    rest: The character comes to a stand where the pen stays this long.
    """

    leg_length: float = 0.8
    jump_line: float = 0.8
    longest_step: float = 0.96
    pause: float = 0.12
    rest: float = 0.5

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not _LEAST <= value <= _MOST:
                words = field.name.replace("_", " ")
                raise InvalidValue(f"The {words} must be {_LEAST:g} to {_MOST:g}, not {value}.")
        if self.rest < self.pause:
            raise InvalidValue("A rest must be at least as long as a pause.")


def settings_for(leg_length: float) -> WritingSettings:
    """The settings of a character with legs of `leg_length` [m]: the jump line lies at its hips.

    Legs spread to 37 degrees each from the vertical span 1.2 leg lengths: the longest step without a jump.
    """
    return WritingSettings(leg_length=leg_length, jump_line=leg_length, longest_step=1.2 * leg_length)
