"""Synthesis: drawn motions on very different bodies."""

import numpy as np
import pytest
from benchmarks.measures.ground_safety import depth_under_ground, foot_slip
from hypothesis import given, settings
from hypothesis import strategies as st

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import FormatError, InvalidValue, UnknownMotion
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.mass import center_of_mass
from kinegraph.doodles.line.motion import (
    MOTION_NAMES,
    Motion,
    Unknown,
    world_from_sheet,
)
from kinegraph.doodles.performing.channels import PITCH, SPIN, TWIST
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet, puppet_of
from kinegraph.doodles.performing.posing import clip_rotations
from kinegraph.doodles.performing.stages import (
    motion_names,
    motion_stages,
    read_stages,
)
from kinegraph.doodles.performing.synthesis import (
    DoodlePerformance,
    perform,
    perform_with_contacts,
    plan_score,
)
from kinegraph.doodles.sketch.proportions import PRESETS

PUPPETS = {name: puppet_of(PRESETS[name]) for name in ("toddler", "giraffe", "mech")}
AIRBORNE = ("jump", "leap", "front_flip", "back_flip", "twist_flip", "butterfly")
TURN = 2.0 * np.pi
Performed = tuple[DrawnPuppet, list[Motion], DoodlePerformance]


def drawn(
    name: str,
    start: float,
    length: float,
    time: tuple[float, float] = (0.0, 1.0),
    height: float = 0.3,
    share: float = 0.5,
    turns: float = 1.0,
) -> Motion:
    """A motion as if drawn on the sheet from x = `start`; leftward ones are the backward forms."""
    apex = [start + share * length, height]
    first, last, top = (world_from_sheet(np.array(p)) for p in ([start, 0.0], [start + length, 0.0], apex))
    peak = time[0] + share * (time[1] - time[0])
    return Motion(name, length < 0.0, first, last, top, time[0], peak, time[1], turns)


def every_motion(leg: float, way: float = 1.0) -> list[Motion]:
    """All eighteen motions in a row, each as long and high as suits the leg."""
    pieces, x, time = [], 0.0, 0.0
    for name in MOTION_NAMES:
        length = {
            "stomp": 0.0,
            "slide": 2.4,
            "skate": 2.0,
            "back_handspring": 2.2,
            "front_handspring": 2.2,
        }.get(name)
        length = way * leg * (length if length is not None else 1.4 if name in AIRBORNE else 0.6)
        high = leg * (1.2 if name in AIRBORNE else 0.0 if name in ("slide", "skate", "shuffle") else 0.25)
        pieces.append(drawn(name, x, length, (time, time + 1.1), high))
        x, time = x + length, time + 1.1
    return pieces


@pytest.fixture(scope="module", params=sorted(PUPPETS))
def performed(request: pytest.FixtureRequest) -> Performed:
    """All motions forward and then backward, on one of three bodies."""
    puppet = PUPPETS[request.param]
    forth = every_motion(puppet.leg)
    back = every_motion(puppet.leg, -1.0)
    shift, later = forth[-1].end, forth[-1].end_time
    pieces = forth + [
        Motion(m.name, m.backward, m.start + shift, m.end + shift, m.apex + shift,
               m.start_time + later, m.apex_time + later, m.end_time + later, m.turns)
        for m in back
    ]  # fmt: skip
    return puppet, pieces, perform_with_contacts(pieces, puppet)


def test_every_motion_of_the_vocabulary_has_stages() -> None:
    assert set(MOTION_NAMES) <= set(motion_names())
    assert all(motion_stages(name).stages for name in motion_names())


def test_no_part_of_any_body_is_under_the_ground(performed: Performed) -> None:
    puppet, _, performance_ = performed
    assert depth_under_ground(puppet.character, performance_.clip).max() < 5e-4


