"""Records for tests: small, valid, and with blobs that exist."""

from kinegraph.core.body import Cap
from kinegraph.creatures.animation.motion_schema import (
    ChannelEntry,
    KeyEntry,
    MotionFile,
    PositionEntry,
    PositionModeEntry,
    TargetEntry,
)
from kinegraph.creatures.maker.creature_plan import (
    BodyPart,
    CreaturePlan,
    Limb,
    Seat,
    SpinePoint,
)
from kinegraph.doodles.props.prop import PropKind
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.creature_fields import CreatureGait, CreaturePlaying
from kinegraph.studio.document.doodle_fields import (
    CalledMotion,
    DoodleCamera,
    DoodlePicture,
    DoodleProp,
    Drawing,
    HandLesson,
    InkStroke,
    LearntGesture,
    PieceChoice,
)
from kinegraph.studio.document.key_fields import (
    KeyFigures,
    Keying,
    KeySettings,
    Layering,
    MotionPart,
    StackedLayer,
)
from kinegraph.studio.document.perform_fields import (
    KeyMarker,
    LayerRelease,
    LayerSwitch,
    PoseHold,
    RecordedLayer,
    Recording,
    SetManipulator,
    WalkSpan,
)
from kinegraph.studio.document.records import (
    AnimationRecord,
    CharacterRecord,
    DoodleRecord,
    MotionRecord,
    PenRecord,
    Placement,
    PoseRecord,
    SceneRecord,
    SetRecord,
    TakeRecord,
)
from kinegraph.studio.document.scene_fields import (
    SceneCameraKey,
    SceneClip,
    SceneHandshake,
    SceneHeld,
    SceneLayer,
    SceneProp,
    ScenePropKey,
    SceneShot,
    SceneTarget,
    SceneTrack,
)

BLOBS = {blob_hash(data): data for data in (b"first", b"second", b"third")}
HASHES = tuple(BLOBS)


def a_character(id: str = "c1", name: str = "bear", blob: str = HASHES[0]) -> CharacterRecord:
    """A three-jointed character."""
    return CharacterRecord(
        id=id,
        name=name,
        joints=("hips", "left", "right"),
        parents=(-1, 0, 0),
        caps=((Cap.ROOT,), (Cap.FOOT,), (Cap.FOOT,)),
        mirror=(0, 2, 1),
        sides=(0, 1, -1),
        height=1.0,
        triangles=12,
        blob=blob,
    )


def a_motion(id: str = "m1", character: str | None = "c1", blob: str = HASHES[1]) -> MotionRecord:
    """A second of motion."""
    return MotionRecord(
        id=id,
        name="walk",
        form="clip" if character else "markers",
        character=character,
        fps=60.0,
        frames=61,
        duration=1.0,
        blob=blob,
    )


def a_keyed_motion(id: str = "m2", source: str = "m1", blob: str = HASHES[2]) -> MotionRecord:
    """The second of motion above, keyed."""
    return MotionRecord(
        id=id,
        name="walk keys",
        form="animation",
        character="c1",
        fps=60.0,
        frames=61,
        duration=1.0,
        keys=5,
        keying=Keying(
            source=source,
            source_blob=HASHES[1],
            settings=KeySettings(
                leading=("hips",), accuracy=(0.1,), weights={"left": 2.0}, fixed=(7,), span=(0, 60)
            ),
            count=5,
            figures=KeyFigures(largest=0.004, joint="left", frame=31, mean=0.001, stance_drift=0.0005),
        ),
        blob=blob,
    )


def a_performance(id: str = "m3", blob: str = HASHES[2]) -> MotionRecord:
    """Two layers of one set."""
    layers = (
        RecordedLayer(
            name="take 1",
            set="s1",
            start=0.0,
            end=1.0,
            events=60,
            switches=(LayerSwitch(time=0.5, set="s2"),),
            releases=(LayerRelease(start=0.2, stop=0.4),),
            keys=(0.5,),
        ),
        RecordedLayer(name="take 2", set="s1", muted=True, solo=True, start=0.25, end=0.75, events=30),
    )
    return MotionRecord(
        id=id,
        name="a dance",
        form="performance",
        character="c1",
        fps=60.0,
        frames=61,
        duration=1.0,
        recording=Recording(
            layers=layers, walks=True, walking=(WalkSpan(start=0.2, stop=0.9),), fade=0.25, rig="0123"
        ),
        blob=blob,
    )


