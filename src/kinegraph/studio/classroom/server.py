"""The class's server: one address for all; listens on this machine alone unless a host is named."""

import ipaddress
import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import uvicorn

from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.studio.classroom.app import make_class_app
from kinegraph.studio.classroom.classroom import Classroom
from kinegraph.studio.classroom.handover import HandOver
from kinegraph.studio.classroom.process_pool import Nursery
from kinegraph.studio.classroom.roster import RosterFile, write_private
from kinegraph.studio.classroom.sheet import links_sheet, teacher_link
from kinegraph.studio.server.app import NO_PAGE, PAGE
from kinegraph.studio.server.guard import Guard
from kinegraph.studio.server.server import ADDRESS, PortBusy, bound_socket, configuration
from kinegraph.studio.studio import UPLOAD_LIMIT

SHEET = "links.html"


@dataclass(frozen=True)
class Where:
    """Address that the server listens on.

    host: A name or an address of this machine.
    certificate, key: Files for TLS; needed for any other machine to come in.
    """

    host: str = ADDRESS
    port: int = 0
    certificate: Path | None = None
    key: Path | None = None

    @property
    def secure(self) -> bool:
        """True if pages come by TLS."""
        return self.certificate is not None

    def check(self) -> None:
        """Raises where this would let other machines in without TLS, or cannot be."""
        if (self.certificate is None) != (self.key is None):
            raise InvalidValue("TLS needs both a certificate (--cert) and its key (--key).")
        if _is_anywhere(self.host):
            raise InvalidValue(
                f"Students cannot open {self.host}: give --host the name or the address of this machine that "
                "they use."
            )
        if not self.secure and not _is_loopback(self.host):
            raise InvalidValue(
                "With --host other machines can connect, so the class needs TLS: add --cert and --key."
            )
        for file in (self.certificate, self.key):
            if file is not None and not file.is_file():
                raise FormatError(file, "there is no such file.")
        if self.certificate is not None and self.key is not None:
            try:
                ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
                    self.certificate, self.key
                )
            except (ssl.SSLError, OSError) as error:
                reason = getattr(error, "reason", None) or str(error)
                raise FormatError(
                    self.certificate, f"the certificate and its key cannot be used: {reason}."
                ) from None


def serve_class(
    file: RosterFile,
    where: Where,
    *,
    page: Path = PAGE,
    announce: Callable[[str, Path], None] = lambda teacher, sheet: None,
) -> None:
    """Serves a class until Ctrl+C.

    announce: Called with the link of the teacher's page, and the sheet with the students' links, once they
        can be opened.
    """
    server = ClassServer(file, where, page=page, announce=announce)
    with suppress(KeyboardInterrupt):  # uvicorn has shut down by then, and passes it on
        server.run()


class ClassServer:
    """The server of a class, which listens from the start and answers once it runs."""

    def __init__(
        self,
        file: RosterFile,
        where: Where,
        *,
        page: Path = PAGE,
        upload_limit: int = UPLOAD_LIMIT,
        announce: Callable[[str, Path], None] = lambda teacher, sheet: None,
        kernels: bool = True,
    ) -> None:
        """kernels: Whether document processes share the compiled kernels; loading these takes seconds."""
        if sys.platform == "win32":
            raise InvalidValue(
                "A class needs Linux or macOS: its server hands sockets from process to process."
            )
        where.check()
        self._listener = _listen(where, file.roster.port)
        port = self._listener.getsockname()[1]
        names = (where.host,) if where.secure else (where.host, "localhost")
        hosts = tuple(f"{name}:{port}" for name in names)
        self.address = f"{'https' if where.secure else 'http'}://{hosts[0]}"
        file.roster.port = port
        file.hand_out()
        file.save()
        sheet = file.folder / SHEET
        write_private(sheet, links_sheet(file, self.address).encode())
        self.classroom = Classroom(
            file, Nursery(kernels), hosts=hosts, secure=where.secure, page=page, upload_limit=upload_limit
        )
        app = make_class_app(self.classroom, self.address, page, NO_PAGE)
        guard = Guard(
            app,
            file.roster.teacher,
            hosts,
            others=self.classroom.tokens,
            viewers=self.classroom.views,
            secure=where.secure,
        )
        self.classroom.protect(guard)
        config = configuration(guard)
        config.ws = partial(HandOver, self.classroom.find_socket)  # type: ignore[assignment]
        if where.certificate is not None:
            config.ssl_certfile, config.ssl_keyfile = str(where.certificate), str(where.key)
        teacher = teacher_link(self.address, file.roster.teacher)
        self._server = _Announcing(config, lambda: announce(teacher, sheet))

    @property
    def started(self) -> bool:
        """True if pages can be opened."""
        return self._server.started

    def run(self) -> None:
        """Serves until it is stopped."""
        try:
            self._server.run(sockets=[self._listener])
        finally:
            self._listener.close()

    def stop(self) -> None:
        """Ends the server, and before that every document's process."""
        self._server.should_exit = True


class _Announcing(uvicorn.Server):
    """Says when pages can be opened."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()


def _listen(where: Where, last: int) -> socket.socket:
    """A socket at the wanted port, or at the last one, so that links stay; else at any."""
    if where.port == 0 and last:
        try:
            return bound_socket(last, where.host)
        except PortBusy:
            pass
    return bound_socket(where.port, where.host)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_anywhere(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return not host
