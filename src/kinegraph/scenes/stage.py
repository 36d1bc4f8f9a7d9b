"""Stage: characters with their tracks, props, targets and shots: everything that a scene is made of."""

from dataclasses import dataclass, field

from kinegraph.characters.rendering.stage import theme_named
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.scenes.cameras.shot import StageShot
from kinegraph.scenes.mixing.track import LONGEST, Track
from kinegraph.scenes.props.stage_prop import StageProp
from kinegraph.scenes.targets.handshake import Handshake
from kinegraph.scenes.targets.place import UnknownThing
from kinegraph.scenes.targets.target import Target

_LEAD = 1e-6  # [s] by which a time may lie before a cut and still belong to it


@dataclass(frozen=True, eq=False)
class Member:
    """A character of a scene. targets: What it looks at and reaches for, over its track."""

    name: str
    character: Character
    track: Track = field(default_factory=Track)
    targets: tuple[Target, ...] = ()


@dataclass(frozen=True, eq=False)
class Stage:
    """A scene of several characters.

    length: [s]; None: until the last clip ends.
    light: Theme of the films: "dark" or "light".
    shots: In the order of their starts; none: one camera that sees everything.
    """

    members: tuple[Member, ...]
    props: tuple[StageProp, ...] = ()
    handshakes: tuple[Handshake, ...] = ()
    shots: tuple[StageShot, ...] = ()
    name: str = "scene"
    length: float | None = None
    light: str = "dark"

    def __post_init__(self) -> None:
        for what in ("members", "props", "handshakes", "shots"):
            object.__setattr__(self, what, tuple(getattr(self, what)))
        if not (self.members or self.props):
            raise InvalidValue("A scene needs a character or a prop.")
        names = self.names
        for number, name in enumerate(names):
            if not name or name in names[:number]:
                raise InvalidValue(f"Names in a scene must be given and unique; {name!r} is not.")
        for name in self._mentioned_names():
            if name and name not in names:
                raise UnknownThing(name, names)
        starts = [shot.start for shot in self.shots]
        if starts != sorted(starts):
            raise InvalidValue("The shots of a scene must be in the order of their starts.")
        theme_named(self.light)
        if not 0.0 <= self.duration <= LONGEST:
            raise InvalidValue(f"A scene can last 0 to {LONGEST:g} s, not {self.duration:g} s.")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all characters and props."""
        return (*(member.name for member in self.members), *(prop.name for prop in self.props))

    @property
    def duration(self) -> float:
        """Length of the scene [s]."""
        if self.length is not None:
            return self.length
        return max((member.track.end for member in self.members), default=0.0)

    def member(self, name: str) -> Member:
        """The character of a name; raises an error with the nearest names."""
        found = next((each for each in self.members if each.name == name), None)
        if found is None:
            raise UnknownThing(name, [each.name for each in self.members])
        return found

    def shot_at(self, time: float) -> StageShot | None:
        """The shot at a time of the scene [s]: before the first cut the first one; None without shots."""
        begun = [shot for shot in self.shots if shot.start <= time + _LEAD]
        shots = begun or list(self.shots[:1])
        return shots[-1] if shots else None

    def _mentioned_names(self) -> list[str]:
        """All names that targets, handshakes, props and shots refer to."""
        shots = [key.look_at.of for shot in self.shots for key in shot.keys if key.look_at is not None]
        return [
            *(target.at.of for member in self.members for target in member.targets),
            *(name for shake in self.handshakes for name in (shake.first, shake.second)),
            *(held.by for prop in self.props for held in prop.held),
            *(shot.follow for shot in self.shots),
            *shots,
        ]
