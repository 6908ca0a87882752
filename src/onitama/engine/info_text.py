"""What an engine says of a search as lines of the line protocol: `info …` and `bestturn …`, written and read.

`docs/reference/protocol.md` describes both. They stand here, and not with the rest of the protocol, because a driven
engine is read in this room and a serving one is written above it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from onitama.engine.analysis import KNOWN_SCORE, PROVEN_SCORE, WIN_SCORE, Analysis, Line, plies_to_end
from onitama.errors import NotationError, shown
from onitama.rules import Position, Step, parse_turn

__all__ = [
    "MOST_MS",
    "MOST_NODES",
    "MOST_PLIES",
    "BestTurn",
    "Info",
    "format_best_turn",
    "format_info",
    "format_score",
    "format_turns",
    "parse_best_turn",
    "parse_info",
    "parse_turns",
    "whole_turns",
]

MOST_MS = 10**12
"""The longest time that can be asked for."""
MOST_PLIES = 255
"""The deepest search that can be asked for."""
MOST_NODES = (1 << 63) - 1
"""The longest search that can be asked for, in positions."""

_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time")
_MOST_DIGITS = 18
_MOST_PLIES_TO_END = WIN_SCORE - PROVEN_SCORE - 1


@dataclass(frozen=True, slots=True)
class Info:
    """What one `info` line says; None where it says nothing."""

    score: int | None = None
    """From the view of the player to move, as `Analysis.score`."""
    is_draw_proven: bool = False
    depth: int | None = None
    seldepth: int | None = None
    multipv: int = 1
    """Which of several ways to go on the line is about, from 1."""
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    """In thousandths."""
    tbhits: int | None = None
    time: int | None = None
    """In milliseconds."""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class BestTurn:
    """What a `bestturn` line says."""

    steps: tuple[Step, ...]
    """The turn, or what is left of it; empty if there is none to make."""
    ponder: tuple[Step, ...] = ()
    """The answer that it expects."""


def whole_turns(position: Position, steps: Iterable[Step]) -> list[tuple[Step, ...]]:
    """Steps put together to turns, as far as they are legal; the last turn may be unfinished.

    >>> from onitama.notation import parse_position
    >>> windy = parse_position("ssmss/5/2*2/5/SSMSS eagle,ox/hawk,eel/crab b 1")
    >>> [len(turn) for turn in whole_turns(windy, parse_turn("hawk:b5c4 spirit:c3a3 ox:c1c2"))]
    [2, 1]
    """
    turns: list[tuple[Step, ...]] = []
    turn: list[Step] = []
    for step in steps:
        if step not in position.legal_steps:
            break
        mover, position = position.to_move, position.play_unchecked(step)
        turn.append(step)
        if position.to_move is not mover:
            turns.append(tuple(turn))
            turn = []
    return [*turns, tuple(turn)] if turn else turns


def format_turns(turns: Iterable[Sequence[Step]]) -> str:
    """Turns in one line, ` ; ` between them; `parse_turns` reads it."""
    return " ; ".join(" ".join(map(str, turn)) for turn in turns)


def parse_turns(text: str) -> list[tuple[Step, ...]]:
    """Turns that stand in one line.

    >>> [len(turn) for turn in parse_turns("hawk:b5c4 spirit:c3a3 ; ox:c1c2")]
    [2, 1]

    Raises:
        NotationError: says which turn cannot be read.
    """
    turns = []
    for number, turn in enumerate(text.split(";"), 1):
        try:
            turns.append(parse_turn(turn))
        except NotationError as error:
            raise NotationError(f"turn {number}: {error}") from None
    return turns


def format_score(score: int, *, is_draw_proven: bool = False) -> str:
    """A score in words of the protocol.

    >>> format_score(35), format_score(9_995), format_score(-9_996), format_score(-8_700)
    ('cp 35', 'win 5', 'loss 4', 'known loss')
    """
    if is_draw_proven:
        return "draw"
    if plies := plies_to_end(score):
        return f"win {plies}" if plies > 0 else f"loss {-plies}"
    if abs(score) > KNOWN_SCORE:
        return "known win" if score > 0 else "known loss"
    return f"cp {score}"


def format_info(analysis: Analysis, position: Position) -> list[str]:
    """The `info` lines of an analysis of this position, one for each way to go on."""
    time_ms = round(analysis.seconds * 1000)
    lines = []
    for number, line in enumerate(analysis.lines, 1):
        is_draw = analysis.is_draw_proven and number == 1
        lines.append(
            f"info depth {analysis.depth} seldepth {max(analysis.seldepth, analysis.depth)} multipv {number}"
            f" score {format_score(line.score, is_draw_proven=is_draw)}"
            f" nodes {analysis.nodes} nps {analysis.nodes_per_second} hashfull {analysis.tt_permille}"
            f" tbhits {analysis.table_hits} time {time_ms} pv {_format_line(line, position)}"
        )
    return lines


def _format_line(line: Line, position: Position) -> str:
    return format_turns(whole_turns(position, line.steps))


def parse_info(text: str) -> Info:
    """What a line that begins with `info` says; words it does not know are skipped.

    >>> parse_info("info depth 4 score cp 35 pv boar:c1c2 ; eel:b5a4").score
    35

    Raises:
        NotationError: for a known word without the value that belongs to it.
    """
    head, pv, line = f"{text} ".partition(" pv ")
    words = head.split()[1:]
    if words and words[0] in ("string", "error"):
        return Info()
    numbers: dict[str, int] = {}
    score, is_draw = None, False
    for at, word in enumerate(words):
        if word in _NUMBERS:
            numbers[word] = _whole_number(words[at + 1 : at + 2], word)
        elif word == "score":
            score, is_draw = _parse_score(words[at + 1 : at + 3])
    if numbers.get("multipv") == 0:
        raise NotationError("info, multipv: expected a number from 1, found 0")
    steps = [step for turn in parse_turns(line) for step in turn] if pv and line.strip() else []
    return Info(score, is_draw, steps=tuple(steps), **numbers)


def _whole_number(words: Sequence[str], name: str) -> int:
    if not words or not re.fullmatch(f"[0-9]{{1,{_MOST_DIGITS}}}", words[0]):
        raise NotationError(f"info, {name}: expected a whole number, found {shown(' '.join(words))}")
    return int(words[0])


def _parse_score(words: Sequence[str]) -> tuple[int, bool]:
    """The score, and whether it is that of a proven draw."""
    match words:
        case ["draw", *_]:
            return 0, True
        case ["known", "win"]:
            return PROVEN_SCORE, False
        case ["known", "loss"]:
            return -PROVEN_SCORE, False
        case ["cp", number] if re.fullmatch("-?[0-9]{1,9}", number):
            return max(-KNOWN_SCORE, min(KNOWN_SCORE, int(number))), False
        case ["win" | "loss" as kind, number] if re.fullmatch("[0-9]{1,9}", number):
            score = WIN_SCORE - max(1, min(_MOST_PLIES_TO_END, int(number)))
            return (score if kind == "win" else -score), False
    raise NotationError(
        f"info, score: expected cp, win or loss and a number, known win, known loss or draw, "
        f"found {shown(' '.join(words))}"
    )


def format_best_turn(best: BestTurn) -> str:
    """The line that ends a search.

    >>> format_best_turn(BestTurn(parse_turn("boar:c1c2")))
    'bestturn boar:c1c2'
    """
    if not best.steps:
        return "bestturn none"
    ponder = f" ponder {format_turns([best.ponder])}" if best.ponder else ""
    return f"bestturn {format_turns([best.steps])}{ponder}"


def parse_best_turn(text: str) -> BestTurn:
    """What a line that begins with `bestturn` says.

    Raises:
        NotationError: if no turn can be read from it.
    """
    turn, ponder, answer = text.partition(" ")[2].partition(" ponder ")
    if turn.strip() == "none":
        return BestTurn(())
    return BestTurn(parse_turn(turn), parse_turn(answer) if ponder else ())
