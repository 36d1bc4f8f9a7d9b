"""The server: opens a document, listens on this machine alone, and runs until it is interrupted."""

import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from kinegraph.core.errors import FormatError, KinegraphError
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.store.document_file import reason_for_viewing
from kinegraph.studio.document.store.errors import DocumentError
from kinegraph.studio.document.store.location import without_links
from kinegraph.studio.document.store.lock import DocumentLock
from kinegraph.studio.running.casting import FIRST
from kinegraph.studio.running.places import ENDING, new_untitled, untitled_documents
from kinegraph.studio.server.app import PAGE, make_app
from kinegraph.studio.server.guard import Guard
from kinegraph.studio.server.page_socket import PageSocket
from kinegraph.studio.studio import UPLOAD_LIMIT, Studio

ADDRESS = "127.0.0.1"
_LARGEST_MESSAGE = 2**20  # from a page [bytes]: files come over HTTP


class PortBusy(KinegraphError):
    """A port that cannot be had."""


@dataclass(frozen=True)
class Opened:
    """A document that this process has to itself.

    lock: None for a document that is only viewed.
    imports: Files to read into it at the start.
    """

    document: Document
    lock: DocumentLock | None
    imports: tuple[Path, ...] = ()

    def release(self) -> None:
        """Lets other studios have the document."""
        if self.lock is not None:
            self.lock.release()


def open_document(file: Path | None, new: bool = False) -> Opened:
    """Opens what the user asked for.

    file: A document (made if it is not there), any file that can be imported, or None for the document
        without a name that was used last.
    new: Whether to start a new document without a name instead.
    """
    if file is not None and file.suffix.lower() != ENDING:
        _check_importable(file)
        return _locked(new_untitled(), (file.resolve(),))
    if file is not None:
        real = without_links(file)
        if real.is_dir() or not real.parent.is_dir():
            raise DocumentError(file, "there is no folder for it." if not real.is_dir() else "is a folder.")
        return _locked(real)
    untitled = [] if new else untitled_documents()
    return _locked(untitled[0] if untitled else new_untitled())


def serve(
    opened: Opened,
    *,
    port: int = 0,
    upload_limit: int = UPLOAD_LIMIT,
    page: Path = PAGE,
    library: tuple[Path, ...] = (),
    announce: Callable[[str], None] = lambda url: None,
    warn: Callable[[str], None] = lambda sentence: None,
    verbose: bool = False,
) -> None:
    """Serves a document until Ctrl+C.

    port: 0 takes any that is free.
    library: Folders to bring the motion library up to date with.
    announce: Called with the studio's address, token included, once it can be opened.
    warn: Called with a sentence where the document can only be viewed, or its file is gone at the end.
    verbose: Whether unexpected errors are also written to the standard error stream.
    """
    try:
        listener = bound_socket(port)
    except PortBusy:
        opened.document.close()
        opened.release()
        raise
    address = f"{ADDRESS}:{listener.getsockname()[1]}"
    token = secrets.token_urlsafe(32)
    url = f"http://{address}/#token={token}"

    def started() -> None:
        if opened.lock is not None:
            opened.lock.announce(url)
        announce(url)
        if opened.document.view_only:
            warn(opened.document.view_only)

    first = None if opened.imports else FIRST
    studio = Studio(opened.document, upload_limit, first=first, verbose=verbose, completes=True)
    app = make_app(studio, page, opened.imports, library, on_start=started, on_stop=opened.release)
    hosts = (address, f"localhost:{listener.getsockname()[1]}")
    server = uvicorn.Server(configuration(Guard(app, token, hosts)))
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn has shut down by then, and passes it on
        pass
    finally:
        listener.close()
        if studio.rescued:
            warn(studio.rescued)


def bound_socket(port: int, host: str = ADDRESS) -> socket.socket:
    """A socket that listens, on this machine alone unless a host is named; raises PortBusy where the port
    cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sends small frames at once (TCP_NODELAY) only on sockets that do.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(64)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise PortBusy(
            f"Port {port} cannot be used ({reason.lower()}); choose another with --port."
        ) from None
    return listener


def configuration(app: ASGIApp) -> uvicorn.Config:
    """The server's settings: sockets without compression, small messages, no proxies, a quiet log."""
    return uvicorn.Config(
        app,
        http="h11",
        ws=PageSocket,
        ws_max_size=_LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # on loopback, compressing costs more than it saves
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )


def _locked(path: Path, imports: tuple[Path, ...] = ()) -> Opened:
    if reason_for_viewing(path):
        return Opened(Document(path), None, imports)
    lock = DocumentLock(path)
    try:
        return Opened(Document(path, on_move=lock.move, exclusive=True), lock, imports)
    except BaseException:
        lock.release()
        raise


def _check_importable(file: Path) -> None:
    from kinegraph.formats import format_of

    if not file.is_file():
        raise FormatError(file, "is a folder, not a file." if file.is_dir() else "there is no such file.")
    format_of(file)
