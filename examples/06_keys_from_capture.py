"""Turn dense motion into the few keys that an animator would have set, and hand them on to be edited.

Run: python examples/06_keys_from_capture.py [FOLDER] [MOTION]
MOTION is any file with a clip, such as a BVH; without one, the bear hops.
"""

import sys
import tempfile
from pathlib import Path

import kinegraph as kg


def capture(file: str | None) -> kg.Scene:
    """A character with a dense motion."""
    if file is not None:
        return kg.load(file)
    hop = next(clip for clip in kg.characters.sample_motions("bear") if clip.name == "hop")
    return kg.Scene(kg.cast("bear"), clips=(hop,))


def main(folder: Path, file: str | None = None) -> None:
    scene = capture(file)
    character, clip = scene.character, scene.clips[0]
    assert character is not None
    # One search finds the best keys for every count; browsing the counts afterwards costs nothing.
    choices = kg.keys.choose_keys(clip, contacts=character.contacts)
    for count in sorted({int(choices.counts[0]), choices.automatic, min(2 * choices.automatic, len(clip))}):
        keyed = kg.keys.key_motion(choices, count)
        worst = keyed.error.worst
        drift = keyed.error.worst_stance_drift
        print(
            f"{count} keys of {len(clip)} frames: largest error {1000 * worst.largest:.1f} mm "
            f"at {worst.joint}; planted feet drift {1000 * drift:.1f} mm"
        )
    keyed = kg.keys.key_motion(choices)
    for frame, tag in zip(keyed.keys.frames.tolist(), keyed.keys.tags, strict=True):
        print(f"  frame {frame}: {tag}")
    result = kg.Scene(character, animations=(keyed.animation,))
    kg.save(result, folder / "keys.glb")  # for a game engine; .blend works where Blender is installed
    kg.save(result, folder / "keys.json")  # every key and handle, to the last bit
    print(f"wrote keys.glb and keys.json to {folder}")


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    main(folder, sys.argv[2] if len(sys.argv) > 2 else None)
