"""The server: listens on this machine alone, and runs until it is interrupted."""

import secrets
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.running.casting import FIRST
from kinegraph.studio.server.app import PAGE, make_app
from kinegraph.studio.server.document_desk import DocumentDesk
from kinegraph.studio.server.guard import Guard
from kinegraph.studio.server.live_link import ADDRESS as LIVE_ADDRESS
from kinegraph.studio.server.live_link import LiveLink
from kinegraph.studio.server.opening import Opened
from kinegraph.studio.server.page_socket import PageSocket
from kinegraph.studio.studio import UPLOAD_LIMIT, Studio

ADDRESS = "127.0.0.1"
_LARGEST_MESSAGE = 2**20  # from a page [bytes]: files come over HTTP


class PortBusy(KinegraphError):
    """A port that cannot be had."""


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

    def make_studio(opened: Opened) -> Studio:
        first = None if opened.imports else FIRST
        return Studio(opened.document, upload_limit, first=first, verbose=verbose, completes=True)

    def started() -> None:
        desk.announce(url)
        announce(url)
        if opened.document.view_only:
            warn(opened.document.view_only)

    desk = DocumentDesk(opened, make_studio, warn)
    live = LiveLink()
    app = make_app(
        desk.studio,
        page,
        opened.imports,
        library,
        on_start=started,
        on_stop=desk.release,
        desk=desk,
        live=live,
    )
    hosts = (address, f"localhost:{listener.getsockname()[1]}")
    server = uvicorn.Server(configuration(Guard(app, token, hosts, stream=(LIVE_ADDRESS, live.token))))
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn has shut down by then, and passes it on
        pass
    finally:
        listener.close()
        if desk.studio.rescued:
            warn(desk.studio.rescued)


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