def test_planted_feet_and_hands_do_not_slip(performed: Performed) -> None:
    puppet, _, result = performed
    slips = foot_slip(puppet.character, result.clip, result.start, result.contacts)
    assert len(slips) > 60
    assert slips.max() < 1e-3


def test_clip_poses_the_skeleton_as_the_kernels_do(performed: Performed) -> None:
    puppet, pieces, result = performed
    score = plan_score(pieces, puppet)
    times = np.linspace(0.0, score.stance.time, 300)
    posed = score.pose_at(times)
    from kinegraph.core.clip import Clip

    clip = Clip(puppet.skeleton, 60.0, posed.roots, clip_rotations(puppet, posed))
    there = puppet.joints >= 0
    places = forward_kinematics(clip).positions[:, puppet.joints[there]]
    assert np.abs(places - posed.places[:, :16][:, there]).max() < 1e-9
    assert np.abs(center_of_mass(puppet.character, clip) - posed.centers).max() < 1e-9
    assert result.clip.skeleton == puppet.skeleton


def test_replay_has_the_drawn_timing(performed: Performed) -> None:
    _, pieces, result = performed
    landings = {round(c.start, 6) for c in result.contacts}
    assert result.start == 0.0
    assert result.clip.duration == pytest.approx(pieces[-1].end_time + 0.8, abs=2 / 60)
    # A walk's foot comes down when its drawn arc ends.
    assert round(pieces[0].end_time, 6) in landings


def test_the_path_of_the_centre_of_mass_is_smooth(performed: Performed) -> None:
    puppet, pieces, _ = performed
    score = plan_score(pieces, puppet)
    times, places, slopes = score.body.arrays()
    assert (np.diff(times) >= 0.0).all()
    step = 1e-6
    inner = times[(times > step) & (times < times[-1] - step)]
    before = (score.body.at(inner) - score.body.at(inner - step)) / step
    after = (score.body.at(inner + step) - score.body.at(inner)) / step
    assert np.abs(before - after).max() < 0.05  # m/s; slopes change by accelerations times 1e-6 s
    assert np.isfinite([places, slopes]).all()


@pytest.mark.parametrize("name", ["jump", "front_flip", "back_flip"])
def test_flight_follows_the_closed_form_of_two_parabolas(name: str) -> None:
    puppet = puppet_of(PRESETS["person"])
    score = plan_score([drawn(name, 0.0, 1.2, (0.0, 1.2), 1.6, share=0.4)], puppet)
    stages = motion_stages(name).stages
    rising, falling = 0.4 * 1.2, 0.6 * 1.2
    takeoff = rising * sum(s.ascent for s in stages[:2])
    landing = rising + falling * sum(s.descent for s in stages if s.by == "air")
    first, top, last = score.body.at(np.array([takeoff, rising, landing]))
    up, down = np.linspace(takeoff, rising, 40), np.linspace(rising, landing, 40)
    heights = [
        top[1] - (top[1] - first[1]) * ((rising - up) / (rising - takeoff)) ** 2,
        top[1] - (top[1] - last[1]) * ((down - rising) / (landing - rising)) ** 2,
    ]
    posed = score.pose_at(np.concatenate([up, down]))
    assert np.abs(posed.centers[:, 1] - np.concatenate(heights)).max() < 1e-5
    assert score.body.at(np.array([rising]))[0, 1] >= first[1]


@pytest.mark.parametrize(("name", "channel", "sense"), [
    ("front_flip", PITCH, 1), ("back_flip", PITCH, -1), ("twist_flip", TWIST, None), ("butterfly", SPIN,
    None),
])  # fmt: skip
def test_flips_turn_as_often_as_drawn(name: str, channel: int, sense: float) -> None:
    turns = 3.0 if sense else 1.0
    score = plan_score([drawn(name, 0.0, 1.0, (0.0, 1.4), 1.6, turns=turns)], puppet_of(PRESETS["person"]))
    done = (score.angles.last - score.angles.arrays()[1][0])[channel] / TURN
    assert abs(done) == pytest.approx(turns, abs=0.02)
    if sense:
        assert np.sign(done) == sense
        assert (
            np.sign(sense) * np.diff(score.angles.at(np.linspace(0.4, 1.0, 50))[:, channel]) > -1e-9
        ).all()


