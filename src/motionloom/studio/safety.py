"""Who may speak to the server, and how much: the gate in front of every request and of the live socket.

A page on the internet can make a person's browser call 127.0.0.1. It cannot fake `Host` (which defeats DNS rebinding), `Origin` or
`Sec-Fetch-Site`; so requests from other sites are refused before any route sees them.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
import re
import socket
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from motionloom.studio import entrance

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
MAX_JSON_BYTES = 4 * 1024**2
MAX_UPLOAD_BYTES = 2 * 1024**3
# How long a refused upload is read and thrown away, so that the sender gets to see the answer instead of a reset.
LINGER_SECONDS = 2.0
UPLOAD_PATH = "/api/import"
FILM_PATH = "/api/panels/film/"
MAX_FRAME_BYTES = 64 * 1024**2
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; "
    "connect-src 'self'; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
SECURITY_HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


@dataclass(frozen=True)
class Policy:
    """What the gate lets through. `names` are the host names this server answers to; a token opens any address literal too."""

    names: frozenset[str] = LOOPBACK_NAMES
    token: str | None = None
    max_json_bytes: int = MAX_JSON_BYTES
    max_upload_bytes: int = MAX_UPLOAD_BYTES


@dataclass
class Refusal(Exception):
    """Why a request is turned away."""

    status: int
    error: str
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    page: bytes = b""  # for people, in place of the line


class Headers:
    """A request's headers by lower-case name. Our own: the gate stands before Starlette, which has others, is loaded."""

    def __init__(self, scope: Scope) -> None:
        self._pairs = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]

    def all(self, wanted: str) -> list[str]:
        """Every value of a header."""
        return [value for name, value in self._pairs if name == wanted]

    def get(self, wanted: str, otherwise: str = "") -> str:
        """The first value of a header."""
        return next(iter(self.all(wanted)), otherwise)


def fault(error: Exception) -> Refusal:
    """What is said of an error that nobody foresaw."""
    return Refusal(500, f"internal error: {type(error).__name__}; the server's log has more")


def policy_for(host: str, token: str | None, max_upload_bytes: int = MAX_UPLOAD_BYTES) -> Policy:
    """The policy of a server that listens on `host`."""
    own = set() if host in ("", "0.0.0.0", "::") else {host.lower()}
    if token is not None:
        machine = socket.gethostname().lower()
        own |= {machine, f"{machine}.local"}
    return Policy(LOOPBACK_NAMES | own, token, max_upload_bytes=max_upload_bytes)


