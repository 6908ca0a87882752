"""The command `play`: which game, who sits where, and the formats around a game."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from onitama.cli.files import read_text
from onitama.cli.online import Online, play_online
from onitama.cli.screen import Screen, make_screen
from onitama.cli.session import Session, Settings
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
from onitama.clock import CLOCK_DUEL, Clock, TimeControl, format_time_control, parse_time_control
from onitama.engine import ENGINE_NAMES, TOP_LEVEL, Engine, Limits
from onitama.errors import OnitamaError
from onitama.formats import MirrorMatch
from onitama.game import Game
from onitama.notation import parse_record
from onitama.notation.rules_text import rules_to_json
from onitama.player import BLUE, RED, Player
from onitama.rules import Rules

__all__ = ["play"]

_PLAYERS = f"human, computer, or one of {', '.join(ENGINE_NAMES)}"
_FORMATS = ("mirror", "duel", "coaching")


def play(
    preset: PresetOption = None,
    deck: DeckOption = None,
    seed: SeedOption = None,
    deal: DealOption = None,
    starter: StarterOption = None,
    red: Annotated[str | None, typer.Option(help=f"Who plays Red: {_PLAYERS}.  [default: human]")] = None,
    blue: Annotated[
        str | None, typer.Option(help=f"Who plays Blue: {_PLAYERS}.  [default: computer]")
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=TOP_LEVEL,
            help="How well the computer plays: 1 as in a first game, up to full strength.  "
            f"[default: {TOP_LEVEL}]",
        ),
    ] = None,
    think: Annotated[float, typer.Option(min=0.01, help="Seconds the computer may think a step.")] = 1.0,
    computer_seed: Annotated[
        int | None, typer.Option(help="Lets the computer make its chance choices the same way again.")
    ] = None,
    game_format: Annotated[
        str | None,
        typer.Option(
            "--format", help="A house format: mirror (two games), duel (five minutes a side), coaching."
        ),
    ] = None,
    clock: Annotated[str | None, typer.Option(help="Minutes a side + seconds a turn, as in 10+5.")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with the game in this record.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Write the game's record here at the end, finished or not.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain sentences, for screen readers and pipes.")
    ] = False,
    server: Annotated[
        str | None,
        typer.Option(help="Play on this server, as http://localhost:8000; --level for its computer."),
    ] = None,
    join: Annotated[
        str | None, typer.Option(help="With --server: take the seat that this link offers.")
    ] = None,
    watch: Annotated[str | None, typer.Option(help="With --server: look on at this link.")] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="With --server: play whoever wants to play the same.")
    ] = False,
    colour: Annotated[
        str | None, typer.Option(help="With --server: red or blue, who opens a room.  [default: drawn]")
    ] = None,
    name: Annotated[str | None, typer.Option(help="With --server: what to be called there.")] = None,
) -> None:
    """Play in the terminal: against the computer, two people at one keyboard, or on a server."""
    control = _time_control(game_format, clock)
    if server is not None:
        only("--server", {"--red": red, "--blue": blue, "--load": load, "--save": save})
        setup = _setup(choose_rules(preset, deck), game_format, control)
        chosen = {"colour": colour, "seed": seed, "deal": deal, "starter": starter}
        chosen["computer"] = None if level is None else str(level)
        setup |= {key: value for key, value in chosen.items() if value is not None}
        wanted = Online(server, setup, join=join, watch=watch, quick=quick, name=name)
        play_online(wanted, make_screen(plain))
        return
    for option, value in {"--join": join, "--watch": watch, "--colour": colour, "--name": name}.items():
        if value is not None:
            raise OnitamaError(f"{option} goes with --server")
    if quick:
        raise OnitamaError("--quick goes with --server")
    _check_save(save, load, is_match=game_format == "mirror")
    screen = make_screen(plain)
    if load is not None:
        only(
            "--load",
            {"--preset": preset, "--deck": deck, "--seed": seed, "--deal": deal, "--starter": starter},
        )
        only("--load", {"--clock": control, "--format mirror": game_format == "mirror" or None})
        game = parse_record(read_text(load))
        names = red or _known(game.names[RED], "human"), blue or _known(game.names[BLUE], "computer")
    else:
        names = red or "human", blue or "computer"
        rules = choose_rules(preset, deck)
        position, dealt_seed = dealt(rules, seed, deal, starter)
        stopped = None if control is None else Clock.of(control)
        game = Game(position, rules=rules, seed=dealt_seed, clock=stopped)
        game.names = names
    if level is not None and "computer" not in names:
        raise OnitamaError("--level is for the computer, and neither side is played by it")
    seats = {player: _seat(names[player], level, computer_seed) for player in Player}
    settings = Settings(seats, Limits(seconds=think), save, coaching=game_format == "coaching")
    if game.seed is not None:
        screen.say(f"Seed {game.seed}: the same seed deals this game again.")
    red_name, blue_name = (_with_level(name, level) for name in names)
    screen.say(f"Red: {red_name}. Blue: {blue_name}. Type help to see what you can type.")
    if game_format == "mirror":
        people = ("Player A", "Player B")
        match = MirrorMatch(game.start, people=people, rules=game.rules, seed=game.seed, clock=game.clock)
        _play_match(match, settings, screen)
    else:
        Session(game, settings, screen).run()


def _setup(rules: Rules, game_format: str | None, control: TimeControl | None) -> dict[str, Any]:
    """What to play, as a server is told."""
    return {
        "rules": rules_to_json(rules),
        "format": game_format if game_format in ("mirror", "coaching") else "single",
        "time": None if control is None else format_time_control(control),
    }


def _check_save(save: Path | None, load: Path | None, *, is_match: bool) -> None:
    """Refuse before the game what would fail, or destroy another game, after it."""
    if save is not None and not save.name:
        raise OnitamaError(f"--save: {save} is no file's name")
    for path in [] if save is None else _save_paths(save) if is_match else [save]:
        if not path.absolute().parent.is_dir():
            raise OnitamaError(f"--save: there is no folder {path.absolute().parent}")
        if path.exists() and path != load:
            raise OnitamaError(
                f"--save: {path} exists; name another file, or --load it to go on with that game"
            )


def _save_paths(save: Path) -> list[Path]:
    return [save.with_stem(f"{save.stem}-{number}") for number in (1, 2)]


def _known(name: str, otherwise: str) -> str:
    """The player whom a record names, if it is one that can sit down here."""
    return name if name in ("human", "computer", *ENGINE_NAMES) else otherwise


def _play_match(match: MirrorMatch, settings: Settings, screen: Screen) -> None:
    """Two games with the same cards in the same places; the people change seats (R80)."""
    for number, game in enumerate(match.games, 1):
        screen.say(
            f"\nMirror match, game {number} of 2: Red is {game.names[RED]}, Blue is {game.names[BLUE]}."
        )
        seats = {player: settings.seats[Player(match.person(number - 1, player))] for player in Player}
        save = settings.save and _save_paths(settings.save)[number - 1]
        if not Session(game, replace(settings, seats=seats, save=save), screen).run():
            return
        points = " - ".join(f"{share:g}" for share in match.points)
        screen.say(f"{match.people[0]} {points} {match.people[1]}")
    winner = "The match is tied." if match.winner is None else f"{match.people[match.winner]} wins the match."
    screen.say(winner)


def _with_level(name: str, level: int | None) -> str:
    return f"{name}, level {level}" if name == "computer" and level is not None else name


def _seat(name: str, level: int | None, seed: int | None) -> Engine | None:
    if name == "human":
        return None
    if name == "computer":
        return Engine(level=level, seed=seed)
    return Engine(name, seed=seed)


def _time_control(game_format: str | None, clock: str | None) -> TimeControl | None:
    if game_format is not None and game_format not in _FORMATS:
        raise OnitamaError(f"--format is one of {', '.join(_FORMATS)}, found {game_format!r}")
    if clock is None:
        return CLOCK_DUEL if game_format == "duel" else None
    if game_format in ("duel", "coaching"):
        raise OnitamaError(f"--clock does not go with --format {game_format}")
    return parse_time_control(clock)
