"""Scripts: they play what they say, and an error names its line."""

import contextlib
import re
import textwrap
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.core.errors import FormatError
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.formats import save
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.files.package import Package, save_package
from kinegraph.perform.files.play_script import Played, play_script
from kinegraph.perform.files.script_reading import load_script, script_of_text
from kinegraph.perform.performances.layers import Layer, Switch
from kinegraph.perform.performances.performance import Performance, perform, perform_path

DOG = """
fps: 30
characters:
- name: rex
  from: dog
  layers:
  - set: look around
    path:
    - {time: 0, at: ahead}
    - {time: 1, at: [0.2, 0.6, 0.6]}
"""


def played(text: str) -> tuple[Played, ...]:
    return play_script(script_of_text(text))


def cursor(text: str, set_name: str = "look around") -> np.ndarray:
    return np.asarray(played(text)[0].performed.places[set_name])


def refused(text: str, folder: Path | None = None) -> str:
    with pytest.raises(FormatError) as caught:
        play_script(script_of_text(text, "play.yaml", folder))
    return str(caught.value)


def test_a_straight_way_is_what_performing_the_path_gives() -> None:
    (rex,) = played(DOG.replace("path:", "ease: linear\n    path:"))
    home = cast_rig("dog").set("look around").home
    same = perform_path(
        cast_rig("dog"), "look around", [0, 1], np.array([home, [0.2, 0.6, 0.6]]), fps=30
    ).clip
    np.testing.assert_allclose(rex.clip.rotations, same.rotations, atol=1e-12)
    assert rex.clip.name == "rex"


@pytest.mark.parametrize(
    ("ease", "share"),
    [("linear", 0.3), ("smooth", 0.216), ("in", 0.09), ("out", 0.51), ("hold", 0.0), ("flow", 0.216)],
)
def test_each_ease_has_its_own_share_of_the_way(ease: str, share: float) -> None:
    places = cursor(DOG.replace("path:", f"ease: {ease}\n    path:"))
    start, end = np.array([0, 0.5, 0.6]), np.array([0.2, 0.6, 0.6])
    np.testing.assert_allclose(places[9], start + share * (end - start), atol=1e-9)
    np.testing.assert_allclose(places[-1], end, atol=1e-9)


CIRCLE = """
fps: 100
characters:
- name: rex
  from: dog
  layers:
  - set: look around
    ease: flow
    repeat: 5
    path:
    - {time: 0, at: [0.3, 0.5, 0.6]}
    - {time: 0.25, at: [0, 0.8, 0.6]}
    - {time: 0.5, at: [-0.3, 0.5, 0.6]}
    - {time: 0.75, at: [0, 0.2, 0.6]}
    - {time: 1, at: [0.3, 0.5, 0.6]}
"""


def test_a_way_that_flows_round_and_round_never_stops() -> None:
    places = cursor(CIRCLE)
    assert len(places) == 501
    np.testing.assert_allclose(places[:100], places[400:500], atol=1e-9)
    speed = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert speed.min() > 0.9 * speed.max()
    radius = np.linalg.norm(places[:, :2] - [0, 0.5], axis=1)
    assert 0.29 < radius.min() <= radius.max() < 0.3001


def test_a_way_that_repeats_is_the_periodic_spline_through_its_points() -> None:
    from scipy.interpolate import CubicSpline

    uneven = CIRCLE.replace("time: 0.25", "time: 0.4").replace("time: 0.75", "time: 0.65")
    points = [[0.3, 0.5, 0.6], [0, 0.8, 0.6], [-0.3, 0.5, 0.6], [0, 0.2, 0.6], [0.3, 0.5, 0.6]]
    spline = CubicSpline([0, 0.4, 0.5, 0.65, 1], points, bc_type="periodic")
    np.testing.assert_allclose(cursor(uneven)[:101], spline(np.arange(101) / 100), atol=1e-9)


def test_a_second_layer_adds_to_the_first_with_by_and_replaces_it_with_at() -> None:
    added = DOG + "  - {set: look around, path: [{time: 0, by: [0.1, 0, 0]}]}"
    np.testing.assert_allclose(cursor(added), cursor(DOG) + np.array([0.1, 0, 0]), atol=1e-9)
    there = DOG + "  - {set: look around, path: [{time: 0, at: left}, {time: 1, at: left}]}"
    left = cast_rig("dog").set("look around").key("left").place
    np.testing.assert_allclose(cursor(there), np.tile(left, (31, 1)), atol=1e-9)


