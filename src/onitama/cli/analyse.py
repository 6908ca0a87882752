"""The command `analyse`: what the engine thinks of a position, line by line while it thinks."""

import json
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Annotated, Any

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from onitama.cli.files import read_text
from onitama.cli.start import DealOption, DeckOption, PresetOption, SeedOption, StarterOption, only
from onitama.cli.tools import chosen_position
from onitama.engine import Analysis, Engine, Limits, Line, chances
from onitama.errors import OnitamaError
from onitama.game import Game
from onitama.geometry import format_square
from onitama.notation import (
    format_observed_position,
    format_position,
    parse_observed_position,
    parse_record,
)
from onitama.observe import Observation
from onitama.render import chances_text
from onitama.rules import Position, Step

__all__ = [
    "LoadOption",
    "TurnOption",
    "WhereArgument",
    "analyse",
    "analysis_to_json",
    "chosen_view",
    "numbers_text",
    "score_text",
    "search",
    "turns_text",
]

_SECONDS = 10.0
_LOOK_EVERY_S = 0.2
"""How often waiting looks up, so that Ctrl-C is heard on every system."""

WhereArgument = Annotated[
    str | None,
    typer.Argument(help="A position string, or five cards as in ox,boar/horse,elephant/crab; else a deal."),
]
LoadOption = Annotated[Path | None, typer.Option(help="The position at the end of this game record.")]
TurnOption = Annotated[
    int | None, typer.Option(help="With --load: the position after this turn; 0 is the start.")
]


def analyse(
    where: WhereArgument = None,
    preset: PresetOption = None,
    deck: DeckOption = None,
    seed: SeedOption = None,
    deal: DealOption = None,
    starter: StarterOption = None,
    load: LoadOption = None,
    turn: TurnOption = None,
    seconds: Annotated[
        float | None, typer.Option(help="Stop after so long.  [default: 10 if there is no other limit]")
    ] = None,
    depth: Annotated[int | None, typer.Option(help="Stop after so many plies.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Stop after so many positions.")] = None,
    multipv: Annotated[int, typer.Option(min=1, help="How many different turns to look at.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads to search with.")] = 1,
    hash_mb: Annotated[
        int, typer.Option("--hash", min=1, help="Size of the transposition table in MiB.")
    ] = 64,
    json_lines: Annotated[bool, typer.Option("--json", help="A line of JSON for each thing found.")] = False,
) -> None:
    """What the engine thinks of a position. Ctrl-C ends it, and shows what was found."""
    view = chosen_view(where, preset, deck, seed, deal, starter, load, turn)
    if seconds is None and depth is None and nodes is None:
        seconds = _SECONDS
    show = _JsonLines(view) if json_lines else _Lines(view)
    with Engine(threads=threads, hash_mb=hash_mb) as engine, show:
        found = search(engine, view, Limits(seconds, depth, nodes), multipv, show.news)
        show.result(found)


def chosen_view(
    where: str | None,
    preset: str | None,
    deck: str | None,
    seed: int | None,
    deal: str | None,
    starter: str | None,
    load: Path | None,
    turn: int | None,
) -> Position | Observation:
    """What the player to move may know of the position that the options name."""
    if turn is not None and load is None:
        raise OnitamaError("--turn is a turn of a record: name it with --load")
    deal_options = {"--preset": preset, "--deck": deck, "--seed": seed, "--deal": deal, "--starter": starter}
    if load is not None:
        only("--load", {"a position": where, **deal_options})
        return _view(_game_after(parse_record(read_text(load)), turn))
    if where is not None and "seen-by=" in where:
        only("a position", deal_options)
        return parse_observed_position(where)
    if where is not None and where.count("/") == 2:  # a position has five ranks, a deal three places
        only("a deal", {"--deal": deal})
        where, deal = None, where
    position, _ = chosen_position(preset, deck, seed, deal, starter, where, None)
    return _view(Game(position))


def _game_after(game: Game, turn: int | None) -> Game:
    """The game as it was after a turn."""
    numbers = [0, *(one.number for one in game.turns)]
    if turn is not None and turn not in numbers:
        raise OnitamaError(f"--turn: the game has the turns 0 to {numbers[-1]}, found {turn}")
    while turn is not None and game.last_turn is not None and game.last_turn.number > turn:
        game.undo()
    return game


def _view(game: Game) -> Position | Observation:
    return game.position if game.rules.hidden is None else game.observe(game.position.to_move)


def search(
    engine: Engine,
    view: Position | Observation,
    limits: Limits,
    multipv: int,
    on_news: Callable[[Analysis], None],
) -> Analysis:
    """Let an engine search; Ctrl-C stops it, and what it has found by then is the result."""
    news: SimpleQueue[Analysis | _Word] = SimpleQueue()

    def think() -> Analysis:
        try:
            return engine.analyse(view, limits, multipv=multipv, on_info=news.put)
        finally:
            news.put(_Word.END)

    # A handler, no exception: that could come at any moment, and again while the first one is dealt with.
    before = signal.signal(signal.SIGINT, lambda *_: news.put(_Word.STOP))
    try:
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(think)
            try:
                _listen(news, on_news, engine.stop)
            finally:
                engine.stop()  # if showing the news failed, nobody waits for the end
            return future.result()
    finally:
        signal.signal(signal.SIGINT, before)


class _Word(Enum):
    STOP = auto()
    END = auto()


