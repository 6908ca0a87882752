"""How strong the levels are: a round robin of neighbours, and the Elo that makes its results likeliest.

    python benchmarks/long/levels.py --preset base --pairs 100

Every level meets those up to two above it. A pair is two games from the same deal, after two random turns, with the
colours changed. Nothing depends on time: the same version and seed give the same table. Only the games of the top
level need a limit; it is one of nodes.
"""

import argparse
from collections.abc import Callable
from time import process_time

from rich.progress import Progress

import onitama as on
from onitama.engine import TOP_LEVEL
from onitama.match import EngineSpec, MatchSetup
from onitama.match.ratings import Score, fit_ratings
from onitama.match.referee import Running, play_game
from onitama.rules import preset

TOP_NODES = 100_000


def play(
    setup: MatchSetup, pairs: int, engines: tuple[on.Engine, on.Engine], done: Callable[[], None]
) -> Score:
    """What the first engine scores against the second."""
    half_points = 0
    for pair in range(pairs):
        for number in range(2):
            result = play_game(Running(setup, pair, number), engines, process_time, lambda *_: None)
            assert result.forfeit is None, result.forfeit
            half_points += result.half_points
            done()
    return Score(half_points / 2, 2 * pairs)


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--preset", default="base")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of games between two neighbours")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="the lowest level that plays")
    parser.add_argument("--last", type=int, default=TOP_LEVEL, help="the highest")
    options = parser.parse_args()
    levels = range(options.first, options.last + 1)
    meetings = [(high, low) for low in levels for high in (low + 1, low + 2) if high in levels]
    scores: dict[tuple[int, int], Score] = {}
    seats = {level: on.Engine(level=level, seed=options.seed, hash_mb=4, tablebase=False) for level in levels}
    with Progress() as progress:
        task = progress.add_task(options.preset, total=2 * options.pairs * len(meetings))
        for high, low in meetings:
            setup = MatchSetup(
                (EngineSpec(f"level {high}"), EngineSpec(f"level {low}")),
                preset(options.preset),
                on.Limits(nodes=TOP_NODES),
                options.seed,
                opening_turns=2,
            )
            scores[high - options.first, low - options.first] = play(
                setup, options.pairs, (seats[high], seats[low]), lambda: progress.advance(task)
            )
            progress.console.print(
                f"{high} against {low}: {scores[high - options.first, low - options.first]}"
            )
    ratings = fit_ratings(len(levels), scores)
    print("| level | Elo | above the one below | score against it | against the second below |")
    print("| --- | --- | --- | --- | --- |")
    for index, level in enumerate(levels):
        gap = ""
        if index:
            gap = (
                f"{ratings.elo[index] - ratings.elo[index - 1]:+.0f} ± {ratings.error(index, index - 1):.0f}"
            )
        below = [scores.get((index, index - step)) for step in (1, 2)]
        shares = [f"{score.points / score.games:.1%}" if score else "" for score in below]
        print(f"| {level} | {ratings.elo[index]:.0f} | {gap} | {shares[0]} | {shares[1]} |")
    print(f"CPU time: {process_time():.0f} s")


if __name__ == "__main__":
    main()
