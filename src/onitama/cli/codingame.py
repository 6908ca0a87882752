"""`onitama codingame`, a player for CodinGame's referee, and `onitama referee`, that referee for two programs."""

import os
import shlex
import shutil
import sys
from secrets import randbelow
from typing import Annotated

import typer

from onitama.cards import CARDS, Card, Deck
from onitama.cli.start import DeckOption
from onitama.deal import deal_by_hand, deal_cards
from onitama.engine import Engine, Limits
from onitama.errors import OnitamaError, shown
from onitama.match import CodingameLimits, CodingameResult, PairCounts, estimate, play_codingame
from onitama.notation import CODINGAME_CARDS, format_deal
from onitama.player import RED
from onitama.protocol import LineWriter, codingame_answers
from onitama.rules import Position, Rules

__all__ = ["codingame", "referee"]

_MOST_PAIRS = 100_000


def codingame(
    first: Annotated[
        float, typer.Option(min=0.001, help="Seconds it thinks in the first turn, start-up not counted.")
    ] = 0.4,
    turn: Annotated[float, typer.Option(min=0.001, help="Seconds it thinks in each later turn.")] = 0.03,
    hash_mb: Annotated[
        int, typer.Option("--hash", min=1, help="The size of the transposition table in MiB.")
    ] = 16,
) -> None:
    """Play a game of CodinGame's Onitama over standard input and output.

    The times leave room for what else a turn takes: CodinGame allows 1 s for the first turn and 50 ms for others.
    """
    writer = LineWriter(sys.stdout)
    with Engine("native", hash_mb=hash_mb, tablebase=False) as engine:
        answers = codingame_answers(
            sys.stdin,
            engine,
            first=Limits(seconds=first),
            later=Limits(seconds=turn),
            complain=lambda message: sys.stderr.write(f"onitama: {message}\n"),
        )
        for answer in answers:
            writer(answer)
            if writer.is_broken:
                break
    writer.leave()


def referee(
    a: Annotated[str, typer.Argument(help="The command line of the first program.")],
    b: Annotated[str, typer.Argument(help="The command line of the second.")],
    games: Annotated[
        int, typer.Option(min=2, max=2 * _MOST_PAIRS, help="How many games; each deal twice.")
    ] = 2,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the first deal; later ones follow.")
    ] = None,
    deck: DeckOption = None,
    first: Annotated[
        float, typer.Option(min=0.01, help="Seconds for a program's start and first turn.")
    ] = 1.0,
    turn: Annotated[float, typer.Option(min=0.001, help="Seconds for each later turn.")] = 0.05,
    max_turns: Annotated[int, typer.Option(min=1, help="After so many turns the game is tied.")] = 200,
) -> None:
    """Let two programs that speak CodinGame's form play, each deal twice with the seats changed.

    A late answer, or one that is no legal action, loses the game.
    """
    if games % 2:
        raise OnitamaError(f"--games is even, for each deal is played twice; found {games}")
    programs = _command(a), _command(b)
    rules = Rules() if deck is None else Rules(deck=Deck.of(*deck.split("+")))
    seed = randbelow(1 << 32) if seed is None else seed
    limits, cards = CodingameLimits(first, turn, max_turns), _numbered(rules)
    counts = [0, 0, 0, 0, 0]
    for pair in range(games // 2):
        start, half_points = _start(rules, seed + pair), 0
        for a_seat in range(2):
            seated = programs if a_seat == 0 else programs[::-1]
            result = play_codingame(start, seated, limits, cards=cards)
            half_points += 1 if result.winner is None else 2 * (result.winner == a_seat)
            typer.echo(_told(2 * pair + a_seat + 1, start, result, "AB" if a_seat == 0 else "BA"))
        counts[half_points] += 1
    _tell_score((counts[0], counts[1], counts[2], counts[3], counts[4]))


def _command(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise OnitamaError(f"expected a command line, found {text!r}: {error}") from None
    if not words:
        raise OnitamaError("expected the command line of a program, found nothing")
    # A Path would drop the ./ that says where to look, and raise for a person who is not there.
    program = os.path.expanduser(words[0])  # noqa: PTH111
    if shutil.which(program) is None:
        raise OnitamaError(f"there is no program {shown(words[0])}")
    return [program, *words[1:]]


def _numbered(rules: Rules) -> dict[int, Card]:
    """The referee's numbers, and the next ones for the cards that it does not have."""
    cards = dict(CODINGAME_CARDS)
    others = [one for one in CARDS.values() if one in rules.dealt_deck.cards and one not in cards.values()]
    return cards | dict(enumerate(others, len(cards)))


def _start(rules: Rules, seed: int) -> Position:
    """The deal of a seed; player 0 begins whatever the stamp says."""
    *hands, side = deal_cards(rules, seed % (1 << 64))
    return deal_by_hand(rules, red=hands[:2], blue=hands[2:], side=side, starter=RED)


def _told(number: int, start: Position, result: CodingameResult, seats: str) -> str:
    how = "tied" if result.winner is None else f"{seats[result.winner]} won"
    reason = "" if result.winner is None else f" ({result.reason})"
    turns = len(result.steps)
    slowest = ", ".join(
        f"{seat} {1000 * seconds:.0f} ms"
        for seat, seconds in sorted(zip(seats, result.longest_s, strict=True))
    )
    return f"{number}: {format_deal(start)}: {how}{reason} after {turns} turns; slowest {slowest}"


def _tell_score(counts: PairCounts) -> None:
    known = estimate(counts)
    assert known is not None
    typer.echo(
        f"A scored {known.score:.1%} of {2 * sum(counts)} games, "
        f"Elo {known.elo:+.0f}, 95 % between {known.elo_low:+.0f} and {known.elo_high:+.0f}"
    )