SWITCH = """
fps: 50
characters:
- name: ben
  from: bear
  fade: 0.5
  layers:
  - set: look around
    path:
    - {time: 0, at: ahead}
    - {time: 1, at: left, set: dance}
    - {time: 2, at: hooray}
"""


def test_the_cursor_stays_where_it_is_when_the_set_changes() -> None:
    (ben,) = played(SWITCH)
    places = ben.performed.places
    np.testing.assert_allclose(places["dance"], places["look around"], atol=1e-12)
    hooray = cast_rig("bear").set("dance").key("hooray")
    pose = perform_path(cast_rig("bear"), "dance", [0.0], [hooray.place]).clip
    np.testing.assert_allclose(np.abs((ben.clip.rotations[-1] * pose.rotations[0]).sum(-1)), 1.0, atol=1e-9)


def test_a_switch_fades_over_without_a_jump() -> None:
    (ben,) = played(SWITCH)
    steps = np.abs(np.diff(forward_kinematics(ben.clip).positions, axis=0)).max(axis=(1, 2))
    assert steps.max() < 0.05  # metres a frame, at 50 frames a second


def test_a_layer_of_an_alternative_takes_over_when_it_begins() -> None:
    text = DOG + "  - {set: gallop, path: [{time: 0.5, at: gather}, {time: 1, at: stretch}]}"
    (rex,) = played(text)
    assert rex.performance.layers[0].switches == (Switch(0.5, "gallop"),)
    stretch = cast_rig("dog").set("gallop").key("stretch")
    np.testing.assert_allclose(rex.performed.places["gallop"][-1], stretch.place, atol=1e-9)


TWO = """
fps: 20
characters:
- name: rex
  from: dog
  at: [-1.0, 0, 0.5]
  facing: 70
  layers:
  - set: look around
    path:
    - {time: 0, follow: {character: ben, joint: head}}
    - {time: 2, follow: {character: ben, joint: head}}
- name: ben
  from: bear
  at: [0.5, 0, 0]
  facing: -50
  layers:
  - set: look around
    path:
    - {time: 0, follow: {character: rex, joint: head, offset: [0, 0.1, 0]}}
    - {time: 2, at: left}
"""


def test_a_cursor_that_follows_is_on_the_others_joint_on_the_stage() -> None:
    rex, ben = played(TWO)
    head = forward_kinematics(ben.clip).positions[:, ben.clip.skeleton.index("head")]
    cos, sin = np.cos(np.radians(70)), np.sin(np.radians(70))
    turn = np.array([[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]])
    on_stage = rex.performed.places["look around"] @ turn.T + [-1.0, 0, 0.5]
    # They look at each other, so neither is quite settled: within a millimetre.
    np.testing.assert_allclose(on_stage, head, atol=1e-3)


def test_characters_that_follow_each_other_settle_alike_in_either_order() -> None:
    rex, ben = played(TWO)
    head, one, two = TWO.partition("- name: rex")[0], *TWO.split("characters:\n")[1].split("- name: ben")
    ben_first, rex_second = played(f"{head}- name: ben{two}{one}")
    np.testing.assert_allclose(rex_second.clip.rotations, rex.clip.rotations, atol=2e-3)
    np.testing.assert_allclose(ben_first.clip.rotations, ben.clip.rotations, atol=2e-3)


def test_reach_keeps_a_following_cursor_near_the_markers() -> None:
    (rex, _) = played(TWO.replace("joint: head}}", "joint: head, reach: 0.3}}"))
    middle = np.mean([key.place for key in cast_rig("dog").set("look around").keys], axis=0)
    away = np.linalg.norm(rex.performed.places["look around"] - middle, axis=1)
    assert away.max() < 0.3 + 1e-9


def test_a_local_set_follows_in_the_space_of_its_carrier() -> None:
    text = TWO.replace("  - set: look around\n", "  - set: wag\n", 1)
    rex, ben = played(text)
    rig = cast_rig("dog")
    carrier = rig.carrier("wag")
    assert carrier is not None
    world = forward_kinematics(rex.clip)
    seen = quat_rotate(world.rotations[:, carrier], rex.performed.places["wag"]) + world.positions[:, carrier]
    head = forward_kinematics(ben.clip).positions[:, ben.clip.skeleton.index("head")]
    np.testing.assert_allclose(seen, head, atol=1e-3)


