"""Records for tests: small, valid, and with blobs that exist."""

from kinegraph.core.body import Cap
from kinegraph.studio.blobs import blob_hash
from kinegraph.studio.keying import KeyFigures, Keying, KeySettings
from kinegraph.studio.records import CharacterRecord, MotionRecord

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
