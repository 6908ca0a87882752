"""The network side: REST and sockets around a service.

rest       setup, lists and records
socket     one client's WebSocket
messages   what is said on it
study      the analysis board, threats and beliefs
past       the positions that a game has gone through
pages      the web app
models     what goes in and comes out by REST
guard      size, rate, origin and headers
run        uvicorn, from start to stop
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from onitama.errors import shown
from onitama.server.app.guard import Guard, address_of, check_origin
from onitama.server.app.pages import add_pages
from onitama.server.app.past import router as past_router
from onitama.server.app.rest import COOKIE, router
from onitama.server.app.socket import Socket
from onitama.server.app.study import router as study_router
from onitama.server.denied import Denied, DeniedCode
from onitama.server.ledger import told
from onitama.server.limits import Buckets
from onitama.server.rooms import Code, Refused
from onitama.server.service import Service
from onitama.server.settings import Settings

__all__ = ["make_app"]

_STATUS: dict[str, int] = {
    DeniedCode.BAD_MESSAGE: 400,
    DeniedCode.NO_ROOM: 404,
    DeniedCode.NO_IDENTITY: 401,
    DeniedCode.BAD_ORIGIN: 403,
    DeniedCode.TOO_MANY: 429,
    DeniedCode.UNAVAILABLE: 503,
    Code.PRIVATE: 403,
    Code.BAD_SETUP: 400,
    Code.BAD_NAME: 400,
}
_CONFLICT = 409


def make_app(
    settings: Settings,
    make_service: Callable[[], AbstractAsyncContextManager[Service]],
    now_ms: Callable[[], int],
) -> FastAPI:
    """The application.

    Args:
        settings: what can be set.
        make_service: what it serves, from start to stop.
        now_ms: the clock, for limits.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with make_service() as service:
            app.state.service = service
            yield

    app = FastAPI(
        title="onitama",
        version=version("onitama"),
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # such pages would load scripts from elsewhere
        redoc_url=None,
    )
    requests = Buckets(settings.requests_per_second, 100, now_ms)
    app.add_middleware(Guard, requests=requests, origins=settings.origins)
    app.include_router(router)
    app.include_router(past_router)
    app.include_router(study_router)
    app.add_api_websocket_route("/api/v1/ws", _serve_socket)
    app.add_api_route("/health", _health, include_in_schema=False)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    for error in (Refused, Denied):
        app.add_exception_handler(error, _refuse)
    app.add_exception_handler(RequestValidationError, _say_what_is_wrong)
    app.add_exception_handler(HTTPException, _say_no)
    add_pages(app)
    return app


async def _serve_socket(websocket: WebSocket) -> None:
    service: Service = websocket.app.state.service
    address = address_of(websocket.scope)
    try:
        check_origin(websocket.headers, service.settings.origins)
    except Denied:
        await websocket.close()  # before it was accepted: status 403
        return
    await websocket.accept()
    socket = Socket(websocket, service, websocket.cookies.get(COOKIE))
    service.come(socket, address)
    try:
        await socket.run()
    finally:
        service.go(socket, address)


async def _health(request: Request) -> Response:
    """Whether all is well: the store answers."""
    service: Service = request.app.state.service
    if service.is_stopping:
        return JSONResponse({"status": "stopping"}, 503)
    await service.store.rooms_to_look_at(0, 1)
    return JSONResponse({"status": "ok"})


async def _metrics(request: Request) -> Response:
    service: Service = request.app.state.service
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused | Denied)
    return JSONResponse(told(error), _STATUS.get(error.code, _CONFLICT))


async def _say_what_is_wrong(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _problem(400, "; ".join(map(_wrong, error.errors()[:3])))


async def _say_no(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, error.detail, error.headers)


def _problem(status: int, message: str, headers: Any = None) -> Response:
    content = {"code": DeniedCode.BAD_MESSAGE.value, "message": message}
    return JSONResponse(content, status, headers)


def _wrong(one: dict[str, Any]) -> str:
    where = ".".join(str(part) for part in one["loc"] if part != "body") or "body"
    return f"{where[:60]}: {one['msg']}, found {shown(one.get('input'))}"
