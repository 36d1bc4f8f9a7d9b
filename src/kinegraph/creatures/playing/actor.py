"""Actor: a creature in a game. Set targets, velocity and animations, step, read the pose."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.errors import InvalidValue
from kinegraph.core.pose import Pose
from kinegraph.creatures.animation.events import Event
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import BoundAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.gait import tables as gait_tables
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.plan import GaitPlan
from kinegraph.creatures.gait.rig import GaitRig
from kinegraph.creatures.gait.tables import GaitState
from kinegraph.creatures.ik.particle_ik import SolvedFrame
from kinegraph.creatures.playing import tables as at
from kinegraph.creatures.playing.animation_layer import AnimationLayer
from kinegraph.creatures.playing.array_views import directory, words_of
from kinegraph.creatures.playing.relocation_kernels import relocate
from kinegraph.creatures.playing.step_kernels import step_creatures
from kinegraph.creatures.playing.step_rig import StepRig, kept_binding, kept_gait, standing_step, step_rig
from kinegraph.creatures.playing.tables import Step

LONGEST_STEP = 60.0  # [s]


@dataclass(frozen=True, eq=False)
class Moment:
    """The whole state of an actor at one moment, for scrubbing, undo and rewinding."""

    layers: tuple[AnimationLayer, ...]
    rows: Floats
    walk: GaitState
    jiggling: dict[int, Floats]
    command: Floats
    targets: dict[str, Floats]
    style: str | GaitPlan


class Keeper(Protocol):
    """Has the newest arrays of actors, on another machine."""

    def bring(self, actor: "Actor") -> None:
        """Writes them into the actor's own."""

    def note_change(self, actor: "Actor") -> None:
        """Notes that the actor's own arrays are the newest now."""


