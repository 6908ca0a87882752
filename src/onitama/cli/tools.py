"""The small commands: presets, cards, perft."""

import json
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from onitama.cards import CARDS, Card, card
from onitama.cli.files import read_text
from onitama.cli.start import (
    DealOption,
    DeckOption,
    PresetOption,
    SeedOption,
    StarterOption,
    choose_rules,
    dealt,
    only,
)
from onitama.engine import fast_perft, fast_perft_divide
from onitama.errors import NotationError, OnitamaError
from onitama.notation import format_position, parse_position
from onitama.render import card_text, describe_card
from onitama.rules import PRESETS, Finished, Phase, Position, Rules

__all__ = ["cards", "chosen_position", "perft_command", "presets"]


def presets() -> None:
    """List the variants that `--preset` knows."""
    table = Table("preset", "cards dealt from", "features", box=None)
    for name, rules in PRESETS.items():
        table.add_row(name, f"{len(rules.dealt_deck)} cards", _features(rules))
    Console().print(table)


def _features(rules: Rules) -> str:
    features = []
    if rules.spirit:
        number = rules.dealt_wind_cards
        features.append(f"spirit, {number} wind card{'' if number == 1 else 's'}")
    if rules.hidden == "shadow":
        who = "neither player" if rules.lantern_rule == "both" else "the starting player not"
        features.append(f"one ninja each; lantern on the first turn: {who}")
    if rules.hidden == "light":
        features.append(f"two ninjas against {rules.light_player}'s school")
    return "; ".join(features) or "open play"


def cards(
    names: Annotated[
        list[str] | None, typer.Argument(help="Cards, or sets; all cards if none is named.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="One line a card, no drawing.")] = False,
) -> None:
    """Show cards: their squares, stamp, set and mirror."""
    chosen = list(CARDS.values()) if not names else [one for name in names for one in _named(name)]
    console = Console(highlight=False)
    for one in chosen:
        mirror = f", mirror {one.mirror}" if one.mirror else ""
        origin = f"({one.card_set}{mirror})"
        drawn = card_text(one, unicode=console.encoding.lower().startswith("utf"))
        text = f"{describe_card(one)} {origin}" if plain else f"{drawn}\n{origin}\n"
        console.print(text, soft_wrap=True, markup=False)


def _named(name: str) -> list[Card]:
    """One card, or all of a set, the unconfirmed ones too."""
    found = [one for one in CARDS.values() if str(one.card_set) == name]
    return found or [card(name)]


def perft_command(
    turns: Annotated[int, typer.Argument(min=0, max=50, help="How many complete turns to count.")],
    preset: PresetOption = None,
    deck: DeckOption = None,
    seed: SeedOption = None,
    deal: DealOption = None,
    starter: StarterOption = None,
    position: Annotated[
        str | None, typer.Option(help="Count from this position string instead of a deal.")
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Count from the position in this JSON file; - for standard input."),
    ] = None,
    finished: Annotated[
        str, typer.Option(help="Games that ended earlier: none, or leaf as in published Onitama tables.")
    ] = "none",
    divide: Annotated[bool, typer.Option("--divide", help="Also the count behind each first step.")] = False,
) -> None:
    """Count the step sequences that complete exactly so many turns."""
    start, _ = chosen_position(preset, deck, seed, deal, starter, position, json_file)
    counts = _finished(finished)
    console = Console(highlight=False)
    if start.phase is Phase.PLACE:
        console.print("The ninjas are not placed yet: their placements are counted too.", style="dim")
    console.print(f"position: {format_position(start)}", soft_wrap=True)
    began = perf_counter()
    if divide and turns:
        divided = fast_perft_divide(start, turns, finished=counts)
        for step, count in divided.items():
            console.print(f"{step}: {count}")
        total = sum(divided.values())
    else:
        total = fast_perft(start, turns, finished=counts)
    seconds = perf_counter() - began
    console.print(f"perft({turns}) = {total}")
    if seconds > 0.1:
        console.print(f"{seconds:.2f} s, {total / seconds:,.0f} leaves/s", style="dim")


def chosen_position(
    preset: str | None,
    deck: str | None,
    seed: int | None,
    deal: str | None,
    starter: str | None,
    position: str | None,
    json_file: Path | None,
) -> tuple[Position, int | None]:
    """The position that options name by a position string, a JSON file or a deal, and the seed of the deal."""
    deal_options = {"--preset": preset, "--deck": deck, "--seed": seed, "--deal": deal, "--starter": starter}
    if position is not None:
        only("a position", {**deal_options, "--json": json_file})
        return parse_position(position), None
    if json_file is not None:
        only("--json", deal_options)
        return _load_json(json_file), None
    return dealt(choose_rules(preset, deck), seed, deal, starter)


def _load_json(path: Path) -> Position:
    """The position in a JSON file; `-` is standard input."""
    text = read_text(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{path}: not JSON: {error}") from None
    return Position.from_json(data)


def _finished(text: str) -> Finished:
    match text:
        case "none" | "leaf":
            return text
    raise OnitamaError(f"--finished is none or leaf, found {text!r}")
