"""The web app: the files that its build has put into the package.

Every address that is no file is a page of the app, which sees by itself what it shows. Files with a name made of their
content are kept by browsers for ever, all else is asked for anew: so a new version shows at the next load.
"""

from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response

__all__ = ["FOLDER", "add_pages"]

FOLDER = Path(__file__).parents[1] / "pages"
"""Where the build puts the app."""

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_ANEW = "no-cache"
_NOT_BUILT = "The web app has not been built: run `npm ci && npm run build` in web/, or `make play`."


def add_pages(app: FastAPI, folder: Path = FOLDER) -> None:
    """Serve the app, behind everything that the application serves already."""
    root, front = folder.resolve(), folder.resolve() / "index.html"

    async def page(request: Request) -> Response:
        path = request.url.path
        file = (root / path.lstrip("/")).resolve()
        if not (file.is_relative_to(root) and file.is_file()):
            if path.startswith("/api/") or "." in path.rpartition("/")[2]:
                raise HTTPException(404, "there is nothing here")
            file = front
        if not front.is_file():
            return PlainTextResponse(_NOT_BUILT, 503)
        caching = _FOR_EVER if path.startswith("/assets/") else _ASK_ANEW
        return FileResponse(file, headers={"Content-Security-Policy": _POLICY, "Cache-Control": caching})

    app.add_api_route("/{path:path}", page, methods=["GET", "HEAD"], include_in_schema=False)