class Actor:
    """One creature on the ground, with the animations that it plays over its gait.

    A step is one compiled call. The same commands give the same bits.
    """

    def __init__(
        self,
        creature: Creature,
        ground: Ground | None = None,
        style: str | GaitPlan = "plain",
        *,
        start: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        """style: Of the gait: names as `named_gait` reads them, or a plan. start: x, z [m], heading [rad]."""
        if not np.isfinite(start).all():
            raise InvalidValue("An actor needs a start of three finite numbers: x, z and heading.")
        self.creature = creature
        self.ground = ground or Ground()
        self.layers: tuple[AnimationLayer, ...] = ()
        self._style = style
        self._targets: dict[str, Floats] = {}
        self._bindings: dict[tuple[GeneralAnimation, int], BoundAnimation] = {}
        self._rigs: dict[tuple[GaitRig, tuple[BoundAnimation, ...]], StepRig] = {}
        self._gait = kept_gait(creature, style)
        self._rig = step_rig(creature, self._gait, ())
        self._keeper: Keeper | None = None
        self._arrays = standing_step(creature, self._gait, self._rig, self.ground, start)
        self._directory = directory(at.STEP_VIEW, self._arrays)
        self._listed: dict[str, tuple[object, list[int]]] = {}
        self._list()
        self._addresses = np.array([self._directory.ctypes.data])
        self.step(0.0)

    # Commands.

    @property
    def velocity(self) -> tuple[float, float]:
        """Velocity to its left and forward, in its own frame [m/s]; limited to what its legs can do."""
        command = self._arrays.commands[0]
        return float(command[at.SIDEWAYS]), float(command[at.FORWARD])

    @velocity.setter
    def velocity(self, velocity: tuple[float, float]) -> None:
        sideways, forward = velocity
        if not (math.isfinite(sideways) and math.isfinite(forward)):
            raise InvalidValue(f"A velocity needs two finite numbers, not {tuple(velocity)}.")
        command = self._arrays.commands[0]
        command[at.SIDEWAYS], command[at.FORWARD] = sideways, forward

    @property
    def turn(self) -> float:
        """Turn to its left [rad/s]."""
        return float(self._arrays.commands[0, at.TURNING])

    @turn.setter
    def turn(self, turn: float) -> None:
        if not math.isfinite(turn):
            raise InvalidValue(f"A turn must be a finite number, not {turn}.")
        self._arrays.commands[0, at.TURNING] = turn

    @property
    def style(self) -> str | GaitPlan:
        """The style of its gait: names or a plan; may change at any time."""
        return self._style

    @style.setter
    def style(self, style: str | GaitPlan) -> None:
        self._style = style
        self.use_gait(kept_gait(self.creature, style))

    def use_gait(self, gait: GaitRig) -> None:
        """Goes on with another gait rig of its creature."""
        walk = gait.continue_walk(self._step.walk, self._gait)
        under = rest_goals(self.creature)  # a gait writes only the rows that it owns
        under.placement[:] = self._step.under.placement
        self._step, self._gait = self._step._replace(walk=walk, under=under), gait
        self._build(self.layers)

    @property
    def target_names(self) -> tuple[str, ...]:
        """The external targets that its layers have."""
        return self._rig.target_names

    @property
    def targets(self) -> Mapping[str, Floats]:
        """External targets that were set, in the world [m]; others have the default places of their
        animation.
        """
        return MappingProxyType(self._targets)

    def set_target(self, name: str, place: ArrayLike) -> None:
        """Sets the place of an external target in the world [m]."""
        where = np.array(place, dtype=np.float64)
        if where.shape != (3,) or not np.isfinite(where).all():
            raise InvalidValue(f"The target {name!r} needs a place of three finite numbers.")
        self._targets[name] = where
        if name in self._rig.target_names:
            row = self._rig.target_names.index(name)
            self._arrays.targets[0, row], self._arrays.known[row] = where, 1

    def move_to(self, x: float, z: float, heading: float | None = None) -> None:
        """Puts it at another place at once, at any moment; the heading [rad] stays by default.

        It goes on with what it does: planted feet stay planted under it, on the ground of the new place.
        """
        (before_x, _, before_z), facing = self.placement
        heading = facing if heading is None else heading
        if not (math.isfinite(x) and math.isfinite(z) and math.isfinite(heading)):
            raise InvalidValue(f"A place needs finite numbers, not x {x}, z {z} and heading {heading}.")
        step, move = self._step, np.array([before_x, before_z, x, z, heading - facing])
        relocate(self._gait.tables, step.walk, step.jiggling, step.ground, move)
        self.step(0.0)
        self._changed()

    def prepare(self, animation: GeneralAnimation | BoundAnimation, *, variant: int = 0) -> BoundAnimation:
        """Does the work of a later `play` ahead, for example while a level loads; a thread may do it.

        Tables are made for the animation alone and over the layers that play now. They stay with the actor.
        """
        bound = self._bound(animation, variant)
        if isinstance(animation, GeneralAnimation):
            self._bindings[animation, variant] = bound
        now = tuple(layer.bound for layer in self.layers)
        for layers in {(bound,), (*now, bound)}:
            self._rigs[self._gait, layers] = self._rig_of(layers)
        return bound

    def _bound(self, animation: GeneralAnimation | BoundAnimation, variant: int) -> BoundAnimation:
        if isinstance(animation, BoundAnimation):
            return animation
        return self._bindings.get((animation, variant)) or kept_binding(animation, self.creature, variant)

    def _rig_of(self, layers: tuple[BoundAnimation, ...]) -> StepRig:
        return self._rigs.get((self._gait, layers)) or step_rig(self.creature, self._gait, layers)

    def play(
        self, animation: GeneralAnimation | BoundAnimation, *, variant: int = 0, fade: float = 0.0
    ) -> AnimationLayer:
        """Starts an animation over those that already play. fade: Time over which it fades in [s]."""
        playing = AnimationLayer(self._bound(animation, variant))
        if fade > 0.0:
            playing.weight = 0.0
            playing.fade(1.0, fade)
        self._build((*self.layers, playing))
        return playing

    def stop(self, playing: AnimationLayer, *, fade: float = 0.0) -> None:
        """Stops an animation: at once, or after a fade [s]."""
        if fade > 0.0 and playing in self.layers:
            playing.fade(0.0, fade)
            playing.leave()
        else:
            self._build(tuple(layer for layer in self.layers if layer is not playing))

    # Time.

    def step(self, seconds: float) -> list[Event]:
        """Advances everything; returns the events that were passed, in the order of the layers."""
        self._step.commands[0, at.SECONDS] = check_step(seconds)
        step_creatures(self._addresses, 0, 1)
        self._changed()
        return self.take_events()

    def take_events(self) -> list[Event]:
        """The events of the last step; removes layers that have faded out."""
        passed, faded = self._arrays.news
        if not passed and not faded:
            return []
        events = []
        for layer in self.layers:
            events += layer.bound.animation.events_between(layer.before, layer.time)
        if faded:
            self._build(tuple(layer for layer in self.layers if not (layer.leaving and layer.weight <= 0.0)))
        return events

    def run(
        self, commands: ArrayLike, targets: Mapping[str, ArrayLike] | None = None
    ) -> tuple[Floats, Floats]:
        """Many steps in one compiled call: (translations (F, J, 3), rotations (F, J, 4)) of their poses.

        commands: (F, 4) velocity to the left and forward [m/s], turn [rad/s] and length [s] of each step.
        targets: Those that move: (F, 3) in the world [m].
        """
        orders = np.array(commands, dtype=np.float64)
        if orders.ndim != 2 or orders.shape[1] != 4 or not np.isfinite(orders).all():
            raise InvalidValue(
                "The commands of a run need rows of four finite numbers: velocity (2), turn and seconds."
            )
        for seconds in (orders[:, at.SECONDS].min(initial=0.0), orders[:, at.SECONDS].max(initial=0.0)):
            check_step(seconds)
        frames, bodies = len(orders), len(self.creature)
        places, known = self._moving_targets(targets or {}, frames)
        long = self._step._replace(
            commands=orders,
            targets=places,
            known=known,
            local_translations=np.zeros((frames, bodies, 3)),
            local_rotations=np.zeros((frames, bodies, 4)),
        )
        listed = directory(at.STEP_VIEW, long)
        step_creatures(np.array([listed.ctypes.data]), 0, 1)
        if frames:
            self._step.commands[0] = orders[-1]
            self._step.local_translations[0] = long.local_translations[-1]
            self._step.local_rotations[0] = long.local_rotations[-1]
        self._changed()
        return long.local_translations, long.local_rotations

    def _moving_targets(self, targets: Mapping[str, ArrayLike], frames: int) -> tuple[Floats, Ints]:
        places, known = np.repeat(self._step.targets, max(frames, 1), axis=0), self._step.known.copy()
        for name, path in targets.items():
            where = np.array(path, dtype=np.float64)
            if where.shape != (frames, 3) or not np.isfinite(where).all():
                raise InvalidValue(f"The target {name!r} needs {frames} places of three finite numbers.")
            if name in self._rig.target_names:
                row = self._rig.target_names.index(name)
                places[:, row], known[row] = where, 1
        return places, known

    def moment(self) -> Moment:
        """Its state now."""
        step = self._step
        return Moment(
            self.layers,
            step.layers.copy(),
            step.walk.copy(),
            self._swaying(),
            step.commands[0].copy(),
            {name: place.copy() for name, place in self._targets.items()},
            self._style,
        )

    def restore(self, moment: Moment) -> None:
        """Restores a moment. The same commands then give the same bits as before."""
        if moment.style != self._style:
            self.style = moment.style
        self._targets = {name: place.copy() for name, place in moment.targets.items()}
        self._build(moment.layers)
        step = self._step
        step.layers[:] = moment.rows
        for now, then in zip(step.walk, moment.walk, strict=True):
            now[:] = then
        _put_swaying(step, moment.jiggling)
        step.commands[0] = moment.command
        self.step(0.0)

    # Results.

    @property
    def translations(self) -> Floats:
        """(J, 3) of the last pose, in the frames of the joints' parents, joint 0 in the world [m]."""
        return self._step.local_translations[0].copy()

    @property
    def rotations(self) -> Floats:
        """(J, 4) of the last pose, parent-from-joint, joint 0 world-from-joint, xyzw."""
        return self._step.local_rotations[0].copy()

    @property
    def pose(self) -> Pose:
        """The pose of the last step, in the world."""
        offsets = self.translations
        return Pose(self.creature.character.skeleton, offsets[0], self.rotations, offsets)

    @property
    def solved(self) -> SolvedFrame:
        """Places of its bodies, in character space."""
        return SolvedFrame(self._step.positions.copy(), self._step.rotations.copy())

    @property
    def goals(self) -> Goals:
        """Goals of the last step, in character space."""
        return self._step.goals.copy()

    @property
    def placement(self) -> tuple[Floats, float]:
        """(origin in the world [m], heading about Y [rad])."""
        placed = self._step.under.placement
        return placed[:3].copy(), float(placed[3])

    @property
    def planted(self) -> dict[int, bool]:
        """Feet by body, each True while it stands."""
        stands = self._step.walk.feet[:, gait_tables.FLIGHT] < 0.0
        return dict(zip(self._gait.feet, stands.tolist(), strict=True))

    @property
    def idle(self) -> bool:
        """True if it stands with all feet in their places, and will stay so until commanded."""
        return bool(self._step.walk.body[gait_tables.IDLE])

    @property
    def gait(self) -> tuple[GaitRig, GaitState]:
        """Its gait and the state of it, for steering. Not to be written to."""
        return self._gait, self._step.walk

    # Tables and arrays.

    @property
    def _step(self) -> Step:
        """Its arrays. What another machine keeps of them is brought first."""
        if self._keeper is not None:
            self._keeper.bring(self)
        return self._arrays

    @_step.setter
    def _step(self, step: Step) -> None:
        self._arrays = step
        self._changed()

    def _changed(self) -> None:
        if self._keeper is not None:
            self._keeper.note_change(self)

    @property
    def own_arrays(self) -> Step:
        """Its own arrays as they are, for a keeper."""
        return self._arrays

    def keep_with(self, keeper: "Keeper | None") -> None:
        """Lets a keeper have the newest values of its arrays from now on; without one, it has them itself."""
        self._keeper = keeper

    def share_rows(self, layers: Floats, commands: Floats, news: Ints, targets: Floats, known: Ints) -> None:
        """Replaces the arrays of what is asked of it, and of its layers, by others with the same values."""
        step = self._arrays
        given = {"layers": layers, "commands": commands, "news": news, "targets": targets, "known": known}
        for name, new in given.items():
            new[...] = getattr(step, name)
        for row, layer in zip(layers, self.layers, strict=True):
            layer.keep_in(row)
        self._arrays = step._replace(**given)
        self._list()

    def _build(self, layers: Sequence[AnimationLayer]) -> None:
        """Builds tables for other layers; the walk, the jiggles and the layers' times continue."""
        swaying = self._swaying()
        self.layers = tuple(layers)
        self._rig = rig = self._rig_of(tuple(layer.bound for layer in self.layers))
        rows = np.zeros((len(self.layers), at.LAYER_COLUMNS))
        for row, layer in zip(rows, self.layers, strict=True):
            layer.keep_in(row)
        self._step = self._step._replace(
            tables=rig.tables,
            jiggling=np.zeros((len(rig.tables.jiggles.links), 10)),
            layers=rows,
            targets=rig.target_places[None].copy(),
            known=np.zeros(len(rig.target_names), dtype=np.int64),
            scratch=rig.scratch(),
        )
        _put_swaying(self._step, swaying)
        for name, place in self._targets.items():
            self.set_target(name, place)
        self._list()

    def _swaying(self) -> dict[int, Floats]:
        """The state of the jiggles by body."""
        links = self._step.tables.jiggles.links
        return {int(body): row.copy() for body, row in zip(links[:, 0], self._step.jiggling, strict=True)}

    def write_to(self, commands: Floats, news: Ints, translations: Floats, rotations: Floats) -> int:
        """Replaces the arrays of commands and poses by others; returns the address of its directory.

        That stays the same whatever it plays: so a herd steps many actors in one call.

        commands: (1, 4). news: (2,). translations, rotations: (1, B, 3), (1, B, 4).
        """
        step = self._step
        for new, old in (
            (commands, step.commands),
            (news, step.news),
            (translations, step.local_translations),
            (rotations, step.local_rotations),
        ):
            new[...] = old
        self._step = step._replace(
            commands=commands, news=news, local_translations=translations, local_rotations=rotations
        )
        self._list()
        return self.address

    @property
    def address(self) -> int:
        """Address of the directory of its `Step`, for `step_creatures`; it never changes."""
        return int(self._addresses[0])

    def _list(self) -> None:
        """Writes the addresses of all arrays into the directory, which stays in place."""
        for name, view in at.STEP_VIEW.fields:
            value = getattr(self._arrays, name)
            if name not in self._listed or self._listed[name][0] is not value:
                words = self._rig.words if name == "tables" else words_of(view, value, name)
                self._listed[name] = value, words
        self._directory[:] = [word for _, words in self._listed.values() for word in words]


def _put_swaying(step: Step, swaying: Mapping[int, Floats]) -> None:
    for row, (body, *_) in enumerate(step.tables.jiggles.links):
        step.jiggling[row] = swaying.get(int(body), 0.0)


def check_step(seconds: float) -> float:
    """The length of a step [s], checked."""
    if not 0.0 <= seconds <= LONGEST_STEP:
        raise InvalidValue(f"A step must take 0 to {LONGEST_STEP:g} seconds, not {seconds}.")
    return float(seconds)
