"""`onitama engine`: an engine for other programs, which speak to it line by line."""

import sys
from typing import Annotated

import typer

from onitama.engine import TOP_LEVEL, Engine
from onitama.errors import OnitamaError
from onitama.protocol import JsonSession, LineSession, LineWriter, Session, Setup, serve

__all__ = ["engine"]


def engine(
    json_lines: Annotated[
        bool, typer.Option("--json", help="Speak the JSON-lines analysis protocol, not the line protocol.")
    ] = False,
    name: Annotated[
        str, typer.Option("--engine", help="Which engine thinks; auto for the one that fits.")
    ] = "auto",
    level: Annotated[str, typer.Option(help=f"How well it plays, from 1 to {TOP_LEVEL}, its best.")] = str(
        TOP_LEVEL
    ),
    threads: Annotated[str, typer.Option(help="How many threads it searches with.")] = "1",
    hash_mb: Annotated[
        str, typer.Option("--hash", help="The size of its transposition table in MiB.")
    ] = "64",
    tablebase: Annotated[bool, typer.Option(help="Whether it solves endings in the background.")] = True,
    seed: Annotated[
        str, typer.Option(help="For what is left to chance; any if not given.", show_default=False)
    ] = "",
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="With --json: how many positions are analysed at a time.")
    ] = 1,
) -> None:
    """Serve an engine to other programs over standard input and output.

    The settings are those that the line protocol can change; docs/reference/protocol.md has both protocols.
    """
    if workers > 1 and not json_lines:
        raise OnitamaError("--workers goes with --json; the line protocol has one search at a time")
    setup = Setup()
    options = {
        "Engine": name,
        "Level": level,
        "Threads": threads,
        "Hash": hash_mb,
        "Tablebase": str(tablebase),
        "Seed": seed,
    }
    for option, value in options.items():
        setup = setup.with_option(option, value)
    writer = LineWriter(sys.stdout)
    session: Session = (
        JsonSession(_engine, writer, setup, workers) if json_lines else LineSession(_engine, writer, setup)
    )
    serve(session, sys.stdin, writer)
    writer.leave()


def _engine(setup: Setup) -> Engine:
    return Engine(
        setup.engine_name,
        level=setup.engine_level,
        seed=setup.seed,
        threads=setup.threads,
        hash_mb=setup.hash_mb,
        tablebase=setup.tablebase,
    )
