"""How fair deals are: searches a sample of deals, and plays some of them out.

    python benchmarks/long/deals.py measure --preset base --count 400 --depth 16
    python benchmarks/long/deals.py calibrate --preset base

`measure` adds to `src/onitama/match/measured_deals.csv` what is missing there: the deals of the seeds from 0, each
searched from the beginning with one thread, so the same version gives the same figures. It can be stopped at any time.
`calibrate` lets the engine play the measured deals against itself and fits how many points a score is worth.
"""

import argparse
import csv
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.progress import track

import onitama as on
from onitama.match.fairness import MeasuredDeal, measured_deals
from onitama.notation import format_deal

DATA = Path(__file__).parents[2] / "src/onitama/match/measured_deals.csv"
NODES = (5_000, 10_000, 20_000)
MAX_TURNS = 200


def measure(preset: str, count: int, depth: int) -> None:
    """Search the deals that the file lacks, and write each down at once."""
    known = {deal.seed for deal in measured_deals() if deal.preset == preset}
    seeds = [seed for seed in range(count) if seed not in known]
    with on.Engine("native", tablebase=False) as engine, DATA.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for seed in track(seeds, f"{preset}, {depth} plies"):
            engine.new_game()
            start = on.deal(preset, seed)
            score = engine.analyse(start, on.Limits(depth=depth)).score
            writer.writerow((preset, seed, format_deal(start), start.to_move, score, depth))
            file.flush()


def calibrate(preset: str, count: int) -> None:
    """Play each deal a few times, and fit the logistic curve that expects these points from these scores."""
    deals = [deal for deal in measured_deals() if deal.preset == preset][:count]
    pairs: list[tuple[int, float]] = []
    with on.Engine("native", tablebase=False) as engine:
        for deal in track(deals, "games"):
            games = [first_players_points(deal, engine, on.Limits(nodes=nodes)) for nodes in NODES]
            pairs += [(clipped(deal.score), points) for points in games]
    scale = fitted_scale(pairs)
    mean = sum(points for _, points in pairs) / len(pairs)
    print(f"{len(pairs)} games; the first player scored {mean:.1%}")
    print(f"a score of {scale:.0f} is worth 1 / (1 + 1/e) of the points: 73 %")
    for low, high in ((-10_000, -40), (-40, -15), (-15, 15), (15, 40), (40, 10_000)):
        inside = [points for score, points in pairs if low <= score < high]
        if inside:
            print(f"scores from {low} to {high}: {len(inside)} games, {sum(inside) / len(inside):.1%}")


def clipped(score: int) -> int:
    """A proven win is no longer a matter of hundredths."""
    return max(-1_000, min(1_000, score))


def first_players_points(deal: MeasuredDeal, engine: on.Engine, limits: on.Limits) -> float:
    """1 for a win of the player who begins, 0 for a loss, 0.5 for a game without end."""
    engine.new_game()
    position = on.deal(deal.preset, deal.seed)
    first = position.to_move
    while position.outcome is None:
        if position.turn_number > MAX_TURNS:
            return 0.5
        position = position.play_unchecked(engine.play(position, limits))
    return float(position.outcome.winner is first)


def fitted_scale(pairs: Sequence[tuple[int, float]]) -> float:
    """The scale that makes the points likeliest, by ternary search: the likelihood has one maximum in it."""

    def loss(scale: float) -> float:
        return sum(surprise(1 / (1 + math.exp(-score / scale)), points) for score, points in pairs)

    low, high = 5.0, 2_000.0
    for _ in range(100):
        third, two_thirds = low + (high - low) / 3, high - (high - low) / 3
        if loss(third) < loss(two_thirds):
            high = two_thirds
        else:
            low = third
    return low


def surprise(expected: float, points: float) -> float:
    """How little the points were expected, as a negative logarithm."""
    expected = min(1 - 1e-9, max(1e-9, expected))
    return -(points * math.log(expected) + (1 - points) * math.log(1 - expected))


def main(arguments: Iterable[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("measure", "calibrate"))
    parser.add_argument("--preset", default="base")
    parser.add_argument("--count", type=int, default=400, help="how many deals")
    parser.add_argument("--depth", type=int, default=16, help="how many plies to look ahead")
    options = parser.parse_args(None if arguments is None else list(arguments))
    if options.what == "measure":
        measure(options.preset, options.count, options.depth)
    else:
        calibrate(options.preset, options.count)


if __name__ == "__main__":
    main()
