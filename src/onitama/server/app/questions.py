"""What the computer is asked beside the rooms, read and checked."""

from dataclasses import dataclass
from typing import Any

from onitama.errors import OnitamaError, shown
from onitama.game import Game
from onitama.notation import parse_position
from onitama.observe import Observation
from onitama.server.app.messages import BadMessage, Incoming

__all__ = ["Question", "read_question"]

_LINES, _MOST_LINES = 3, 8
_SECONDS, _MOST_SECONDS = 15.0, 60.0
_MOST_STEPS = 500


@dataclass(frozen=True, slots=True)
class Question:
    """What to think about, and how."""

    view: Observation
    """What the player to move sees: in hidden games the computer knows no more than it (R70)."""
    lines: int
    seconds: float


def read_question(message: Incoming) -> Question:
    """The question in a message.

    Raises:
        BadMessage: says what is wrong with it.
    """
    body = message.body
    try:
        game = Game(parse_position(body.get("position")))  # type: ignore[arg-type]  # it refuses what is no text
        for step in _steps(message):
            game.play(step)
    except OnitamaError as error:
        raise BadMessage(f"analyse, {error}", message.id) from None
    if game.outcome is not None:
        raise BadMessage("analyse: the game is over, there is no next step", message.id)
    view = game.observe(game.position.to_move)
    lines = _number(message, body.get("lines", _LINES), "lines", 1, _MOST_LINES)
    return Question(
        view, int(lines), _number(message, body.get("seconds", _SECONDS), "seconds", 0, _MOST_SECONDS)
    )


def _steps(message: Incoming) -> list[str]:
    """What was played from the position on: where ninjas hide, it tells what the player to move has seen."""
    steps = message.body.get("steps") or []
    if (
        not isinstance(steps, list)
        or len(steps) > _MOST_STEPS
        or not all(isinstance(one, str) for one in steps)
    ):
        raise BadMessage(
            f"analyse, steps: expected a list of at most {_MOST_STEPS} steps, found {shown(steps)}",
            message.id,
        )
    return steps


def _number(message: Incoming, value: Any, name: str, least: int, most: float) -> float:
    kinds = (int,) if name == "lines" else (int, float)
    if type(value) not in kinds or not least <= value <= most or value == 0:
        raise BadMessage(
            f"analyse, {name}: expected a number from {least} to {most:g}, found {shown(value)}", message.id
        )
    return value  # type: ignore[no-any-return]
