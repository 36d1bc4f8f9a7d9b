"""Contact points that are marked by clicking parts of the body."""

import numpy as np
from perform_scenes import PIP, RIGHT_ARM, a_swaying_set, done
from serving import RunningStudio

from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.perform.playing.locomotion import Walker


def contacts(staged: RunningStudio) -> list:
    records = staged.studio.document.records
    return list(staged.studio.rigs.character(records[PIP]).contacts)  # type: ignore[arg-type]


def test_a_marked_part_stands_on_its_lowest_point_and_undo_takes_it_back(staged: RunningStudio) -> None:
    with staged.page() as page:
        a_swaying_set(page)
        before = contacts(staged)
        done(page, "ToggleContact", character=PIP, joint=RIGHT_ARM)
        (new,) = [point for point in contacts(staged) if point.joint == RIGHT_ARM]
        who = staged.studio.rigs.character(staged.studio.document.records[PIP])  # type: ignore[arg-type]
        world = forward_kinematics(who.rest)
        at = points_on_joints(world, np.array([RIGHT_ARM]), new.offset[None])[0]
        assert at[1] <= world.positions[RIGHT_ARM, 1]
        assert len(page.records[PIP]["joints"]) == len(who.skeleton)
        assert Walker(who).standing is None, "it can walk"
        done(page, "Undo")
        assert [c.joint for c in contacts(staged)] == [c.joint for c in before]


def test_a_second_click_takes_the_mark_away(staged: RunningStudio) -> None:
    with staged.page() as page:
        for _ in range(2):
            done(page, "ToggleContact", character=PIP, joint=RIGHT_ARM)
        assert all(point.joint != RIGHT_ARM for point in contacts(staged))


def test_a_page_gets_the_marks(staged: RunningStudio) -> None:
    with staged.page() as page:
        done(page, "ToggleContact", character=PIP, joint=RIGHT_ARM)
        done(page, "RequestContacts", character=PIP)
        header, arrays = page.frames[-1]
        assert (type(header).__name__, header.character) == ("ContactFrame", PIP)
        assert arrays["joints"].tolist() == [point.joint for point in contacts(staged)]
        assert arrays["offsets"].shape == (len(arrays["joints"]), 3)


def test_the_last_contact_point_stays(staged: RunningStudio) -> None:
    with staged.page() as page:
        done(page, "ToggleContact", character=PIP, joint=RIGHT_ARM)
        for joint in {point.joint for point in contacts(staged)} - {RIGHT_ARM}:
            done(page, "ToggleContact", character=PIP, joint=joint)
        message = page.ask("ToggleContact", character=PIP, joint=RIGHT_ARM)["message"]
        assert "needs a contact point" in message