class Gate:
    """ASGI middleware for requests and sockets: checks Host, Origin, token, path and size, adds security headers."""

    def __init__(self, app: ASGIApp, policy: Policy) -> None:
        self.app = app
        self.policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            check(scope, self.policy)
        except Refusal as refusal:
            await refuse(await self._ask(refusal, scope, receive), scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
            return
        await self._pass_on(scope, receive, send)

    async def _ask(self, refusal: Refusal, scope: Scope, receive: Receive) -> Refusal:
        """What is answered where only the token is missing: a page that asks for it, or a cookie where it was just sent."""
        if refusal.status != 401 or scope["type"] != "http" or scope["path"] not in ("/", entrance.PATH):
            return refusal
        sent = await entrance.read_token(receive) if scope["path"] == entrance.PATH and scope["method"] == "POST" else ""
        if sent and _same(sent, self.policy.token or ""):
            cookie = f"{_cookie_name(Headers(scope))}={self.policy.token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
            return Refusal(303, "", [(b"location", b"/"), (b"set-cookie", cookie.encode())])
        return Refusal(401, refusal.error, entrance.HEADERS, page=entrance.page(wrong=bool(sent)))

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket, until it ends. Whoever leaves in the middle of a message is no event, whatever a route makes of it."""
        line = _Line(receive, send)
        try:
            await self.app(scope, line.receive, line.send)
        except Exception as error:
            if not line.gone:
                log.error("socket %s", scope["path"], exc_info=error)
                with contextlib.suppress(Exception):
                    await send({"type": "websocket.close", "code": 1011, "reason": fault(error).error[:120]})

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        meter = _Meter(receive, _limit(scope, self.policy))

        async def send_with_headers(message: Message) -> None:
            # What a route makes of a body that was cut off is of no interest: the refusal below is the answer.
            if meter.exceeded and not meter.answered:
                return
            if message["type"] == "http.response.start":
                meter.answered = True
                message = {**message, "headers": [*message.get("headers", []), *_missing(message.get("headers", []), scope["path"])]}
            await send(message)
            meter.finished = message["type"] == "http.response.body" and not message.get("more_body", False)

        try:
            await self.app(scope, meter.receive, send_with_headers)
        except Refusal:
            if meter.answered:
                raise
        except Exception as error:
            if meter.gone:
                return  # in the middle of an upload: nobody is there to be told, and nothing is wrong here
            # The boundary of a request: whatever a route did not foresee is told in one line, and the server goes on.
            log.error("%s %s", scope["method"], scope["path"], exc_info=error)
            if meter.answered and not meter.finished:
                raise  # the server cuts the connection: half an answer must not look like a whole one
            if not meter.answered:
                await refuse(fault(error), scope, receive, send)
        if meter.exceeded and not meter.answered:
            await refuse(_too_large(meter.limit), scope, receive, send)


class _Line:
    """A socket's two directions, and whether the other side has left."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self.gone = False

    async def receive(self) -> Message:
        message = await self._receive()
        self.gone = self.gone or message["type"] == "websocket.disconnect"
        return message

    async def send(self, message: Message) -> None:
        try:
            await self._send(message)
        except Exception:
            self.gone = True
            raise


class _Meter:
    """Counts a request's bytes and refuses once more than `limit` have come, whatever Content-Length had said."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self.limit = limit
        self.seen = 0
        self.answered = False
        self.finished = False
        self.gone = False

    @property
    def exceeded(self) -> bool:
        return self.seen > self.limit

    async def receive(self) -> Message:
        message = await self._receive()
        self.gone = self.gone or message["type"] == "http.disconnect"
        self.seen += len(message.get("body", b""))
        if self.exceeded:
            raise _too_large(self.limit)
        return message


def check(scope: Scope, policy: Policy) -> None:
    """Raise `Refusal` where the request's Host, Origin, token, path or declared size is not to be let through."""
    headers = Headers(scope)
    host = _check_host(headers, policy)
    _check_origin(headers, host, scope)
    _check_path(scope)
    _check_token(headers, scope, policy)
    length = headers.get("content-length", "0")
    if not re.fullmatch(r"[0-9]{1,18}", length):
        raise Refusal(400, "Content-Length is not a number")
    if int(length) > _limit(scope, policy):
        raise _too_large(_limit(scope, policy))


def _check_host(headers: Headers, policy: Policy) -> str:
    hosts = headers.all("host")
    if len(hosts) != 1:
        raise Refusal(400, f"expected one Host header, found {len(hosts)}")
    try:
        name = (urlsplit(f"//{hosts[0]}").hostname or "").lower().rstrip(".")
    except ValueError:
        name = ""
    if name not in policy.names and not (policy.token is not None and _is_address(name)):
        raise Refusal(403, f"this studio does not answer to the host {name[:80]!r}; open it by the address it printed at its start")
    return hosts[0].lower()


def _check_origin(headers: Headers, host: str, scope: Scope) -> None:
    for origin in headers.all("origin"):
        if origin.lower().partition("://")[2] != host:
            raise Refusal(403, f"a page of {origin[:80]!r} may not speak to this studio")
    site = headers.get("sec-fetch-site", "none")
    opens_page = headers.get("sec-fetch-mode") == "navigate" and not scope["path"].startswith("/api/")
    if site not in ("none", "same-origin") and not opens_page:
        raise Refusal(403, "a page of another site may not speak to this studio")


def _check_path(scope: Scope) -> None:
    path = scope["path"]
    if ".." in path.split("/") or re.search(r"[\x00-\x1f\x7f\\]", path):
        raise Refusal(400, "the address has '..', a backslash or control characters in it")


def _check_token(headers: Headers, scope: Scope, policy: Policy) -> None:
    if policy.token is None:
        return
    bearer = headers.get("authorization").removeprefix("Bearer ").strip()
    if not (_same(bearer, policy.token) or _same(_cookie(headers), policy.token)):
        raise Refusal(401, "this studio needs its token: open its page, which asks for it, or send it as Authorization: Bearer")


def _cookie_name(headers: Headers) -> str:
    """The name carries the port: a browser keeps cookies by host alone, and two studios would overwrite each other's."""
    port = headers.get("host").rpartition(":")[2]
    return f"motionloom_token_{port if port.isdecimal() else 80}"


def _cookie(headers: Headers) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie")).get(_cookie_name(headers))
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def _same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())


def _is_address(name: str) -> bool:
    import ipaddress

    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _limit(scope: Scope, policy: Policy) -> int:
    if scope["path"].startswith(FILM_PATH):
        return MAX_FRAME_BYTES
    return policy.max_upload_bytes if scope["path"] == UPLOAD_PATH else policy.max_json_bytes


def _too_large(limit: int) -> Refusal:
    size = f"{limit / 1024**3:g} GB" if limit >= 1024**3 else f"{limit / 1024**2:g} MB"
    return Refusal(
        413, f"the request is larger than {size}, the most this studio takes at once; send fewer files, or use motionloom import"
    )


def _missing(headers: list[tuple[bytes, bytes]], path: str) -> list[tuple[bytes, bytes]]:
    """Security headers for an answer, and no caching of API answers that say nothing about it."""
    present = {name.lower() for name, _ in headers}
    wanted = [*SECURITY_HEADERS, (b"cache-control", b"no-store" if path.startswith("/api/") else b"no-cache")]
    return [(name, value) for name, value in wanted if name not in present]


async def refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request with the refusal, as one line of JSON; a socket is closed before it opens, which its page sees as a 403.

    No page can read the body of such an answer, and the server writes an error to the terminal for every one that has a body.
    """
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.error[:120]})
        return
    body = refusal.page or (json.dumps({"error": refusal.error}).encode() if refusal.error else b"")
    headers = [
        (b"content-type", b"text/html; charset=utf-8" if refusal.page else b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *refusal.headers,
        *_missing(refusal.headers, "/api/"),
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    if refusal.status == 413:
        await send({"type": "http.response.body", "body": body, "more_body": True})
        await _linger(receive)
        body = b""
    await send({"type": "http.response.body", "body": body})


async def _linger(receive: Receive) -> None:
    """Throw away what the sender still sends, for a while: a connection closed on unread data is reset and the answer lost."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while (await receive()).get("more_body", False):
                pass
