"""The command `solve`: search until the end of the game is proven, or the budget is spent."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from onitama.cli.analyse import (
    LoadOption,
    TurnOption,
    WhereArgument,
    analysis_to_json,
    chosen_view,
    numbers_text,
    score_text,
    search,
    turns_text,
)
from onitama.cli.start import DealOption, DeckOption, PresetOption, SeedOption, StarterOption
from onitama.engine import Analysis, Engine, Limits
from onitama.engine.native import MOST_THREADS, usable_cores
from onitama.errors import OnitamaError
from onitama.notation import format_position
from onitama.rules import Position

__all__ = ["solve"]

_NOT_PROVEN = 3


def solve(
    where: WhereArgument = None,
    preset: PresetOption = None,
    deck: DeckOption = None,
    seed: SeedOption = None,
    deal: DealOption = None,
    starter: StarterOption = None,
    load: LoadOption = None,
    turn: TurnOption = None,
    seconds: Annotated[float | None, typer.Option(help="Give up after so long.  [default: never]")] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Give up after so many positions.  [default: never]")
    ] = None,
    memory: Annotated[int, typer.Option(min=1, help="Size of the transposition table in MiB.")] = 256,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads to search with.  [default: one a core]")
    ] = None,
    json_result: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> None:
    """Who wins with best play, and in how many plies? Ctrl-C gives up.

    Exit codes: 0 proven, 3 not proven, 2 bad input.
    """
    view = chosen_view(where, preset, deck, seed, deal, starter, load, turn)
    if not isinstance(view, Position):
        raise OnitamaError("solve proves only games in which nothing is hidden")
    progress = _Progress(view)
    with (
        Engine("native", threads=threads or min(usable_cores(), MOST_THREADS), hash_mb=memory) as engine,
        progress,
    ):
        found = search(engine, view, Limits(seconds, nodes=nodes, until_proven=True), 1, progress.news)
    if json_result:
        verdict = {"position": format_position(view), "to_move": str(view.to_move), **analysis_to_json(found)}
        typer.echo(json.dumps(verdict, indent=2))
    else:
        typer.echo(_verdict(view, found))
    if found.proven is None:
        raise typer.Exit(_NOT_PROVEN)


def _verdict(view: Position, found: Analysis) -> str:
    """What has been shown, in a sentence; no more than that."""
    line = turns_text(view, found.line)
    if found.proven == "draw":
        return f"drawn: {line}"
    if found.proven is None:
        return (
            f"not proven: searched {found.depth} plies deep, {view.to_move} stands at "
            f"{score_text(found, found.score, None)}: {line}"
        )
    winner = view.to_move if found.proven == "win" else view.to_move.other
    name = str(winner).capitalize()
    if found.plies_to_end is None:
        return f"{name} wins, nobody has counted how soon: {line}"
    plies = abs(found.plies_to_end)
    return f"{name} wins in {plies} {'ply' if plies == 1 else 'plies'}: {line}"


class _Progress:
    """How far the search is, on standard error: in place on a terminal, elsewhere a line for each depth."""

    def __init__(self, view: Position) -> None:
        self._view = view
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(console=self._console, transient=True) if self._console.is_terminal else None
        self._depth = 0

    def __enter__(self) -> None:
        if self._live is not None:
            self._live.__enter__()

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.__exit__(None, None, None)

    def news(self, found: Analysis) -> None:
        """Show what the search has found so far."""
        score = score_text(found, found.score, found.plies_to_end)
        text = Text(f"{numbers_text(found)}  {score}  {turns_text(self._view, found.line)}")
        if self._live is not None:
            self._live.update(text)
        elif found.depth > self._depth:
            self._depth = found.depth
            self._console.print(text, soft_wrap=True)
