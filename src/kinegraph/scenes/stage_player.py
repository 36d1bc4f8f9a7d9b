"""StagePlayer: the poses of all characters and the places of all props of a scene, at any time."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.characters.rendering.camera import Camera
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.doodles.props.motion import prop_motion
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.scenes.mixing.track_player import TrackPlayer
from kinegraph.scenes.props.stage_prop import Held, StageProp
from kinegraph.scenes.stage import Member, Stage
from kinegraph.scenes.targets.aiming import Aiming, point_of, reaching_part
from kinegraph.scenes.targets.handshake import Meeting
from kinegraph.scenes.targets.place import Place, Span
from kinegraph.scenes.targets.target import Target, TargetKind

_MOST_JOINT_FRAMES = 40_000_000
_MISSED = 0.03  # [m] between hands that should meet
_SPOTS = 4096  # remembered places of things, for cameras

Spot = tuple[Floats, Floats]
"""(3,) place [m] and (4,) rotation of a prop."""


@dataclass(frozen=True, eq=False)
class Cast:
    """A thing of a scene as a character with a motion, for files."""

    name: str
    character: Character
    clip: Clip


class StagePlayer:
    """A scene made ready for playing.

    plant: Whether feet are kept from slipping in cross-fades.
    notes: One sentence for everything that cannot be done as the scene says.
    """

    def __init__(self, stage: Stage, *, plant: bool = True) -> None:
        self.stage = stage
        self.tracks = {
            member.name: TrackPlayer(member.character, member.track, plant=plant) for member in stage.members
        }
        self._characters = {member.name: member.character for member in stage.members}
        self._meetings = self._meet()
        self._aiming = {
            member.name: Aiming(member.character, self._targets(member)) for member in stage.members
        }
        self._props = {prop.name: prop for prop in stage.props}
        self._shapes = {prop.name: prop.shape for prop in stage.props}
        solid = [prop for prop in stage.props if not prop.drawn]
        paths = DoodleScene(tuple(prop.prop for prop in solid)).paths
        self._paths = {prop.name: path for prop, path in zip(solid, paths, strict=True)}
        self._parts: dict[tuple[str, str], tuple[int, Floats]] = {}
        self._grips: dict[tuple[str, int], tuple[Spot, Spot]] = {}
        self._spots: dict[tuple[str, str, float], Floats] = {}
        self._order = self._dependency_order()
        self._prepare()
        self.notes = tuple(self._missed_handshakes())

    def poses(self, time: float) -> dict[str, Pose]:
        """The poses of all characters, by name, at a time [s]."""
        return self._moment(time).poses

    def moment(self, time: float) -> "Moment":
        """Everything at a time [s]."""
        return self._moment(time)

    def where(self, place: Place, time: float) -> Floats:
        """(3,) a place of the scene at a time [m]."""
        if not place.of:
            return place.offset
        key = (place.of, place.part, time)
        if key not in self._spots:
            if len(self._spots) >= _SPOTS:
                self._spots.clear()
            self._spots[key] = self._resolve(replace(place, offset=np.zeros(3)), self._moment(time))
        return self._spots[key] + place.offset

    def camera(self, time: float) -> Camera | None:
        """The camera of the shot at a time of the scene [s]; None without shots."""
        shot = self.stage.shot_at(time)
        return None if shot is None else shot.camera(time, self)

    def cast(self, fps: float) -> tuple[Cast, ...]:
        """All characters and props with their motions, for files."""
        times = self.times(fps)
        joints = sum(len(member.character.skeleton) for member in self.stage.members) + len(self._props)
        if len(times) * joints > _MOST_JOINT_FRAMES:
            raise InvalidValue(f"{self.stage.duration:g} s at {fps:g} frames per second are too many frames.")
        moments = [self._moment(time) for time in times.tolist()]
        made = []
        for member in self.stage.members:
            clip = Clip.from_poses([moment.poses[member.name] for moment in moments], fps, self.stage.name)
            made.append(Cast(member.name, member.character, clip))
        for name, shape in self._shapes.items():
            places = np.array([moment.props[name][0] for moment in moments])
            turns = np.array([moment.props[name][1] for moment in moments])
            made.append(
                Cast(name, shape, Clip(shape.skeleton, fps, places, turns[:, None], name=self.stage.name))
            )
        return tuple(made)

    def times(self, fps: float) -> Floats:
        """(F,) times of the frames at a rate [s]."""
        if not (np.isfinite(fps) and 1.0 <= fps <= 1000.0):
            raise InvalidValue(f"A scene can play 1 to 1000 frames per second, not {fps:g}.")
        return np.arange(int(np.floor(self.stage.duration * fps + 1e-6)) + 1) / fps

    @property
    def shapes(self) -> Mapping[str, Character]:
        """The characters, and the props as characters of one joint, by name."""
        return self._characters | self._shapes

    # Preparation.

    def _meet(self) -> dict[int, Meeting]:
        made = {}
        for number, shake in enumerate(self.stage.handshakes):
            if shake.first == shake.second:
                raise InvalidValue(f"{shake.first!r} cannot shake hands with itself.")
            first, second = self.stage.member(shake.first), self.stage.member(shake.second)
            made[number] = Meeting(
                shake, first.character, second.character, self._both(first.name, second.name)
            )
        return made

    def _missed_handshakes(self) -> Iterator[str]:
        """A sentence for each handshake whose hands do not meet."""
        for meeting in self._meetings.values():
            shake, middle = meeting.shake, 0.5 * (meeting.shake.when.start + meeting.shake.when.stop)
            names = (shake.first, shake.second)
            hands = [
                self.where(Place(name, arm.part), middle)
                for name, arm in zip(names, meeting.arms, strict=True)
            ]
            gap = float(np.linalg.norm(hands[0] - hands[1]))
            if gap > _MISSED:
                yield (
                    f"{shake.first} and {shake.second} stand too far apart to shake hands: their hands stay "
                    f"{100 * gap:.0f} cm apart."
                )

    def _both(self, first: str, second: str) -> Callable[[float], tuple[Pose, Pose]]:
        return lambda time: (self.tracks[first].pose(time), self.tracks[second].pose(time))

    def _targets(self, member: Member) -> list[Target]:
        """Its own targets, and those of its handshakes."""
        targets = list(member.targets)
        for number, meeting in self._meetings.items():
            shake = meeting.shake
            for name, other, arm in zip(
                (shake.first, shake.second), (shake.second, shake.first), meeting.arms, strict=True
            ):
                if name == member.name:
                    targets.append(
                        Target(TargetKind.REACH, Place(_meeting_name(number)), arm.part, shake.when)
                    )
                    look = Target(TargetKind.LOOK, Place(other, self._face(other)), "", shake.when, 0.8)
                    targets.insert(0, look)
        for prop in self.stage.props:
            for number, held in enumerate(prop.held):
                if held.by == member.name and held.reach > 0.0:
                    targets.append(_grasp(prop, number))
        return targets

    def _face(self, name: str) -> str:
        from kinegraph.scenes.mixing.body_parts import body_parts

        return "head" if "head" in body_parts(self._characters[name]) else ""

    def _dependency_order(self) -> list[str]:
        """Names in an order in which each comes after what it depends on, where there is no circle."""
        needs = {name: aiming.needs() & set(self.stage.names) for name, aiming in self._aiming.items()}
        needs |= {name: {held.by for held in prop.held} for name, prop in self._props.items()}
        order: list[str] = []
        left = list(needs)
        while left:
            ready = next((name for name in left if needs[name] <= set(order)), None)
            order.append(ready if ready is not None else left[0])
            left.remove(order[-1])
        return order

    def _prepare(self) -> None:
        """Notes where followed things and held props are when it begins, in the order of time."""
        starts = {start for aiming in self._aiming.values() for start in aiming.starts()}
        starts |= {held.start for prop in self.stage.props for held in prop.held}
        for start in sorted(starts):
            moment = self._moment(start)
            for name, aiming in self._aiming.items():
                aiming.keep_distances(self.tracks[name].pose(start), start, self._resolver(moment))
            for prop in self.stage.props:
                for number, held in enumerate(prop.held):
                    if held.start == start:
                        free = self._release_prop(prop, number - 1, start)
                        self._grips[prop.name, number] = self._hand(held, moment), free

    # A moment.

    def _moment(self, time: float) -> "Moment":
        poses = {name: track.pose(time) for name, track in self.tracks.items()}
        moment = Moment(time, poses, {}, {})
        resolve = self._resolver(moment)
        for name in self._order:
            if name in self._props:
                moment.props[name] = self._prop(self._props[name], time, moment)
            elif self._aiming[name].targets:
                moment.poses[name] = self._aiming[name].apply(poses[name], time, resolve)
                moment.worlds.pop(name, None)
        return moment

    def _resolver(self, moment: "Moment") -> Callable[[Place], Floats]:
        return lambda place: self._resolve(place, moment)

    def _resolve(self, place: Place, moment: "Moment") -> Floats:
        if not place.of:
            return place.offset
        if place.of.startswith(_MEETING):
            return self._meetings[int(place.of.removeprefix(_MEETING))].place(moment.time)
        if place.of.startswith(_GRASP):
            return self._grasp_place(place.of.removeprefix(_GRASP), moment)
        if place.of in self._props:
            at, turn = moment.props.get(place.of) or self._prop(self._props[place.of], moment.time, moment)
            return _middle(self._props[place.of], at, turn) + place.offset
        key = (place.of, place.part)
        if key not in self._parts:
            self._parts[key] = point_of(self._characters[place.of], place.part)
        joint, point = self._parts[key]
        world = moment.world(place.of)
        return world.positions[joint] + quat_rotate(world.rotations[joint], point) + place.offset

    def _grasp_place(self, grasp: str, moment: "Moment") -> Floats:
        """(3,) where a hand takes hold of a prop: on its side that is nearest to the hand [m]."""
        number, name = grasp.split(" ", 1)
        prop = self._props[name]
        held = prop.held[int(number)]
        middle = _middle(prop, *self._release_prop(prop, int(number) - 1, min(moment.time, held.start)))
        way = self._hand(held, moment)[0] - middle
        return middle + min(0.5 * float(prop.prop.size.min()) / max(np.linalg.norm(way), 1e-9), 1.0) * way

    def _prop(self, prop: StageProp, time: float, moment: "Moment") -> Spot:
        number = sum(held.start <= time for held in prop.held) - 1
        if number < 0 or (prop.name, number) not in self._grips:
            return self._free(prop, time)
        held = prop.held[number]
        if time > held.stop:
            return self._release_prop(prop, number, time)
        return self._carry_prop(prop, number, self._hand(held, moment))

    def _carry_prop(self, prop: StageProp, number: int, hand: Spot) -> Spot:
        """A held prop, as it lies in a hand."""
        (hand_place, hand_turn), (place, turn) = self._grips[prop.name, number]
        change = quat_multiply(hand[1], quat_conjugate(hand_turn))
        return hand[0] + quat_rotate(change, place - hand_place), quat_multiply(change, turn)

    def _release_prop(self, prop: StageProp, number: int, time: float) -> Spot:
        """A prop after its holder `number` has let go; before the first: where it is by itself."""
        if number < 0:
            return self._free(prop, time)
        held = prop.held[number]
        return self._carry_prop(prop, number, self._hand(held, self._moment(min(held.stop, time))))

    def _hand(self, held: Held, moment: "Moment") -> Spot:
        character = self._characters[held.by]
        joint, _ = point_of(character, held.part or reaching_part(character))
        world = moment.world(held.by)
        return world.positions[joint], world.rotations[joint]

    def _free(self, prop: StageProp, time: float) -> Spot:
        if prop.keys:
            return prop.keyed(time)
        if prop.drawn:
            return prop.prop.place, quat_from_axis_angle(np.array([0.0, prop.prop.turn, 0.0]))
        places, turns = prop_motion(self._paths[prop.name], prop.prop, np.array([time]))
        return places[0], turns[0]


@dataclass(frozen=True, eq=False)
class Moment:
    """A scene at one time.

    poses: Of the characters, by name. props: Places and rotations of the props, by name.
    """

    time: float
    poses: dict[str, Pose]
    props: dict[str, Spot]
    worlds: dict[str, WorldTransforms]

    def world(self, name: str) -> WorldTransforms:
        """The joints of a character in the scene."""
        if name not in self.worlds:
            self.worlds[name] = forward_kinematics(self.poses[name])
        return self.worlds[name]


_MEETING, _GRASP = "\0meeting ", "\0grasp "


def _meeting_name(number: int) -> str:
    """A name that no thing of a scene can have."""
    return f"{_MEETING}{number}"


def _grasp(prop: StageProp, number: int) -> Target:
    """The way of a hand to a prop that it is going to hold, and back to its motion."""
    held = prop.held[number]
    when = Span(max(held.start - held.reach, 0.0), held.start + held.reach, held.reach, held.reach)
    return Target(TargetKind.REACH, Place(f"{_GRASP}{number} {prop.name}"), held.part, when)


def _middle(prop: StageProp, place: Floats, turn: Floats) -> Floats:
    """(3,) the middle of a prop [m]."""
    return place + quat_rotate(turn, np.array([0.0, 0.5 * prop.prop.size[1], 0.0]))
