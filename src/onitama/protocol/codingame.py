"""A conversation with the CodinGame referee: it tells a turn, and is answered with one of the actions it lists.

The lines are those of `onitama.notation.codingame`. Whatever goes wrong, the answer is legal: an action from the list.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from onitama.engine.analysis import Limits
from onitama.errors import OnitamaError, shown
from onitama.notation import format_codingame_action, parse_codingame_turn
from onitama.notation.misread import misread
from onitama.player import Player
from onitama.protocol.setup import Thinker

__all__ = ["codingame_answers"]

_LINES_BEFORE_ACTIONS = 11
"""Five of board, five of cards, and the number of actions."""
_MOST_ACTIONS = 999


def codingame_answers(
    lines: Iterable[str],
    engine: Thinker,
    *,
    first: Limits,
    later: Limits,
    complain: Callable[[str], object],
) -> Iterator[str]:
    """The answers to a game, one for each turn that the lines tell, until they end.

    Args:
        lines: what the referee says.
        engine: what chooses.
        first: its limits in the first turn, for which the referee allows more time.
        later: its limits in all other turns.
        complain: told if a turn could not be read or thought about; the first action of the list is answered then.

    Raises:
        NotationError: if the player's number, or a number of actions, is none: nobody can say where a turn ends then.
    """
    told = (line.strip() for line in lines)
    number = next(told, None)
    number = number and number.removeprefix("\ufeff")  # some write it before the first line of a file
    if number is None:
        return
    if number not in ("0", "1"):
        raise misread("referee, line 1", f"expected the player's number 0 or 1, found {shown(number)}")
    player, limits = Player(int(number)), first
    while len(turn := list(islice(told, _LINES_BEFORE_ACTIONS))) == _LINES_BEFORE_ACTIONS:
        actions = list(islice(told, _count(turn[-1])))
        yield _answer("\n".join([*turn, *actions]), actions, player, engine, limits, complain)
        limits = later


def _count(line: str) -> int:
    if not (line.isascii() and line.isdigit() and 0 < int(line[:9]) <= _MOST_ACTIONS):
        raise misread("referee", f"expected a number of actions from 1, found {shown(line)}")
    return int(line)


def _answer(
    text: str,
    actions: list[str],
    player: Player,
    engine: Thinker,
    limits: Limits,
    complain: Callable[[str], object],
) -> str:
    if len(actions) == 1:
        return actions[0]
    try:
        turn = parse_codingame_turn(text, player)
        answer = format_codingame_action(engine.analyse(turn.position, limits).best, turn.cards)
        if answer in actions:
            return answer
        complain(f"the best action, {answer}, is not in the list")
    except OnitamaError as error:
        complain(str(error))
    return actions[0] if actions else ""