def test_stages_take_their_shares_of_ascent_and_descent() -> None:
    score = plan_score([drawn("jump", 0.0, 1.0, (2.0, 3.0), 0.9, share=0.7)], puppet_of(PRESETS["person"]))
    stages = motion_stages("jump").stages
    wanted = 2.0 + np.cumsum([0.7 * s.ascent + 0.3 * s.descent for s in stages])
    assert np.allclose(score.angles.arrays()[0][2:], wanted, atol=1e-9)


def test_apex_is_lifted_where_a_flip_has_too_little_room() -> None:
    puppet = puppet_of(PRESETS["giraffe"])
    score = plan_score([drawn("twist_flip", 0.0, 1.0, (0.0, 1.0), 0.05)], puppet)
    as_drawn = puppet.sizes.ankle_height + 0.96 * puppet.leg + score.center_over_hips + 0.05
    assert score.body.arrays()[1][:, 1].max() > as_drawn + 0.05
    clip = perform([drawn("twist_flip", 0.0, 1.0, (0.0, 1.0), 0.05)], puppet)
    assert depth_under_ground(puppet.character, clip).max() < 5e-4


def test_hips_are_halfway_between_the_feet_at_the_end_of_a_step() -> None:
    puppet = puppet_of(PRESETS["person"])
    pieces = [drawn("walk", 0.6 * k, 0.6, (0.5 * k, 0.5 * k + 0.5), 0.15) for k in range(4)]
    score = plan_score(pieces, puppet)
    root = score.pose_at(np.array([2.0])).roots[0]
    middle = np.mean([foot.last[:3] for foot in score.feet], axis=0)
    assert abs(root[2] - middle[2]) < 0.005


def test_distances_beyond_the_legs_are_covered_and_every_gap_is_bridged() -> None:
    puppet = PUPPETS["toddler"]
    odd = Unknown((0, 1), 0, 1.0, 2.0, np.zeros(3), np.array([0.0, 0.0, 1.0]), (), "a scribble")
    pieces = [
        drawn("walk", 0.0, 6.0, (0.0, 0.02), 4.0),
        odd,
        drawn("hop", 9.0, 0.2, (4.0, 4.3)),
        drawn("front_flip", -5.0, -3.0, (4.3, 4.4), turns=6.0),
        drawn("stand", 0.0, 0.0, (4.4, 6.0)),
    ]
    result = perform_with_contacts(pieces, puppet)
    clip = result.clip
    assert np.isfinite(clip.root_translations).all()
    assert depth_under_ground(puppet.character, clip).max() < 2e-3
    assert foot_slip(puppet.character, clip, result.start, result.contacts).max() < 2e-3
    # Between the two pieces there was time: the toddler walks over, and is where the hop starts.
    assert plan_score(pieces[:3], puppet).stance.place[2] == pytest.approx(9.2)


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_random_doodles_in_space_keep_above_the_ground_and_do_not_slip(data: st.DataObject) -> None:
    number = lambda low, high: data.draw(st.floats(low, high))  # noqa: E731
    puppet = PUPPETS[data.draw(st.sampled_from(sorted(PUPPETS)))]
    place, time, pieces = np.zeros(3), 0.0, []
    for _ in range(data.draw(st.integers(1, 4))):
        name, duration = data.draw(st.sampled_from(MOTION_NAMES)), number(0.1, 2.0)
        angle, share = number(0.0, TURN), number(0.05, 0.95)
        end = place + puppet.leg * number(0.0, 4.0) * np.array([np.sin(angle), 0.0, np.cos(angle)])
        apex = place + share * (end - place) + [0.0, puppet.leg * number(0.0, 3.0), 0.0]
        times = (time, time + share * duration, time + duration)
        pieces.append(Motion(name, data.draw(st.booleans()), place, end, apex, *times, number(0.0, 4.0)))
        place, time = end, time + duration
    result = perform_with_contacts(pieces, puppet, fps=30.0)
    assert depth_under_ground(puppet.character, result.clip).max() < 5e-3
    assert foot_slip(puppet.character, result.clip, result.start, result.contacts).max() < 8e-3


