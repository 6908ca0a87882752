"""How fast the pure Python rules are: perft, and random games of every preset.

    make bench                     both tables
    python benchmarks/rules.py     the same, in an environment with the [bench] extra

Times are CPU seconds of this process, the best of several rounds. Machines differ and are shared, so the figure to
compare is the ratio to python-chess, whose perft runs in turn with ours.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time

import chess
from rich.console import Console
from rich.table import Table

import onitama as on

ROUNDS = 5
STEPS = 20_000


def best_rate(run: Callable[[], int], rounds: int = ROUNDS) -> float:
    """Units per CPU second in the best of some rounds."""
    best = 0.0
    for _ in range(rounds):
        began = process_time()
        units = run()
        best = max(best, units / (process_time() - began))
    return best


def chess_perft(board: chess.Board, depth: int) -> int:
    """Perft as python-chess's own example does it: the last ply is counted, not played."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += chess_perft(board, depth - 1)
        board.pop()
    return count


def random_games(preset: str, steps: int, seed: int) -> int:
    """Whole random games until that many steps are made; what a bot author's first loop does."""
    rng, made, game = Random(seed), 0, 0
    while made < steps:
        position = on.deal(preset, game)
        game += 1
        while position.legal_steps:
            position = position.play_unchecked(rng.choice(position.legal_steps))
            made += 1
    return made


def main() -> None:
    """Print both tables."""
    console = Console()
    start = on.deal_by_hand("base", red=("horse", "elephant"), blue=("ox", "boar"), side="crab")
    board = chess.Board()
    ours = theirs = 0.0
    for _ in range(ROUNDS):  # in turn, so that both meet the same machine
        ours = max(ours, best_rate(lambda: on.perft(start, 5), rounds=1))
        theirs = max(theirs, best_rate(lambda: chess_perft(board, 4), rounds=1))
    table = Table("perft, last ply counted", "leaves/s", "ratio", title="Perft on one core")
    table.add_row("python-chess, start position, 4 plies", f"{theirs:,.0f}", "1.00")
    table.add_row("onitama, ox boar / horse elephant / crab, 5 turns", f"{ours:,.0f}", f"{ours / theirs:.2f}")
    console.print(table)

    table = Table("preset", "steps/s", "µs/step", title="Random games, every legal step generated")
    for preset in on.PRESETS:
        random_games(preset, STEPS // 10, seed=0)  # warm the caches of reach and moves
        rate = best_rate(partial(random_games, preset, STEPS, seed=1), rounds=3)
        table.add_row(preset, f"{rate:,.0f}", f"{1e6 / rate:.1f}")
    console.print(table)


if __name__ == "__main__":
    main()
