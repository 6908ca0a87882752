"""The command `deals`: fair deals, or lopsided ones, from a measured sample."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from onitama.cards import Deck
from onitama.errors import OnitamaError, shown
from onitama.match import MeasuredDeal, balanced, lopsided, measured_deals

__all__ = ["deals"]


def deals(
    is_balanced: Annotated[
        bool, typer.Option("--balanced/--lopsided", help="The fairest deals first, or the least fair ones.")
    ] = True,
    preset: Annotated[
        str | None, typer.Option("--preset", "-p", help="Only deals of this variant.", show_default=False)
    ] = None,
    deck: Annotated[
        str | None,
        typer.Option(
            help="Only deals from these sets and cards, joined by +: base+Goat.", show_default=False
        ),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many at most.")] = 10,
) -> None:
    """List measured deals by how fair they are to the player who does not begin.

    Each was searched from its first turn. `onitama play` takes the seed with its preset, or the cards with --deal.
    """
    chosen = _chosen(preset, deck)
    if not chosen:
        raise OnitamaError("no deal of the sample fits; leave out --preset or --deck")
    ordered = balanced(chosen) if is_balanced else lopsided(chosen)
    console = Console(highlight=False)
    table = Table("preset", "seed", "deal", "begins", "score", "points", box=None)
    for one in ordered[:count]:
        points = f"{one.expected_points:.0%}"
        table.add_row(one.preset, str(one.seed), one.text, str(one.starter), _score(one), points)
    if not console.is_terminal:  # what is piped is not cut to a width that nobody sees
        console.width = 200
    console.print(table)
    console.print(f"{len(chosen)} deals measured. Score and points are those of the player who begins.")


def _chosen(preset: str | None, deck: str | None) -> list[MeasuredDeal]:
    sample = measured_deals()
    presets = dict.fromkeys(one.preset for one in sample)
    if preset is not None and preset not in presets:
        raise OnitamaError(f"deals were measured of {', '.join(presets)}, found {shown(preset)}")
    cards = None if deck is None else set(Deck.of(*deck.split("+")))
    return [
        one for one in sample if preset in (None, one.preset) and (cards is None or set(one.cards) <= cards)
    ]


def _score(one: MeasuredDeal) -> str:
    """In students, or in how many plies the game is decided."""
    if one.plies_to_end is not None:
        return f"{'wins' if one.plies_to_end > 0 else 'loses'} in {abs(one.plies_to_end)}"
    return f"{one.score / 100:+.2f}"
