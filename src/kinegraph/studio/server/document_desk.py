"""Document desk: which document the studio shows, and the change to another while pages are open."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document import edits
from kinegraph.studio.protocol.answers import ListedDocument
from kinegraph.studio.running.places import ENDING, is_untitled, new_untitled
from kinegraph.studio.running.recent_documents import (
    document_id,
    listed_documents,
    note_document,
    path_of_document,
)
from kinegraph.studio.server.opening import Opened, open_document
from kinegraph.studio.studio import Studio


class LostDocument(KinegraphError):
    """A document that is not listed, or is no longer there."""


class NoFileBrowser(KinegraphError):
    """A machine whose desktop cannot show a folder."""


class DocumentDesk:
    """Opens documents one after the other; used from the event loop alone."""

    def __init__(
        self, opened: Opened, make_studio: Callable[[Opened], Studio], warn: Callable[[str], None]
    ) -> None:
        """
        opened: The first document.
        make_studio: The live side of a document.
        warn: Called with a sentence where the file of a document that is closed is gone.
        """
        self._opened, self._make_studio, self._warn = opened, make_studio, warn
        self.studio = make_studio(opened)
        self.show: Callable[[Studio], None] = lambda studio: None  # lets requests reach another studio
        self._url = ""
        self._switching = asyncio.Lock()

    def announce(self, url: str) -> None:
        """Notes where pages are served, for another studio that wants the document."""
        self._url = url
        if self._opened.lock is not None:
            self._opened.lock.announce(url)

    def release(self) -> None:
        """Lets other studios have the document; its studio is closed."""
        self._note()
        self._opened.release()

    async def documents(self) -> list[ListedDocument]:
        """The documents that can be opened, the one that was changed last first."""
        self._note()
        return await asyncio.to_thread(listed_documents, self._opened.document.path)

    async def new(self) -> None:
        """Opens a new document without a name."""
        await self._switch(lambda: open_document(None, new=True))

    async def open(self, id: str) -> None:
        """Opens a listed document."""
        if id == document_id(self._opened.document.path):
            return
        await self._switch(lambda: open_document(_existing(id)))

    async def duplicate(self) -> None:
        """Opens a copy of the document, with its history; the document stays as it is."""
        document = self._opened.document
        copy = _free_copy(document.path)
        await self.studio.on_disk(lambda: document.copy_to(copy))
        await self._switch(lambda: open_document(copy))

    async def reveal(self) -> None:
        """Shows the document's file in the desktop's file browser."""
        await asyncio.to_thread(_reveal, self._opened.document.path)

    async def _switch(self, open_other: Callable[[], Opened]) -> None:
        """Shows another document; where it cannot be opened, everything stays as it is."""
        async with self._switching:
            self._note()
            opened = await asyncio.to_thread(open_other)
            studio = self._make_studio(opened)
            await studio.open()
            (before, closed), self.studio, self._opened = (self.studio, self._opened), studio, opened
            self.announce(self._url)
            self.show(studio)
            before.audience.dismiss()
            await before.close()
            await asyncio.to_thread(closed.release)
            if before.rescued:
                self._warn(before.rescued)
            self._note()

    def _note(self) -> None:
        document = self._opened.document
        note_document(document.path, edits.stage_of(document.records).title)


def _existing(id: str) -> Path:
    path = path_of_document(id)
    if path is None or not path.is_file():
        raise LostDocument("This document is no longer where it was.")
    return path


def _free_copy(path: Path) -> Path:
    """A free name beside a document."""
    if is_untitled(path):
        return new_untitled()
    stem = path.stem
    names = (f"{stem} copy{f' {n}' if n > 1 else ''}{ENDING}" for n in range(1, 1000))
    return next(each for name in names if not (each := path.with_name(name)).exists())


def _reveal(path: Path) -> None:
    commands = {
        "darwin": ["open", "-R", str(path)],
        "win32": ["explorer", f"/select,{path}"],
    }
    command = commands.get(sys.platform, ["xdg-open", str(path.parent)])
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        raise NoFileBrowser(f"There is no desktop to show the folder on. The document is {path}.")
    try:
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        raise NoFileBrowser(f"No file browser was found. The document is {path}.") from None