def a_set(id: str = "s1", blob: str = HASHES[1]) -> SetRecord:
    """Two keys of a whole body and another set's controller."""
    return SetRecord(
        id=id,
        character="c1",
        name="sway",
        order=1,
        colour=3,
        manipulators=(
            SetManipulator(kind=ManipulatorKind.JOINT, target="hips", moves=True, turns=True),
            SetManipulator(kind=ManipulatorKind.CONTROLLER, target="s2", moves=True),
        ),
        function=RadialFunction.HARDY,
        degree=0,
        home=(0.0, 1.0, 0.5),
        keys=(KeyMarker(name="left", place=(0.5, 1.0, 0.5)), KeyMarker(name="right", place=(-0.5, 1.0, 0.5))),
        walks=True,
        rank=2,
        parent=None,
        carrier=0,
        blob=blob,
    )


def a_pose(character: str = "c1") -> PoseRecord:
    """A bent pose with a controller put aside."""
    return PoseRecord(
        id=f"pose-{character}",
        character=character,
        root=(0.0, 0.9, 0.1),
        rotations=((0.0, 0.0, 0.0, 1.0), (0.6, 0.0, 0.0, 0.8), (0.0, 0.0, 0.0, 1.0)),
        translations=((0.0, 0.9, 0.1), (0.1, 0.0, 0.0), (-0.1, 0.0, 0.0)),
        controllers={"s2": (0.1, 0.2, 0.3)},
        held=PoseHold.BODY,
    )


def a_take(id: str = "t1") -> TakeRecord:
    """A recording in two chunks, over a performance."""
    return TakeRecord(
        id=id,
        character="c1",
        set="s1",
        motion="m3",
        punch="take 1",
        at=0.5,
        speed=0.5,
        walks=True,
        fade=0.5,
        placement=Placement(character="c1", position=(1.0, 0.0, 2.0), heading=0.5),
        samples=7,
        until=0.9,
        chunks=HASHES[:2],
        switches=(LayerSwitch(time=0.5, set="s2"),),
        releases=(LayerRelease(start=0.1, stop=0.2),),
    )


def a_plan() -> CreaturePlan:
    """A torso on two legs that sees."""
    leg = Limb("leg", Seat(at=0.1, toward=(1.0, -0.5, 0.0)), ((0.0, -0.3, 0.0),), (0.05, 0.04), "paw")
    eye = BodyPart("eye", "round eye", Seat(at=1.0, toward=(0.5, 0.3, 1.0)), 0.04)
    spine = (SpinePoint((0.0, 0.5, -0.2), 0.2), SpinePoint((0.0, 0.6, 0.2), 0.15, 0.9))
    return CreaturePlan("Momo", spine, 3, (leg,), (eye,))


def an_animation(id: str = "a1") -> AnimationRecord:
    """One channel that reaches for a fruit."""
    keys = [KeyEntry(0.0, [0.0, 0.0, 0.0]), KeyEntry(1.0, [1.0, 0.0, 0.0], [0.5, 0.0, 0.0])]
    hand = ChannelEntry(
        "hand",
        "graspers",
        one_at_a_time=True,
        target=TargetEntry(external="fruit"),
        position=PositionEntry(PositionModeEntry(), keys),
    )
    motion = MotionFile(
        "kinegraph motion", 1, "reach", 1.0, targets={"fruit": [0.0, 0.5, 0.2]}, channels=[hand]
    )
    return AnimationRecord(
        id=id, name="reach", shipped=None, motion=motion, targets={"fruit": (0.0, 1.0, 1.0)}
    )


def a_creature_motion(id: str = "m4", blob: str = HASHES[2]) -> MotionRecord:
    """The animation above on a creature that walks along a path."""
    return MotionRecord(
        id=id,
        name="reach",
        form="creature",
        character="c1",
        fps=60.0,
        frames=61,
        duration=1.0,
        playing=CreaturePlaying(
            animation="a1",
            variant=1,
            gait=CreatureGait(speed=0.5, style="limp", path=((0.0, 0.0), (0.0, 2.0))),
            seconds=1.0,
            targets={"fruit": (0.0, 1.0, 0.5)},
            places={"fruit": (0.0, 1.0, 0.5)},
            variants=2,
            score=HASHES[0],
        ),
        blob=blob,
    )


