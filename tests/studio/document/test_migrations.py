"""Records of every version that was ever written can still be read, and no migration goes untested."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from samples_of_records import (
    BLOBS,
    a_character,
    a_creature_motion,
    a_doodle,
    a_drawn_motion,
    a_keyed_motion,
    a_layered_motion,
    a_pen,
    a_performance,
    a_plan,
    a_pose,
    a_scene,
    a_set,
    a_take,
    an_animation,
)

from kinegraph.core.body import Cap
from kinegraph.core.errors import KinegraphError
from kinegraph.creatures.animation.motion_schema import MotionFile
from kinegraph.studio.document import edits, migrations
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.records import (
    Placement,
    Record,
    StageRecord,
    ViewRecord,
)
from kinegraph.studio.document.store.errors import NewerDocument

SAMPLES = Path(__file__).parents[1] / "samples"
LAYOUTS = SAMPLES / "layouts.json"
TODAY = {
    "character": msgspec.structs.replace(a_character(), plan=a_plan()),
    "motion": msgspec.structs.replace(
        a_performance(),
        keying=a_keyed_motion().keying,
        playing=a_creature_motion().playing,
        drawing=a_drawn_motion().drawing,
        layering=a_layered_motion().layering,
    ),
    "animation": an_animation(),
    "doodle": a_doodle(),
    "set": a_set(),
    "pose": a_pose(),
    "take": a_take(),
    "pen": a_pen(),
    "stage": StageRecord(title="A walk", placements=(Placement(character="c1", position=(1.0, 0.0, 2.0)),)),
    "scene": a_scene(),
    "view": ViewRecord(character="c1", motion="m1", follow="c1", speed=0.5, span=(0.0, 1.0), doodle="d1"),
}
KINDS = sorted(migrations.MIGRATIONS)


def layout(kind: str) -> dict:
    """What a kind's struct looks like on disk, so that a change of it cannot go unnoticed."""
    _, definitions = msgspec.json.schema_components([type(TODAY[kind])])
    definitions.pop(Cap.__name__, None)  # new capabilities do not change what old records say
    if kind == "animation":  # what a motion file holds has a version of its own
        _, of_files = msgspec.json.schema_components([MotionFile])
        definitions = {name: found for name, found in definitions.items() if name not in of_files}
    for definition in definitions.values():
        definition.pop("description", None)
    return json.loads(json.dumps(definitions))


def test_every_kind_of_record_has_a_list_of_migrations() -> None:
    assert {str(struct.__struct_config__.tag) for struct in Record.__args__} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_version_ever_written_has_a_sample_that_reads(kind: str) -> None:
    for version in range(1, migrations.version_of(kind) + 1):
        sample = SAMPLES / f"{kind}-{version}.json"
        assert sample.exists(), f"add a sample of {kind} records of version {version}: {sample.name}"
        record = migrations.decode_image(sample.read_text(encoding="utf-8"))
        assert record.__struct_config__.tag == kind


@pytest.mark.parametrize("kind", KINDS)
def test_every_migration_is_exercised_by_a_sample(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called = set()

    def counting(index: Any, migrate: Any) -> Any:
        def counted(content: Any) -> Any:
            called.add(index)
            return migrate(content)

        return counted

    wrapped = [counting(index, migrate) for index, migrate in enumerate(migrations.MIGRATIONS[kind])]
    monkeypatch.setitem(migrations.MIGRATIONS, kind, wrapped)
    for sample in SAMPLES.glob(f"{kind}-*.json"):
        migrations.decode_image(sample.read_text(encoding="utf-8"))
    assert called == set(range(len(wrapped)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_layout_needs_a_new_version(kind: str) -> None:
    """Fails when a struct changed but its version did not: append a migration, then a sample and a layout."""
    known = json.loads(LAYOUTS.read_text(encoding="utf-8"))
    assert known[f"{kind}-{migrations.version_of(kind)}"] == layout(kind)


def with_one_more(patch: pytest.MonkeyPatch, migrate: Any) -> None:
    """As if characters had one version more than they have."""
    patch.setitem(migrations.MIGRATIONS, "character", [*migrations.MIGRATIONS["character"], migrate])


def test_an_old_image_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    old = json.loads(migrations.encode_image(a_character()))
    old["record"]["size"] = old["record"].pop("height")

    def rename_size(content: Any) -> Any:
        return {**content, "height": content["size"]}

    today = migrations.version_of("character")
    with_one_more(monkeypatch, rename_size)
    assert migrations.decode_image(json.dumps(old)) == a_character()
    assert json.loads(migrations.encode_image(a_character()))["version"] == today + 1


def test_undo_reaches_back_across_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Document(tmp_path / "old.kine") as document:
        document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of(), [a_character()], BLOBS))
        document.commit(edits.rename(document.records, "c1", "Otto"))
    with_one_more(monkeypatch, lambda old: {**old, "triangles": 99})
    with Document(tmp_path / "old.kine") as document:
        document.undo()
        bear = edits.character_record(document.records, "c1")
        assert (bear.name, bear.triangles) == ("bear", 99)


def test_a_record_of_a_newer_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as newer, Document(tmp_path / "new.kine") as document:
        with_one_more(newer, lambda old: old)
        document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of(), [a_character()], BLOBS))
    with pytest.raises(NewerDocument):
        Document(tmp_path / "new.kine")


def write_samples() -> None:
    """Writes samples and layouts of today's versions: `python tests/studio/document/test_migrations.py`."""
    layouts = json.loads(LAYOUTS.read_text(encoding="utf-8")) if LAYOUTS.exists() else {}
    for kind, record in TODAY.items():
        stem = f"{kind}-{migrations.version_of(kind)}"
        image = json.loads(migrations.encode_image(record))
        (SAMPLES / f"{stem}.json").write_text(json.dumps(image, indent=1) + "\n", encoding="utf-8")
        layouts[stem] = layout(kind)
    LAYOUTS.write_text(json.dumps(layouts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_samples()


@pytest.mark.parametrize("version", [-1, 0, 1, 3])
@pytest.mark.parametrize("record", ['{"kind":"motion"}', '{"kind":"motion","recording":1}', "[]"])
def test_an_old_image_of_another_layout_is_refused(version: int, record: str) -> None:
    with pytest.raises(KinegraphError):
        migrations.decode_image(f'{{"version":{version},"record":{record}}}')
