"""Stages: targets, handshakes, props, cameras, and what cannot be."""

import numpy as np
import pytest
from tests.scenes.walkers import BEAR, BEARS

from kinegraph.characters.cast import character
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.doodles.props.prop import ball, box
from kinegraph.scenes import (
    CameraKey,
    Handshake,
    Held,
    Member,
    Place,
    PropKey,
    Span,
    Stage,
    StagePlayer,
    StageProp,
    StageShot,
    Target,
    TargetKind,
    Track,
    TrackClip,
)

FIGURE = character("figure")
STILL = Track((TrackClip(BEARS["looking around"]),))


def bear(*targets: Target, track: Track = STILL) -> Member:
    return Member("ben", BEAR, track, targets)


def facing(player: StagePlayer, name: str, time: float) -> np.ndarray:
    """(3,) where the head of a cast member points."""
    world, head = forward_kinematics(player.poses(time)[name]), BEAR.skeleton.index("head")
    return quat_rotate(world.rotations[head], np.array([0.0, 0.0, 1.0]))


def head_of(player: StagePlayer, time: float) -> np.ndarray:
    return forward_kinematics(player.poses(time)["ben"]).positions[BEAR.skeleton.index("head")]


def test_a_head_looks_at_a_rolling_ball_and_eases_back() -> None:
    rolling = StageProp("ball", ball((0.6, 0.0, 0.8), 0.2, loose=True, push=np.array([0.3, 0.0, 0.0])))
    look = Target(TargetKind.LOOK, Place("ball"), when=Span(1.0, 3.0, 0.5, 0.5))
    player = StagePlayer(Stage((bear(look),), (rolling,)))
    plain = StagePlayer(Stage((bear(),), (rolling,)))
    for time in (1.6, 2.0, 2.4):
        way = player.where(Place("ball"), time) - head_of(player, time)
        assert facing(player, "ben", time) @ way / np.linalg.norm(way) > 0.999
    for time in (0.5, 1.0, 3.0, 4.0):
        assert np.allclose(facing(player, "ben", time), facing(plain, "ben", time), atol=1e-9)


def test_a_head_does_not_turn_right_round() -> None:
    behind = Target(TargetKind.LOOK, Place(offset=np.array([0.01, 0.5, -3.0])), when=Span(ease_in=0.0))
    way = facing(StagePlayer(Stage((bear(behind),))), "ben", 1.0)
    assert 95.0 < np.degrees(np.arctan2(way[0], way[2])) < 105.0


def test_a_hand_reaches_what_is_in_reach_and_leaves_the_feet() -> None:
    place = np.array([0.15, 0.5, 0.25])
    player = StagePlayer(Stage((bear(Target(TargetKind.REACH, Place(offset=place), "left arm")),)))
    assert np.linalg.norm(player.where(Place("ben", "left arm"), 1.0) - place) < 1e-3
    still = StagePlayer(Stage((bear(),)))
    feet = [Place("ben", "left leg"), Place("ben", "right leg")]
    assert all(np.allclose(player.where(foot, 1.0), still.where(foot, 1.0), atol=1e-9) for foot in feet)


def test_a_following_hand_keeps_its_distance() -> None:
    moving = StageProp(
        "box",
        box((0.3, 0.3, 0.3), (0.1, 0.1, 0.1)),
        (PropKey(1.0, np.array([0.3, 0.3, 0.3])), PropKey(2.0, np.array([0.2, 0.4, 0.35]))),
    )
    follow = Target(TargetKind.FOLLOW, Place("box"), "left arm", Span(1.0, 9.0, 0.0, 0.0))
    player = StagePlayer(Stage((bear(follow),), (moving,)))
    hand = [player.where(Place("ben", "left arm"), time) for time in (1.0, 2.0)]
    assert np.allclose(hand[1] - hand[0], [-0.1, 0.1, 0.05], atol=2e-3)


def test_two_bodies_shake_hands_without_a_script() -> None:
    apart = Track(at=np.array([0.0, 0.0, 0.75]), facing=np.pi)
    shake = Handshake("ben", "fay", when=Span(0.5, 3.0, 0.5, 0.5))
    player = StagePlayer(Stage((bear(), Member("fay", FIGURE, apart)), handshakes=(shake,), length=4.0))
    assert player.notes == ()
    hands = [Place("ben", "right arm"), Place("fay", "right arm")]
    times = np.linspace(1.05, 2.45, 29).tolist()
    gaps = [np.linalg.norm(player.where(hands[0], time) - player.where(hands[1], time)) for time in times]
    assert max(gaps) < 0.01
    heights = [player.where(hands[0], time)[1] for time in times]
    assert np.ptp(heights) > 0.02
    assert np.linalg.norm(player.where(hands[0], 0.4) - player.where(hands[1], 0.4)) > 0.2