def a_doodle(id: str = "d1") -> DoodleRecord:
    """A torso, a line drawn from a camera, a ball, a picture and a gesture of its own."""
    camera = DoodleCamera(position=(-4.0, 2.0, 0.0), target=(0.0, 1.0, 0.0), vertical_fov=0.6, aspect=1.5)
    return DoodleRecord(
        id=id,
        name="Otto",
        strokes=(
            InkStroke(id="k-1", ink="character", label="torso", points=20, blob=HASHES[0]),
            InkStroke(id="k-2", ink="motion", at=0.5, seconds=2.0, points=99, camera=camera, blob=HASHES[1]),
        ),
        joints={"neck": (0.1, 1.4)},
        choices=(PieceChoice(stroke="k-2", start=3, stop=40, motion="hop", backward=True),),
        props=(
            DoodleProp(
                id="p-1",
                kind=PropKind.BALL,
                place=(0.0, 0.0, 2.0),
                size=(0.5, 0.5, 0.5),
                turn=0.1,
                loose=True,
                push=(0.0, 0.0, 1.5),
                starts=0.5,
            ),
        ),
        picture=DoodlePicture(
            media="image/png", pixels=(64, 48), place=(1.0, 1.2), width=5.0, opacity=0.5, blob=HASHES[2]
        ),
        camera=camera,
        taught=(
            LearntGesture(
                name="swoop",
                motion="leap",
                backward=True,
                examples=3,
                blob=HASHES[2],
                calls=CalledMotion(name="Wave", blob=HASHES[1]),
                sound="clap",
            ),
        ),
        actor="c2",
        character="c1",
        motion="m5",
        hand=(HandLesson(measure="arc.apex", limit=0.35, shift=0.05),),
        learns=False,
        lessons=(HandLesson(measure="arc.jump", limit=1.0, shift=-0.1),),
        state="0123",
    )


def a_drawn_motion(id: str = "m5", blob: str = HASHES[2]) -> MotionRecord:
    """What the doodle above says."""
    return MotionRecord(
        id=id,
        name="Otto",
        form="doodle",
        character="c1",
        fps=60.0,
        frames=121,
        duration=2.0,
        drawing=Drawing(doodle="d1", ink=HASHES[:2]),
        blob=blob,
    )


def a_layered_motion(id: str = "m6", blob: str = HASHES[2]) -> MotionRecord:
    """A keyed layer over a dense base."""
    base = MotionPart(form="clip", blob=HASHES[0])
    part = MotionPart(form="animation", keys=3, blob=HASHES[1])
    return MotionRecord(
        id=id,
        name="walk layered",
        form="layered",
        character="c1",
        fps=60.0,
        frames=61,
        duration=1.0,
        layering=Layering(
            source="m1", base=base, layers=(StackedLayer(name="layer 1", part=part, weight=0.5, solo=True),)
        ),
        blob=blob,
    )


def a_pen(id: str = "k-3") -> PenRecord:
    """A stroke being drawn."""
    return PenRecord(
        id=id,
        doodle="d1",
        ink="motion",
        at=1.5,
        camera=DoodleCamera(position=(-4.0, 2.0, 0.0), target=(0.0, 1.0, 0.0)),
        points=12,
        until=0.4,
        chunks=HASHES[:2],
    )


def a_scene() -> SceneRecord:
    """A character that plays a motion twice, waves over it, looks at another and holds a ball; two shots."""
    walk = SceneClip(id="p1", motion="m1", start=0.5, trim=(0.1, 0.9), speed=0.5, repeat=2, own=True)
    wave = SceneLayer(
        id="l1", part="left arm", additive=True, clips=(SceneClip(id="p2", motion="m1", weight=0.5),)
    )
    target = SceneTarget(id="g1", of="c2", part="head", limb="head", start=0.5, stop=2.0)
    still = SceneCameraKey(eye=(2.0, 1.0, 2.0), target=(0.0, 1.0, 0.0))
    moved = SceneCameraKey(time=1.0, eye=(0.0, 1.0, 3.0), target=(0.0, 1.0, 0.0), angle=20.0)
    return SceneRecord(
        tracks=(SceneTrack(character="c1", clips=(walk,), layers=(wave,), targets=(target,)),),
        props=(
            SceneProp(
                id="o1",
                name="ball",
                kind="ball",
                place=(0.0, 0.0, 1.0),
                size=(0.3, 0.3, 0.3),
                keys=(ScenePropKey(time=1.0, place=(1.0, 0.0, 1.0), turn=0.5),),
                held=(SceneHeld(by="c1", limb="left arm", start=1.0, stop=2.0),),
            ),
        ),
        handshakes=(SceneHandshake(id="h1", first="c1", second="c2", start=1.0, stop=3.0),),
        light="light",
        shots=(
            SceneShot(id="v1", keys=(still,), watch="c2", watch_part="head"),
            SceneShot(id="v2", start=1.0, keys=(still, moved), follow="o1"),
        ),
    )