def _listen(
    news: "SimpleQueue[Analysis | _Word]", on_news: Callable[[Analysis], None], stop: Callable[[], None]
) -> None:
    """Hand on what is found until the search has ended."""
    wants_stop = False
    while True:
        try:
            word = news.get(timeout=_LOOK_EVERY_S)
        except Empty:
            word = None
        if word is _Word.END:
            return
        wants_stop = wants_stop or word is _Word.STOP
        if wants_stop:
            stop()  # again and again: the first time the search may not have begun
        elif isinstance(word, Analysis):
            on_news(word)


def score_text(found: Analysis, score: int, plies_to_end: int | None) -> str:
    """A score as people write it: `+1.25` students, `win in 7`, `loss in 4`, `drawn`; `won` if nobody counted."""
    if plies_to_end is not None:
        return f"win in {plies_to_end}" if plies_to_end > 0 else f"loss in {-plies_to_end}"
    if score == found.score and found.proven is not None:
        return {"win": "won", "loss": "lost", "draw": "drawn"}[found.proven]
    return f"{score / 100:+.2f}"


def turns_text(view: Position | Observation, steps: tuple[Step, ...]) -> str:
    """A line as turns, with a comma between them where it is known where they end."""
    if isinstance(view, Observation):
        return " ".join(map(str, steps))
    turns, position, begins = list[str](), view, True
    for step in steps:
        if begins:
            turns.append(str(step))
        else:
            turns[-1] += f" {step}"
        number, position = position.turn_number, position.play(step)
        begins = position.turn_number > number
    return ", ".join(turns)


def numbers_text(found: Analysis) -> str:
    """How far a search is: depth, positions, speed, how full the transposition table is, time, and the endings."""
    endings = {None: "", "solving": "  solving the endings", "solved": "  endings solved"}[found.endings]
    return (
        f"depth {found.depth}/{found.seldepth}  {found.nodes:,} nodes  {found.nodes_per_second:,}/s  "
        f"table {found.tt_permille / 10:.1f} %  {found.seconds:.2f} s{endings}"
    )


class _Lines:
    """Shows what is found: on a terminal in place, elsewhere line by line."""

    def __init__(self, view: Position | Observation) -> None:
        self._view = view
        self._console = Console(highlight=False)
        self._live = Live(console=self._console, transient=True) if self._console.is_terminal else None
        self._shown: tuple[Line, ...] = ()

    def __enter__(self) -> None:
        text = (
            format_position(self._view)
            if isinstance(self._view, Position)
            else format_observed_position(self._view)
        )
        self._print(f"{text}\n{self._view.to_move} to move")
        if isinstance(self._view, Observation):
            self._print(_belief_text(self._view))
        if self._live is not None:
            self._live.__enter__()

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.__exit__(None, None, None)

    def news(self, found: Analysis) -> None:
        """Show what the search has found so far."""
        lines = [numbers_text(found), *self._variations(found)]
        self._shown = found.lines
        if self._live is None:
            self._print("  ".join(lines) if len(lines) == 2 else "\n".join(lines))
        else:
            self._live.update(Group(*(Text(line) for line in lines)))

    def result(self, found: Analysis) -> None:
        """Show what came of it."""
        if self._live is not None:
            self._print("\n".join([numbers_text(found), *self._variations(found)]))
        elif found.lines != self._shown:  # found in a depth that was not finished
            self.news(found)
        self._print(f"best {found.best}  {score_text(found, found.score, found.plies_to_end)}")

    def _variations(self, found: Analysis) -> list[str]:
        mark = len(found.lines) > 1
        return [
            (f"{rank}. " if mark else "")
            + f"{score_text(found, line.score, line.plies_to_end)}  {turns_text(self._view, line.steps)}"
            for rank, line in enumerate(found.lines, 1)
        ]

    def _print(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)


def _belief_text(view: Observation) -> str:
    """Where the enemy's ninjas may be for all that the player to move knows."""
    enemy = view.to_move.other
    alive = view.ninjas_alive[enemy]
    if not alive:
        return f"{enemy} has no ninja on the board"
    names = "ninja may be" if alive == 1 else "ninjas may be"
    return f"where {enemy}'s {names}, in percent:\n{chances_text(chances(view))}"


class _JsonLines:
    """Prints what is found as JSON, one object a line."""

    def __init__(self, view: Position | Observation) -> None:
        self._belief: dict[str, Any] = {}
        if isinstance(view, Observation):
            self._belief["belief"] = {
                format_square(square): round(chance, 6) for square, chance in chances(view).items()
            }

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def news(self, found: Analysis) -> None:
        """Print what the search has found so far."""
        self._print(found, is_final=False)

    def result(self, found: Analysis) -> None:
        """Print what came of it."""
        self._print(found, is_final=True)

    def _print(self, found: Analysis, *, is_final: bool) -> None:
        sys.stdout.write(json.dumps(analysis_to_json(found) | self._belief | {"final": is_final}) + "\n")
        sys.stdout.flush()


def analysis_to_json(found: Analysis) -> dict[str, Any]:
    """An analysis as plain data."""
    return {
        "best": str(found.best),
        "depth": found.depth,
        "seldepth": found.seldepth,
        "proven": found.proven,
        "nodes": found.nodes,
        "nodes_per_second": found.nodes_per_second,
        "seconds": round(found.seconds, 6),
        "tt_permille": found.tt_permille,
        "table_hits": found.table_hits,
        "endings": found.endings,
        "lines": [
            {
                "score": line.score,
                "score_text": score_text(found, line.score, line.plies_to_end),
                "plies_to_end": line.plies_to_end,
                "steps": [str(step) for step in line.steps],
            }
            for line in found.lines
        ],
    }
