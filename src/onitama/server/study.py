"""Positions and games laid on a board without a room: read from any text, and played on step by step.

Nothing is kept: a position goes out as its string and comes back with the next step. All of it is open, hidden ninjas
too, so no running game is shown in this way (R70).
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from onitama.engine import chances
from onitama.errors import NotationError, OnitamaError, shown
from onitama.formats import threats
from onitama.game import Game
from onitama.geometry import format_square
from onitama.notation import (
    format_position,
    format_record,
    format_result,
    parse_codingame_turn,
    parse_litama_board,
    parse_litama_state,
    parse_position,
    parse_records,
)
from onitama.observe import observe
from onitama.player import BLUE, RED, Player
from onitama.rules import Phase, Position

__all__ = [
    "MOST_CHARACTERS",
    "beliefs",
    "next_position",
    "read_text",
    "record_of",
    "shown_position",
    "summaries",
]

MOST_CHARACTERS = 200_000
"""In one text, or in all texts of one request; the longest games have a third of that."""

_MOST_STEPS = 2_000


def read_text(text: str, beside: str | None = None, steps: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The games in a text: a position in any form is a game without moves.

    Args:
        text: a position string or its JSON form, records as text or JSON, a state or board of Litama, a turn of
            CodinGame.
        beside: a position string whose cards lie beside a board that comes without any.
        steps: what is played on after the last game.

    Returns:
        Of each game `names`, `result`, `start` and `moves`, each with its `step` and the position after it.

    Raises:
        OnitamaError: says what is wrong with the text.
    """
    games = _games(text, beside)
    for step in steps:
        games[-1].play(step)
    if sum(len(turn.steps) for game in games for turn in game.turns) > _MOST_STEPS:
        raise NotationError(f"expected at most {_MOST_STEPS} steps in all games together")
    return [_shown_game(game) for game in games]


def summaries(text: str) -> list[dict[str, Any]]:
    """What is told of the games in a text where nobody looks at them yet.

    Args:
        text: as for `read_text`.

    Returns:
        Of each game `names`, `result` and `turns`, how many were played.

    Raises:
        OnitamaError: says what is wrong with the text.
    """
    return [
        {"names": list(game.names), "result": format_result(game.outcome), "turns": len(game.turns)}
        for game in _games(text, None)
    ]


def _games(text: str, beside: str | None) -> list[Game]:
    games = _reader(text.strip())(text.strip(), beside)
    if not games:
        raise NotationError("expected a position or a game, found nothing")
    return games


def next_position(position: str, step: str) -> dict[str, Any]:
    """What the board shows after a step.

    Raises:
        OnitamaError: if there is no such position, or step.
    """
    return shown_position(parse_position(position).play(step))


def record_of(position: str, steps: Sequence[str]) -> str:
    """What was played from a position on, as a record.

    Raises:
        OnitamaError: if there is no such position, or step.
    """
    game = Game(parse_position(position))
    for step in steps:
        game.play(step)
    return format_record(game)


def beliefs(position: str, steps: Sequence[str]) -> list[dict[str, float] | None]:
    """Where the player to move could think the other's unseen ninjas to be, as it went through a game.

    Returns:
        For the position and after each step: how likely at least one is on each square; None within a turn, and where
        no ninja is unseen.

    Raises:
        OnitamaError: if there is no such position, or step.
    """
    game = Game(parse_position(position))
    found = [_belief(game)]
    for step in steps:
        game.play(step)
        found.append(_belief(game))
    return found


def _belief(game: Game) -> dict[str, float] | None:
    now, enemy = game.position, game.position.to_move.other
    if game.outcome is not None or now.phase is not Phase.MOVE:
        return None
    if not now.ninjas_mask[enemy] & ~now.revealed_mask[enemy]:
        return None
    view = game.observe(now.to_move)
    return {format_square(square): round(chance, 4) for square, chance in chances(view).items()}


def shown_position(position: Position) -> dict[str, Any]:
    """What the board shows: the `position` string, the `view` of everything, and the `threats` of both sides."""
    outcome = position.outcome
    view = {
        "viewer": None,
        **position.to_json(),
        "ninjas_alive": {str(player): position.ninjas_mask[player].bit_count() for player in Player},
        "legal_steps": [str(step) for step in position.legal_steps],
        "outcome": None if outcome is None else {"winner": str(outcome.winner), "by": outcome.by.value},
    }
    seen = observe((), position, None if position.rules.hidden is None else position.to_move)
    return {
        "position": format_position(position),
        "view": view,
        "threats": [str(threat) for threat in threats(seen)],
    }


def _shown_game(game: Game) -> dict[str, Any]:
    played = [one for turn in game.turns for one in turn.played]
    return {
        "names": list(game.names),
        "result": format_result(game.outcome),
        "start": shown_position(game.start),
        "moves": [{"step": str(one.step), **shown_position(one.after)} for one in played],
    }


def _reader(text: str) -> Callable[[str, str | None], list[Game]]:
    """What reads a text that begins like this."""
    if re.match(r"[{\[]\s*[\"\[{\]]", text) and not text.startswith("[O"):
        return _read_json
    if re.fullmatch(r"[0-4]{25}", text):
        return _read_litama_board
    if "\n" not in text and re.match(r"\S+/\S+/\S+/\S+/\S+\s", text):
        return lambda text, _: [_laid(parse_position(text))]
    if re.match(r"[01]\s*\n", text) or re.match(r"[wbWB.]{5}\s*\n", text):
        return lambda text, _: [_laid(_codingame_position(text))]
    if text and text[0] not in "[{":
        raise NotationError(
            f"expected a position string, a record, or one of Litama or CodinGame; found {shown(text)}"
        )
    return lambda text, _: parse_records(text)


def _read_json(text: str, _: str | None) -> list[Game]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return parse_records(text)  # which says where the mistake is
    match data:
        case {"hands": _}:
            return [_laid(Position.from_json(data))]
        case {"startingCards": _}:
            return [parse_litama_state(data)]
    return parse_records(text)


def _read_litama_board(text: str, beside: str | None) -> list[Game]:
    if beside is None:
        raise NotationError("Litama's board tells no cards: lay the cards out first")
    cards = parse_position(beside)
    laid = parse_litama_board(
        text, red=cards.hands[RED], blue=cards.hands[BLUE], side=cards.side, to_move=cards.to_move
    )
    return [_laid(laid)]


def _codingame_position(text: str) -> Position:
    """The position of a turn; without its first line, of the player whose pieces are at home at the bottom."""
    player = None if text[0] in "01" else RED
    return parse_codingame_turn(text, player).position


def _laid(position: Position) -> Game:
    try:
        parse_position(format_position(position))
    except OnitamaError as error:
        raise NotationError(f"the board knows only printed cards: {error}") from None
    return Game(position)
