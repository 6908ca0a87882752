"""The commands by name."""

import typer

from onitama.cli.play import play
from onitama.cli.records import replay, show
from onitama.cli.tools import cards, perft_command, presets

__all__ = ["app"]

app = typer.Typer(
    name="onitama",
    help="Onitama: every rule, every card. Play, look things up, count positions.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command()(play)
app.command()(show)
app.command()(replay)
app.command()(cards)
app.command()(presets)
app.command("perft")(perft_command)