def test_characters_that_stand_too_far_apart_to_shake_hands_are_noted() -> None:
    far = Member("fay", FIGURE, Track(at=np.array([0.0, 0.0, 4.0]), facing=np.pi))
    player = StagePlayer(Stage((bear(), far), handshakes=(Handshake("ben", "fay"),)))
    assert "ben and fay stand too far apart to shake hands: their hands stay" in player.notes[0]


def test_a_held_prop_goes_with_the_hand_and_stays_where_it_was_let_go() -> None:
    cup = StageProp("cup", box((0.2, 0.3, 0.2), (0.1, 0.1, 0.1)), held=(Held("ben", "left arm", 0.7, 1.5),))
    player = StagePlayer(Stage((bear(track=Track((TrackClip(BEARS["wave"]),))),), (cup,)))
    assert np.allclose(player.moment(0.5).props["cup"][0], [0.2, 0.3, 0.2])
    paw = BEAR.skeleton.index("left_paw")

    def in_hand(time: float) -> np.ndarray:
        world = forward_kinematics(player.poses(time)["ben"])
        away = player.moment(time).props["cup"][0] - world.positions[paw]
        return quat_rotate(world.rotations[paw] * [-1.0, -1.0, -1.0, 1.0], away)

    assert np.allclose(in_hand(0.7), in_hand(1.3), atol=1e-9)
    let_go = player.moment(1.5).props["cup"][0]
    assert not np.allclose(let_go, [0.2, 0.3, 0.2], atol=0.02)
    assert np.allclose(player.moment(2.4).props["cup"][0], let_go)


def test_a_keyed_ball_rolls_as_far_as_it_goes() -> None:
    keys = (PropKey(0.0, np.zeros(3)), PropKey(1.0, np.array([0.0, 0.0, np.pi * 0.1])))
    prop = StageProp("ball", ball((0.0, 0.0, 0.0), 0.2), keys)
    place, turn = prop.keyed(1.0)
    assert np.abs(turn[0]) == pytest.approx(1.0, abs=1e-9)  # half a turn
    middle = place + quat_rotate(turn, np.array([0.0, 0.1, 0.0]))
    assert np.allclose(middle, [0.0, 0.1, np.pi * 0.1], atol=1e-9)


def test_a_camera_follows_looks_and_glides_between_keys() -> None:
    walk = Track((TrackClip(BEARS["walk"]),))
    shot = StageShot(
        0.0,
        (
            CameraKey(0.0, np.array([2.0, 1.0, 3.0]), Place("ben", "head")),
            CameraKey(2.0, np.array([2.0, 1.0, 5.0]), None, 20.0),
        ),
        follow="ben",
    )
    player = StagePlayer(Stage((bear(track=walk),), shots=(shot,)))
    first, last = shot.camera(0.0, player), shot.camera(2.0, player)
    for camera, time in ((first, 0.0), (last, 2.0)):
        way = player.where(Place("ben", "head"), time) - camera.eye
        assert camera.axes[2] @ way / np.linalg.norm(way) > 0.995
    moved = player.where(Place("ben"), 2.0) - player.where(Place("ben"), 0.0)
    assert np.allclose((last.eye - first.eye)[[0, 2]], (moved + np.array([0.0, 0.0, 2.0]))[[0, 2]], atol=0.1)
    assert last.half_height == pytest.approx(np.tan(np.radians(10.0)))


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: Stage(()), "needs a character or a prop"),
        (lambda: Stage((bear(), bear())), "unique; 'ben' is not"),
        (lambda: Stage((bear(Target(TargetKind.LOOK, Place("bem"))),)), "did you mean 'ben'"),
        (lambda: Stage((bear(),), light="drak"), "did you mean 'dark'"),
        (lambda: StagePlayer(Stage((bear(),), handshakes=(Handshake("ben", "ben"),))), "with itself"),
        (lambda: StagePlayer(Stage((bear(),))).times(0.0), "1 to 1000 frames per second"),
        (lambda: Span(2.0, 1.0), "the end must be later"),
    ],
)
def test_what_cannot_be_on_a_stage_is_said_in_a_sentence(build: object, sentence: str) -> None:
    with pytest.raises(KinegraphError, match=sentence):
        build()  # type: ignore[operator]


def test_the_order_of_props_that_are_held_in_turn_is_checked() -> None:
    spans = (Held("ben", "left arm", 0.0, 2.0), Held("ben", "right arm", 1.0, 3.0))
    with pytest.raises(InvalidValue, match="by one character at a time"):
        StageProp("cup", box((0.0, 0.0, 0.0), (0.1, 0.1, 0.1)), held=spans)