def test_a_leap_onto_a_box_and_a_step_off_it_stay_out_of_it() -> None:
    puppet = puppet_of(PRESETS["person"])

    def box(points: Floats) -> Floats:
        inside = (np.abs(points[..., 0]) < 0.6) & (points[..., 2] > 1.0) & (points[..., 2] < 2.6)
        return np.where(inside, 0.5, 0.0)

    pieces = [drawn("walk", 0.0, 0.5, (0.0, 0.5), 0.15), drawn("jump", 0.5, 1.3, (0.5, 1.6), 1.4)]
    pieces += [drawn("walk", 1.8, 0.5, (1.6, 2.1), 0.15), drawn("jump", 2.3, 1.2, (2.1, 3.1), 1.0)]
    result = perform_with_contacts(pieces, puppet, box)
    feet = forward_kinematics(result.clip).positions[int(1.6 * 60), puppet.skeleton.index("right_foot")]
    assert feet[1] == pytest.approx(0.5 + puppet.sizes.ankle_height, abs=0.03)
    assert foot_slip(puppet.character, result.clip, 0.0, result.contacts).max() < 1e-3
    assert result.clip.root_translations[-1, 1] < puppet.leg + puppet.sizes.ankle_height + 1e-3


def test_headings_follow_the_path_in_space() -> None:
    puppet = puppet_of(PRESETS["person"])
    corner = np.array([0.0, 0.0, 0.6])
    pieces = [drawn("walk", 0.0, 0.6, (0.0, 0.5))]
    pieces.append(
        Motion(
            "walk",
            False,
            corner,
            corner + np.array([0.6, 0, 0]),
            corner + np.array([0.3, 0.2, 0]),
            0.5,
            0.75,
            1.0,
        )
    )
    score = plan_score(pieces, puppet)
    assert score.stance.heading == pytest.approx(np.pi / 2)
    facing = score.pose_at(np.array([1.0])).rotations[0, 0, :, 2]
    assert facing[0] > 0.95


def test_a_character_with_far_to_go_in_a_moment_arrives_within_seconds() -> None:
    pieces = [drawn("walk", 0.0, 0.6, (0.0, 0.5)), drawn("walk", 1000.0, 0.6, (1.5, 2.0))]
    clip = perform(pieces, PRESETS["person"])
    assert clip.duration < 5.0
    assert clip.root_translations[-1, 2] == pytest.approx(1000.6, abs=0.2)


def test_without_pieces_the_character_stands_at_its_place() -> None:
    clip = perform_with_contacts([], PRESETS["mech"], place=np.array([0.0, 0.0, 2.0])).clip
    assert clip.root_translations[:, 2] == pytest.approx(2.0, abs=0.02)
    assert len(clip) > 20


def test_an_error_in_a_motion_file_names_its_line() -> None:
    text = "about: x\nstages:\n  - name: a\n    whole: 1\n    pose: {elbos: 3}\n"
    with pytest.raises(FormatError, match="elbows"):
        read_stages(text, "wave.yaml")
    with pytest.raises(FormatError, match="sum to 1"):
        read_stages("about: x\nstages:\n  - {name: a, ascent: 0.5}\n", "wave.yaml")
    with pytest.raises(UnknownMotion, match="walk"):
        motion_stages("wlk")
    with pytest.raises(InvalidValue):
        perform_with_contacts([], PRESETS["person"], fps=0.0)
