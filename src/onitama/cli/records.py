"""The commands that show: `show` a position, `replay` a recorded game."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from onitama.cli.files import read_text
from onitama.cli.screen import Screen, make_screen
from onitama.cli.start import DealOption, DeckOption, PresetOption, SeedOption, StarterOption
from onitama.cli.tools import chosen_position
from onitama.errors import OnitamaError
from onitama.game import Game
from onitama.notation import format_position, parse_record
from onitama.player import Player, parse_player
from onitama.render import board_svg, status
from onitama.rules import Position

__all__ = ["replay", "show"]

PlainOption = Annotated[bool, typer.Option("--plain", help="Sentences instead of drawings.")]
SeatOption = Annotated[str, typer.Option(help="From whose seat: red or blue.")]


def show(
    position: Annotated[
        str | None, typer.Argument(help="A position string; without one, a deal is shown.")
    ] = None,
    preset: PresetOption = None,
    deck: DeckOption = None,
    seed: SeedOption = None,
    deal: DealOption = None,
    starter: StarterOption = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Show the position in this JSON file; - for standard input.")
    ] = None,
    seat: SeatOption = "red",
    svg: Annotated[
        Path | None, typer.Option(help="Also write a picture to this file; - prints only the SVG.")
    ] = None,
    plain: PlainOption = False,
) -> None:
    """Show a position: board, cards, legal steps. It shows hidden ninjas too."""
    shown, dealt_seed = chosen_position(preset, deck, seed, deal, starter, position, json_file)
    player = parse_player(seat)
    if svg is not None:
        picture = board_svg(shown, seat=player)
        if str(svg) == "-":
            sys.stdout.write(picture)
            return
        svg.write_text(picture, "utf-8")
    screen = make_screen(plain)
    screen.show(shown, player)
    screen.say(f"\n{format_position(shown)}")
    if dealt_seed is not None:
        screen.say(f"seed {dealt_seed}")
    screen.say(f"legal steps: {', '.join(map(str, shown.legal_steps)) or 'none'}")


def replay(
    file: Annotated[
        Path, typer.Argument(help="A game record, as `onitama play --save` writes it; - for standard input.")
    ],
    to: Annotated[
        int | None, typer.Option(help="Show only the position after this turn; 0 is the start.")
    ] = None,
    seat: SeatOption = "red",
    plain: PlainOption = False,
) -> None:
    """Play a recorded game again: turn by turn in a terminal, all at once through a pipe."""
    game, player, screen = parse_record(read_text(file)), parse_player(seat), make_screen(plain)
    positions = [game.start, *(turn.after for turn in game.turns)]
    if to is not None:
        numbers = [turn.number for turn in game.turns]
        if to != 0 and to not in numbers:
            raise OnitamaError(f"--to: the game has the turns 0 to {max(numbers, default=0)}, found {to}")
        last = max((at for at, number in enumerate(numbers, 1) if number <= to), default=0)
        screen.show(positions[last], player)
        return
    if sys.stdin.isatty() and sys.stdout.isatty() and not plain:
        _browse(game, positions, player, screen)
    else:
        for turn in game.turns:
            screen.say(f"{turn.number}. {turn.player}: {turn}")
        screen.show(positions[-1], player)
    screen.say(f"\n{_result(game)}")


def _browse(game: Game, positions: list[Position], player: Player, screen: Screen) -> None:
    numbers = [0, *(turn.number for turn in game.turns)]
    at = shown = -1
    answer: str | None = "n"
    while answer is not None and answer not in ("q", "quit"):
        if answer in ("", "n", "next"):
            at = min(at + 1, len(positions) - 1)
        elif answer in ("b", "back"):
            at = max(at - 1, 0)
        elif answer.isdecimal() and int(answer) in numbers:
            at = max(index for index, number in enumerate(numbers) if number == int(answer))
        else:
            screen.complain("Enter or n goes on, b back, a turn's number to it, q ends.")
        if at != shown:
            shown = at
            _show_turn(game, positions, at, player, screen)
        answer = screen.ask(f"turn {numbers[at]} of {numbers[-1]} - Enter, b, a number, q:")
        answer = None if answer is None else answer.strip().lower()
        if answer in ("", "n", "next") and at == len(positions) - 1:
            return


def _show_turn(game: Game, positions: list[Position], at: int, player: Player, screen: Screen) -> None:
    screen.show(positions[at], player)
    if at:
        turn = game.turns[at - 1]
        screen.say(f"{turn.number}. {turn.player}: {turn}")
    comment = game.comments.get(at - 1)
    if comment:
        screen.say(comment)


def _result(game: Game) -> str:
    return f"{status(game.observe(None))}." if game.outcome else "The record ends before the game does."