def test_every_character_stands_where_the_script_says_for_the_whole_time() -> None:
    text = DOG + "- {name: statue, from: spider, at: [1, 0, 2], facing: 180}\nlength: 2"
    rex, statue = played(text)
    assert len(rex.clip) == len(statue.clip) == 61
    rest = statue.performer.rig.character.rest.root_translation
    np.testing.assert_allclose(
        statue.clip.root_translations[0], [1 - rest[0], rest[1], 2 - rest[2]], atol=1e-12
    )


GALLOP = CIRCLE.replace("look around", "gallop").replace("  layers:", "  walks: true\n  layers:")


def test_walking_all_the_time_is_what_a_performance_that_walks_does() -> None:
    (rex,) = played(GALLOP)
    assert rex.performance.walks
    same = perform(rex.performance, 100.0).clip
    np.testing.assert_allclose(rex.clip.root_translations, same.root_translations, atol=1e-12)
    assert rex.clip.root_translations[-1, 2] > 0.2


def test_a_script_walks_equally_far_at_every_rate() -> None:
    corners = "".join(
        f"          - {{time: {0.2 * n:.1f}, at: {key.name}, ease: smooth}}\n"
        for n, key in enumerate((*cast_rig("dog").set("gallop").keys, cast_rig("dog").set("gallop").keys[0]))
    )
    text = (
        "characters:\n  - name: rex\n    from: dog\n    walks: true\n    layers:\n"
        f"      - set: gallop\n        repeat: 5\n        path:\n{corners}"
    )
    ways = []
    for fps in (10, 24, 97, 480):
        (rex,) = played(f"fps: {fps}\n{text}")
        ways.append(np.interp(2.9, np.arange(len(rex.clip)) / fps, rex.clip.root_translations[:, 2]))
    assert max(ways) - min(ways) < 0.01 * max(ways)


def test_a_way_is_drawn_on_the_stage_wherever_the_character_stands() -> None:
    way = GALLOP.replace("walks: true", "walks: true\n  at: [1, 0, 2]\n  facing: 70\n  way: [[0, 0], [4, 1]]")
    (rex,) = played(way)
    roots = rex.clip.root_translations[:, [0, 2]]
    np.testing.assert_allclose(roots[0], [0.0, 0.0], atol=1e-9)
    assert np.abs(roots @ [-1.0, 4.0]).max() < 0.1 * np.hypot(1, 4)
    assert roots[-1, 0] > 0.2


def test_a_way_of_a_character_that_stays_is_refused() -> None:
    with pytest.raises(FormatError, match="does not walk"):
        played(GALLOP.replace("walks: true", "way: [[0, 0], [4, 1]]"))


def test_walking_now_and_then_goes_nowhere_in_between() -> None:
    spans = "walks: [{start: 1, stop: 2}, {start: 3, stop: 4}]"
    (rex,) = played(GALLOP.replace("walks: true", spans))
    still = rex.performed.clip
    gone = (rex.clip.root_translations - still.root_translations)[:, [0, 2]]
    np.testing.assert_allclose(gone[:100], 0.0, atol=1e-12)
    np.testing.assert_allclose(gone[200:300], np.tile(gone[200], (100, 1)), atol=1e-12)
    assert np.abs(gone[400] - gone[300]).max() > 0.02


def test_feet_come_down_gently_when_walking_begins_and_ends() -> None:
    (always,) = played(GALLOP)
    (rex,) = played(GALLOP.replace("walks: true", "walks: [{start: 1, stop: 2}]"))

    def fastest(one: Played) -> float:
        lifted = (one.clip.root_translations - one.performed.clip.root_translations)[:, 1]
        return float(np.abs(np.diff(lifted)).max())

    assert fastest(rex) < fastest(always) + 0.005


