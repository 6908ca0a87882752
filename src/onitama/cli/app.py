"""The commands by name."""

from importlib.metadata import version
from typing import Annotated

import typer

from onitama.cli.analyse import analyse
from onitama.cli.codingame import codingame, referee
from onitama.cli.deals import deals
from onitama.cli.engine import engine
from onitama.cli.match import match
from onitama.cli.play import play
from onitama.cli.records import replay, show
from onitama.cli.serve import serve
from onitama.cli.solve import solve
from onitama.cli.tools import cards, perft_command, presets

__all__ = ["app"]


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"onitama {version('onitama')}")
        raise typer.Exit


app = typer.Typer(
    name="onitama",
    help="Onitama: every rule, every card. Play, look things up, count positions.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


@app.callback()
def options(
    show_version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    """Onitama: every rule, every card. Play, look things up, count positions."""


app.command()(play)
app.command()(serve)
app.command()(show)
app.command()(replay)
app.command()(analyse)
app.command()(solve)
app.command()(match)
app.command()(engine)
app.command()(codingame)
app.command()(referee)
app.command()(cards)
app.command()(presets)
app.command()(deals)
app.command("perft")(perft_command)
