"""Looks: how characters are shown, as binary glTF and as pictures, made once and kept."""

import threading
from collections.abc import Callable

from kinegraph.core.character import Character
from kinegraph.core.remembered import Remembered
from kinegraph.core.scene import Scene
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.records import CharacterRecord
from kinegraph.studio.running.casting import Run, cast_member
from kinegraph.studio.running.keepsakes import kept
from kinegraph.studio.running.worker import Progress

PICTURE_SIZE = 256  # [px]
THEMES = ("dark", "light")
_MOST_BYTES = 256 * 2**20


class Looks:
    """Makes and remembers what pages draw. Methods block: call them from a thread."""

    def __init__(self, read_blob: Callable[[str], bytes], run: Run, run_for_cast: Run) -> None:
        """
        run: Calls a task in the worker process: drawing pictures may have to compile.
        run_for_cast: The same for the cast's pictures, which may all be missing at a first start.
        """
        self._read_blob, self._run, self._run_for_cast = read_blob, run, run_for_cast
        self._remembered = Remembered[bytes](size=len, largest=_MOST_BYTES)
        self._lock = threading.Lock()

    def character(self, record: CharacterRecord) -> Character:
        """The character of a record."""
        return unpack_character(self._read_blob(record.blob), record)

    def glb(self, record: CharacterRecord) -> bytes:
        """A character as binary glTF, in its rest pose, without motions."""
        return self._remember(f"glb {record.blob}", lambda: _glb(self.character(record)))

    def cast_glb(self, name: str) -> bytes:
        """A member of the cast as binary glTF."""
        cast = cast_member(name, self._run)
        record, blob = cast.character, cast.blobs[cast.character.blob]
        return self._remember(f"glb {record.blob}", lambda: _glb(unpack_character(blob, record)))

    def picture(self, record: CharacterRecord, theme: str) -> bytes:
        """A character as PNG."""
        return self._kept_picture(record, theme, lambda: self._read_blob(record.blob), self._run)

    def cast_picture(self, name: str, theme: str) -> bytes:
        """A member of the cast as PNG."""
        run = self._run_for_cast
        cast = cast_member(name, run)
        return self._kept_picture(cast.character, theme, lambda: cast.blobs[cast.character.blob], run)

    def _kept_picture(
        self, record: CharacterRecord, theme: str, read: Callable[[], bytes], run: Run
    ) -> bytes:
        def draw() -> bytes:
            return run(draw_picture, record=record, blob=read(), theme=theme)

        return kept(picture_name(record.blob, theme), draw)

    def _remember(self, name: str, make: Callable[[], bytes]) -> bytes:
        # Under the lock, so that several pages that ask for one thing wait for one making of it.
        with self._lock:
            return self._remembered.get(name, make)


def picture_name(blob: str, theme: str) -> str:
    """Under which name a character's picture is kept."""
    return f"picture {theme} {PICTURE_SIZE} {blob}"


def draw_picture(
    *, record: CharacterRecord, blob: bytes, theme: str, progress: Progress | None = None
) -> bytes:
    """A character as PNG: a task for the worker."""
    import imageio.v3 as imageio

    from kinegraph.characters.rendering import render_pose

    character = unpack_character(blob, record)
    pixels = render_pose(character, size=(PICTURE_SIZE, PICTURE_SIZE), theme=theme, grid=False)
    return imageio.imwrite("<bytes>", pixels, extension=".png")


def _glb(character: Character) -> bytes:
    from kinegraph.formats.gltf.file import glb_bytes

    return glb_bytes(Scene(character=_with_shape(character)))


def _with_shape(character: Character) -> Character:
    """The character itself, or one of sticks if it is nothing but a skeleton."""
    if character.skins or any(body.meshes for body in character.bodies):
        return character
    from kinegraph.characters.cast.stick import stick_character

    return stick_character(character.skeleton, character.name)