OWN_SET = """
characters:
- name: pip
  from: spider
  sets:
  - name: nod
    keys:
    - {name: level, at: [0, 0, 0], turns: {head: [0, 0, 0]}}
    - {name: down, at: [0, -1, 0], turns: {head: [30, 0, 0]}}
  - name: turn
    keys:
    - {name: ahead, at: [0, 0, 0], turns: {abdomen: [0, 0, 0]}}
    - {name: left, at: [1, 0, 0], turns: {abdomen: [0, 40, 0]}}
  - name: both
    keys:
    - {name: rest, at: [0, 0, 0], controllers: {nod: [0, 0, 0], turn: [0, 0, 0]}}
    - {name: all, at: [0, 0, 1], controllers: {nod: [0, -1, 0], turn: [1, 0, 0]}}
  layers:
  - {set: both, path: [{time: 0, at: rest}, {time: 1, at: all}]}
"""


def test_sets_of_the_scripts_own_play_through_a_synchronizing_one() -> None:
    (pip,) = played(OWN_SET)
    who = pip.performer.rig.character
    head, abdomen = who.skeleton.index("head"), who.skeleton.index("abdomen")
    turned = np.degrees(2 * np.arccos(np.clip((pip.clip.rotations[-1] * who.rest.rotations).sum(-1), -1, 1)))
    np.testing.assert_allclose(turned[[head, abdomen]], [30, 40], atol=1e-5)
    assert pip.performer.rig.highest() == ("both",)


def test_feet_of_a_set_stay_where_they_stand() -> None:
    feet = "[left_first_foot, right_first_foot, left_third_foot, right_third_foot]"
    text = (
        OWN_SET.partition("  sets:")[0]
        + f"""
  sets:
  - name: bob
    feet: {feet}
    keys:
    - {{name: high, at: [0, 0.2, 0], shift: [0, 0.03, 0]}}
    - {{name: low, at: [0, 0, 0], shift: [0, -0.03, 0]}}
  layers:
  - {{set: bob, path: [{{time: 0, at: high}}, {{time: 1, at: low}}]}}
"""
    )
    (pip,) = played(text)
    positions = forward_kinematics(pip.clip).positions
    foot = pip.clip.skeleton.index("left_first_foot")
    assert np.ptp(pip.clip.root_translations[:, 1]) > 0.05
    assert np.ptp(positions[:, foot], axis=0).max() < 1e-3


