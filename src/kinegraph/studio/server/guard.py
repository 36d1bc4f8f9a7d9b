"""Guard: checks every request and every socket before the server answers it.

A studio listens on this machine alone, but any web page in the user's browser can send requests to this
machine too. Three things keep those out: the Host header must be ours (so a foreign name that resolves to
this machine is refused), an Origin header, if any, must be ours, and everything but the page's static files
needs the random token.
"""

import hashlib
from collections.abc import Collection, Iterable
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PRIVATE = ("/api/", "/socket")
_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; "
    "font-src 'self' data:; connect-src 'self' blob: data: {sockets}; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Guard:
    """Wraps an application; lets through what carries the right Host, Origin and token."""

    def __init__(
        self,
        app: ASGIApp,
        token: str,
        hosts: Iterable[str],
        *,
        others: Collection[str] = (),
        viewers: Collection[str] = (),
        secure: bool = False,
        stream: tuple[str, str] | None = None,
    ) -> None:
        """
        hosts: As in "127.0.0.1:8000".
        others: More tokens that open everything.
        viewers: Tokens that may look and change nothing.
        secure: Whether the server is reached by TLS.
        stream: A path that programs and pages of any origin may read, and the token that they need for it.
        """
        self._app = app
        self._viewers = {token_digest(viewer) for viewer in viewers}
        self._tokens = {token_digest(each) for each in (token, *others)}
        self._stream = None if stream is None else (stream[0], token_digest(stream[1]))
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"{'https' if secure else 'http'}://{host}" for host in self._hosts)
        sockets = " ".join(f"{'wss' if secure else 'ws'}://{host}" for host in sorted(self._hosts))
        self._headers = {
            "Content-Security-Policy": _POLICY.format(sockets=sockets),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if scope["type"] == "http":
            send = self._with_headers(send)
        if refusal is None:
            scope["viewing"] = self.may_only_look(scope)
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await JSONResponse({"message": refusal}, status_code=403)(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal})

    def refusal(self, scope: Scope) -> str | None:
        """Reason for which a request is refused, as a sentence; None where it may pass."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [headers.get("host")] or headers.get("host") not in self._hosts:
            return "This studio answers only under its own address."
        if self._stream == (scope["path"], digest_of(scope)) and scope.get("method") == "GET":
            return None
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return "This studio answers only its own page."
        if not scope["path"].startswith(_PRIVATE):
            return None
        if not self.may_only_look(scope) and digest_of(scope) not in self._tokens:
            return "The token is missing or wrong: open the address that `kinegraph studio` printed."
        if scope.get("method", "GET") not in ("GET", "HEAD") and self.may_only_look(scope):
            return "This address shows the document; it does not change it."
        return None

    def admit(self, viewer: str) -> None:
        """Lets a token in that may look and change nothing."""
        self._viewers.add(token_digest(viewer))

    def dismiss(self, viewer: str) -> None:
        """Lets a token in no more."""
        self._viewers.discard(token_digest(viewer))

    def may_only_look(self, scope: Scope) -> bool:
        """True if a request carries a token that changes nothing."""
        return digest_of(scope) in self._viewers

    def _with_headers(self, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        return send_with_headers


def digest_of(scope: Scope) -> bytes:
    """The digest of the token that a request carries."""
    scheme, _, given = Headers(scope=scope).get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
    return token_digest(given)


def token_digest(token: str) -> bytes:
    """A digest to look a token up by, so that the time taken tells nothing about a nearly right token."""
    return hashlib.sha256(token.encode()).digest()
