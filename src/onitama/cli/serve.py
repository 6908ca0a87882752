"""The command `serve`: the play server, from start to stop."""

import logging
import os
import sys
import webbrowser
from typing import Annotated, Any

import typer

__all__ = ["serve"]


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.  [default: 127.0.0.1]")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.  [default: 8080]")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///FILE or postgresql://…  [default: a file in your data folder]"),
    ] = None,
    redis: Annotated[
        str | None, typer.Option(help="redis://… or unix://…, to serve with several processes.")
    ] = None,
    reuse_port: Annotated[
        bool | None, typer.Option("--reuse-port", help="Let several processes listen on the port.")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another site whose pages may use this server; may be repeated.")
    ] = None,
    thinkers: Annotated[
        int | None, typer.Option(min=1, help="Processes in which the computer thinks.  [default: 1]")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve games over the network, on this machine only if nothing else is said.

    Everything can be set in the environment too, as ONITAMA_PORT and so on: see the guide to the server.
    """
    from onitama.server.app.run import run
    from onitama.server.settings import read_settings

    given: dict[str, Any] = {
        "host": host,
        "port": port,
        "database": database,
        "redis": redis,
        "reuse_port": reuse_port,
        "origins": origin or None,
        "thinkers": thinkers,
    }
    settings = read_settings({key: value for key, value in given.items() if value is not None})
    _log_to_stderr(settings.log_level)

    def on_start(address: str) -> None:
        typer.echo(f"onitama serves at {address}  (Ctrl-C to stop)")
        if open_page and _has_screen():
            webbrowser.open(address)

    run(settings, on_start)


def _has_screen() -> bool:
    """Whether a browser would have a window of its own, rather than this terminal."""
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _log_to_stderr(level: str) -> None:
    from onitama.server.logs import JsonLines, NotTooMany

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(NotTooMany())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