def test_packages_and_files_are_found_beside_the_script(tmp_path: Path) -> None:
    rig = cast_rig("lamp")
    layer = Layer("take", "look around", [0.0, 0.5], [[0, 0, 0], [0.2, 0, 0]])
    save_package(Package(rig, {"peek": Performance(rig, (layer,))}), tmp_path / "lamp.kinepack")
    save(rig.character, tmp_path / "body.glb")
    (tmp_path / "play.yaml").write_text(
        "characters:\n- {name: a, from: lamp.kinepack, performance: peek}\n- {name: b, from: body.glb}"
    )
    first, second = play_script(load_script(tmp_path / "play.yaml"))
    np.testing.assert_array_equal(
        first.clip.rotations, perform(Performance(rig, (layer,)), 30.0).clip.rotations
    )
    assert second.clip.skeleton.names == rig.character.skeleton.names


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("from: dog", "from: dgo", "line 5: There is no character 'dgo'; did you mean 'dog'"),
        ("from: dog", "from: dog.bvh", "line 5: There is no character 'dog.bvh'"),
        ("set: look around", "set: look aruond", "line 7: There is no set 'look aruond'; did you mean"),
        ("at: ahead", "at: ahaed", "line 9: There is no key 'ahaed'; did you mean 'ahead'"),
        ("time: 1", "time: -1", "line 10: characters[0].layers[0].path[1].time: expected float >= 0.0"),
        ("time: 1", "time: 0", "line 10: times must increase: 0 s comes after 0 s"),
        ("time: 1", "time: .inf", "line 10: .inf is not a finite number"),
        ("at: ahead}", "at: ahead, by: [0, 0, 0]}", "line 9: a way-point has one of at, by and follow"),
        ("at: ahead}", "set: wag}", "line 7: The set 'wag' is not an alternative to 'look around'"),
        ("at: ahead}", "follow: {character: bob, joint: head}}", "line 9: There is no character in"),
        ("at: ahead}", "follow: {character: rex, joint: head}}", "line 9: 'rex' cannot follow itself"),
        ("layers:", "leyers:", "line 6: characters[0]: there is no key 'leyers'; did you mean 'layers'"),
        ("    path:", "    repeat: 3\n    path:", "line 11: a path that repeats must end where it begins"),
        ("fps: 30", "fps: 0", "line 2: fps: expected float >= 1.0"),
        ("fps: 30", "fps: 1000\nlength: 3600", "3600 s at 1000 frames a second are more than 200000 frames"),
        ("  layers:", "  performance: crawl\n  layers:", "line 6: There is no performance 'crawl'"),
        ("  layers:", "  walks: [{start: 2, stop: 1}]\n  layers:", "line 6: 2 to 1 s: times must increase"),
        ("- name: rex", "- {name: rex, from: bear}\n- name: rex", "line 5: there are two characters"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence_with_its_line(before: str, after: str, said: str) -> None:
    assert before in DOG
    assert said in refused(DOG.replace(before, after, 1))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("{head: [30", "{haed: [30", "line 9: There is no joint 'haed'; did you mean 'head'"),
        ("[0, -1, 0], turns", "[0, 0, 0], turns", "line 6: "),
        ("{nod: [0, -1, 0]", "{nid: [0, -1, 0]", "line 17: There is no set 'nid'; did you mean 'nod'"),
        ("turns: {head: [30", "shift: [0, .nan, 0], turns: {head: [30", "line 9: .nan is not a finite"),
        ("turns: {head: [30", "turns: {head: [x", "line 9: characters[0].sets[0].keys[1].turns"),
        ("{nod: [0, -1, 0], ", "{both: [0, 0, 0], ", "There is no set 'both'"),
        ("controllers: {nod: [0, 0, 0],", "shift: [1, 0, 0], controllers: {", "line 16: the set 'both'"),
        ("  - name: nod\n", "  - name: nod\n    feet: [head]\n", "line 7: 'head' has no contact points"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_set_is_one_sentence_with_its_line(before: str, after: str, said: str) -> None:
    assert before in OWN_SET
    assert said in refused(OWN_SET.replace(before, after, 1))


def test_a_circle_of_ranks_is_refused_with_the_way_round() -> None:
    again = """
  - name: nod
    keys:
    - {name: x, at: [0, 0, 0], controllers: {both: [0, 0, 0]}}
  layers:"""
    said = refused(OWN_SET.replace("\n  layers:", again))
    assert "line 18" in said
    assert "in a circle" in said


def test_markers_at_one_place_are_named() -> None:
    said = refused(OWN_SET.replace("[0, -1, 0], turns", "[0, 0, 0], turns", 1))
    assert "level" in said
    assert "down" in said


@pytest.mark.parametrize(
    "data", [b"", b"\x00" * 5000, b"x" * 10_000_000, bytes(range(256)) * 100, b"- " * 9000]
)
def test_nonsense_is_refused_at_once(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "nonsense.yaml"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=r"nonsense\.yaml"):
        load_script(path)


MANUAL = Path(__file__).resolve().parents[3] / "docs" / "perform.md"


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", MANUAL.read_text(), re.DOTALL)


def test_the_scripts_of_the_manual_play() -> None:
    whole, sets = _blocks("yaml")
    assert [each.performer.name for each in played(whole)] == ["ben", "rex"]
    who = (
        "characters:\n- name: a\n  from: figure\n  layers: [{set: everything, path: [{time: 0, at: wild}]}]\n"
    )
    (one,) = played(who + textwrap.indent(sets, "  "))
    assert one.performer.rig.rank("everything") == 2


def test_the_ten_lines_of_the_manual_give_a_clip() -> None:
    rest = cast_rig("bear").character.rest
    names: dict = {"leaning": rest, "jumping": rest}
    exec(_blocks("python")[0], names)
    assert len(names["clip"]) == 61


def _cut(text: str, start: int, length: int, put: str) -> str:
    return text[:start] + put + text[start + length :]


@given(
    st.sampled_from([DOG, SWITCH, TWO, OWN_SET]),
    st.floats(0, 1),
    st.integers(0, 12),
    st.sampled_from(["", "-1", "1e9", "x", "[]", "{}", "~", "true", "0.5", "head", "[0, 0, 0]", "\n", "'"]),
)
def test_a_damaged_script_is_played_or_refused_with_a_format_error(
    text: str, where: float, length: int, put: str
) -> None:
    with contextlib.suppress(FormatError):
        script_of_text(_cut(text, int(where * len(text)), length, put))
