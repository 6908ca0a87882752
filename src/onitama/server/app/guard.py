"""What every request passes first: size, rate, origin; and the headers that every answer gets."""

import json
import logging
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from onitama.server.denied import Denied, DeniedCode
from onitama.server.limits import Buckets

__all__ = ["Guard", "address_of", "check_origin"]

_MOST_BODY_BYTES = 16 * 1024
_MOST_TEXT_BYTES = 1024 * 1024
_TEXTS = ("/api/v1/study", "/api/v1/study/games")
"""Where whole games come in."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_UNLIMITED = ("/health", "/metrics")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}

_log = logging.getLogger(__name__)


def address_of(scope: Scope) -> str:
    """Where a client is, as far as it can be known."""
    client = scope.get("client")
    return client[0] if client else ""


def check_origin(headers: Headers, origins: Sequence[str]) -> None:
    """See that no page of another site asks. Programs that are no browsers send no origin.

    Raises:
        Denied: if one does.
    """
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return
    if urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
        raise Denied(DeniedCode.BAD_ORIGIN, "pages of other sites may not use this server")


class Guard:
    """Stands before an application.

    Args:
        app: the application.
        requests: how many requests are allowed from one address.
        origins: other sites whose pages may use the server.
    """

    def __init__(self, app: ASGIApp, requests: Buckets, origins: Sequence[str]) -> None:
        self._app, self._requests, self._origins = app, requests, origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            body = await self._checked_body(scope, receive)
            await self._app(scope, body, send_guarded)
        except Denied as error:
            status = 413 if error.code is DeniedCode.BAD_MESSAGE else 429
            status = 403 if error.code is DeniedCode.BAD_ORIGIN else status
            await _answer(send_guarded, status, error.code, str(error))
        except Exception:
            _log.exception("a request could not be answered: %s %s", scope["method"], scope["path"])
            if not has_begun:
                await _answer(send_guarded, 500, "unavailable", "something went wrong here")

    async def _checked_body(self, scope: Scope, receive: Receive) -> Receive:
        """The body, if all is well; it is short enough to be read at once."""
        if scope["path"] not in _UNLIMITED and not self._requests.take(address_of(scope)):
            raise Denied(DeniedCode.TOO_MANY, "too many requests from your address: wait a moment")
        if scope["method"] in _SAFE:
            return receive
        check_origin(Headers(scope=scope), self._origins)
        most = _MOST_TEXT_BYTES if scope["path"] in _TEXTS else _MOST_BODY_BYTES
        body, is_more = b"", True
        while is_more:
            message = await receive()
            if message["type"] != "http.request":
                return _replay(message, receive)
            body += message.get("body", b"")
            is_more = message.get("more_body", False)
            if len(body) > most:
                raise Denied(DeniedCode.BAD_MESSAGE, f"body: expected at most {most} bytes")
        return _replay({"type": "http.request", "body": body, "more_body": False}, receive)


def _replay(message: Message, receive: Receive) -> Receive:
    messages = [message]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay


async def _answer(send: Send, status: int, code: str, message: str) -> None:
    body = json.dumps({"code": str(code), "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
