"""Guard: checks every request and every socket before the server answers it.

A studio listens on this machine alone, but any web page in the user's browser can send requests to this
machine too. Three things keep those out: the Host header must be ours (so a foreign name that resolves to
this machine is refused), an Origin header, if any, must be ours, and everything but the page's static files
needs the random token.
"""

import hmac
from collections.abc import Iterable
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

    def __init__(self, app: ASGIApp, token: str, hosts: Iterable[str]) -> None:
        """hosts: As in "127.0.0.1:8000"."""
        self._app = app
        self._token = token.encode()
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)
        sockets = " ".join(f"ws://{host}" for host in sorted(self._hosts))
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
        refusal = self._refusal(scope)
        if scope["type"] == "http":
            send = self._with_headers(send)
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await JSONResponse({"message": refusal}, status_code=403)(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal})

    def _refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        if headers.getlist("host") != [headers.get("host")] or headers.get("host") not in self._hosts:
            return "This studio answers only under its own address."
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return "This studio answers only its own page."
        if scope["path"].startswith(_PRIVATE) and not self._has_token(scope, headers):
            return "The token is missing or wrong: open the address that `kinegraph studio` printed."
        return None

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        return hmac.compare_digest(given.encode(), self._token)

    def _with_headers(self, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        return send_with_headers
