"""The command `match`: two engines play pairs of games, and a table says which is stronger and how surely."""

import json
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from itertools import count
from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from onitama.cli.start import DeckOption, PresetOption, choose_rules
from onitama.engine import Limits
from onitama.engine.native import usable_cores
from onitama.errors import OnitamaError
from onitama.match import EngineSpec, GameResult, Journal, MatchSetup, Sprt, Tally, play_games, read_header
from onitama.notation import format_record, format_rules, record_from_json

__all__ = ["match"]

_NAMES = "AB"
_GAMES = 100
_SECONDS = 0.1
_NEWS_EVERY_S = 60.0
"""How often the score is told where no bar can be drawn."""
_REASONS = 5
"""So many reasons for forfeits are told."""
_INTERRUPTED = 130


def match(
    a: Annotated[
        str, typer.Argument(help="The first engine: native:threads=2,depth=6 or cmd:./engine --option.")
    ],
    b: Annotated[str, typer.Argument(help="The second engine.")],
    preset: PresetOption = None,
    deck: DeckOption = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, help="How many games, made even; with --sprt at most.  [default: 100; with --sprt no end]"
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(help="Stop when it is clear whether A is better by elo1 or not by elo0, as in 0,10."),
    ] = None,
    alpha: Annotated[float, typer.Option(help="How often --sprt may take no gain for a gain.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often --sprt may miss a gain.")] = 0.05,
    seconds: Annotated[
        float | None, typer.Option(help="Time for a step.  [default: 0.1 if there is no other limit]")
    ] = None,
    depth: Annotated[int | None, typer.Option(help="Plies to look ahead.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Positions to look at for a step.")] = None,
    concurrency: Annotated[
        int | None,
        typer.Option(
            min=1, help="Games at a time.  [default: as many as the cores hold threads of the engines]"
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of deals, random openings and chance.")] = None,
    opening_turns: Annotated[
        int, typer.Option(min=0, help="Random turns that both games of a pair begin with.")
    ] = 0,
    max_turns: Annotated[int, typer.Option(min=1, help="A game of so many turns is a draw.")] = 200,
    patience: Annotated[
        float,
        typer.Option(
            min=0, help="Seconds over its limit after which an engine forfeits; also for a program to start."
        ),
    ] = 10.0,
    out: Annotated[
        Path | None, typer.Option(help="Keep every game in this file, a line of JSON each.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match in --out.")] = False,
    records: Annotated[
        Path | None, typer.Option(help="Also write each game's record into this folder.")
    ] = None,
    json_summary: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Let two engines play: pairs of games from the same deal, colours changed over; which one is stronger?

    Exit codes: 0 all games are played or the test is decided, 130 stopped by Ctrl-C, 2 bad input.
    """
    if seconds is None and depth is None and nodes is None:
        seconds = _SECONDS
    setup = MatchSetup(
        (EngineSpec.parse(a), EngineSpec.parse(b)),
        choose_rules(preset, deck),
        Limits(seconds, depth, nodes),
        _seed(seed, out, resume),
        opening_turns,
        max_turns,
        patience,
    )
    test = None if sprt is None else _sprt(sprt, alpha, beta)
    pairs = None if games is None and test is not None else ((games or _GAMES) + 1) // 2
    if resume and out is None:
        raise OnitamaError("--resume goes on with the match in a file: name it with --out")
    if out is not None and out.exists() and not resume:
        raise OnitamaError(f"--out: {out} exists; name another file, or --resume to go on with that match")
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    _try_out(setup)
    tally = Tally(setup, test)
    with nullcontext() if out is None else Journal(out, setup) as journal:
        desk = _Desk(tally, journal, records, pairs)
        finished = desk.run(concurrency or _default_concurrency(setup))
    if json_summary:
        typer.echo(json.dumps(tally.to_json(), indent=2))
    else:
        typer.echo("\n".join(_summary(tally)))
    if not finished:
        kept = "" if out is None else f" They are kept in {out}; the same command with --resume goes on."
        typer.echo(f"Stopped after {tally.games} games.{kept}", err=True)
        raise typer.Exit(_INTERRUPTED)


def _seed(seed: int | None, out: Path | None, resume: bool) -> int:
    """The seed given, or that of the match to go on with, or any."""
    if seed is not None:
        return seed
    header = read_header(out) if resume and out is not None else None
    known = header and header.get("seed")
    return known if type(known) is int else randbelow(1 << 32)


def _sprt(text: str, alpha: float, beta: float) -> Sprt:
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise OnitamaError(f"--sprt: expected elo0,elo1, as in 0,10, found {text!r}") from None
    return Sprt(elo0, elo1, alpha, beta)


def _default_concurrency(setup: MatchSetup) -> int:
    return max(1, usable_cores() // max(spec.threads for spec in setup.engines))


def _try_out(setup: MatchSetup) -> None:
    """Refuse an engine that cannot start or does not play such games, before it forfeits all of them."""
    game = setup.opening(0).game()
    for spec, name in zip(setup.engines, _NAMES, strict=True):
        try:
            with spec.open(setup.seed, setup.patience_s) as engine:
                game.position.play(
                    engine.play(game.observe(game.position.to_move), Limits(seconds=1, depth=1))
                )
        except OnitamaError as error:
            raise OnitamaError(f"engine {name} ({spec.text}): {error}") from None


class _Desk:
    """Where games come in: they are kept, counted and told of."""

    def __init__(
        self, tally: Tally, journal: Journal | None, records: Path | None, pairs: int | None
    ) -> None:
        self._tally = tally
        self._journal = journal
        self._records = records
        self._pairs = pairs
        self._console = Console(stderr=True, highlight=False)
        self._told_s = time.monotonic()

    def run(self, workers: int) -> bool:
        """Play until all is done; False if Ctrl-C came first."""
        played: set[tuple[int, int]] = set()
        for game in self._journal.games if self._journal else ():
            played.add((game.pair, game.number))
            self._tally.add(game)
            self._keep_record(game)
        if self._journal and self._journal.is_torn:
            self._console.print("The last line of the journal was torn; that game is played again.")
        if self._is_decided():
            return True
        games = play_games(self._tally.setup, self._jobs(played), workers)
        bar = Progress(
            TextColumn("{task.completed:.0f} games"),
            BarColumn(bar_width=20),
            TextColumn("{task.fields[news]}"),
            TimeElapsedColumn(),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        try:
            with _one_interrupt(), bar, closing(games):
                task = bar.add_task(
                    "",
                    total=self._pairs and 2 * self._pairs,
                    completed=self._tally.games,
                    news=_news(self._tally),
                )
                for game in games:
                    self._take(game, bar, task)
                    if self._is_decided():
                        break
        except KeyboardInterrupt:
            return False
        return True

    def _jobs(self, played: set[tuple[int, int]]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The games that are still to be played, pair by pair."""
        for pair in count() if self._pairs is None else range(self._pairs):
            numbers = tuple(number for number in range(2) if (pair, number) not in played)
            if numbers:
                yield pair, numbers

    def _take(self, game: GameResult, bar: Progress, task: TaskID) -> None:
        if self._journal is not None:
            self._journal.add(game)
        self._tally.add(game)
        self._keep_record(game)
        if game.forfeit is not None:
            name = _NAMES[game.forfeit.engine]
            self._console.print(
                f"pair {game.pair + 1}, game {game.number + 1}: {name} forfeits: {game.forfeit.reason}",
                markup=False,
                soft_wrap=True,
            )
        bar.update(task, completed=self._tally.games, news=_news(self._tally))
        if not self._console.is_terminal and time.monotonic() - self._told_s > _NEWS_EVERY_S:
            self._told_s = time.monotonic()
            self._console.print(
                f"{self._tally.games} games, {_news(self._tally)}", markup=False, soft_wrap=True
            )

    def _keep_record(self, game: GameResult) -> None:
        if self._records is not None:
            path = self._records / f"{game.pair + 1:05}-{game.number + 1}.oni"
            path.write_text(format_record(record_from_json(game.record)), "utf-8")

    def _is_decided(self) -> bool:
        test = self._tally.test
        return test is not None and test.accepted is not None


@contextmanager
def _one_interrupt() -> Iterator[None]:
    """Let Ctrl-C raise once: another one must not disturb the tidying up after the first."""

    def interrupt(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _news(tally: Tally) -> str:
    """The score so far in a line."""
    wins, draws, losses = tally.wins_draws_losses
    parts = [f"+{wins} ={draws} -{losses}"]
    known, test = tally.estimate, tally.test
    if known is not None:
        parts.append(f"Elo {known.elo:+.0f} ({known.elo_low:+.0f} to {known.elo_high:+.0f})")
    if test is not None:
        parts.append(f"LLR {test.llr:.2f} ({test.lower:.2f} to {test.upper:.2f})")
    return ", ".join(parts)


def _summary(tally: Tally) -> Iterator[str]:
    """The table at the end, line by line."""
    setup, (wins, draws, losses), known = tally.setup, tally.wins_draws_losses, tally.estimate
    for name, label, engine in zip(_NAMES, setup.labels, range(2), strict=True):
        yield (
            f"{name}  {label}  ({1000 * tally.mean_step_s(engine):.1f} ms a step, at most "
            f"{1000 * tally.longest_step_s(engine):.1f} ms)"
        )
    opening = f", {setup.opening_turns} random turns" if setup.opening_turns else ""
    yield f"   {format_rules(setup.rules)}, {_limits(setup.limits)} a step, seed {setup.seed}{opening}"
    yield f"games    {tally.games}: A won {wins}, drew {draws}, lost {losses}, scored {tally.score:.1%}"
    yield f"pairs    {', '.join(map(str, tally.pairs))} with 0, 0.5, 1, 1.5, 2 points for A"
    yield f"colour   red scored {tally.red_score:.1%}"
    if known is None:
        yield "Elo      not known before a pair is complete"
    else:
        yield f"Elo      {known.elo:+.1f}, 95 % between {known.elo_low:+.1f} and {known.elo_high:+.1f}"
        yield f"nElo     {known.normalised_elo:+.1f} +/- {known.normalised_error:.1f}"
        yield f"LOS      {known.los:.1%}"
    if tally.test is not None and tally.sprt is not None:
        test = tally.test
        verdict = {"H0": f"not better by {tally.sprt.elo0:g} Elo", "H1": f"better by {tally.sprt.elo1:g} Elo"}
        said = (
            "not decided" if test.accepted is None else f"{test.accepted} accepted, {verdict[test.accepted]}"
        )
        yield f"SPRT     {said}: LLR {test.llr:.2f}, bounds {test.lower:.2f} and {test.upper:.2f}"
    yield from _forfeits(tally)


def _forfeits(tally: Tally) -> Iterator[str]:
    """Who forfeited how often, and the commonest reasons."""
    if not tally.forfeits:
        return
    yield f"forfeits A {tally.forfeits_of(0)}, B {tally.forfeits_of(1)}"
    reasons = Counter(game.forfeit for game in tally.forfeits)
    for forfeit, number in reasons.most_common(_REASONS):
        if forfeit is not None:
            yield f"         {number} x {_NAMES[forfeit.engine]}: {forfeit.reason}"


def _limits(limits: Limits) -> str:
    words = [f"{limits.seconds:g} s"] if limits.seconds else []
    words += [f"depth {limits.depth}"] if limits.depth else []
    words += [f"{limits.nodes} nodes"] if limits.nodes else []
    return ", ".join(words)
